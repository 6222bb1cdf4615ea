import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSources
import BatonWorkflow

extension CaseRun {
    /// Fills the inputs of a called workflow with the values that the caller's expressions give.
    func fillInputs(_ arguments: [CallTemplate.Argument], from caller: CaseRun) throws(StepFailure) {
        var given: [String: CELValue] = [:]
        for argument in arguments {
            let value = try caller.value(of: argument)
            try values.store(argument.slot, value, at: argument.range)
            given[argument.name] = value
        }
        values.set(.inputs, InputsView(given))
    }

    /// Evaluates an argument of a call; its value must have the input's type.
    func value(of argument: CallTemplate.Argument) throws(StepFailure) -> CELValue {
        var value = CELValue.null
        if let template = argument.value { value = try template.value(from: self) }
        value.isTainted = value.isTainted || argument.isSecret
        noteSecret(value)
        guard let type = argument.type, !value.isNull else { return value }
        let json = try? value.toJSON()
        if json?.isOf(type) == true { return value }
        let shown = value.holdsTaint ? "***" : json.map(Wording(mask: mask).json) ?? value.describedType
        var hint: Hint?
        if type == "string", case .expression(let expression)? = argument.value,
            json?.isOf("number") == true || json?.isOf("boolean") == true
        {
            hint = "quotes do not make a text of it: write `$(string(\(expression.text)))`"
        }
        throw StepFailure(
            .badInput, "the input `\(argument.name)` wants \(type), this is \(shown)", hint: hint, at: argument.range)
    }

    /// Runs a called workflow, teardown included.
    func performCalled() async {
        await performSections(of: "the workflow `\(workflow.name)`", after: false)
        await tearDown()
    }

    /// The outputs of a called workflow, as its caller's `result`; nil where the workflow failed.
    var result: CELValue? {
        recording.hasFailed ? nil : outputs.entries.record
    }
}

extension StepExecution {
    /// Runs another workflow as a step; its steps are recorded among those of the caller.
    func perform(_ call: WorkflowCall) async -> StepEnd {
        let frame = (self.frame ?? PassFrame()).entering(step.name)
        let called = CaseRun(call, from: run, Calling(range: step.range, section: section, frame: frame))
        do throws(StepFailure) {
            try called.fillInputs(call.arguments, from: run)
        } catch {
            return fail(error)
        }
        await called.performCalled()
        var judged: StepResult?
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
            var result = StepResult(kind: .workflow)
            result.failures = called.recording.ownFailures.map { $0.called(from: step.range) }
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
    /// Captures from the outputs of a called workflow, and checks them.
    private func judge(_ value: CELValue, of called: CaseRun, _ call: WorkflowCall) -> StepResult {
        var result = StepResult(kind: .workflow)
        result.checkCount = call.checks.count + call.conditions.count
        if call.captures.isEmpty, result.checkCount == 0 { return result }
        // A value that no step contributed to is written in the file, so a check of it proves nothing.
        result.proves =
            result.checkCount > 0 && called.recording.steps.contains { $0.outcome != .skipped && $0.kind.gives }
        // The JSON form of the result no longer marks secrets, so its `true`, `false` and `null` are hidden in all of
        // the step.
        let (_, flags) = run.stepSecrets.notingFlags { run.noteSecret(value) }
        run.values.set(Root.result.rawValue, value)
        defer { run.values.set(Root.result.rawValue, nil) }
        let judge = ResponseJudge(
            run: run, captures: call.captures, checks: call.checks, conditions: call.conditions, template: nil)
        // An output that has no JSON form was reported when it was computed.
        let response = StepResponse(result: (try? value.toJSON()) ?? .object(JSONObject()))
        run.stepSecrets.hiding(flags) {
            result.failures = judge.capture(response, &result, isUnexpected: false)
            result.failures += judge.check(response, &result).map(\.failure)
        }
        return result
    }
}

extension StepKind {
    /// Whether a step of this kind can produce a value or an outcome. The steps in groups and calls have own records.
    fileprivate var gives: Bool {
        switch self {
        case .request, .set, .that, .exec: true
        case .wait, .log, .load, .group, .workflow: false
        }
    }
}
