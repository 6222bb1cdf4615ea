import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonSecrets
import BatonSystem
import BatonWorkflow

/// One workflow on its way: its variables, its session, and what its steps gave.
///
/// It belongs to one task; nothing of it is shared with another case.
final class CaseRun {
    let workflow: Workflow
    let identity: CaseIdentity
    let settings: RunSettings
    let dispatcher: any Dispatcher
    let hub: EventHub
    /// Where the tasks of this case like to run: the loop of its job.
    let executor: (any TaskExecutor)?
    let secrets: SecretRegistry
    private var sessions: [String: SessionStore] = [:]
    private let values: VariableStore
    private var variables: [Int: Workflow.Variable] = [:]
    private var evaluating: Set<Int> = []
    private let steps = StepsView()
    private(set) var records: [StepRecord] = []
    private(set) var requestCount = 0
    /// Whether something was proved: a request was sent or a condition was held.
    private(set) var provedSomething = false

    init(
        _ workflow: Workflow, _ identity: CaseIdentity, settings: RunSettings, dispatcher: any Dispatcher,
        hub: EventHub,
        executor: (any TaskExecutor)?
    ) {
        self.workflow = workflow
        self.identity = identity
        self.settings = settings
        self.dispatcher = dispatcher
        self.hub = hub
        self.executor = executor
        secrets = settings.secrets.makeChild()
        values = VariableStore(count: workflow.slotCount)
        fillRoots()
    }

    private func fillRoots() {
        values[Root.env.rawValue] = .native(EnvironmentView(settings))
        values[Root.secrets.rawValue] = .native(SecretsView(settings.secretValues))
        values[Root.run.rawValue] = .native(RunView(settings))
        values[Root.process.rawValue] = .native(ProcessView(settings.processEnvironment))
        values[Root.vars.rawValue] = .native(VariablesView(values, workflow.slots))
        values[Root.inputs.rawValue] = .native(VariablesView(values, inputSlots))
        values[Root.steps.rawValue] = .native(steps)
        for variable in workflow.variables {
            if let value = settings.variableOverrides[variable.name] {
                values[variable.slot] = CELValue(value)
            } else if case .literal(let value) = variable.value {
                values[variable.slot] = CELValue(value)
            } else {
                variables[variable.slot] = variable
            }
        }
    }

    private var inputSlots: [String: Int] {
        Dictionary(workflow.inputs.map { ($0.name, $0.slot) }, uniquingKeysWith: { first, _ in first })
    }

    func set(_ slot: Int, _ value: CELValue?) {
        values[slot] = value
        variables[slot] = nil
        if let value, value.isTainted { value.forEachText { noteSecret($0) } }
    }

    func record(_ record: StepRecord, proves: Bool, requests: Int) {
        records.append(record)
        requestCount += requests
        if proves { provedSomething = true }
        hub.emit(.stepFinished(record))
    }

    /// The session of that name, made when it is first asked for; nil for none.
    func session(_ choice: SessionChoice) -> SessionStore? {
        let name: String
        switch choice {
        case .none: return nil
        case .standard: name = ""
        case .named(let given): name = given
        }
        if let session = sessions[name] { return session }
        let session = SessionStore(Session(keeping: settings.sessionHeaders, from: settings.trustedOrigins))
        sessions[name] = session
        return session
    }

    /// What later expressions find under `steps.ID`.
    func remember(_ id: String?, _ step: StepView) {
        if let id { steps.add(id, step) }
    }

    func mask(_ text: String) -> String { secrets.redact(text) }
}

extension CaseRun: TemplateScope {
    func value(at slot: Int) throws(CELError) -> CELValue? {
        if let value = values[slot] { return value }
        guard let variable = variables[slot] else { return nil }
        // A cycle is refused when the file is loaded; this guards against one that only running shows.
        guard evaluating.insert(slot).inserted else {
            throw CELError("the variable `\(variable.name)` needs itself")
        }
        defer { evaluating.remove(slot) }
        do {
            let value = try variable.value.value(from: self)
            set(slot, value)
            return value
        } catch {
            throw CELError("the variable `\(variable.name)`: \(error.message)")
        }
    }

    func noteSecret(_ text: String) {
        secrets.add(text)
    }
}
