package import BatonSecrets

/// One thing that went wrong in a step.
package struct FailureRecord: Sendable, Equatable {
    package struct Difference: Sendable, Equatable {
        /// A path into the value, `$.items[0].id`.
        package var path: MaskedText
        package var expected: MaskedText
        package var actual: MaskedText
        /// For a schema: where it says so, `item.json#/properties/id/type`.
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
    /// One line that says it all without the rest: `status: expected 200, got 503`.
    package var message: MaskedText
    /// What was checked, as written: `status`, `$.name`, `headers.content-type`.
    package var check: MaskedText?
    /// A word of the language: `equals`, `max`.
    package var comparison: String?
    package var expected: MaskedText?
    package var actual: MaskedText?
    package var differences: [Difference]
    /// How many there are beyond those that are listed.
    package var moreDifferences: Int
    /// For a condition: what each part of it was.
    package var explanation: [SubExpression]
    /// What the server itself said went wrong.
    package var serverMessage: MaskedText?
    /// What a library or the system said below the message: why there was no response.
    package var cause: MaskedText?
    package var hint: MaskedText?
    package var place: Place
    /// The other place of the story: the step that called the endpoint, or the endpoint that was called.
    package var related: Related?

    package struct Related: Sendable, Equatable {
        /// What is there: "called", "the endpoint".
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
