import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonSystem
import BatonWorkflow

/// The request of a step: sent, its answer captured from and held against what is expected.
struct RequestExecution {
    let run: CaseRun
    let step: Step
    let template: RequestTemplate

    func perform() async -> StepExecution.Result {
        var result = StepExecution.Result(kind: .request)
        let request: Request
        do {
            let builder = RequestBuilder(settings: run.settings, scope: run, session: run.session(template.session))
            request = try builder.request(template)
        } catch {
            result.failures = [Reporting(run).failure(error)]
            return result
        }
        result.proves = true
        let session = request.session?.value
        let started = ClockReading.wallMicroseconds()
        do {
            let response = try await run.dispatcher.send(request)
            await judge(response, &result)
            let detail = result.failures.isEmpty ? nil : Reporting(run).detail(request, session, response)
            result.exchanges = [
                Reporting(run).exchange(request, response, template: template, started: started, detail: detail)
            ]
        } catch {
            fail(error, request, session, started, &result)
        }
        return result
    }

    private func judge(_ response: Response, _ result: inout StepExecution.Result) async {
        noteSecrets(of: response)
        let answer = Answer(response)
        if response.body.count > Answer.largeBody { await parseElsewhere(answer) }
        result.answer = answer
        run.set(Root.response.rawValue, .native(answer))
        let reporting = Reporting(run)
        capture(answer, &result)

        let evaluator = CheckEvaluator(answer, scope: run)
        result.checkCount = template.checks.count + template.conditions.count + (template.checksStatus ? 0 : 1)
        if !template.checksStatus, !response.isSuccess {
            result.failures.append(reporting.unexpectedStatus(answer, of: template, at: step.range))
        }
        if template.failsOnGraphQLErrors, let failure = reporting.graphQLErrors(answer, at: step.range) {
            result.failures.append(failure)
        }
        for check in template.checks {
            do throws(TemplateFailure) {
                if let failure = try evaluator.evaluate(check) {
                    result.failures.append(reporting.failure(failure, answer, of: template))
                }
            } catch {
                result.failures.append(reporting.failure(StepFailure(error)))
            }
        }
        for condition in template.conditions {
            if let failure = reporting.failure(of: condition) { result.failures.append(failure) }
        }
    }

    /// Captures come before the checks, whatever these say; what is missing fails the step.
    private func capture(_ answer: Answer, _ result: inout StepExecution.Result) {
        let evaluator = CaptureEvaluator(answer, scope: run)
        // A capture that an unexpected status makes impossible would only repeat what the status says.
        let isUnexpected = !template.checksStatus && !answer.response.isSuccess
        for capture in template.captures {
            switch evaluator.evaluate(capture) {
            case .success(let value):
                run.set(capture.slot, value)
                result.captured[capture.name] = value
            case .failure(let problem):
                run.set(capture.slot, nil)
                if !isUnexpected { result.failures.append(Reporting(run).failure(problem)) }
            }
        }
    }

    /// What an answer hands out as a credential is secret without being told.
    private func noteSecrets(of response: Response) {
        for slot in response.headers.slots {
            if response.headers.isNamed(slot, "set-cookie") {
                let text = String(decoding: response.headers.block[slot.valueRange], as: UTF8.self)
                if let cookie = Cookie.parse(text, from: response.url, now: 0) { run.noteSecret(cookie.value) }
            }
        }
        for name in run.settings.sessionHeaders {
            for value in response.headers.values(name) { run.noteSecret(value) }
        }
    }

    /// Parsing much JSON here would hold up every other transfer of this loop, and falsify their durations.
    private func parseElsewhere(_ answer: Answer) async {
        await withTaskExecutorPreference(globalConcurrentExecutor) { @Sendable in
            await Self.parse(answer)
        }
    }

    @concurrent private static func parse(_ answer: Answer) async {
        _ = answer.json
    }

    private func fail(
        _ failure: Failure, _ request: Request, _ session: Session?, _ started: Microseconds,
        _ result: inout StepExecution.Result
    ) {
        let reporting = Reporting(run)
        result.checkCount = 0
        result.failures = [reporting.failure(failure, request, at: template.url.range)]
        if let response = failure.response { noteSecrets(of: response) }
        result.exchanges = [
            reporting.failedExchange(request, session, failure, template: template, started: started)
        ]
    }
}
