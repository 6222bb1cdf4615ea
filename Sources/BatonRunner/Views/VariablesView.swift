import BatonCEL
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// `vars` and `env.vars`: variables by name, computed when they are read.
final class VariablesView: CELNative {
    /// Weak because the scope owns this view.
    private weak let scope: CaseScope?
    private let slots: VariableSlots
    let nativeType: CELNativeType

    init(_ type: CELNativeType, _ scope: CaseScope, _ slots: VariableSlots) {
        nativeType = type
        self.scope = scope
        self.slots = slots
    }

    func member(_ name: String) throws(CELError) -> CELValue? {
        guard let slot = slots[name] else { return nil }
        return try scope?.value(at: slot)
    }
}

/// `env`: the environment of the run, or the one that the step names.
final class EnvironmentView: CELNative {
    private let environment: RunEnvironment
    private let variables: VariablesView

    init(_ environment: RunEnvironment, variables: VariablesView) {
        self.environment = environment
        self.variables = variables
    }

    var nativeType: CELNativeType { Roots.environmentType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "name": environment.name.map { .string($0) } ?? .null
        case "base_url": environment.basePrefix.map { .string($0) } ?? .null
        case "vars": .native(variables)
        default: nil
        }
    }
}

/// Creates the views `vars` and `env` of a workflow.
struct VariableViews: Sendable {
    let settings: RunSettings
    let workflow: Workflow

    static let roots: [Root] = [.vars, .env]

    /// Nil for any slot but those of `vars` and `env`.
    func view(at slot: Int, in scope: CaseScope) -> CELValue? {
        switch slot {
        case Root.vars.rawValue:
            return .native(VariablesView(Roots.variablesType, scope, workflow.slots))
        case Root.env.rawValue:
            let own = workflow.variables.compactMap { variable in variable.environmentSlot.map { (variable.name, $0) } }
            return .native(Self.environment(settings.environments.chosen, own, in: scope))
        default: return nil
        }
    }

    static func environment(
        _ environment: RunEnvironment, _ slots: [(String, Int)], in scope: CaseScope
    ) -> EnvironmentView {
        EnvironmentView(
            environment, variables: VariablesView(Roots.environmentVariablesType, scope, VariableSlots(slots)))
    }
}

/// `inputs`: the values given to the inputs, unaffected by later changes to variables of the same names.
final class InputsView: CELNative {
    private let values: [String: CELValue]

    init(_ values: [String: CELValue]) {
        self.values = values
    }

    var nativeType: CELNativeType { Roots.inputsType }

    /// The view for a workflow without inputs.
    static let none = InputsView([:])

    func member(_ name: String) throws(CELError) -> CELValue? { values[name] }
}
