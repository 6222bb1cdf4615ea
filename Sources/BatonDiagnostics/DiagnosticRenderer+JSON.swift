import BatonValues

extension DiagnosticRenderer {
    /// One JSON object on one line, for editors and scripts; members without a value are left out.
    ///
    /// `line`, `column`, `endLine` and `endColumn` count from 1, columns in code points; the end is exclusive.
    package static func json(_ diagnostic: Diagnostic) -> String {
        var object = ObjectText()
        object.add("severity", string: diagnostic.severity.rawValue)
        object.add("code", string: diagnostic.code)
        object.add("message", string: diagnostic.message.text)
        if let range = diagnostic.range { object.add(range) }
        if !diagnostic.notes.isEmpty {
            let notes = diagnostic.notes.map { note in
                var object = ObjectText()
                object.add("message", string: note.message.text)
                object.add(note.range)
                return object.text
            }
            object.add("notes", "[" + notes.joined(separator: ",") + "]")
        }
        if let help = diagnostic.help?.text { object.add("help", string: help) }
        if let correction = diagnostic.correction {
            let edits = correction.edits.map { edit in
                var object = ObjectText()
                object.add(SourceRange(file: correction.file, edit.range))
                object.add("text", string: edit.text)
                return object.text
            }
            object.add("edits", "[" + edits.joined(separator: ",") + "]")
        }
        return object.text
    }

    /// The text of a JSON object under construction.
    private struct ObjectText {
        private var members: [String] = []

        var text: String { "{" + members.joined(separator: ",") + "}" }

        mutating func add(_ name: String, _ value: String) {
            members.append("\"\(name)\":\(value)")
        }

        mutating func add(_ name: String, string: String) {
            add(name, Self.quote(string))
        }

        mutating func add(_ range: SourceRange) {
            let start = range.start
            let end = range.end
            add("path", string: range.file.path)
            add("line", String(start.line))
            add("column", String(start.column))
            add("endLine", String(end.line))
            add("endColumn", String(end.column))
        }

        /// Also escapes control characters, because these lines may be printed on a terminal.
        private static func quote(_ text: String) -> String {
            var result = "\""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": result += "\\\""
                case "\\": result += "\\\\"
                case "\n": result += "\\n"
                case "\t": result += "\\t"
                case "\r": result += "\\r"
                default:
                    if !PrintableText.isHarmful(scalar) {
                        result.unicodeScalars.append(scalar)
                    } else {
                        let digits = String(scalar.value, radix: 16)
                        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                    }
                }
            }
            return result + "\""
        }
    }
}
