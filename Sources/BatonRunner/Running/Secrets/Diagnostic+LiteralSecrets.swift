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
        if let correction, correction.isHidden || correction.shows(secrets) { shown.correction = nil }
        return shown
    }
}

extension Correction {
    /// Whether hiding secrets makes the lines before and after a correction look alike, so that they do not show the
    /// change.
    fileprivate var isHidden: Bool {
        let lines = lines
        return lines.count <= 8
            && lines.allSatisfy { line in
                guard line.number <= file.lineStarts.count else { return false }
                let start = file.byteRange(ofLine: line.number).lowerBound
                return LiteralSecrets.hidden(in: line.text, at: start, of: file.bytes)
                    == LiteralSecrets.hidden(in: file.text(ofLine: line.number), at: start, of: file.bytes)
            }
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
