import BatonCEL
package import BatonHTTP
import BatonSecrets
package import BatonWorkflow

extension RunSettings {
    /// The transfer options of a workflow's first request: what an environment's `tls`, `proxy` and `timeout` say.
    ///
    /// Throws the failure that a step would have: a certificate that cannot be read, a secret without a value. Variables
    /// have no value here.
    package func transferOptions(
        ofFirstRequestOf workflow: Workflow, isSecure: Bool
    ) throws(Failure) -> TransferOptions {
        guard case .request(let template)? = workflow.steps.first?.action, let transfer = template.transfer else {
            return .standard
        }
        do throws(StepFailure) {
            let builder = TransferBuilder(settings: self, scope: OutsideScope(self), isSecure: isSecure)
            return try builder.options(transfer)
        } catch {
            throw Failure(error.kind, "\(error.range.description): \(error.message)")
        }
    }
}

/// The values from outside a run: `secrets`, `process.env` and `run`.
private final class OutsideScope: TemplateScope {
    private let settings: RunSettings

    init(_ settings: RunSettings) { self.settings = settings }

    func value(at slot: Int) throws(CELError) -> CELValue? { settings.roots.first { $0.slot == slot }?.value }
    func noteSecret(_ text: String) { settings.secrets.add(text) }
}
