/// A mistake in an expression, found at compile time.
package struct CELIssue: Sendable, Equatable {
    /// Stable dotted name, for example `expression.unknown-name`.
    package var code: String
    /// One sentence without a full stop.
    package var message: String
    /// The range of the mistake, in UTF-8 offsets of the compiled text.
    package var range: Range<Int>
    package var help: String?

    package init(_ code: String, _ message: String, _ range: Range<Int>, help: String? = nil) {
        self.code = code
        self.message = message
        self.range = range
        self.help = help
    }
}
