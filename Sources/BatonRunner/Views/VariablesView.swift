import BatonCEL
import BatonWorkflow

/// `vars` and `env.vars`: variables by their names, computed when they are asked for.
final class VariablesView: CELNative {
    /// The scope owns this view.
    private weak let scope: CaseScope?
    private let slots: [String: Int]
    let nativeType: CELNativeType

    init(_ type: CELNativeType, _ scope: CaseScope, _ slots: [String: Int]) {
        nativeType = type
        self.scope = scope
        self.slots = slots
    }

    func member(_ name: String) throws(CELError) -> CELValue? {
        guard let slot = slots[name] else { return nil }
        return try scope?.value(at: slot)
    }
}

/// `inputs`: what was given, whatever happens to variables of these names.
final class InputsView: CELNative {
    private let values: [String: CELValue]

    init(_ values: [String: CELValue]) {
        self.values = values
    }

    var nativeType: CELNativeType { Roots.variablesType }

    func member(_ name: String) throws(CELError) -> CELValue? { values[name] }
}
