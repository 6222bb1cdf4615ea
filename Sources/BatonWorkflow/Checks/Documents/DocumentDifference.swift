package import BatonJSON

/// One place at which a document is not as expected, in the words of a message.
package struct DocumentDifference: Sendable, Hashable {
    /// A JSONPath of names and indices: `$.items[0].id`, `$['a-b']`.
    package let path: String
    /// `nothing` for what is too much.
    package let expected: String
    /// `nothing` for what is missing.
    package let actual: String
    /// For a schema: where it says so, `item.json#/properties/id/type`.
    package var rule: String?

    /// How many are told; the others are counted.
    static let limit = 20

    /// The first differences of two values.
    ///
    /// - Parameter root: what paths begin with.
    package static func between(
        expected: JSONValue, actual: JSONValue, at root: String, _ wording: Wording
    ) -> [DocumentDifference] {
        var comparison = DocumentComparison(.whole, wording, at: root)
        comparison.compare(.literal(expected), actual)
        return comparison.differences
    }
}
