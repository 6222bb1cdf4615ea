package import BatonDiagnostics
package import BatonLanguage

/// A way in which a request or its response breaks a contract, in masked words.
package struct ContractViolation: Sendable {
    package enum Subject: Sendable {
        /// What the contract declares of requests: parameters and body.
        case request
        /// What it declares of responses: content type, headers and body.
        case response
        /// A path, method, body or query parameter that the contract does not have.
        case undeclaredRequest
        /// A status or a body that the contract does not have.
        case undeclaredResponse
    }

    package let subject: Subject
    /// One line that can stand alone.
    package let message: String
    package var expected: String?
    package var actual: String?
    package var differences: [StepFailure.Difference] = []
    package var moreDifferences = 0
    package var hint: String?
    /// The place in the contract.
    package let range: SourceRange
    /// Whether it is a warning at most: most servers ignore undeclared query parameters, and many documents leave out the
    /// bodies of errors.
    var isAdvice = false
    /// Whether it is the status that the contract does not have.
    package var isStatus = false

    init(_ subject: Subject, _ message: String, isAdvice: Bool = false, at range: SourceRange) {
        self.subject = subject
        self.isAdvice = isAdvice
        self.message = message
        self.range = range
    }
}
