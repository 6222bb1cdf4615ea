/// A line of a block of conditions. YAML keeps `# …` inside a block scalar as text, but the author means a comment.
package struct ConditionLine {
    /// The condition without surrounding spaces and without the comment; empty for a line without a condition.
    package let condition: String
    /// The start of the condition, in bytes from the start of the line.
    package let offset: Int

    package init(_ line: Substring.UTF8View) {
        let blank = UInt8(ascii: " ")
        let content = line.drop { $0 == blank }
        var end = Self.comment(in: content) ?? content.endIndex
        while end > content.startIndex, content[content.index(before: end)] == blank {
            end = content.index(before: end)
        }
        condition = String(content[..<end]) ?? ""
        offset = line.count - content.count
    }

    /// The start of a comment: a `#` at the start of the line or after a space, as in YAML, and outside the string
    /// literals of CEL (specification, "Lexis").
    private static func comment(in line: Substring.UTF8View) -> Substring.UTF8View.Index? {
        var index = line.startIndex
        var previous = UInt8(ascii: " ")
        while index < line.endIndex {
            let byte = line[index]
            if byte == UInt8(ascii: "#"), previous == UInt8(ascii: " ") { return index }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                index = endOfString(in: line, from: index, isRaw: previous | 0x20 == UInt8(ascii: "r"))
            } else {
                index = line.index(after: index)
            }
            previous = byte
        }
        return nil
    }

    /// The index after the closing quotes of a string, one or three of them; the end of the line where there are none.
    private static func endOfString(
        in line: Substring.UTF8View, from start: Substring.UTF8View.Index, isRaw: Bool
    ) -> Substring.UTF8View.Index {
        let quote = line[start]
        let isTripled = line[start...].prefix(3).elementsEqual([quote, quote, quote])
        let closing = Array(repeating: quote, count: isTripled ? 3 : 1)
        var index = line.index(start, offsetBy: closing.count)
        while index < line.endIndex {
            if line[index...].starts(with: closing) { return line.index(index, offsetBy: closing.count) }
            let isEscape = line[index] == UInt8(ascii: "\\") && !isRaw
            index = line.index(index, offsetBy: isEscape ? 2 : 1, limitedBy: line.endIndex) ?? line.endIndex
        }
        return index
    }
}
