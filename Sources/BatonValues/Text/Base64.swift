/// Base64 (RFC 4648); padding is optional when decoding.
package enum Base64 {
    package enum Alphabet: Sendable {
        /// With `+` and `/`; encoded with padding.
        case standard
        /// With `-` and `_`, for URLs; encoded without padding.
        case url
        /// Decodes both alphabets, even mixed; encodes in the standard one.
        case any
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let standard = letters + Array("+/".utf8)
    private static let url = letters + Array("-_".utf8)

    package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
        let digits = alphabet == .url ? url : standard
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var position = 0
        while position < bytes.count {
            let left = bytes.count - position
            let first = bytes[position]
            let second = left > 1 ? bytes[position + 1] : 0
            let third = left > 2 ? bytes[position + 2] : 0
            result.append(digits[Int(first >> 2)])
            result.append(digits[Int((first & 3) << 4 | second >> 4)])
            if left > 1 { result.append(digits[Int((second & 15) << 2 | third >> 6)]) }
            if left > 2 { result.append(digits[Int(third & 63)]) }
            position += 3
        }
        while alphabet != .url, result.count % 4 != 0 { result.append(UInt8(ascii: "=")) }
        return String(decoding: result, as: UTF8.self)
    }

    /// Nil for text that is not base64.
    package static func decode(_ text: String, _ alphabet: Alphabet = .standard) -> [UInt8]? {
        var digits = Array(text.utf8)
        if digits.count % 4 == 0 {
            for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
        }
        guard digits.count % 4 != 1 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count * 3 / 4)
        var buffer: UInt32 = 0
        var bits = 0
        for byte in digits {
            guard let digit = value(of: byte, alphabet) else { return nil }
            buffer = (buffer << 6 | digit) & 0xFFFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return result
    }

    private static func value(of byte: UInt8, _ alphabet: Alphabet) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+") where alphabet != .url, UInt8(ascii: "-") where alphabet != .standard: 62
        case UInt8(ascii: "/") where alphabet != .url, UInt8(ascii: "_") where alphabet != .standard: 63
        default: nil
        }
    }
}

/// Converts between bytes and hexadecimal digits.
package enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Two lower-case digits for each byte.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes digits in either case; nil for an odd number of digits, and for other text.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for character in digits {
            guard let value = value(character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x41 + 10
        case 0x61...0x66: character - 0x61 + 10
        default: nil
        }
    }
}
