import BatonCEL
import BatonDiagnostics
import BatonSecrets
import BatonWorkflow

/// One workflow on its way: a case of the run, a workflow that another one calls, or a copy for passes that run at the
/// same time.
///
/// It belongs to one task; nothing of it is shared with another case.
final class CaseRun {
    let context: CaseContext
    let values: WorkflowValues
    /// How the steps of a workflow that is called stand in the records of its caller; nil for a case.
    let calling: Calling?
    var recording: CaseRecording
    var deadlines: Deadlines { didSet { values.scope.limits = deadlines.active } }
    /// What the workflow gives to those that use it; empty unless all its steps passed.
    var outputs = WorkflowOutputs()
    /// The captures of the step under way that gave nothing.
    var failedCaptures: Set<String> = []

    private init(
        _ context: CaseContext, _ values: WorkflowValues, _ calling: Calling?, _ recording: CaseRecording,
        _ deadlines: Deadlines
    ) {
        self.context = context
        self.values = values
        self.calling = calling
        self.recording = recording
        self.deadlines = deadlines
        values.scope.limits = deadlines.active
    }

    /// A case at its beginning.
    convenience init(_ workflow: Workflow, in context: CaseContext, deadlines: Deadlines = Deadlines()) {
        self.init(context, WorkflowValues(workflow, in: context), nil, CaseRecording(.events), deadlines)
        if !context.given.needs.isEmpty { fillNeeds() }
    }

    /// A workflow that another one calls, in whose place it runs.
    convenience init(_ call: WorkflowCall, from caller: CaseRun, _ calling: Calling) {
        self.init(
            caller.context, WorkflowValues(call, from: caller.values), calling,
            CaseRecording(.caller(caller), from: caller.recording.nextIndex), caller.deadlines)
    }

    /// A copy with variables of its own.
    convenience init(copying run: CaseRun) {
        self.init(
            run.context, WorkflowValues(copying: run.values), run.calling,
            CaseRecording(.later, from: run.recording.nextIndex), run.deadlines)
    }

    var workflow: Workflow { values.workflow }
    var settings: RunSettings { context.settings }
    var hub: EventHub { context.job.hub }
    var identity: CaseIdentity { context.identity }
    /// What is secret in the step under way only.
    var stepSecrets: StepSecrets { values.scope.secrets }

    /// Hides what is secret as far as it is known by now, and what the step under way has used of short secrets.
    func masked(_ text: String) -> MaskedText { stepSecrets.masked(text) }

    /// The same as plain text, for what compares and words values.
    func mask(_ text: String) -> String { masked(text).text }

    func record(_ record: StepRecord, proves: Bool, requests: Int) {
        // What a workflow is for stands in its steps; setup counts where the run goes no further.
        let counts = record.section == .steps || record.section == .setup && stepLimit?.isInSetup == true
        recording.add(record, proves: proves, counts: counts, requests: requests)
        switch recording.destination {
        case .events: hub.emit(.stepFinished(record))
        case .caller(let caller): caller.record(record, proves: proves, requests: requests)
        case .later: break
        }
    }

    /// Notes a failure of the workflow itself.
    func fail(_ failure: StepFailure) { recording.ownFailures.append(Reporting(self).failure(failure)) }
}
