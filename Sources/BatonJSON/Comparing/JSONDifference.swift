/// One place at which two values differ.
package struct JSONDifference: Sendable, Hashable {
    /// How the values differ at the place.
    package enum Kind: String, Sendable {
        /// Another value of the same type.
        case changed
        /// Expected and not there.
        case missing
        /// There and not expected.
        case added
        /// A value of another type.
        case type
    }

    /// The place as a JSONPath of names and indices: `$.items[0].id`, `$['a-b']`.
    package let path: String
    package let kind: Kind
    /// Nil for what was added.
    package let expected: JSONValue?
    /// Nil for what is missing.
    package let actual: JSONValue?

    /// How many differences are worth finding, and how deeply to look for them.
    package struct Limits: Sendable {
        package var differences: Int
        /// A difference below this depth is reported at this depth.
        package var depth: Int

        package init(differences: Int = 100, depth: Int = 512) {
            self.differences = differences
            self.depth = depth
        }
    }

    /// The differences in the order of the expected value, what was added behind; empty when the values are equal.
    /// Lists are compared index by index. Members may stand in any order, and numbers go by value.
    package static func between(
        expected: JSONValue, actual: JSONValue, limits: Limits = Limits()
    ) -> [JSONDifference] {
        var comparison = JSONComparison(limits: limits)
        comparison.compare(expected, actual)
        return comparison.differences
    }
}
