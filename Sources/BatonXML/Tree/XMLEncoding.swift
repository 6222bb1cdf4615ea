/// Which encoding bytes are in: by a byte order mark, else by what came with them (RFC 7303, 3.2), else by what they
/// declare (XML 1.0, appendix F).
enum XMLEncoding {
    /// The text in UTF-8. Throws for an encoding that is not known, and for bytes that are not in theirs.
    ///
    /// - Parameter charset: what the Content-Type says; nil where it says nothing.
    static func utf8(of bytes: [UInt8], charset: String? = nil) throws(XMLError) -> [UInt8] {
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), isBigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), isBigEndian: false) }
        if bytes.starts(with: [0, 0x3C]) { return try utf16(bytes[...], isBigEndian: true) }
        if bytes.starts(with: [0x3C, 0]) { return try utf16(bytes[...], isBigEndian: false) }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let told = hasMark ? nil : charset.map { String(decoding: $0.utf8.map(XMLBytes.lowered), as: UTF8.self) }
        let name = hasMark ? "utf-8" : told ?? declared(in: bytes)
        switch name {
        case "", "utf-8", "utf8", "us-ascii", "ascii":
            guard String(validating: bytes, as: UTF8.self) != nil else {
                let why = told == nil ? "and no other encoding is declared" : "which the Content-Type says it is"
                throw XMLError(message: "it is not in UTF-8, \(why)", line: 0)
            }
            return bytes
        case "iso-8859-1", "latin1", "iso8859-1", "windows-1252", "cp1252":
            // As browsers do: the control characters of the first are the signs of the second.
            return Array(String(String.UnicodeScalarView(bytes.map(windows1252))).utf8)
        // A document that says so itself, in bytes that show it is not, is in none that is read.
        case "utf-16" where told != nil, "utf-16be" where told != nil:
            return try utf16(bytes[...], isBigEndian: true, "it is not in UTF-16, which the Content-Type says it is")
        case "utf-16le" where told != nil:
            return try utf16(bytes[...], isBigEndian: false, "it is not in UTF-16, which the Content-Type says it is")
        default:
            throw XMLError(message: "the encoding `\(name)` is not read: UTF-8, UTF-16 and ISO-8859-1 are", line: 0)
        }
    }

    /// The name of `encoding="…"` of an XML declaration or `charset=…` of an HTML page, in small letters.
    private static func declared(in bytes: [UInt8]) -> String {
        let head = bytes.prefix(1024)
        let isXML = head.starts(with: "<?xml".utf8)
        guard isXML || HTMLReader.isHTML(bytes) else { return "" }
        let lowered = Array((isXML ? head.prefix { $0 != UInt8(ascii: ">") } : head).map(XMLBytes.lowered))
        let key = Array((isXML ? "encoding" : "charset").utf8)
        guard let place = lowered.indices.first(where: { lowered[$0...].starts(with: key) }) else { return "" }
        let value = lowered[(place + key.count)...].drop { XMLBytes.isBlank($0) || $0 == UInt8(ascii: "=") }
        let name = value.drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            .prefix { XMLBytes.isLetter($0) || XMLBytes.isDigit($0) || "-_.:".utf8.contains($0) }
        return String(decoding: name, as: UTF8.self)
    }

    /// - Parameter fault: what is said of bytes that are not in it.
    private static func utf16(
        _ bytes: ArraySlice<UInt8>, isBigEndian: Bool, _ fault: String = "it begins as UTF-16 does and is not in it"
    ) throws(XMLError) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        guard index == bytes.endIndex, let text = String(validating: units, as: UTF16.self) else {
            throw XMLError(message: fault, line: 0)
        }
        return Array(text.utf8)
    }

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(signs[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
    }

    /// From 0x80 to 0x9F.
    private static let signs: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
