import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonWorkflow

/// One workflow in progress: a case of the run, a workflow called by another one, or a copy for a concurrent pass.
///
/// Used by one task only; it shares no mutable state with other cases.
///
/// How this folder works together: `CaseContext` is what a case shares with its copies and the workflows that it calls,
/// and `WorkflowValues` what its expressions read. Whoever performs a step hands in a `StepResult`, whose failures hold
/// what they show as it is; `CaseRecording` keeps it, and `CaseMasking` makes masked records of all when the case has ended.
/// Nothing here performs a step.
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
        self.init(context, WorkflowValues(workflow, in: context), nil, CaseRecording(), deadlines)
        if !context.given.needs.isEmpty { fillNeeds() }
    }

    /// Creates the state of a workflow called by another one.
    convenience init(_ call: WorkflowCall, from caller: CaseRun, _ calling: Calling) {
        self.init(
            caller.context, WorkflowValues(call, from: caller.values), calling,
            CaseRecording(from: caller.recording.nextIndex, caller: caller), caller.deadlines)
    }

    /// Copies a workflow in progress; the copy has its own variables.
    convenience init(copying run: CaseRun) {
        self.init(
            run.context, WorkflowValues(copying: run.values), run.calling,
            CaseRecording(from: run.recording.nextIndex), run.deadlines)
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

    /// Keeps what a step ended in.
    ///
    /// - Parameter frame: the groups and loops around the step.
    func record(
        _ result: StepResult, of name: String, in section: StepSection, _ frame: PassFrame? = nil,
        at range: SourceRange, started: Microseconds, duration: Microseconds
    ) {
        let reporting = Reporting(self)
        add(
            EndedStep(
                index: recording.nextIndex, section: section, name: name, kind: result.kind, outcome: result.outcome,
                reason: result.reason, explanation: reporting.explanation(result.explanation), range: range,
                started: started, duration: duration, exchanges: result.exchanges, programs: result.programs,
                failures: result.failures.enumerated().map {
                    reporting.failed($1.called(from: calling?.range), in: $0 == 0 ? frame : nil)
                },
                checkCount: result.checkCount, hollow: result.hollow, output: result.output, isFlaky: result.isFlaky,
                proves: result.proves,
                requests: result.requestCount ?? result.sentCount,
                words: stepSecrets.words))
    }

    private func add(_ step: consuming EndedStep) {
        // Only the section `steps` proves the workflow's purpose; setup counts where the run stops within it.
        let counts = step.section == .steps || step.section == .setup && stepLimit?.isInSetup == true
        if let caller = recording.caller { caller.add(copy step) }
        recording.add(step, counts: counts)
    }

    var stepLimit: StepLimit? {
        let limits = settings.options.stepLimits
        return limits.isEmpty || calling != nil || identity.role != .selected ? nil : limits[identity.path]
    }

    /// Records a failure of the workflow itself.
    func fail(_ failure: StepFailure) { recording.ownFailures.append(taken(failure)) }

    /// Records failures before the first step.
    func fail(_ name: String, _ failures: [StepFailure]) {
        var result = StepResult(kind: .load)
        for failure in failures { result.fail(failure, self) }
        record(
            result, of: name, in: .setup, at: failures[0].range,
            started: settings.dependencies.clock(), duration: 0)
    }
}

extension CaseRun {
    /// Computes all pending variables before copying, so that copies agree about their values.
    ///
    /// A variable that cannot be computed stays pending; the error is thrown where it is read.
    func computeVariables() {
        for variable in workflow.variables { _ = try? value(at: variable.slot) }
    }

    /// A copy for one pass of a concurrent loop, with its own variables and the shared session.
    func fork() -> CaseRun { CaseRun(copying: self) }

    /// Adds the steps of a copy.
    func take(over fork: CaseRun) {
        for var step in fork.recording.steps {
            step.index = recording.nextIndex
            add(step)
        }
    }
}

extension CaseRun {
    /// Computes the outputs of a workflow whose steps have all passed; called before teardown.
    ///
    /// Each output without a value is a failure of the workflow.
    func computeOutputs() {
        for output in workflow.outputs {
            do throws(StepFailure) {
                let value = try output.value.value(from: self).measured
                guard outputs.makeRoom(for: value, in: context.space) else {
                    throw StepFailure(VariableSpace.excess, at: output.range)
                }
                let shown = try self.shown(value, of: output)
                outputs.add(WorkflowOutputs.Entry(name: output.name, value: value, shown: shown))
            } catch {
                fail(error.of("the output `\(output.name)`"))
            }
        }
    }

