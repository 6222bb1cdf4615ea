package import BatonCEL
package import BatonDiagnostics
package import BatonHTTP
package import BatonJSON
package import BatonSecrets

/// One thing that went wrong in a step, with its place in the file: a template that could not be filled, a check that
/// was not met, a capture that found nothing, a request without a response.
///
/// Its texts are not masked, except for those that were cut: the runner masks it when it becomes a record.
package struct StepFailure: Error, Sendable {
    package var kind: Failure.Kind
    /// One line that can stand alone: `$.name: expected "Ada", got "Bob"`.
    package var message: String
    /// What was checked, as written: `status`, `$.name`.
    package var check: String?
    /// The operator of the check: `eq`, `lte`.
    package var comparison: String?
    package var expected: String?
    package var actual: String?
    package var differences: [Difference]
    /// The number of differences that are not listed.
    package var moreDifferences: Int
    /// For a condition: the values of its parts.
    package var explanation: [CELExplanation] = []
    /// The error message that the server's response contains.
    package var serverMessage: String?
    /// The error text of a library or of the operating system, where it adds information.
    package var cause: String?
    package var hint: String?
    package var range: SourceRange
    /// A second place in the files, and how reports name it: "called", "the capture".
    package var related: (label: String, range: SourceRange)?
    /// The place in the response's document that is the reason; nil where the check does not look into a document.
    package var focus: JSONPlace?
    /// Further failures of the same value.
    package var others: [StepFailure] = []
    /// Short secrets that are masked in its texts, besides those of the whole step.
    package var words = SecretWords()

    /// The variable that was read and has no value.
    package var unset: String?
    /// The number of variables that the message names, each of which needs the next.
    package var variableCount = 0
    /// Whether a value lacks a member, key or index that the expression reads; for a capture, this means "nothing found".
    package var isMissing = false

    package init(
        _ kind: Failure.Kind, _ message: String, check: String? = nil, comparison: String? = nil,
        expected: String? = nil, actual: String? = nil, differences: [Difference] = [], moreDifferences: Int = 0,
        serverMessage: String? = nil, cause: String? = nil, hint: String? = nil, at range: SourceRange
    ) {
        self.kind = kind
        self.message = message
        self.check = check
        self.comparison = comparison
        self.expected = expected
        self.actual = actual
        self.differences = differences
        self.moreDifferences = moreDifferences
        self.serverMessage = serverMessage
        self.cause = cause
        self.hint = hint
        self.range = range
    }

    /// A template that could not be filled.
    package init(_ message: String, hint: String? = nil, at range: SourceRange) {
        self.init(.expression, message, hint: hint, at: range)
    }

    /// This failure and the further ones of the same value.
    package var all: [StepFailure] { [self] + others }

    /// The same failure of something that has a name.
    package func of(_ name: String) -> StepFailure {
        var failure = self
        failure.message = "\(name): \(message)"
        return failure
    }
}

extension StepFailure {
    /// One place at which two documents differ, or a document breaks its schema.
    package struct Difference: Sendable, Hashable {
        /// A JSONPath of names and indices: `$.items[0].id`, `$['a-b']`.
        package var path: String
        /// `nothing` for a value that should not be there.
        package let expected: String
        /// `nothing` for a missing value.
        package let actual: String
        /// The place of the keyword in a schema that the value breaks: `item.json#/properties/id/type`.
        package var rule: String?

        package init(path: String, expected: String, actual: String, rule: String? = nil) {
            self.path = path
            self.expected = expected
            self.actual = actual
            self.rule = rule
        }
    }
}
