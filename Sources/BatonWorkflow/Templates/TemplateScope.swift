package import BatonCEL
package import BatonDiagnostics
package import BatonHTTP

/// The values of a running workflow, from which templates are filled.
package protocol TemplateScope: CELActivation {
    /// Takes note that this text came from a secret, so that it is masked in every output from now on.
    func noteSecret(_ text: String)
    /// The same of a piece that may be no text, or a text that is too short to be looked for everywhere.
    func noteSecret(_ part: SecretPart)
    /// Takes note that a URL was made of written text and of secrets that are all noted: it is no secret as a whole.
    func noteURL(_ text: String)
    /// Whether a known secret is in it, as in what a server sends back: a part that is computed of it would not be recognised.
    func holdsSecret(_ value: CELValue) -> Bool
    /// Why a variable has no value and what to do about it; nil where the scope knows no more than that.
    func whyUnset(_ variable: String) -> (message: String, hint: String?)?
    /// The clock, random numbers and files that functions use.
    var host: any FunctionHost { get }
}

extension TemplateScope {
    package func noteSecret(_ part: SecretPart) {
        switch part {
        case .text(let text): noteSecret(text)
        case .bytes(let bytes): noteSecret(String(decoding: bytes, as: UTF8.self))
        case .number, .word: break
        }
    }

    /// Takes note of a value that came from a secret.
    package func noteSecret(_ value: CELValue) {
        if value.holdsTaint { value.forEachSecretPart { noteSecret($0) } }
    }

    package func holdsSecret(_ value: CELValue) -> Bool { false }

    package func whyUnset(_ variable: String) -> (message: String, hint: String?)? { nil }

    package func noteURL(_ text: String) {}
}

/// A template that could not be filled.
package struct TemplateFailure: Error, Sendable {
    /// Another than `expression.failed` where the run was interrupted meanwhile, or XML was needed and there is none.
    package var kind = Failure.Kind.expression
    package var message: String
    package let range: SourceRange
    package var hint: String?
    /// The variable that was read and has no value.
    package var unset: String?
    /// How many variables its message names, each of which needs the next.
    package var variableCount = 0
    /// Whether a member, key or index was asked for that the value does not have: "nothing found" for a capture.
    package var isMissing = false
    /// For a condition: what its parts were.
    package var explanation: [CELExplanation] = []

    package init(_ message: String, at range: SourceRange) {
        self.message = message
        self.range = range
    }
}
