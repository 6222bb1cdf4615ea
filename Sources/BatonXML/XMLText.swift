import BatonDiagnostics
import BatonValues

/// Text in an XML 1.0 document: escaped, and with a visible replacement for characters that XML cannot hold.
///
/// A character outside XML 1.0's `Char` production (https://www.w3.org/TR/xml/#charsets) becomes `#x` and its number in
/// at least two hexadecimal digits, `#x01`, because even a character reference to it is not allowed.
package enum XMLText {
    /// The position of the text, which decides what is escaped.
    package enum Position: Sendable {
        case content
        /// Between double quotes; line breaks and tabs become references, because a parser would turn them into spaces.
        case attribute
    }

    package static func escaped(_ text: String, for position: Position) -> String {
        var buffer = TextBuffer()
        append(text, for: position, to: &buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    /// Decodes bytes as UTF-8; each invalid sequence becomes U+FFFD.
    package static func repaired(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    static func append(_ text: String, for position: Position, to buffer: inout TextBuffer) {
        text.withUTF8Bytes { append(valid: $0, for: position, to: &buffer) }
    }

    /// Copies runs of plain bytes; only the few bytes with a meaning in XML are handled one by one.
    private static func append(
        valid source: UnsafeBufferPointer<UInt8>, for position: Position, to buffer: inout TextBuffer
    ) {
        if PlainText.isPlainMarkup(source) { return buffer.append(source) }
        let isAttribute = position == .attribute
        var runStart = 0
        var index = 0
        while index < source.count {
            let byte = source[index]
            guard needsAttention(byte) else {
                index += 1
                continue
            }
            var length = 1
            let replacement: StaticString?
            switch byte {
            case UInt8(ascii: "&"): replacement = "&amp;"
            case UInt8(ascii: "<"): replacement = "&lt;"
            case UInt8(ascii: ">"): replacement = "&gt;"
            case UInt8(ascii: "\""): replacement = isAttribute ? "&quot;" : nil
            case UInt8(ascii: "\n"): replacement = isAttribute ? "&#10;" : nil
            case UInt8(ascii: "\t"): replacement = isAttribute ? "&#9;" : nil
            case UInt8(ascii: "\r"): replacement = "&#13;"
            case 0xEF:
                // U+FFFE and U+FFFF, the only three-byte characters that XML 1.0 excludes.
                guard index + 2 < source.count, source[index + 1] == 0xBF, source[index + 2] >= 0xBE else {
                    replacement = nil
                    break
                }
                length = 3
                replacement = source[index + 2] == 0xBE ? "#xFFFE" : "#xFFFF"
            default:
                buffer.append(UnsafeBufferPointer(rebasing: source[runStart..<index]))
                appendVisible(control: byte, to: &buffer)
                index += 1
                runStart = index
                continue
            }
            if let replacement {
                buffer.append(UnsafeBufferPointer(rebasing: source[runStart..<index]))
                buffer.append(replacement)
                runStart = index + length
            }
            index += length
        }
        buffer.append(UnsafeBufferPointer(rebasing: source[runStart...]))
    }

    private static func needsAttention(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
            || byte == UInt8(ascii: "\"") || byte == 0xEF
    }

    private static func appendVisible(control byte: UInt8, to buffer: inout TextBuffer) {
        let digits: StaticString = "0123456789ABCDEF"
        buffer.append(UInt8(ascii: "#"))
        buffer.append(UInt8(ascii: "x"))
        buffer.append(digits.utf8Start[Int(byte >> 4)])
        buffer.append(digits.utf8Start[Int(byte & 15)])
    }
}
