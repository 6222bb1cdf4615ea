import BatonCEL
import BatonDiagnostics
import BatonRecords
import BatonSecrets
import BatonWorkflow

/// One workflow in progress: a case of the run, a workflow called by another one, or a copy for a concurrent pass.
///
/// Used by one task only; it shares no mutable state with other cases.
final class CaseRun {
    let context: CaseContext
    let values: WorkflowValues
    /// The place of a called workflow's steps in the records of its caller; nil for a case.
    let calling: Calling?
    var recording: CaseRecording
    var deadlines: Deadlines { didSet { values.scope.limits = deadlines.active } }
    /// The outputs of the workflow; empty unless all its steps passed.
    var outputs = WorkflowOutputs()
    /// The signals of the `parallel` blocks around the current step, by the ids of steps; outermost first.
    var signals: [String: [StepSignal]] = [:]
    /// Names of the current step's captures that gave no value.
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

    /// Creates the state of a case before its first step.
    convenience init(_ workflow: Workflow, in context: CaseContext, deadlines: Deadlines = Deadlines()) {
        self.init(context, WorkflowValues(workflow, in: context), nil, CaseRecording(.ended), deadlines)
        if !context.given.needs.isEmpty { fillNeeds() }
    }

    /// Creates the state of a workflow called by another one.
    convenience init(_ call: WorkflowCall, from caller: CaseRun, _ calling: Calling) {
        self.init(
            caller.context, WorkflowValues(call, from: caller.values), calling,
            CaseRecording(.caller(caller), from: caller.recording.nextIndex), caller.deadlines)
    }

    /// Copies a workflow in progress; the copy has its own variables.
    convenience init(copying run: CaseRun) {
        self.init(
            run.context, WorkflowValues(copying: run.values), run.calling,
            CaseRecording(.later, from: run.recording.nextIndex), run.deadlines)
        signals = run.signals
    }

    var workflow: Workflow { values.workflow }
    var settings: RunSettings { context.settings }
    var hub: EventHub { context.job.hub }
    var identity: CaseIdentity { context.identity }
    /// Secrets of the current step only.
    var stepSecrets: StepSecrets { values.scope.secrets }

    /// Masks all secrets known so far, and the short secrets that the current step has used.
    func masked(_ text: String) -> MaskedText { stepSecrets.masked(text) }

    /// The masked text as a `String`, for comparing and wording values.
    func mask(_ text: String) -> String { masked(text).text }

    func record(_ record: StepRecord, proves: Bool, requests: Int) {
        // Only the section `steps` proves the workflow's purpose; setup counts where the run stops within it.
        let counts = record.section == .steps || record.section == .setup && stepLimit?.isInSetup == true
        recording.add(record, proves: proves, counts: counts, requests: requests)
        switch recording.destination {
        case .caller(let caller): caller.record(record, proves: proves, requests: requests)
        case .ended, .later: break
        }
    }

    /// Records a failure of the workflow itself.
    func fail(_ failure: StepFailure) { recording.ownFailures.append(Reporting(self).failure(failure)) }
}
