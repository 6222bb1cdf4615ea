package import BatonCEL

/// The values of a running workflow, from which templates are filled.
package protocol TemplateScope: CELActivation {
    /// Notes that this text came from a secret, so that it is masked in every output from now on.
    func noteSecret(_ text: String)
    /// Notes a piece of a secret, which may be no text, or a text too short to be masked everywhere.
    func noteSecret(_ part: SecretPart)
    /// Notes that a URL consists of literal text and of secrets that are all noted: it is no secret as a whole.
    func noteURL(_ text: String)
    /// Whether the value contains a known secret, such as one that a server sends back; a part computed from the value
    /// would not be recognised as secret.
    func holdsSecret(_ value: CELValue) -> Bool
    /// The reason why a variable has no value, and what to do about it; nil where the scope does not know the reason.
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

    /// Notes the secret parts of a value.
    package func noteSecret(_ value: CELValue) {
        if value.holdsTaint { value.forEachSecretPart { noteSecret($0) } }
    }

    package func holdsSecret(_ value: CELValue) -> Bool { false }

    package func whyUnset(_ variable: String) -> (message: String, hint: String?)? { nil }

    package func noteURL(_ text: String) {}
}
