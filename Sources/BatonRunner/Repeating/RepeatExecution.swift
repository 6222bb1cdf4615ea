import BatonAPI
import BatonCEL
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonValues
import BatonWorkflow

/// Repeats what a step sends or starts: `retry` around `until` around the request or the program.
struct RepeatExecution {
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

    func perform() async -> StepResult {
        var log = AttemptLog(isTracing: run.settings.options.isTracing)
        var result: StepResult
        do throws(StepFailure) {
            if let retry = flow.retry {
                result = await attempts(try retry.policy(from: run), &log)
            } else {
                result = try await polls(&log)
            }
        } catch {
            result = StepResult(kind: step.action.kind)
            result.fail(error, run)
        }
        result.programs = log.programs
        result.exchanges = log.exchanges
        result.requestCount = log.count
        return result
    }

    // MARK: - retry

    private func attempts(_ policy: RetryPolicy, _ log: inout AttemptLog) async -> StepResult {
        let began = dependencies.elapsed()
        var attempt = 0
        var isFlaky = false
        while true {
            attempt += 1
            var result: StepResult
            do throws(StepFailure) {
                result = try await polls(&log)
            } catch {
                result = StepResult(kind: step.action.kind)
                result.fail(error, run)
                return result
            }
            if result.failures.isEmpty {
                result.isFlaky = isFlaky
                return result
            }
            let status = log.lastStatus
            let decision = policy.decide(
                after: attempt,
                isRetried: !result.isFinal
                    && policy.isReason(kinds: result.failures.map(\.kind.rawValue), status: status),
                retryAfter: result.retryAfter.map { .microseconds($0) },
                elapsed: .microseconds(dependencies.elapsed() - began), random: dependencies.random())
            guard case .pause(let pause) = decision else { return result }
            // A 429 or 503 with `Retry-After` is not a fault of the server, so the step is not flaky.
            if !(status == 429 || status == 503) || result.retryAfter == nil { isFlaky = true }
            log.note(Reporting(run).message(of: result.failures[0]), isPoll: false)
            if let failure = await interrupted(pause.microseconds) {
                result.failures = [failure]
                return result
            }
            run.stepSecrets.forget()
        }
    }

    // MARK: - until

    private func polls(_ log: inout AttemptLog) async throws(StepFailure) -> StepResult {
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
                let failure = timeUp(
                    polling, schedule.within, count: count, last: result.unmet, network: result.failures.first,
                    isAnswered: isAnswered)
                result.failures = [run.taken(failure)]
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
    private func notYet(_ result: StepResult) -> MaskedText? {
        if let unmet = result.unmet { return Reporting(run).message(of: unmet) }
        guard let failure = result.failures.first, failure.kind.family == "network" || result.endedTooEarly else {
            return nil
        }
        return Reporting(run).message(of: failure)
    }

    private func perform(_ log: inout AttemptLog, until: Expression?) async -> StepResult {
        let result: StepResult
        switch attempted {
        case .request(let request):
            let attempt = RequestExecution.Attempt(number: log.nextAttempt, until: until)
            result = await request.again(attempt).once()
        case .program(let program): result = await program.once(until: until)
        }
        log.add(result)
        return result
    }

    private func interrupted(_ pause: Microseconds) async -> StepFailure? {
        if await run.settings.dependencies.pause(pause) { return nil }
        let cut = run.taken(StepFailure(run.cut, at: step.range))
        return StepFailure(cut.kind, cut.message + " between two attempts", at: step.range)
    }

    /// The failure of a condition that did not become true in time.
    private func timeUp(
        _ polling: Polling, _ within: Microseconds, count: Int, last unmet: StepFailure?, network: StepFailure?,
        isAnswered: Bool
    ) -> StepFailure {
        // In words that are the same for each number: a failure is known again by its message without numbers.
        let polls = "polls: \(count)"
        let hint: Hint? =
            polling.hasOwnBound
            ? nil : "`until` polls for \(Polling.standardBound / 1_000_000) s unless `within` says otherwise"
        let range = polling.condition.range
        let message =
            "until: `\(polling.condition.line)` did not hold within \(TimeText.short(within)) (\(polls))"
        if unmet == nil, let network {
            // The last poll got no response, so its failure is the result of the step.
            var failure =
                !isAnswered && network.kind.family == "network"
                ? StepFailure(
                    network.kind, "until: no response (\(polls)): \(network.message)", cause: network.cause,
                    hint: hint,
                    at: range)
                : StepFailure(network.kind, message, cause: network.withCause, hint: hint, at: range)
            failure.words = network.words
            return failure
        }
        var failure = StepFailure(.check, message, check: "until", cause: unmet?.cause, hint: hint, at: range)
        failure.explanation = unmet?.explanation ?? []
        failure.words = unmet?.words ?? failure.words
        return failure
    }
}

/// Decides whether there is time for another poll of `until`.
struct PollSchedule: Equatable {
    let every: Microseconds
    let within: Microseconds

    /// Minimum pause in microseconds, even if `every` is shorter, to protect the server.
    private static let shortest: Microseconds = 1000

    /// The pause before the next poll; nil when the time is up. The last poll is sent when the time is up.
    ///
    /// - Parameter elapsed: time since the start of the first poll.
    func pause(elapsed: Microseconds) -> Microseconds? {
        guard elapsed < within else { return nil }
        return max(Self.shortest, min(every, within - elapsed))
    }
}

/// The requests and programs of one step: only the first and the last ones of many.
struct AttemptLog {
    private static let firsts = 20
    private static let most = 100

    /// Whether what polls received is kept too.
    let isTracing: Bool
    private(set) var exchanges: [EndedExchange] = []
    private(set) var programs: [ProgramRecord] = []
    /// Number of all requests sent, including those that are not kept.
    private(set) var count = 0
    /// The status that the last attempt or poll had; nil where it had no response.
    private(set) var lastStatus: Int?

    init(isTracing: Bool) { self.isTracing = isTracing }

    /// The number of the next request, from 1.
    var nextAttempt: Int { (exchanges.last?.attempt ?? 0) + 1 }

    mutating func add(_ result: StepResult) {
        lastStatus = result.exchanges.last?.status
        for exchange in result.exchanges {
            if exchanges.count == Self.most { exchanges.remove(at: Self.firsts) }
            exchanges.append(exchange)
            if exchange.wasSent { count += 1 }
        }
        for program in result.programs {
            if programs.count == Self.most { programs.remove(at: Self.firsts) }
            programs.append(program)
        }
    }

    /// Records why the last attempt was not enough.
    ///
    /// - Parameter isPoll: whether it was only a poll of `until`. This is not a failure, so no more of it is kept.
    mutating func note(_ reason: MaskedText, isPoll: Bool) {
        if !exchanges.isEmpty {
            exchanges[exchanges.count - 1].note = reason
            exchanges[exchanges.count - 1].isPoll = isPoll
            if isPoll, !isTracing { exchanges[exchanges.count - 1].detail = nil }
        }
        if !programs.isEmpty {
            programs[programs.count - 1].note = reason
            programs[programs.count - 1].isPoll = isPoll
            if isPoll, !isTracing {
                (programs[programs.count - 1].output, programs[programs.count - 1].errors) = (nil, nil)
            }
        }
    }
}
