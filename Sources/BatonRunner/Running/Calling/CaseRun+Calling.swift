import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonWorkflow

/// How the steps of a workflow that is called stand among those of its caller.
struct Calling {
    /// The step that calls it.
    let range: SourceRange
    /// The section of that step.
    let section: StepSection
    let frame: PassFrame

    /// The section that a step is shown in.
    func section(_ own: StepSection) -> StepSection { section == .steps ? own : section }
}

extension CaseRun {
    /// Gives a workflow that is called the values for its inputs, which its caller's expressions make.
    func fillInputs(_ arguments: [CallTemplate.Argument], from caller: CaseRun) throws(StepFailure) {
        var given: [String: CELValue] = [:]
        for argument in arguments {
            let value = try caller.value(of: argument)
            try values.store(argument.slot, value, at: argument.range)
            given[argument.name] = value
        }
        values.set(.inputs, InputsView(given))
    }

    /// What a call gives to an input; it must be of the input's type.
    func value(of argument: CallTemplate.Argument) throws(StepFailure) -> CELValue {
        var value = CELValue.null
        do throws(TemplateFailure) {
            if let template = argument.value { value = try template.value(from: self) }
        } catch {
            throw StepFailure(error)
        }
        value.isTainted = value.isTainted || argument.isSecret
        noteSecret(value)
        guard let type = argument.type, !value.isNull else { return value }
        let json = try? value.toJSON()
        if json?.isOf(type) == true { return value }
        let shown = value.holdsTaint ? "***" : json.map(Wording(mask: mask).json) ?? value.describedType
        var hint: String?
        if type == "string", case .expression(let expression)? = argument.value,
            json?.isOf("number") == true || json?.isOf("boolean") == true
        {
            hint = "quotes do not make a text of it: write `$(string(\(expression.text)))`"
        }
        throw StepFailure(
            .badInput, "the input `\(argument.name)` wants \(type), this is \(shown)", hint: hint, at: argument.range)
    }

    /// Runs a workflow that is called, teardown included.
    func performCalled() async {
        await performSections(of: "the workflow `\(workflow.name)`", after: false)
        await tearDown()
    }

    /// The outputs of a workflow that was called, as its caller's `result`; nil where it failed.
    var result: CELValue? {
        recording.hasFailed ? nil : outputs.entries.record
    }
}

extension StepExecution {
    /// Does what another workflow says; its steps are recorded as if they stood here.
    func perform(_ call: WorkflowCall) async -> StepEnd {
        let frame = (self.frame ?? PassFrame()).entering(step.name)
        let called = CaseRun(call, from: run, Calling(range: step.range, section: section, frame: frame))
        do throws(StepFailure) {
            try called.fillInputs(call.arguments, from: run)
        } catch {
            return fail(error)
        }
        await called.performCalled()
        var judged: Result?
        if let value = called.result {
            judged = judge(value, of: called, call)
            judged?.captured[Root.result.name] = value
        }
        do throws(StepFailure) {
            try run.values.remember(step.id, judged?.captured ?? CapturedValues(), at: step.range)
        } catch {
            return fail(error)
        }
        if !called.recording.ownFailures.isEmpty {
            var result = Result(kind: .workflow)
            result.failures = called.recording.ownFailures.map { $0.called(from: step.range, run) }
            return finish(result, started: run.settings.dependencies.clock(), duration: 0, remembers: false)
        }
        if let judged, !call.captures.isEmpty || judged.checkCount > 0 {
            return finish(judged, started: run.settings.dependencies.clock(), duration: 0, remembers: false)
        }
        let outcome = called.recording.outcome
        return StepEnd(
            outcome: outcome, blocks: called.recording.hasFailed && step.flow?.continuesOnFailure != true)
    }
}

extension StepExecution {
    /// Takes what the step captures from the outputs of the workflow that it called, and holds its checks against them.
    private func judge(_ value: CELValue, of called: CaseRun, _ call: WorkflowCall) -> Result {
        var result = Result(kind: .workflow)
        result.checkCount = call.checks.count + call.conditions.count
        if call.captures.isEmpty, result.checkCount == 0 { return result }
        // What no step had a part in was written in the file: to hold that against a check proves nothing.
        result.proves =
            result.checkCount > 0 && called.recording.records.contains { $0.outcome != .skipped && $0.kind.gives }
        // As JSON the result has lost what of it is secret: its `true`, `false` and `null` are hidden in all of this.
        let (_, flags) = run.stepSecrets.notingFlags { run.noteSecret(value) }
        run.values.set(Root.result.rawValue, value)
        defer { run.values.set(Root.result.rawValue, nil) }
        let judge = ResponseJudge(
            run: run, captures: call.captures, checks: call.checks, conditions: call.conditions, template: nil)
        // What an output without a form as JSON is has been told when it was computed.
        let response = StepResponse(result: (try? value.toJSON()) ?? .object(JSONObject()))
        run.stepSecrets.hiding(flags) {
            result.failures = judge.capture(response, &result, isUnexpected: false)
            judge.check(response, &result)
        }
        return result
    }
}

extension StepKind {
    /// Whether such a step can give a value or a verdict; those that a called workflow's step stands for are told
    /// themselves.
    fileprivate var gives: Bool {
        switch self {
        case .request, .set, .that, .exec: true
        case .wait, .log, .load, .group, .workflow: false
        }
    }
}

extension FailureRecord {
    /// Names the step that called the workflow in which this happened, unless there is a closer one.
    func called(from range: SourceRange, _ run: CaseRun) -> FailureRecord {
        guard related == nil else { return self }
        var failure = self
        failure.related = Related(label: "called", place: Reporting(run).plainPlace(range))
        return failure
    }
}
