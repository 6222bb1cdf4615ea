import BatonValues

/// Formats a diagnostic for the user: message, place, source line with a caret below, and how to correct it.
///
/// ```
/// error: unknown key `expct` [workflow.unknown-key]
///   --> workflows/login.yaml:7:5
///    |
///  7 |     expct:
///    |     ^^^^^
///    = help: did you mean `expect`?
/// ```
///
/// If there is a correction, the corrected line follows the help, with `+` instead of `|`.
package struct DiagnosticRenderer: Sendable {
    package enum Style: Sendable { case plain, colour }
    /// Returns the ranges of a file that are shown as `***`, in order: at least those that overlap a line.
    package typealias Hiding = @Sendable (_ file: SourceFile, _ line: Range<Int>) -> [Range<Int>]

    /// The title above corrected lines without a help text.
    static let correctionTitle = "write it like this"
    /// Maximum number of corrected lines; these are enough to see what to change.
    static let mostCorrectedLines = 8

    private let style: Style
    /// Maximum width of a source line, in columns.
    private let width: Int
    private let hidden: Hiding

    package init(
        style: Style = .plain, width: Int = 120,
        hiding hidden: @escaping Hiding = { _, _ in [] }
    ) {
        self.style = style
        self.width = width
        self.hidden = hidden
    }

    /// The lines of a diagnostic, without a trailing line break.
    ///
    /// A note has one line: there is nothing to correct, so its place is enough.
    package func render(_ diagnostic: Diagnostic) -> String {
        if diagnostic.severity == .note { return note(diagnostic) }
        let ranges = [diagnostic.range].compactMap(\.self) + diagnostic.notes.map(\.range)
        let corrected = diagnostic.correction?.lines ?? []
        let numbers = ranges.map(\.start.line) + corrected.prefix(Self.mostCorrectedLines).map(\.number)
        let gutter = numbers.map { String($0).utf8.count }.max() ?? 1
        let tint: Tint = diagnostic.severity == .error ? .red : .yellow

        var lines = [
            paint(diagnostic.severity.rawValue, tint, bold: true)
                + paint(": " + PrintableText.line(diagnostic.message.text), .none, bold: true)
                + " " + paint("[\(PrintableText.line(diagnostic.code))]", .dim)
        ]
        if let range = diagnostic.range {
            lines += excerpt(of: range, gutter: gutter, tint: tint)
        }
        for note in diagnostic.notes {
            lines.append(paint("note", .cyan, bold: true) + ": " + PrintableText.line(note.message.text))
            lines += excerpt(of: note.range, gutter: gutter, tint: .cyan)
        }
        if let help = diagnostic.help?.text ?? (corrected.isEmpty ? nil : Self.correctionTitle) {
            let mark = paint(String(repeating: " ", count: gutter + 2) + "=", .blue)
            let parts = help.split(separator: "\n", omittingEmptySubsequences: false).map {
                PrintableText.line(String($0))
            }
            lines.append(mark + " " + paint("help", .cyan, bold: true) + ": " + (parts.first ?? ""))
            // The output of a program is shown line by line, unchanged.
            lines += parts.dropFirst().map { String(repeating: " ", count: gutter + 4) + $0 }
        }
        lines += self.corrected(corrected, gutter: gutter)
        return lines.joined(separator: "\n")
    }

    private func note(_ diagnostic: Diagnostic) -> String {
        let place = diagnostic.range.map { "\($0.description): " } ?? ""
        return paint(diagnostic.severity.rawValue, .cyan, bold: true) + ": "
            + PrintableText.line(place + diagnostic.message.text) + " "
            + paint("[\(PrintableText.line(diagnostic.code))]", .dim)
    }

    private func excerpt(of range: SourceRange, gutter: Int, tint: Tint) -> [String] {
        let excerpt = Excerpt(of: HiddenLine.range(range, hidden), limit: width)
        let blank = String(repeating: " ", count: gutter + 2)
        let number = String(range.start.line)
        let padding = String(repeating: " ", count: gutter - number.utf8.count + 1)
        let arrow = paint(String(repeating: " ", count: gutter + 1) + "-->", .blue)
        return [
            arrow + " " + PrintableText.line(range.description),
            paint(blank + "|", .blue),
            paint(padding + number + " |", .blue) + (excerpt.text.isEmpty ? "" : " " + excerpt.text),
            paint(blank + "|", .blue) + " " + replacingCarets(in: excerpt.underline, tint: tint),
        ]
    }

    private func corrected(_ lines: [Correction.Line], gutter: Int) -> [String] {
        guard !lines.isEmpty else { return [] }
        let blank = String(repeating: " ", count: gutter + 2)
        var result = [paint(blank + "|", .blue)]
        for line in lines.prefix(Self.mostCorrectedLines) {
            let number = String(line.number)
            let padding = String(repeating: " ", count: gutter - number.utf8.count + 1)
            let file = SourceFile(path: "", text: line.text)
            let text = Excerpt(of: HiddenLine.range(SourceRange(file: file, line.change), hidden), limit: width).text
            result.append(paint(padding + number + " +", .green) + (text.isEmpty ? "" : " " + text))
        }
        let rest = lines.count - Self.mostCorrectedLines
        if rest > 0 { result.append(blank + "… and \(Plural.count(rest, "more line"))") }
        return result
    }

    private func replacingCarets(in underline: String, tint: Tint) -> String {
        let blank = underline.prefix { $0 != "^" }
        return blank + paint(String(underline.dropFirst(blank.count)), tint, bold: true)
    }

    // MARK: Colour

    private enum Tint: String {
        case none = "", dim = "2", red = "31", green = "32", yellow = "33", blue = "34", cyan = "36"
    }

    private func paint(_ text: String, _ tint: Tint, bold: Bool = false) -> String {
        let codes = [bold ? "1" : "", tint.rawValue].filter { !$0.isEmpty }.joined(separator: ";")
        return style == .plain || codes.isEmpty ? text : "\u{1B}[\(codes)m\(text)\u{1B}[0m"
    }
}

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
