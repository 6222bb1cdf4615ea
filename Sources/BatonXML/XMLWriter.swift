import BatonValues

/// Writes XML element by element.
///
/// The output need not be a whole document: a report encodes its parts one by one with one writer (`takeBytes()`) and
/// joins them at the end. Names of elements and attributes are literals. Used by one task.
package final class XMLWriter {
    private var output = TextBuffer()
    private var open: [StaticString] = []
    /// Whether the start tag of the innermost element still takes attributes.
    private var isInTag = false

    package init() {}

    /// Writes the XML declaration: version 1.0, UTF-8.
    package func startDocument() {
        raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    }

    package func start(_ element: StaticString) {
        closeTag()
        output.append(UInt8(ascii: "<"))
        output.append(element)
        open.append(element)
        isInTag = true
    }

    /// Ends the innermost open element; one without content becomes an empty element.
    package func end() {
        guard let element = open.popLast() else { return }
        if isInTag {
            output.append("/>")
            isInTag = false
        } else {
            output.append("</")
            output.append(element)
            output.append(UInt8(ascii: ">"))
        }
    }

    /// Adds an attribute to the element just started.
    package func attribute(_ name: StaticString, _ value: String) {
        startAttribute(name)
        XMLText.append(value, for: .attribute, to: &output)
        output.append(UInt8(ascii: "\""))
    }

    package func attribute(_ name: StaticString, _ value: Int) {
        startAttribute(name)
        output.append(value)
        output.append(UInt8(ascii: "\""))
    }

    private func startAttribute(_ name: StaticString) {
        precondition(isInTag, "an element that has content takes no attribute any more")
        output.append(UInt8(ascii: " "))
        output.append(name)
        output.append("=\"")
    }

    package func text(_ text: String) {
        if text.isEmpty { return }
        closeTag()
        XMLText.append(text, for: .content, to: &output)
    }

    /// Writes markup without escaping: white space between elements, or the output of another writer.
    package func raw(_ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        closeTag()
        bytes.withUnsafeBytes { output.append($0) }
    }

    package func raw(_ text: StaticString) {
        closeTag()
        output.append(text)
    }

    private func closeTag() {
        guard isInTag else { return }
        output.append(UInt8(ascii: ">"))
        isInTag = false
    }

    /// The output since the last call; elements may still be open.
    package func takeBytes() -> [UInt8] {
        defer { output.removeAll() }
        return Array(output.bytes)
    }
}

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
