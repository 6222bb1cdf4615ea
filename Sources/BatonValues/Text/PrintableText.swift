/// Makes text from outside safe to show: it cannot control a terminal or change the order of reading.
///
/// Escape sequences (ECMA-48: colours, titles, links) are removed. Other control characters, characters that change the
/// text direction, and the noncharacters U+FFFE and U+FFFF are replaced by `#x` and their number, such as `#x07`. Line
/// breaks and tabs stay; CR LF becomes LF.
package enum PrintableText {
    /// Returns the same string, after one pass over its bytes, if there is nothing to change.
    package static func of(_ text: String) -> String {
        if text.withUTF8Bytes({ PlainText.isPrintable($0) }) { return text }
        // Does not stop at the first hit, so that many bytes are tested in one step.
        let isHarmless = text.withUTF8Bytes { bytes in
            var found: UInt8 = 0
            for byte in bytes { found |= isSuspicious(byte) ? 1 : 0 }
            return found == 0
        }
        return isHarmless ? text : cleaned(text)
    }

    /// The text made safe on one line: line breaks and tabs become spaces.
    package static func line(_ text: String) -> String {
        if text.withUTF8Bytes({ PlainText.isPrintable($0) }) { return text }
        let text = of(text)
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") }) else { return text }
        return String(decoding: text.utf8.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }

    /// Bytes that may begin a character to change: ASCII controls, C1 controls (C2 80–9F), U+061C (D8 9C), U+200E…202E
    /// and U+2066…2069 (E2 80, E2 81), the byte order mark and noncharacters (EF BB BF, EF BF BE, EF BF BF).
    private static func isSuspicious(_ byte: UInt8) -> Bool {
        let isControl = (byte < 0x20) != (byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t"))
        return isControl || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF
    }

    private static func cleaned(_ text: String) -> String {
        let source = Array(text.unicodeScalars)
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var index = 0
        while index < source.count {
            let scalar = source[index]
            if let end = EscapeSequence.end(in: source, from: index) {
                index = end
                continue
            }
            index += 1
            if scalar == "\r", index < source.count, source[index] == "\n" { continue }
            if isHarmful(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result.append(contentsOf: (digits.utf8.count < 2 ? "#x0" : "#x").utf8)
                result.append(contentsOf: digits.utf8)
            } else {
                result.append(contentsOf: scalar.utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a character could steer a terminal, changes the direction of text, or is no character. Line breaks and tabs
    /// are harmless.
    package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    /// What stands for one character where each must keep its column: the picture of a control character (U+2400), U+FFFD
    /// for other harmful ones; nil for a harmless one.
    package static func sign(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "\u{2421}"
        default: isHarmful(scalar) ? "\u{FFFD}" : nil
        }
    }
}
