/// What is wrong with an expression as it is written.
package struct CELIssue: Sendable, Equatable {
    /// Stable and dotted, for example `expression.unknown-name`.
    package var code: String
    /// One sentence without a full stop.
    package var message: String
    /// In UTF-8 offsets of the text that was compiled.
    package var range: Range<Int>
    package var help: String?

    package init(_ code: String, _ message: String, _ range: Range<Int>, help: String? = nil) {
        self.code = code
        self.message = message
        self.range = range
        self.help = help
    }
}
