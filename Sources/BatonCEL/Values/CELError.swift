/// Why an expression has no value.
package struct CELError: Error, Sendable, Equatable {
    /// What went wrong, in one stable word.
    package struct Kind: Sendable, Hashable {
        package let text: String

        /// Something is declared but has no value yet.
        package static let notSet = Kind(text: "not-set")
        package static let noSuchKey = Kind(text: "no-such-key")
        package static let index = Kind(text: "index")
        /// An operation that these types do not have.
        package static let type = Kind(text: "type")
        package static let divideByZero = Kind(text: "divide-by-zero")
        /// A result outside the range of its type.
        package static let range = Kind(text: "range")
        /// A value of the right type that means nothing there, such as a text that is no number.
        package static let argument = Kind(text: "argument")
        /// More work or a larger result than an expression may make.
        package static let limit = Kind(text: "limit")
        /// What a host function or native object reports.
        package static let host = Kind(text: "host")
    }

    package var kind: Kind
    /// One sentence without a full stop.
    package var message: String
    /// The sub-expression at fault, in UTF-8 offsets of the expression.
    package var range: Range<Int>?
    /// Whether the message was made of a secret and must be masked.
    package var isTainted: Bool

    package init(_ kind: Kind, _ message: String, at range: Range<Int>? = nil, isTainted: Bool = false) {
        self.kind = kind
        self.message = message
        self.range = range
        self.isTainted = isTainted
    }

    func at(_ range: Range<Int>) -> CELError {
        guard self.range == nil else { return self }
        var copy = self
        copy.range = range
        return copy
    }
}
