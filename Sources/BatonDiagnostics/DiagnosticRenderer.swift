/// Shows a diagnostic as people read it: what, where, the line itself, a caret under the place, and how to mend it.
///
/// ```
/// error: unknown key `expct` [workflow.unknown-key]
///   --> workflows/login.yaml:7:5
///    |
///  7 |     expct:
///    |     ^^^^^
///    = help: did you mean `expect`?
/// ```
package struct DiagnosticRenderer: Sendable {
    package enum Style: Sendable { case plain, colour }

    private let style: Style
    /// The widest that an excerpt of a line may be, in columns.
    private let width: Int

    package init(style: Style = .plain, width: Int = 120) {
        self.style = style
        self.width = width
    }

    /// The lines of a diagnostic, without a line break at the end.
    package func render(_ diagnostic: Diagnostic) -> String {
        let ranges = [diagnostic.range].compactMap(\.self) + diagnostic.notes.map(\.range)
        let gutter = ranges.map { String($0.start.line).utf8.count }.max() ?? 1
        let tint: Tint = diagnostic.severity == .error ? .red : .yellow

        var lines = [
            paint(diagnostic.severity.rawValue, tint, bold: true)
                + paint(": " + VisibleText.of(diagnostic.message), .none, bold: true)
                + " " + paint("[\(VisibleText.of(diagnostic.code))]", .dim)
        ]
        if let range = diagnostic.range {
            lines += excerpt(of: range, gutter: gutter, tint: tint)
        }
        for note in diagnostic.notes {
            lines.append(paint("note", .cyan, bold: true) + ": " + VisibleText.of(note.message))
            lines += excerpt(of: note.range, gutter: gutter, tint: .cyan)
        }
        if let help = diagnostic.help {
            lines += self.help(help, gutter: gutter)
        }
        return lines.joined(separator: "\n")
    }

    private func excerpt(of range: SourceRange, gutter: Int, tint: Tint) -> [String] {
        let excerpt = Excerpt(of: range, limit: width)
        let blank = String(repeating: " ", count: gutter + 2)
        let number = String(excerpt.line)
        let padding = String(repeating: " ", count: gutter - number.utf8.count + 1)
        let arrow = paint(String(repeating: " ", count: gutter + 1) + "-->", .blue)
        return [
            arrow + " " + VisibleText.of(range.description),
            paint(blank + "|", .blue),
            paint(padding + number + " |", .blue) + (excerpt.text.isEmpty ? "" : " " + excerpt.text),
            paint(blank + "|", .blue) + " " + replacingCarets(in: excerpt.underline, tint: tint),
        ]
    }

    /// One sentence stays one line; the lines after it are what the user could write instead.
    private func help(_ help: String, gutter: Int) -> [String] {
        let blank = String(repeating: " ", count: gutter + 2)
        var parts = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if parts.last == "" { parts.removeLast() }
        guard let sentence = parts.first else { return [] }
        let mark = paint(blank + "=", .blue) + " " + paint("help", .cyan, bold: true)
        let corrected = parts.dropFirst()
        if corrected.isEmpty { return [mark + ": " + VisibleText.of(sentence)] }
        let bar = paint(blank + "|", .blue)
        let plus = paint(String(repeating: " ", count: gutter) + "+ |", .green)
        return [mark + ": " + VisibleText.of(sentence), bar]
            + corrected.map { $0.isEmpty ? plus : plus + " " + Self.keepingTabs($0) }
    }

    private static func keepingTabs(_ line: String) -> String {
        line.split(separator: "\t", omittingEmptySubsequences: false).map { VisibleText.of(String($0)) }
            .joined(separator: "\t")
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
