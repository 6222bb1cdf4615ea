import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonWorkflow

extension RequestExecution {
    /// The outcome of an endpoint call, and why it gave no result.
    struct End {
        var outcome: CallOutcome
        var result: CELValue?
        var failures: [StepFailure] = []
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

    /// In a run with `--stub`, responds with the sample; nil in any other run.
    func stub() throws(StepFailure) -> SampleDispatcher? {
        guard run.settings.options.isStub else { return nil }
        guard let sample = template.sample else {
            throw StepFailure(
                .stubMissing, "\(template.call.map { "`\($0.name)`" } ?? "the request") has no `sample`",
                hint: "write one: `sample: { status: 200, json: … }`",
                at: template.call?.endpoint.range ?? template.url.range)
        }
        return SampleDispatcher(try SampleResponse(settings: run.settings, scope: run).response(sample))
    }

    /// Determines the outcome of a call from its response: the first declared outcome whose condition holds, otherwise
    /// success or failure by status, and whether the result could be computed.
    func end(of call: CallTemplate, _ response: StepResponse) -> End {
        for outcome in call.endpoint.outcomes {
            switch outcome.condition.judge(in: run) {
            case .holds:
                return End(outcome: .named(outcome.name), explainsErrors: outcome.condition.readsGraphQLErrors)
            case .fails: continue
            case .broken(let failure):
                return End(outcome: .failure(.expression), failures: [failure.of("the outcome `\(outcome.name)`")])
            }
        }
        var result: CELValue?
        var failures: [StepFailure] = []
        let outcome = CallOutcome.unclaimed(status: response.http.status) {
            guard let wanted = call.endpoint.result else { return true }
            let made = ResultEvaluator(response, scope: run).evaluate(wanted)
            result = made.value
            failures = made.failures
            return failures.isEmpty
        }
        return End(outcome: outcome, result: result, failures: failures)
    }

    /// Failures of a call; empty if it ended in success, or in the outcome that `expect` names.
    ///
    /// Where `expect` checks the status, an unsuccessful status is judged by that check alone.
    func failures(of end: End, _ response: StepResponse) -> [StepFailure] {
        let failures = ResponseFailures(run: run, response: response, template: template)
        // An expression that fails is a mistake in the file, whatever outcome was expected.
        if template.outcomeCheck != nil, end.outcome != .failure(.expression) { return [] }
        switch end.outcome {
        case .success: return []
        case .mappingFailed, .failure(.expression): return end.failures
        case .named where template.checksStatus && !response.http.isSuccess: return []
        case .failure where template.checksStatus: return []
        case .named(let name): return [failures.unexpectedOutcome(name, at: step.range)]
        case .failure: return [failures.unexpectedStatus(outcome: end.outcome.name, at: step.range)]
        }
    }

    /// For a call that ended in `mapping_failed` instead of the expected outcome: which value could not be mapped.
    func mappingFailures(of end: End, _ failed: [ResponseJudge.Failed]) -> [StepFailure] {
        guard end.outcome == .mappingFailed, failed.contains(where: { $0.failure.check == "outcome" }) else {
            return []
        }
        return end.failures.map(run.taken)
    }

    /// Adds the second place to each failure: where the call is written, or where the endpoint is defined.
    func place(_ failures: inout [StepFailure], of call: CallTemplate) {
        // A failed capture of the step itself already refers to the step.
        for index in failures.indices
        where failures[index].related?.range.file.path != step.range.file.path
            && failures[index].kind != .contract
        {
            failures[index].related =
                failures[index].range.file.path == step.range.file.path
                ? ("the endpoint", call.endpoint.range) : ("called", step.range)
        }
    }
}

/// The response that a `sample` describes, filled with the values of the run.
struct SampleResponse {
    let settings: RunSettings
    let scope: any TemplateScope

    func response(_ sample: SampleTemplate) throws(StepFailure) -> Sample {
        var headers = Headers()
        var body: [UInt8] = []
        var type: String?
        if let template = sample.body {
            let made = try BodyBuilder(settings: settings, scope: scope).body(template, at: sample.range)
            switch made {
            case .none, .multipart, .stream: break
            case .bytes(let bytes, let contentType): (body, type) = (bytes, contentType)
            case .file(let file, let offset, let length, let contentType):
                type = contentType
                do {
                    body = try file.bytes(from: offset, length: length, limit: Int(TransferOptions.maxResponseInMemory))
                } catch {
                    throw StepFailure(.badInput, error.message, at: sample.range)
                }
            }
        }
        var merger = NamedValueMerger(ignoringCase: true)
        if let map = sample.headers { try merger.add(map, from: scope) }
        if let type, merger["content-type"] == nil { headers.append("Content-Type", type) }
        for entry in merger.entries {
            for value in entry.values { headers.append(entry.name, value) }
        }
        return Sample(status: sample.status, headers: headers, body: body)
    }
}
