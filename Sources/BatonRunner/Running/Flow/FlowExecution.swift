import BatonAPI
import BatonCEL
import BatonHTTP
import BatonRecords
import BatonSecrets
import BatonValues
import BatonWorkflow

/// Repeats what a step sends or starts: `retry` around `until` around the request or the program.
struct FlowExecution {
    enum Attempted {
        case request(RequestExecution)
        case program(ExecExecution)
    }

    let attempted: Attempted
    let flow: RequestFlow

    private var step: Step {
        switch attempted {
        case .request(let request): request.step
        case .program(let program): program.step
        }
    }
    var run: CaseRun {
        switch attempted {
        case .request(let request): request.run
        case .program(let program): program.run
        }
    }
    private var dependencies: Dependencies { run.settings.dependencies }

    func perform() async -> StepExecution.Result {
        var log = AttemptLog(isTracing: run.settings.options.isTracing)
        var result: StepExecution.Result
        do throws(TemplateFailure) {
            if let retry = flow.retry {
                result = await attempts(try retry.policy(from: run), &log)
            } else {
                result = try await polls(&log)
            }
        } catch {
            result = StepExecution.Result(kind: step.action.kind)
            result.fail(StepFailure(error), run)
        }
        result.program = log.programs.last
        result.earlierPrograms = log.programs.dropLast()
        result.exchanges = log.exchanges
        result.requestCount = log.count
        return result
    }

    // MARK: - retry

    private func attempts(_ policy: RetryPolicy, _ log: inout AttemptLog) async -> StepExecution.Result {
        let began = dependencies.elapsed()
        var attempt = 0
        var isFlaky = false
        while true {
            attempt += 1
            var result: StepExecution.Result
            do throws(TemplateFailure) {
                result = try await polls(&log)
            } catch {
                result = StepExecution.Result(kind: step.action.kind)
                result.fail(StepFailure(error), run)
                return result
            }
            if result.failures.isEmpty {
                result.isFlaky = isFlaky
                return result
            }
            let status = log.exchanges.last?.status
            let decision = policy.decide(
                after: attempt,
                isRetried: !result.isFinal && policy.isReason(kinds: result.failures.map(\.kind), status: status),
                retryAfter: result.retryAfter.map { .microseconds($0) },
                elapsed: .microseconds(dependencies.elapsed() - began), random: dependencies.random())
            guard case .pause(let pause) = decision else { return result }
            // A 429 or 503 with `Retry-After` is not a fault of the server, so the step is not flaky.
            if !(status == 429 || status == 503) || result.retryAfter == nil { isFlaky = true }
            log.note(result.failures[0].message, isPoll: false)
            if let failure = await interrupted(pause.microseconds) {
                result.failures = [failure]
                return result
            }
            run.stepSecrets.forget()
        }
    }

    // MARK: - until

    private func polls(_ log: inout AttemptLog) async throws(TemplateFailure) -> StepExecution.Result {
        guard let polling = flow.polling else {
            if let pagination = flow.pagination, case .request(let request) = attempted {
                return await pages(pagination, of: request, &log)
            }
            return await perform(&log, until: nil)
        }
        let schedule = PollSchedule(
            every: try polling.every.microseconds(from: run), within: try polling.within.microseconds(from: run))
        let began = dependencies.elapsed()
        var count = 0
        var isAnswered = false
        while true {
            count += 1
            var result = await perform(&log, until: polling.condition)
            isAnswered = isAnswered || result.unmet != nil
            guard let reason = notYet(result) else { return result }
            guard let pause = schedule.pause(elapsed: dependencies.elapsed() - began) else {
                let failure = Reporting(run).timeUp(
                    polling, schedule.within, count: count, last: result.unmet, network: result.failures.first,
                    isAnswered: isAnswered)
                result.failures = [failure]
                return result
            }
            log.note(reason, isPoll: true)
            if let failure = await interrupted(pause) {
                result.failures = [failure]
                return result
            }
        }
    }

    /// Why a poll is followed by another one; nil for the last poll.
    private func notYet(_ result: StepExecution.Result) -> MaskedText? {
        if let unmet = result.unmet { return unmet.message }
        guard let failure = result.failures.first, failure.kind.hasPrefix("network.") || result.endedTooEarly else {
            return nil
        }
        return failure.message
    }

    private func perform(_ log: inout AttemptLog, until: Expression?) async -> StepExecution.Result {
        let result: StepExecution.Result
        switch attempted {
        case .request(var request):
            request.attempt = RequestExecution.Attempt(number: log.nextAttempt, until: until)
            result = await request.once()
        case .program(let program): result = await program.once(until: until)
        }
        log.add(result)
        return result
    }

    private func interrupted(_ pause: Microseconds) async -> FailureRecord? {
        if await run.settings.dependencies.pause(pause) { return nil }
        var failure = Reporting(run).failure(StepFailure(run.cut, at: step.range))
        failure.message = failure.message + " between two attempts"
        return failure
    }
}

extension Reporting {
    /// Records that `until` did not become true in time.
    func timeUp(
        _ polling: Polling, _ within: Microseconds, count: Int, last unmet: UnmetCondition?, network: FailureRecord?,
        isAnswered: Bool
    ) -> FailureRecord {
        let polls = Plural.count(count, "poll")
        var failure = self.failure(
            StepFailure(
                .check,
                "until: `\(oneLine(polling.condition.text))` did not hold within \(TimeText.short(within)) (\(polls))",
                at: polling.condition.range))
        failure.check = "until"
        if let unmet {
            failure.explanation = unmet.explanation
            failure.cause = unmet.error
        } else if let network {
            // The last poll got no response, so its failure is the result of the step.
            failure.kind = network.kind
            failure.check = nil
            failure.cause = network.cause.map { "\(network.message): \($0)" } ?? network.message
            if !isAnswered, network.kind.hasPrefix("network.") {
                failure.message = "until: no response in \(MaskedText(harmless: polls)): \(network.message)"
                failure.cause = network.cause
            }
        }
        if !polling.hasOwnBound {
            failure.hint = "`until` polls for \(Polling.standardBound / 1_000_000) s unless `within` says otherwise"
        }
        return failure
    }

    /// Evaluates `until` on a response; nil when the condition holds.
    ///
    /// - Parameter scope: nil for the values of the case.
    func unmet(_ condition: Expression, in scope: (any TemplateScope)? = nil) -> UnmetCondition? {
        switch condition.judge(in: scope ?? run) {
        case .holds: return nil
        case .fails(let explained):
            return UnmetCondition(
                message: run.masked("`\(oneLine(condition.text))` is false"), explanation: explanation(explained.parts))
        case .broken(let failure):
            let error = run.masked(failure.message)
            return UnmetCondition(message: error, error: error, explanation: explanation(failure.explanation))
        }
    }
}

/// Why `until` did not hold.
struct UnmetCondition {
    var message: MaskedText
    /// The error that kept the condition from having a value.
    var error: MaskedText?
    var explanation: [FailureRecord.SubExpression]
}