    /// The output as masked JSON; throws for a value that has no JSON form.
    private func shown(_ value: CELValue, of output: Workflow.Output) throws(StepFailure) -> MaskedText {
        let json: JSONValue
        do {
            json = try value.toJSON()
        } catch {
            throw StepFailure(error.message, at: output.range)
        }
        if value.holdsTaint {
            noteSecret(value)
            return "***"
        }
        return masked(Wording(mask: mask).json(json))
    }
}

extension CaseRun {
    /// Fills `row`; records a failure where the row has no value.
    func fillRow() {
        guard let rows = workflow.rows, let row = context.row else { return }
        do throws(StepFailure) {
            let value = try rows.value(at: row, from: self) { path, range throws(StepFailure) in
                try read(path, range, at: rows.range)
            }
            noteSecret(value)
            values.set(Root.row.rawValue, value)
        } catch {
            fail("row", [error])
        }
    }

    private func read(_ path: String, _ range: Range<Int>, at place: SourceRange) throws(StepFailure) -> [UInt8] {
        do {
            let source = workflow.file
            let file = try settings.files.root(of: source).open(path, relativeTo: settings.files.folder(of: source))
            return try file.bytes(in: range)
        } catch {
            throw StepFailure(error.message, at: place)
        }
    }
}

extension CaseRun: TemplateScope {
    func value(at slot: Int) throws(CELError) -> CELValue? { try values.scope.value(at: slot) }

    func holdsSecret(_ value: CELValue) -> Bool {
        switch value.kind {
        case .string(let text): return mask(text) != text
        case .bytes(let bytes): return context.secrets.redactor.finds(in: bytes)
        case .list, .map, .jsonArray, .jsonObject, .optional, .int, .uint, .double, .number:
            guard let text = try? value.templateText() else { return false }
            return mask(text) != text
        case .null, .bool, .timestamp, .duration, .type, .native: return false
        }
    }

    func noteSecret(_ text: String) { stepSecrets.note(text) }

    func noteSecret(_ part: SecretPart) { stepSecrets.note(part) }

    func noteURL(_ text: String) { stepSecrets.noteURL(text) }

    var host: any FunctionHost { values.scope.host }

    /// Names the step that should have set the variable, and why it did not.
    func whyUnset(_ variable: String) -> (message: String, hint: String?)? {
        if variable == Root.result.name {
            guard let outcome = try? values.scope.value(at: Root.outcome.rawValue)?.stringValue else { return nil }
            return ("`result` has no value: the call ended in `\(outcome)`", nil)
        }
        if failedCaptures.contains(variable) { return ("`\(variable)` has no value: its capture failed", nil) }
        let givers = workflow.allSteps.filter { $0.action.givenNames.contains(variable) }
        guard let giver = givers.first(where: { $0.action.kind != .group }) else { return nil }
        let how =
            switch recording.steps.first(where: { $0.isOf(giver) })?.outcome {
            case .skipped: "was skipped"
            case .failed, .error: "failed"
            case .passed, nil: "did not run"
            }
        return (
            "`\(variable)` has no value: the step `\(giver.name)`, which gives it, \(how)",
            "`has(vars.\(variable))` asks whether it has one"
        )
    }
}

extension CaseRun {
    /// The steps of the record; those of a case that did not pass with the exchanges in full that led to its failure, and
    /// with `--trace` all.
    func withTrail(_ record: CaseRecord) -> [StepRecord] {
        defer { context.trail.forgetAll() }
        let steps = record.steps
        let ended = recording.steps
        if settings.options.isTracing { return zip(steps, ended).map(withTrail) }
        guard record.outcome == .failed || record.outcome == .error else { return steps }
        // A failure outside the steps, such as a deadline, comes after all of them.
        let end =
            record.failures.isEmpty
            ? steps.lastIndex { !$0.failures.isEmpty } ?? 0
            : steps.firstIndex { $0.section == .teardown } ?? steps.count
        return zip(steps, ended).prefix(end).map(withTrail) + steps.dropFirst(end)
    }

    private func withTrail(_ record: StepRecord, _ ended: EndedStep) -> StepRecord {
        guard ended.exchanges.contains(where: { $0.kept != nil }) else { return record }
        let exchanges = zip(record.exchanges, ended.exchanges).map { exchange, ended in
            guard let content = ended.kept?.take() else { return exchange }
            var exchange = exchange
            exchange.isDetailLate = true
            exchange.detail = stepSecrets.hiding(content.words) {
                Reporting(self).detail(
                    content.sent.request, content.session, content.response.http, started: content.started)
            }
            return exchange
        }
        return record.copy(exchanges: exchanges)
    }
}
