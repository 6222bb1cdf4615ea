import CLibXML2

/// HTML character references: numeric ones, and the names of HTML 4.
enum HTMLEntities {
    private static let scalars: [String: Unicode.Scalar] = {
        var scalars: [String: Unicode.Scalar] = ["apos": "'"]
        // The library's table of names ends with U+2666, ♦.
        for value in UInt32(0x22)...0x2666 {
            guard let entity = htmlEntityValueLookup(value), let name = entity.pointee.name else { continue }
            scalars[String(cString: name)] = Unicode.Scalar(value)
        }
        return scalars
    }()

    /// The characters that windows-1252 has in place of controls, which pages mean by these numbers (WHATWG HTML,
    /// 13.2.5.80).
    private static let windows1252: [UInt32: Unicode.Scalar] = [
        0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ", 0x89: "‰", 0x8A: "Š",
        0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—",
        0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›", 0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
    ]

    /// Names that are often written without a semicolon, and that browsers accept so.
    private static let bare: Set<String> = ["amp", "copy", "gt", "lt", "nbsp", "quot", "reg"]

    /// The text with its references replaced; invalid references are left unchanged.
    static func decoded(_ bytes: ArraySlice<UInt8>, isAttribute: Bool) -> ArraySlice<UInt8> {
        guard bytes.contains(where: { $0 == UInt8(ascii: "&") || $0 == 0 }) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            if bytes[position] == UInt8(ascii: "&"),
                let (scalar, end) = reference(in: bytes, at: position, isAttribute: isAttribute)
            {
                result.append(contentsOf: String(Character(scalar)).utf8)
                position = end
            } else if bytes[position] == 0 {
                result.append(contentsOf: "\u{FFFD}".utf8)
                position += 1
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return result[...]
    }

    private static func reference(
        in bytes: ArraySlice<UInt8>, at start: Int, isAttribute: Bool
    ) -> (Unicode.Scalar, Int)? {
        let rest = bytes[(start + 1)...].prefix(32)
        if rest.first == UInt8(ascii: "#") {
            let isHexadecimal = rest.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
            let digits = rest.dropFirst(isHexadecimal ? 2 : 1).prefix {
                XMLBytes.isDigit($0) || isHexadecimal && ($0 | 0x20) &- UInt8(ascii: "a") < 6
            }
            if digits.isEmpty { return nil }
            // Too large a number is no character, however many digits it has.
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10) ?? 0
            let scalar = value == 0 ? nil : windows1252[value] ?? Unicode.Scalar(value)
            return (scalar ?? "\u{FFFD}", behind(digits.endIndex, in: bytes))
        }
        let name = rest.prefix { XMLBytes.isLetter($0) || XMLBytes.isDigit($0) }
        let text = String(decoding: name, as: UTF8.self)
        guard let scalar = scalars[text] else { return nil }
        let end = behind(name.endIndex, in: bytes)
        if end == name.endIndex {
            guard bare.contains(text) else { return nil }
            // `?a=1&lt=2` is a URL.
            if isAttribute, name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: "=") { return nil }
        }
        return (scalar, end)
    }

    /// The offset after the semicolon; `end` itself where there is none.
    private static func behind(_ end: Int, in bytes: ArraySlice<UInt8>) -> Int {
        end < bytes.endIndex && bytes[end] == UInt8(ascii: ";") ? end + 1 : end
    }
}
