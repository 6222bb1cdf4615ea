import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonRecords
import BatonSecrets
import BatonWorkflow

extension RequestExecution {
    /// The outcome of an endpoint call, and why it gave no result.
    struct End {
        var outcome: CallOutcome
        var result: CELValue?
        var problems: [FailureRecord] = []
        /// Whether the outcome's condition reads the `errors` of a GraphQL response.
        var explainsErrors = false
    }

    /// Gives the endpoint's inputs the values of this call.
    func enter(_ call: CallTemplate) throws(StepFailure) {
        var values: [String: CELValue] = [:]
        for argument in call.arguments {
            let value = try run.value(of: argument)
            try run.values.store(argument.slot, value, at: argument.range)
            values[argument.name] = value
        }
        if let slot = call.endpoint.inputsSlot { run.values.set(slot, .native(InputsView(values))) }
    }

    /// In a run with `--stub`, responds with the endpoint's sample; nil in any other run.
    func stub() throws(StepFailure) -> SampleDispatcher? {
        guard run.settings.options.isStub else { return nil }
        guard let call = template.call else {
            throw StepFailure(
                .stubMissing, "a plain request has no sample: with `--stub` only calls of endpoints are answered",
                at: template.url.range)
        }
        guard let sample = call.endpoint.sample else {
            throw StepFailure(
                .stubMissing, "`\(call.name)` has no `sample`", hint: "write one: `sample: { status: 200, json: … }`",
                at: call.endpoint.range)
        }
        return SampleDispatcher(try SampleResponse(settings: run.settings, scope: run).response(sample))
    }

    /// Determines the outcome of a call from its response: the first declared outcome whose condition holds, otherwise
    /// success or failure by status, and whether the result could be computed.
    func end(of call: CallTemplate, _ response: StepResponse) -> End {
        let reporting = Reporting(run)
        for outcome in call.endpoint.outcomes {
            switch outcome.condition.judge(in: run) {
            case .holds:
                return End(outcome: .named(outcome.name), explainsErrors: outcome.condition.readsGraphQLErrors)
            case .fails: continue
            case .broken(var failure):
                failure.message = "the outcome `\(outcome.name)`: \(failure.message)"
                return End(
                    outcome: .failure(.expression), problems: [reporting.failure(StepFailure(failure))])
            }
        }
        var result: CELValue?
        var problems: [FailureRecord] = []
        let outcome = CallOutcome.unclaimed(status: response.http.status) {
            guard let wanted = call.endpoint.result else { return true }
            let made = ResultEvaluator(response, scope: run).evaluate(wanted)
            result = made.value
            problems = made.problems.map(reporting.failure)
            return made.problems.isEmpty
        }
        return End(outcome: outcome, result: result, problems: problems)
    }

    /// Failures of a call; empty if it ended in success, or in the outcome that `expect` names.
    ///
    /// Where `expect` checks the status, an unsuccessful status is judged by that check alone.
    func failures(of end: End, _ call: CallTemplate, _ response: StepResponse) -> [FailureRecord] {
        // An expression that fails is a mistake in the file, whatever outcome was expected.
        if template.outcomeCheck != nil, end.outcome != .failure(.expression) { return [] }
        switch end.outcome {
        case .success: return []
        case .mappingFailed, .failure(.expression): return end.problems
        case .named where template.checksStatus && !response.http.isSuccess: return []
        case .failure where template.checksStatus: return []
        case .named(let name): return [Reporting(run).unexpectedOutcome(name, response, at: step.range)]
        case .failure:
            return [
                Reporting(run).unexpectedStatus(response, of: template, at: step.range).expecting(
                    run.masked(end.outcome.name))
            ]
        }
    }

    /// For a call that ended in `mapping_failed` instead of the expected outcome: which value could not be mapped.
    func mappingProblems(of end: End, _ failures: [FailureRecord]) -> [FailureRecord] {
        end.outcome == .mappingFailed && failures.contains { $0.check == "outcome" } ? end.problems : []
    }

    /// Adds the second place to each failure: where the call is written, or where the endpoint is defined.
    func place(_ failures: inout [FailureRecord], of call: CallTemplate) {
        let reporting = Reporting(run)
        // A failed capture of the step itself already refers to the step.
        for index in failures.indices
        where failures[index].related?.place.file != step.range.file.path
            && failures[index].kind != Failure.Kind.contract.rawValue
        {
            failures[index].related =
                failures[index].place.file == step.range.file.path
                ? FailureRecord.Related(label: "the endpoint", place: reporting.plainPlace(call.endpoint.range))
                : FailureRecord.Related(label: "called", place: reporting.plainPlace(step.range))
        }
    }
}

extension FailureRecord {
    /// Adds a hint how to expect this outcome.
    fileprivate func expecting(_ outcome: MaskedText) -> FailureRecord {
        var record = self
        if record.hint?.text.hasPrefix("if that is what") ?? true {
            record.hint = "if that is how the call should end, say so: `expect: { outcome: \(outcome) }`"
        }
        return record
    }
}

extension Reporting {
    /// The failure of a call that ended in a declared outcome that the step does not expect.
    func unexpectedOutcome(_ outcome: String, _ response: StepResponse, at range: SourceRange) -> FailureRecord {
        let outcome = run.masked(outcome)
        return FailureRecord(
            kind: Failure.Kind.check.rawValue,
            message: "outcome: expected success, got \(outcome) (status \(response.http.status))",
            check: "outcome", expected: "success", actual: outcome, serverMessage: serverMessage(response),
            hint: "if that is how the call should end, say so: `expect: { outcome: \(outcome) }`", place: place(range))
    }
}
