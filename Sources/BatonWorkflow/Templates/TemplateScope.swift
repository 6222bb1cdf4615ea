package import BatonCEL
package import BatonDiagnostics

/// What templates are filled from: the values of a running workflow.
package protocol TemplateScope: CELActivation {
    /// Takes note that this text came from a secret, so that it is masked in every output from now on.
    func noteSecret(_ text: String)
}

/// A template that could not be filled: the failure kind is `expression.failed`.
package struct TemplateFailure: Error, Sendable {
    package let message: String
    package let range: SourceRange

    package init(_ message: String, at range: SourceRange) {
        self.message = message
        self.range = range
    }
}
