/// Wraps a text into lines at its spaces.
package enum LineWrap {
    /// Lines of at most `width` characters; text between backticks is not split, and a longer word has a line to
    /// itself.
    package static func lines(of text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in words(of: text) {
            if line.isEmpty {
                line = word
            } else if line.count + 1 + word.count <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var isQuoted = false
        for word in text.split(separator: " ") {
            if isQuoted, let last = words.popLast() {
                words.append("\(last) \(word)")
            } else {
                words.append(String(word))
            }
            if word.count(where: { $0 == "`" }) % 2 == 1 { isQuoted.toggle() }
        }
        return words
    }
}
