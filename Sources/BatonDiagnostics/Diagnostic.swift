/// An error, warning or note about the user's input: what is wrong, where, and how to correct it.
///
/// Messages are defined next to the rules that report them, as extensions of this type.
///
/// How this module works together: a reader reports diagnostics, each with a `Message` and a `SourceRange` in a
/// `SourceFile`, to a `DiagnosticSink`, which bounds their number. `DiagnosticRenderer` writes them for people, with an
/// `Excerpt` of the lines, or as JSON. A `Correction` has the edits that `baton check --fix` makes.
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

/// The words of a diagnostic in parts: the text that the program says, and the values that stand in it.
///
/// What is written in the literal is text, what is interpolated is a value: of a file, of the command line, of a server.
/// So a value that must be hidden is found without looking for quotes.
///
/// ```swift
/// let message: Message = "unknown key `\(key)`"
/// ```
package struct Message: Sendable, Equatable, ExpressibleByStringInterpolation, CustomStringConvertible {
    fileprivate enum Part: Sendable {
        case text(String)
        case value(String)

        var string: String {
            switch self {
            case .text(let string), .value(let string): string
            }
        }
    }

    private var parts: [Part]

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.value(value.description))
        }

        /// The parts of the other message stay what they are.
        package mutating func appendInterpolation(_ message: Message) { parts += message.parts }
    }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    package init(stringLiteral: String) { parts = [.text(stringLiteral)] }

    /// A text that the program says, from a table.
    package init(text: String) { parts = [.text(text)] }

    /// A message that was made elsewhere, such as that of a library: as a whole a value.
    package init(value: String) { parts = [.value(value)] }

    package var text: String { parts.map(\.string).joined() }
    package var description: String { text }

    package static func == (left: Message, right: Message) -> Bool { left.text == right.text }

    package static func + (left: Message, right: Message) -> Message {
        var sum = left
        sum.parts += right.parts
        return sum
    }

    package static func += (left: inout Message, right: Message) { left.parts += right.parts }

    /// The message with each value replaced.
    package func replacingValues(_ replacement: (String) -> String) -> Message {
        var result = self
        result.parts = parts.map {
            if case .value(let value) = $0 { .value(replacement(value)) } else { $0 }
        }
        return result
    }

    /// Lengths in UTF-8 up to which a value and a message are left whole: a URL may have a megabyte.
    private static let longest = (value: 1000, message: 4000)

    /// The message with long values cut, and cut as a whole where it is long all the same.
    var shortened: Message {
        let short = replacingValues { Self.cut($0, to: Self.longest.value) }
        let text = short.text
        return text.utf8.count > Self.longest.message ? Message(value: Self.cut(text, to: Self.longest.message)) : short
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        text.utf8.count > limit ? text.prefix(limit / 2) + "…" : text
    }
}

extension [Message] {
    package func joined(separator: Message) -> Message {
        guard let first else { return "" }
        return dropFirst().reduce(first) { $0 + separator + $1 }
    }
}

/// Collects diagnostics, so that one run of a command reports all errors.
///
/// One sink belongs to one task; files loaded concurrently have sinks of their own, which are joined afterwards.
package final class DiagnosticSink {
    package private(set) var diagnostics: [Diagnostic] = []
    /// Maximum number of diagnostics kept; further ones are only counted.
    private let limit: Int
    package private(set) var omitted = 0

    package init(limit: Int = 200) {
        self.limit = limit
    }

    /// Also true where the error itself exceeded the limit and was not kept.
    package private(set) var hasErrors = false

    /// Whether nothing has been reported.
    package var isEmpty: Bool { diagnostics.isEmpty && omitted == 0 }

    /// Whether further diagnostics are only counted.
    package var isFull: Bool { diagnostics.count >= limit && hasErrors }

    /// Evaluates the diagnostic only if it is kept or may be the first error, so that a file with very many errors
    /// costs no more time than another one.
    package func report(_ diagnostic: @autoclosure () -> Diagnostic) {
        guard !isFull else {
            omitted += 1
            return
        }
        let diagnostic = diagnostic()
        if diagnostic.severity == .error { hasErrors = true }
        guard diagnostics.count < limit else {
            omitted += 1
            return
        }
        diagnostics.append(diagnostic)
    }

    /// Adds the number of diagnostics that another sink did not keep.
    package func omit(_ count: Int) { omitted += count }
}
