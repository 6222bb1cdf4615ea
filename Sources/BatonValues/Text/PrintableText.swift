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

/// Fast tests for text that is nearly always printable ASCII, eight bytes at a time.
package enum PlainText {
    /// Whether each byte is printable ASCII (0x20–0x7E) and not special in XML: `<`, `>`, `&` or `"`. Such text needs
    /// no escapes in a page, an attribute or a terminal's line.
    package static func isPlainMarkup(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        allWords(of: bytes) { word in
            strangers(in: word) | zeros(in: word ^ repeated("<")) | zeros(in: word ^ repeated(">"))
                | zeros(in: word ^ repeated("&")) | zeros(in: word ^ repeated("\""))
        }
    }

    /// Whether each byte is printable ASCII (0x20–0x7E).
    package static func isPrintable(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        allWords(of: bytes) { strangers(in: $0) }
    }

    package static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { allWords(of: bytes) { $0 } }

    /// Whether the text has none of `:`, `#`, `[`, `_`, `+`, `-`, `~` and `^`: every command of a build service that
    /// `EscapedCICommands` escapes contains one of them.
    package static func lacksCommandSigns(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        allWords(of: bytes) { word in
            zeros(in: word ^ repeated(":")) | zeros(in: word ^ repeated("#")) | zeros(in: word ^ repeated("["))
                | zeros(in: word ^ repeated("_")) | zeros(in: word ^ repeated("+")) | zeros(in: word ^ repeated("-"))
                | zeros(in: word ^ repeated("~")) | zeros(in: word ^ repeated("^"))
        }
    }

    /// Whether `marks` sets no high bit for any word of eight bytes. A text of less than eight bytes is filled with
    /// spaces.
    @inline(__always)
    private static func allWords(of bytes: UnsafeBufferPointer<UInt8>, _ marks: (UInt64) -> UInt64) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var found: UInt64 = 0
        if raw.count >= 8 {
            var offset = 0
            while offset <= raw.count - 8 {
                found |= marks(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            // The last eight bytes; some of them may be tested twice.
            found |= marks(raw.loadUnaligned(fromByteOffset: raw.count - 8, as: UInt64.self))
        } else {
            var word = repeated(" ")
            for byte in raw { word = word << 8 | UInt64(byte) }
            found = marks(word)
        }
        return found & highBits == 0
    }

    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    @inline(__always)
    private static func repeated(_ sign: Unicode.Scalar) -> UInt64 { UInt64(sign.value) &* 0x0101_0101_0101_0101 }

    /// The result has a high bit set if, and only if, a byte of the word is below 0x20, or is 0x7F or above. It does
    /// not tell which byte, because differences borrow from their neighbours.
    @inline(__always)
    private static func strangers(in word: UInt64) -> UInt64 {
        word | (word &+ 0x0101_0101_0101_0101) | (word &- 0x2020_2020_2020_2020)
    }

    /// The result has a high bit set if, and only if, a byte of the word is zero.
    @inline(__always)
    private static func zeros(in word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }
}

/// Finds the end of a terminal's escape sequence (ECMA-48).
enum EscapeSequence {
    /// The longest control string, such as a title; an opening without an end within this length is not treated as one.
    private static let longestString = 4096

    /// The index behind the sequence that begins at `start`; nil if none begins there, or if it is incomplete.
    static func end(in text: [Unicode.Scalar], from start: Int) -> Int? {
        var index = start + 1
        switch text[start] {
        case "\u{1B}":
            guard index < text.count else { return nil }
            let second = text[index]
            index += 1
            switch second {
            case "[": return controlEnd(in: text, from: index)
            case "]", "P", "X", "^", "_": return stringEnd(in: text, from: index)
            case "\u{20}"..."\u{2F}":
                // A character set designation or similar: intermediate characters, then one final character.
                while index < text.count, "\u{20}"..."\u{2F}" ~= text[index] { index += 1 }
                return index < text.count && "\u{30}"..."\u{7E}" ~= text[index] ? index + 1 : nil
            case "\u{30}"..."\u{7E}": return index
            default: return nil
            }
        case "\u{9B}": return controlEnd(in: text, from: index)
        case "\u{90}", "\u{98}", "\u{9D}", "\u{9E}", "\u{9F}": return stringEnd(in: text, from: index)
        default: return nil
        }
    }

    /// The index behind parameters, intermediate characters and a final character.
    private static func controlEnd(in text: [Unicode.Scalar], from start: Int) -> Int? {
        var index = start
        while index < text.count, "\u{30}"..."\u{3F}" ~= text[index] { index += 1 }
        while index < text.count, "\u{20}"..."\u{2F}" ~= text[index] { index += 1 }
        return index < text.count && "\u{40}"..."\u{7E}" ~= text[index] ? index + 1 : nil
    }

    /// The index behind BEL or the string terminator; nil if another control character comes first, because the text is
    /// then not a control string. So no part of a text is read from many starts.
    private static func stringEnd(in text: [Unicode.Scalar], from start: Int) -> Int? {
        let limit = min(text.count, start + longestString)
        var index = start
        while index < limit {
            switch text[index] {
            case "\u{07}", "\u{9C}": return index + 1
            case "\u{1B}": return index + 1 < text.count && text[index + 1] == "\\" ? index + 2 : nil
            case "\u{00}"..."\u{1F}", "\u{80}"..."\u{9F}": return nil
            default: index += 1
            }
        }
        return nil
    }
}

/// Spaces that look like the ordinary one, or that cannot be seen, but that no grammar reads as a space.
extension Unicode.Scalar {
    /// Whether this is a space other than U+0020: U+00A0, U+3000 and the like, and those without a width: U+200B, U+2060,
    /// U+FEFF.
    package var isOtherSpace: Bool {
        isSpaceWithoutWidth || properties.generalCategory == .spaceSeparator && self != " "
    }

    /// Whether this is U+200B, U+2060 or U+FEFF, which part or join words without being seen.
    package var isSpaceWithoutWidth: Bool { self == "\u{200B}" || self == "\u{2060}" || self == "\u{FEFF}" }

    /// The number as Unicode writes it: `U+00A0`.
    package var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
