import BatonValues

/// Text from outside in a Markdown document (GitHub Flavored Markdown 0.29): nothing in it is markup.
enum Markdown {
    /// Text in a line, a cell of a table, or an element of HTML.
    static func text(_ text: String) -> String {
        var result = ""
        let scalars = Array(FailureText.line(text).unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "&", "~", "@", "#", "$": result += "&#\(scalar.value);"
            // `http://` would become a link.
            case ":" where scalars[index...].dropFirst().first == "/": result += "&#58;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Text in the type of code, in a line or in a cell of a table.
    static func code(_ text: String) -> String { "<code>\(Self.text(text))</code>" }

    /// A block of code that no line of the text can end.
    static func block(_ text: String) -> String {
        var longest = 2
        var count = 0
        for byte in text.utf8 {
            count = byte == UInt8(ascii: "`") ? count + 1 : 0
            longest = max(longest, count)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return "\(fence)text\n\(text)\n\(fence)"
    }
}
