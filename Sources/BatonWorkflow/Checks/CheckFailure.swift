package import BatonDiagnostics
package import BatonJSON

/// A check that was not met.
package struct CheckFailure: Sendable {
    package var kind: String
    /// One line: `$.name: expected "Ada", got "Bob"`.
    package var message: String
    package var label: String
    package var comparison: String?
    package var expected: String?
    package var actual: String?
    package var differences: [JSONDifference] = []
    package var hint: String?
    package var range: SourceRange
}

/// Why one comparison failed, before it is known whose it is.
struct Mismatch {
    /// `expected 5, got 6`.
    var message: String
    var comparison: Operator
    var expected: String
    var actual: String
    var differences: [JSONDifference] = []
    var hint: String?

    init(
        _ comparison: Operator, expected: String, actual: String, message: String? = nil,
        differences: [JSONDifference] = [], hint: String? = nil
    ) {
        self.comparison = comparison
        self.expected = expected
        self.actual = actual
        self.message = message ?? "expected \(expected), got \(actual)"
        self.differences = differences
        self.hint = hint
    }
}
