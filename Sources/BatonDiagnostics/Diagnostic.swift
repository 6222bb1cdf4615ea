/// An error, warning or note about the user's input: what is wrong, where, and how to correct it.
///
/// Messages are defined next to the rules that report them, as extensions of this type.
package struct Diagnostic: Sendable, Equatable {
    package enum Severity: String, Sendable {
        case error, warning
        /// Information for the reader of the file; nothing is wrong.
        case note
    }

    /// A second place with a label, such as the first of two equal keys.
    package struct Note: Sendable, Equatable {
        package var message: Message
        package var range: SourceRange

        package init(_ message: Message, at range: SourceRange) {
            self.message = message.shortened
            self.range = range
        }
    }

    package var severity: Severity
    /// A stable, dotted name, for example `yaml.duplicate-key`; scripts may rely on it.
    package var code: String
    /// One sentence without a full stop: what is wrong, in the user's words.
    package var message: Message
    /// Nil only where the error is not in a file, such as a missing folder.
    package var range: SourceRange?
    package var notes: [Note]
    /// How to correct the error, in one sentence.
    package var help: Message?
    /// The correction as changes of the file.
    package var correction: Correction?

    package init(
        _ severity: Severity, _ code: String, _ message: Message, at range: SourceRange?, notes: [Note] = [],
        help: Message? = nil, correction: Correction? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message.shortened
        self.range = range
        self.notes = notes
        self.help = help?.shortened
        self.correction = correction
    }

    /// Creates an error.
    package init(
        _ code: String, _ message: Message, at range: SourceRange?, notes: [Note] = [], help: Message? = nil,
        correction: Correction? = nil
    ) {
        self.init(.error, code, message, at: range, notes: notes, help: help, correction: correction)
    }

    /// Help and corrected lines as one text, for reports without source excerpts.
    package var advice: String? {
        guard let correction else { return help?.text }
        let lines = correction.lines.prefix(DiagnosticRenderer.mostCorrectedLines).map(\.text)
        return ([help?.text ?? DiagnosticRenderer.correctionTitle] + lines).joined(separator: "\n")
    }
}
