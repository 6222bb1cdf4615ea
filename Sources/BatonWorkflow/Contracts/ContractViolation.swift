package import BatonDiagnostics

/// A way in which a request or its response breaks a contract, in masked words.
package struct ContractViolation: Sendable {
    package enum Subject: Sendable {
        /// What the contract declares of requests: parameters and body.
        case request
        /// What it declares of responses: content type, headers and body.
        case response
        /// A path, method, status or body that the contract does not have.
        case undeclared
        /// An undeclared query parameter, which most servers ignore: a warning at most.
        case advice
    }

    package let subject: Subject
    /// One line that can stand alone.
    package let message: String
    package var expected: String?
    package var actual: String?
    package var differences: [DocumentDifference] = []
    package var moreDifferences = 0
    package var hint: String?
    /// The place in the contract.
    package let range: SourceRange
    /// Whether it is the status that the contract does not have.
    package var isStatus = false

    init(_ subject: Subject, _ message: String, at range: SourceRange) {
        self.subject = subject
        self.message = message
        self.range = range
    }
}
