/// Something wrong, or questionable, in what a user wrote: what, where, and how to mend it.
///
/// Messages are made in namespaces beside the rule that reports them, as extensions of this type.
package struct Diagnostic: Sendable, Equatable {
    package enum Severity: String, Sendable {
        case error, warning
        /// Nothing is wrong: something that a reader of the file may want to know.
        case note
    }

    /// A further place that belongs to the story, such as the first of two equal keys.
    package struct Note: Sendable, Equatable {
        package var message: String
        package var range: SourceRange

        package init(_ message: String, at range: SourceRange) {
            self.message = ShortQuotes.of(message)
            self.range = range
        }
    }

    package var severity: Severity
    /// A stable, dotted name, for example `yaml.duplicate-key`; scripts may rely on it.
    package var code: String
    /// One sentence without a full stop: what is wrong, in the user's words.
    package var message: String
    /// Nil only where no file is at fault, such as a missing folder.
    package var range: SourceRange?
    package var notes: [Note]
    /// How to mend it, in one sentence.
    package var help: String?
    /// How to mend it, in the file.
    package var correction: Correction?

    package init(
        _ severity: Severity, _ code: String, _ message: String, at range: SourceRange?, notes: [Note] = [],
        help: String? = nil, correction: Correction? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = ShortQuotes.of(message)
        self.range = range
        self.notes = notes
        self.help = help.map(ShortQuotes.of)
        self.correction = correction
    }

    /// An error.
    package init(
        _ code: String, _ message: String, at range: SourceRange?, notes: [Note] = [], help: String? = nil,
        correction: Correction? = nil
    ) {
        self.init(.error, code, message, at: range, notes: notes, help: help, correction: correction)
    }

    /// Help and corrected lines as one text, for reports that show no excerpts.
    ///
    /// - Parameter shown: a line as it may be shown; it begins at that offset of the file.
    package func advice(_ shown: (_ line: String, _ start: Int, _ file: [UInt8]) -> String) -> String? {
        guard let correction else { return help }
        let file = correction.file
        let lines = correction.lines.prefix(DiagnosticRenderer.mostCorrectedLines).map {
            shown($0.text, file.byteRange(ofLine: $0.number).lowerBound, file.bytes)
        }
        return ([help ?? DiagnosticRenderer.correctionTitle] + lines).joined(separator: "\n")
    }
}
