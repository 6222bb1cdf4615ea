/// Why a text is not JSON, or exceeds the limits.
public struct JSONParseError: Error, Sendable, Equatable {
    /// The kind of error.
    package struct Code: Sendable, Hashable {
        package let text: String

        /// The text breaks the grammar.
        package static let syntax = Code(text: "syntax")
        /// Lists and objects are nested too deeply.
        package static let depth = Code(text: "depth")
        /// There are more values than allowed.
        package static let values = Code(text: "values")
        /// The bytes are not UTF-8, or an escape names no Unicode character.
        package static let encoding = Code(text: "encoding")
    }

    package let code: Code
    /// What is wrong, without its place.
    public let message: String
    /// The byte offset of the error.
    public let offset: Int
    /// The line of the error, counted from 1.
    public let line: Int
    /// The column of the error in code points, counted from 1.
    public let column: Int
}

extension JSONParseError: CustomStringConvertible {
    /// What is wrong, with line and column.
    public var description: String { "\(message) (line \(line), column \(column))" }
}
