/// Why a pattern does not compile, or why a search was stopped.
package struct PatternError: Error, Sendable, Equatable {
    /// The kind of an error.
    package struct Code: Sendable, Hashable {
        package let text: String

        /// The pattern breaks the grammar of its dialect or of PCRE2.
        package static let syntax = Code(text: "syntax")
        /// The search exceeded its limit of steps or memory: the pattern backtracks catastrophically on this text.
        package static let limit = Code(text: "limit")
        /// PCRE2 failed in another way, for example because memory is exhausted.
        package static let failure = Code(text: "failure")
        /// The program was built without PCRE2.
        package static let missing = Code(text: "missing")
    }

    package let code: Code
    package let message: String
    /// The UTF-8 offsets of a syntax error in the pattern, empty where PCRE2 knows a place only; nil for an error during a
    /// search, and for one that PCRE2 finds in the translation of a pattern.
    package let range: Range<Int>?
    /// Where the range begins.
    package var offset: Int? { range?.lowerBound }

    init(code: Code, message: String, range: Range<Int>? = nil) {
        self.code = code
        self.message = message
        self.range = range
    }
}

extension PatternError: CustomStringConvertible {
    package var description: String { message }
}
