import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// The values that the steps of one workflow leave for later steps: variables, `steps.ID` and sessions.
final class WorkflowValues {
    let workflow: Workflow
    let scope: CaseScope
    private let steps: StepsView
    private let sessions: SessionTable
    private let context: CaseContext
    private let host: CaseHost

    /// The initial values of a case.
    convenience init(_ workflow: Workflow, in context: CaseContext) {
        self.init(
            workflow, CaseHost(context.settings, workflow.file, context.randomness), in: context,
            sessions: SessionTable(needed: context.given.single, secrets: context.secrets))
        // Its UUID tells cases of different runs apart, also of runs with the same seed.
        set(.case, CaseView(host: CaseHost(context.settings, workflow.file, nil)))
    }

    /// The initial values of a called workflow: its own, except for `case`, and for the session where that is shared.
    convenience init(_ call: WorkflowCall, from caller: WorkflowValues) {
        let context = caller.context
        self.init(
            call.workflow, caller.host.calling(call.workflow.file), in: context,
            sessions: SessionTable(
                secrets: context.secrets, sharing: call.sharedSession.map { (table: caller.sessions, choice: $0) }))
        scope.set(Root.case.rawValue, (try? caller.scope.value(at: Root.case.rawValue)) ?? nil)
    }

    /// Copies the values, so that both can change independently; sessions stay shared.
    init(copying values: WorkflowValues) {
        workflow = values.workflow
        context = values.context
        sessions = values.sessions
        host = values.host.branching()
        scope = CaseScope(copying: values.scope, host: host)
        steps = StepsView(copying: values.steps)
        set(.steps, steps)
        showEnvironments()
    }

    private init(_ workflow: Workflow, _ host: CaseHost, in context: CaseContext, sessions: SessionTable) {
        self.workflow = workflow
        self.context = context
        self.host = host
        self.sessions = sessions
        steps = StepsView()
        scope = CaseScope(
            slotCount: workflow.slotCount, secrets: StepSecrets(context.secrets), host: host,
            views: VariableViews(settings: context.settings, workflow: workflow), space: context.space,
            roots: context.settings.roots)
        set(.steps, steps)
        for variable in workflow.variables {
            if let slot = variable.environmentSlot { fill(slot, variable) }
            if let value = context.settings.values.variables[variable.name] {
                scope.set(variable.slot, CELValue(value))
            } else {
                fill(variable.slot, variable)
            }
        }
        for variable in workflow.environments.flatMap(\.variables) { fill(variable.slot, variable) }
        showEnvironments()
    }

    /// Sets `env` for the steps that name another environment than the run's.
    private func showEnvironments() {
        for other in workflow.environments {
            let view = VariableViews.environment(
                context.settings.environments.named(other.name), other.variables.map { ($0.name, $0.slot) }, in: scope)
            scope.set(other.slot, .native(view))
        }
    }

    private func fill(_ slot: Int, _ variable: Workflow.Variable) {
        if case .literal(let value) = variable.value {
            scope.set(slot, CELValue(value))
        } else {
            scope.setLater(slot, variable)
        }
    }

    // MARK: - Variables

    func set(_ root: Root, _ view: (any CELNative)?) {
        scope.set(root.rawValue, view.map { .native($0) })
    }

    /// Returns false and leaves the variable without a value where the variables exceed their space.
    @discardableResult
    func set(_ slot: Int, _ value: CELValue?) -> Bool {
        scope.set(slot, value)
    }

    /// Sets a variable for a step; throws where the variables exceed their space.
    func store(_ slot: Int, _ value: CELValue, at range: SourceRange) throws(StepFailure) {
        if !set(slot, value) { throw .noRoom(at: range) }
    }

    /// In a copy, a value that was set after copying.
    func ownValue(at slot: Int) -> CELValue? { scope.ownValue(at: slot) }

    /// Sets `cached` to the stored response; null where there was none.
    func setCached(_ response: StepResponse?) {
        scope.set(Root.cached.rawValue, response.map { .native($0) } ?? .null)
    }

    /// Releases a response after its step, except for the parts that a later expression reads.
    func forget(_ response: StepResponse) {
        scope.clear(.request)
        scope.clear(.cached)
        switch workflow.uses.lastResponse {
        case .nothing: scope.clear(.response)
        case .head: set(.response, response.withoutBody)
        case .body: break
        }
    }

    // MARK: - Steps

    /// Stores the step under `steps.ID` for later expressions.
    func remember(_ id: String?, _ step: StepView) {
        if let id { steps.add(id, step) }
    }

    /// Stores a step that ran; throws where there is no room, and leaves the step without values.
    func remember(
        _ id: String?, _ values: CapturedValues, _ response: StepResponse? = nil, at range: SourceRange
    ) throws(StepFailure) {
        guard let id else { return }
        // Replacing the record of an earlier pass first frees its space.
        if steps.step(id) != nil { steps.add(id, .empty(ran: true)) }
        let share = VariableSpace.Share(of: context.space)
        let hasRoom =
            values.entries.allSatisfy { share.add($0.value.measured) }
            && share.take(response?.keptBytes ?? 0)
        guard hasRoom else {
            steps.add(id, .empty(ran: true))
            throw .noRoom(at: range)
        }
        steps.add(id, StepView(ran: true, values: values, response: response, share: share))
    }

    /// Nil for a step that has not been reached.
    func step(_ id: String) -> StepView? { steps.step(id) }

    /// The step with this id; in a copy, nil for a step from before copying.
    func ownStep(_ id: String) -> StepView? { steps.ownStep(id) }

    /// Takes over a copy's records of these steps.
    func adoptSteps(_ ids: [String], of fork: WorkflowValues) {
        for id in ids { if let step = fork.ownStep(id) { steps.add(id, step) } }
    }

    // MARK: - Sessions

    /// The session that a request uses in the environment to which it is sent; nil for none.
    func session(_ choice: SessionChoice, in environment: RunEnvironment) -> SessionStore? {
        sessions.session(choice, in: environment)
    }

    /// The content of the workflow's own session, in each of its environments.
    var leftSessions: [NeededOutputs.Left] {
        let environments = context.settings.environments
        let others = workflow.environments.map { environments.named($0.name) }
        return sessions.left(of: workflow.session, in: [environments.chosen] + others)
    }
}
