package import BatonDiagnostics

/// A check that was not met.
package struct CheckFailure: Sendable {
    package var kind: String
    /// One line: `$.name: expected "Ada", got "Bob"`.
    package var message: String
    package var label: String
    package var comparison: String?
    package var expected: String?
    package var actual: String?
    package var differences: [DocumentDifference] = []
    /// How many differences there are beyond those that are listed.
    package var moreDifferences = 0
    /// What a library or the system said: why there was no response.
    package var cause: String?
    package var hint: String?
    package var range: SourceRange
}
