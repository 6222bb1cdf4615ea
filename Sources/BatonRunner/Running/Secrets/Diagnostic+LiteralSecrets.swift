package import BatonDiagnostics
import BatonSecrets

extension Diagnostic {
    /// The same diagnostic with the literal secrets of its source lines removed from its texts. `LiteralSecrets` hides
    /// them in the lines themselves.
    package var hidingLiteralSecrets: Diagnostic {
        let secrets = ([range].compactMap(\.self) + notes.map(\.range)).flatMap(\.literalSecrets)
        func hidden(_ text: String) -> String { LiteralSecrets.hidden(inMessage: text, secrets: secrets) }
        var shown = self
        shown.message = hidden(message)
        shown.help = help.map(hidden)
        shown.notes = notes.map { Note(hidden($0.message), at: $0.range) }
        if let correction, correction.isHidden || correction.shows(secrets) {
            shown.correction = nil
            // What is written in place of the mistake needs no line.
            let text = correction.shows(secrets) ? nil : range.flatMap(correction.shownText)
            if shown.help == nil {
                shown.help = text.map { hidden("write `\($0)`") } ?? "correct this place; the line may hold a secret"
            }
        }
        return shown
    }
}

extension Correction {
    /// Whether a part of a corrected line is hidden: a line with `***` in it would be wrong where it is pasted.
    fileprivate var isHidden: Bool { lines.prefix(8).contains { hidden($0) != $0.text } }

    /// The new text at a place, if no part of it is hidden.
    fileprivate func shownText(at range: SourceRange) -> String? {
        let edit = edits.first { $0.range.lowerBound < range.upper && range.lower < $0.range.upperBound }
        guard let edit, !edit.text.contains("\n"), !edit.text.contains("`"),
            lines.contains(where: { hidden($0)?.contains(edit.text) == true })
        else { return nil }
        return edit.text
    }

    /// A corrected line as it is shown; nil for a line behind the end of the file.
    private func hidden(_ line: Line) -> String? {
        guard line.number <= file.lineStarts.count else { return nil }
        return LiteralSecrets.hidden(in: line.text, at: file.byteRange(ofLine: line.number).lowerBound, of: file.bytes)
    }
}

extension Correction {
    /// Whether a secret of the lines is readable in the corrected lines: quotes around a whole value make it text, in
    /// which fewer secrets are recognised.
    fileprivate func shows(_ secrets: [[UInt8]]) -> Bool {
        let secrets = secrets.filter { $0.count >= SecretRegistry.shortestSearched }
        return !secrets.isEmpty
            && lines.contains { line in
                guard line.number <= file.lineStarts.count else { return false }
                let start = file.byteRange(ofLine: line.number).lowerBound
                let shown = LiteralSecrets.hidden(in: line.text, at: start, of: file.bytes)
                return LiteralSecrets.shows(secrets, in: shown)
            }
    }
}

extension SourceRange {
    /// Maximum number of lines of a range, and of bytes of a line, that are searched.
    private static var most: (lines: Int, bytes: Int) { (50, 8192) }

    fileprivate var literalSecrets: [[UInt8]] {
        let first = start.line
        return (first...max(first, min(end.line, first + Self.most.lines))).flatMap { number -> [[UInt8]] in
            let whole = file.byteRange(ofLine: number)
            let lower = max(whole.lowerBound, min(self.lower, whole.upperBound) - Self.most.bytes)
            let line = Array(file.bytes[lower..<min(whole.upperBound, lower + 2 * Self.most.bytes)])
            return LiteralSecrets.texts(in: line, at: whole.lowerBound, of: file.bytes)
        }
    }
}
