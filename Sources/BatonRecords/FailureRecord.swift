package import BatonSecrets

/// One thing that went wrong in a step.
package struct FailureRecord: Sendable, Equatable {
    package struct Difference: Sendable, Equatable {
        /// A path into the value, `$.items[0].id`.
        package var path: MaskedText
        package var expected: MaskedText
        package var actual: MaskedText
        /// For a schema: the keyword that failed, `item.json#/properties/id/type`.
        package var rule: MaskedText?

        package init(path: MaskedText, expected: MaskedText, actual: MaskedText, rule: MaskedText? = nil) {
            self.path = path
            self.expected = expected
            self.actual = actual
            self.rule = rule
        }
    }

    package struct SubExpression: Sendable, Equatable {
        package var text: MaskedText
        package var value: MaskedText

        package init(text: MaskedText, value: MaskedText) {
            self.text = text
            self.value = value
        }
    }

    /// A dotted kind of the shared error model, for example `check.failed` or `network.connect`.
    package var kind: String
    /// One line that can stand alone: `status: expected 200, got 503`.
    package var message: MaskedText
    /// What was checked, as written: `status`, `$.name`, `headers.content-type`.
    package var check: MaskedText?
    /// The operator of the check: `equals`, `max`.
    package var comparison: String?
    package var expected: MaskedText?
    package var actual: MaskedText?
    package var differences: [Difference]
    /// Number of differences that are not listed.
    package var moreDifferences: Int
    /// For a condition: the value of each of its parts.
    package var explanation: [SubExpression]
    /// The error message that the server's response contains.
    package var serverMessage: MaskedText?
    /// The error text of a library or of the operating system, such as why there was no response.
    package var cause: MaskedText?
    package var hint: MaskedText?
    package var place: Place
    /// A second place in the files: the step that called the endpoint, or the endpoint that was called.
    package var related: Related?

    /// The names of checks that are words of the language: they stay readable even when a password has the same
    /// spelling.
    private static let words: Set<String> = [
        "contract", "exit_code", "outcome", "paginate", "snapshot", "status", "that", "until",
    ]

    /// What was checked, masked unless it is a word of the language.
    package static func masked(check: String, _ mask: (String) -> MaskedText) -> MaskedText {
        words.contains(check) ? MaskedText(harmless: check) : mask(check)
    }

    package struct Related: Sendable, Equatable {
        /// How reports name the place: "called", "the endpoint".
        package var label: String
        package var place: Place

        package init(label: String, place: Place) {
            self.label = label
            self.place = place
        }
    }

    package init(
        kind: String, message: MaskedText, check: MaskedText? = nil, comparison: String? = nil,
        expected: MaskedText? = nil,
        actual: MaskedText? = nil, differences: [Difference] = [], moreDifferences: Int = 0,
        explanation: [SubExpression] = [], serverMessage: MaskedText? = nil, cause: MaskedText? = nil,
        hint: MaskedText? = nil,
        place: Place
    ) {
        self.kind = kind
        self.message = message
        self.check = check
        self.comparison = comparison
        self.expected = expected
        self.actual = actual
        self.differences = differences
        self.moreDifferences = moreDifferences
        self.explanation = explanation
        self.serverMessage = serverMessage
        self.cause = cause
        self.hint = hint
        self.place = place
    }
}
