/// Why a pattern does not compile, or why a search with it was given up.
package struct PatternError: Error, Sendable, Equatable {
    /// The kind of trouble.
    package struct Code: Sendable, Hashable {
        package let text: String

        /// The pattern breaks PCRE2's grammar.
        package static let syntax = Code(text: "syntax")
        /// The search took more steps or memory than it may: the pattern backtracks catastrophically on this text.
        package static let limit = Code(text: "limit")
        /// PCRE2 failed in another way, for instance for want of memory.
        package static let failure = Code(text: "failure")
    }

    package let code: Code
    package let message: String
    /// Bytes in the pattern before the place of a syntax error; nil for trouble while searching.
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
