/// Why a pattern does not compile, or why a search was stopped.
package struct PatternError: Error, Sendable, Equatable {
    /// The kind of an error.
    package struct Code: Sendable, Hashable {
        package let text: String

        /// The pattern breaks PCRE2's grammar.
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
    /// The byte offset of a syntax error in the pattern; nil for an error during a search.
    package let offset: Int?

    package init(code: Code, message: String, offset: Int? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
    }
}

extension PatternError: CustomStringConvertible {
    package var description: String { message }
}
