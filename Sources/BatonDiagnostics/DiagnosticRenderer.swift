import BatonText

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
///
/// Where it knows the line as it should read, that stands below the help, with `+` instead of `|`.
package struct DiagnosticRenderer: Sendable {
    package enum Style: Sendable { case plain, colour }
    /// The places in a line that are shown as `***`, in order; the line, or a part of it, begins at that offset of a file.
    package typealias SecretPlaces = @Sendable (_ line: [UInt8], _ start: Int, _ file: [UInt8]) -> [Range<Int>]

    /// What is shown above corrected lines that need no further words.
    static let correctionTitle = "write it like this"
    /// How many corrected lines are shown; who sees these knows how to go on.
    static let mostCorrectedLines = 8

    private let style: Style
    /// The widest that an excerpt of a line may be, in columns.
    private let width: Int
    /// Where a line holds what no message may show.
    private let secrets: SecretPlaces

    /// - Parameter secrets: gives the places in a line that are shown as `***`, in order.
    package init(
        style: Style = .plain, width: Int = 120,
        hiding secrets: @escaping SecretPlaces = { _, _, _ in [] }
    ) {
        self.style = style
        self.width = width
        self.secrets = secrets
    }

    /// The lines of a diagnostic, without a line break at the end.
    ///
    /// A note has one: nothing has to be mended, so that its place says enough.
    package func render(_ diagnostic: Diagnostic) -> String {
        if diagnostic.severity == .note { return note(diagnostic) }
        let ranges = [diagnostic.range].compactMap(\.self) + diagnostic.notes.map(\.range)
        let corrected = diagnostic.correction?.lines ?? []
        let numbers = ranges.map(\.start.line) + corrected.prefix(Self.mostCorrectedLines).map(\.number)
        let gutter = numbers.map { String($0).utf8.count }.max() ?? 1
        let tint: Tint = diagnostic.severity == .error ? .red : .yellow

        var lines = [
            paint(diagnostic.severity.rawValue, tint, bold: true)
                + paint(": " + PrintableText.line(diagnostic.message), .none, bold: true)
                + " " + paint("[\(PrintableText.line(diagnostic.code))]", .dim)
        ]
        if let range = diagnostic.range {
            lines += excerpt(of: range, gutter: gutter, tint: tint)
        }
        for note in diagnostic.notes {
            lines.append(paint("note", .cyan, bold: true) + ": " + PrintableText.line(note.message))
            lines += excerpt(of: note.range, gutter: gutter, tint: .cyan)
        }
        if let help = diagnostic.help ?? (corrected.isEmpty ? nil : Self.correctionTitle) {
            let mark = paint(String(repeating: " ", count: gutter + 2) + "=", .blue)
            let parts = help.split(separator: "\n", omittingEmptySubsequences: false).map {
                PrintableText.line(String($0))
            }
            lines.append(mark + " " + paint("help", .cyan, bold: true) + ": " + (parts.first ?? ""))
            // What a program wrote stands line by line, as it wrote it.
            lines += parts.dropFirst().map { String(repeating: " ", count: gutter + 4) + $0 }
        }
        lines += self.corrected(corrected, of: diagnostic.correction?.file, gutter: gutter)
        return lines.joined(separator: "\n")
    }

    private func note(_ diagnostic: Diagnostic) -> String {
        let place = diagnostic.range.map { "\($0.description): " } ?? ""
        return paint(diagnostic.severity.rawValue, .cyan, bold: true) + ": "
            + PrintableText.line(place + diagnostic.message) + " "
            + paint("[\(PrintableText.line(diagnostic.code))]", .dim)
    }

    private func excerpt(of range: SourceRange, gutter: Int, tint: Tint) -> [String] {
        let excerpt = Excerpt(of: HiddenLine.range(range, secrets), limit: width)
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

    private func corrected(_ lines: [Correction.Line], of original: SourceFile?, gutter: Int) -> [String] {
        guard !lines.isEmpty, let original else { return [] }
        let blank = String(repeating: " ", count: gutter + 2)
        var result = [paint(blank + "|", .blue)]
        for line in lines.prefix(Self.mostCorrectedLines) {
            let number = String(line.number)
            let padding = String(repeating: " ", count: gutter - number.utf8.count + 1)
            let file = SourceFile(path: "", text: line.text)
            let change = HiddenLine.range(
                SourceRange(file: file, line.change..<line.change), in: (original, line.number), secrets)
            let text = Excerpt(of: change, limit: width).text
            result.append(paint(padding + number + " +", .green) + (text.isEmpty ? "" : " " + text))
        }
        let rest = lines.count - Self.mostCorrectedLines
        if rest > 0 { result.append(blank + "… and \(rest) more line\(rest == 1 ? "" : "s")") }
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
