import BatonCEL
import BatonWorkflow

/// A scope that remembers whether anything that was filled from it came from a secret.
final class NotingScope: TemplateScope {
    private let base: any TemplateScope
    private(set) var hasNoted = false

    init(_ base: any TemplateScope) {
        self.base = base
    }

    func value(at slot: Int) throws(CELError) -> CELValue? { try base.value(at: slot) }

    func noteSecret(_ text: String) {
        hasNoted = true
        base.noteSecret(text)
    }

    func noteSecret(_ part: SecretPart) {
        hasNoted = true
        base.noteSecret(part)
    }

    func whyUnset(_ variable: String) -> (message: String, hint: String?)? { base.whyUnset(variable) }

    var host: any FunctionHost { base.host }
}
