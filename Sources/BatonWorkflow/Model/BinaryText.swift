extension BinaryTemplate.Encoding {
    package var words: String {
        switch self {
        case .base64: "base64"
        case .hex: "row of pairs of hexadecimal digits"
        }
    }

    /// The bytes that the text stands for, blanks and line breaks left out; nil for what is no such text.
    package func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        return self == .hex ? Self.bytes(hex: digits) : Self.bytes(base64: digits)
    }

    private static func bytes(hex digits: [UInt8]) -> [UInt8]? {
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = hexValue(digits[index]), let low = hexValue(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }

    /// Both alphabets of RFC 4648; padding may be left out.
    private static func bytes(base64 digits: [UInt8]) -> [UInt8]? {
        let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let content = digits.dropLast(padding)
        guard padding <= 2, content.count % 4 != 1, padding == 0 || digits.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for digit in content {
            guard let value = base64Value(digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func base64Value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x41...0x5A: digit - 0x41
        case 0x61...0x7A: digit - 0x61 + 26
        case 0x30...0x39: digit - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
