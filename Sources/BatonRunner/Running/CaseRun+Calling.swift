import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonSystem
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
        var values: [String: CELValue] = [:]
        for argument in arguments {
            let value = try caller.value(of: argument)
            set(argument.slot, value)
            values[argument.name] = value
        }
        set(Root.inputs, InputsView(values))
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
        let shown = value.isTainted ? "***" : json.map(Shown.json) ?? value.describedType
        throw StepFailure(
            .badInput, "the input `\(argument.name)` wants \(type), this is \(shown)", at: argument.range)
    }

    /// Runs a workflow that is called, teardown included.
    func performCalled() async {
        if let limit = workflowLimit() {
            await limited("the workflow `\(workflow.name)`", to: limit) { [self] in await performSections(after: false)
            }
        } else {
            await performSections(after: false)
        }
        if !hasFailed { computeOutputs() }
        await tearDown()
    }

    /// The outputs of a workflow that was called, as its caller's `result`; nil where it failed.
    var result: CELValue? {
        guard !hasFailed else { return nil }
        var map = CELMap()
        for output in outputs { _ = map.insert(.string(output.name), output.value) }
        // One secret part does not make secrets of the others.
        let whole = CELValue.map(map)
        return whole.isTainted ? .native(ResultView(map)) : whole
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
        var values: [String: CELValue] = [:]
        if let result = called.result { values[Root.result.name] = result }
        run.remember(step.id, StepView(ran: true, values: values, answer: nil))
        if !called.outputFailures.isEmpty {
            var result = Result(kind: .workflow)
            result.failures = called.outputFailures.map { $0.called(from: step.range, run) }
            return finish(result, started: ClockReading.wallMicroseconds(), duration: 0, remembers: false)
        }
        let outcome = called.outcome
        return StepEnd(
            outcome: outcome, blocks: called.hasFailed && step.flow?.continuesOnFailure != true)
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
