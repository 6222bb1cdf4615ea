/// The parts of a message that quote a file, a value or the language: those in backticks or double quotes.
package enum QuotedParts {
    /// The message with each quoted part replaced.
    package static func replaced(in message: String, _ replacement: (Substring) -> String) -> String {
        var result = ""
        var rest = message[...]
        while let open = rest.firstIndex(where: { $0 == "`" || $0 == "\"" }) {
            let start = rest.index(after: open)
            result += rest[..<start]
            let end = rest[start...].firstIndex(of: rest[open]) ?? rest.endIndex
            result += replacement(rest[start..<end])
            if end == rest.endIndex { return result }
            result.append(rest[end])
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
