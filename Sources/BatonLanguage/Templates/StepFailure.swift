package import BatonCEL
package import BatonDiagnostics
package import BatonHTTP
package import BatonJSON
package import BatonSecrets

/// What is said beside a failure, by what following it does.
///
/// A text in quotes explains. What would only make the test take what came must be said with `accepting`: of a test that
/// passed before, `PassedBefore` replaces it.
package struct Hint: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// Tells more about what happened, or corrects what was sent.
    package var explanation: String?
    /// What to write where what came is right.
    package var acceptance: String?

    package init(stringLiteral text: String) { self.init(explanation: text, acceptance: nil) }

    private init(explanation: String?, acceptance: String?) {
        self.explanation = explanation
        self.acceptance = acceptance
    }

    package static func explaining(_ text: String) -> Hint { Hint(explanation: text, acceptance: nil) }

    package static func accepting(_ text: String, because explanation: String? = nil) -> Hint {
        Hint(explanation: explanation, acceptance: text)
    }

    /// All of them as one.
    package static func joined(_ hints: [Hint], by separator: String = "; ") -> Hint? {
        func joined(_ texts: [String?]) -> String? {
            let texts = texts.compactMap(\.self)
            return texts.isEmpty ? nil : texts.joined(separator: separator)
        }
        return hints.isEmpty
            ? nil : Hint(explanation: joined(hints.map(\.explanation)), acceptance: joined(hints.map(\.acceptance)))
    }

    /// The same with a text before each part that it has.
    package func placed(at place: String) -> Hint {
        Hint(explanation: explanation.map { "\(place): \($0)" }, acceptance: acceptance.map { "\(place): \($0)" })
    }
}

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
    package var hint: Hint?
    /// The checks that were not looked at, because this failure explains theirs.
    package var notLookedAt: String?
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
        serverMessage: String? = nil, cause: String? = nil, hint: Hint? = nil, at range: SourceRange
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
    package init(_ message: String, hint: Hint? = nil, at range: SourceRange) {
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
