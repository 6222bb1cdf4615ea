import BatonAPI
import BatonDiagnostics
package import BatonHTTP
import BatonSystem
import BatonWorkflow
import Synchronization

/// Runs the cases of a plan, several at a time, and tells what happens as events.
package struct Runner: Sendable {
    private let plan: Plan
    private let settings: RunSettings
    private let jobs: Int
    private let failsFast: Bool
    private let hub: EventHub
    private let dispatcher: CachingDispatcher
    /// Which executor a job prefers: a transfer loop, so that a request crosses no thread.
    private let executor: @Sendable (Int) -> (any TaskExecutor)?

    package init(
        plan: Plan, settings: RunSettings, jobs: Int, failsFast: Bool, hub: EventHub, dispatcher: any Dispatcher,
        executor: @escaping @Sendable (Int) -> (any TaskExecutor)?
    ) {
        self.plan = plan
        self.settings = settings
        self.jobs = max(1, jobs)
        self.failsFast = failsFast
        self.hub = hub
        self.dispatcher = dispatcher as? CachingDispatcher ?? CachingDispatcher(dispatcher)
        self.executor = executor
    }

    /// What is left of a run when its events have gone out.
    package struct Result: Sendable {
        package var counts = RunFinished.Counts()
        package var requestCount = 0
        /// How many answers came from the cache, with nothing sent.
        package var cachedCount = 0
        package var verdict = ExitCode.Verdict()
    }

    /// Cancelling the task that calls this interrupts the run: teardowns run, and every case still gets its end.
    package func run() async -> Result {
        let state = Mutex(State(Schedule(count: plan.cases.count, failsFast: failsFast), settings))
        let shared = Shared(state)
        await withTaskGroup(of: Void.self) { group in
            for job in 0..<min(jobs, max(1, plan.cases.count)) {
                let executor = executor(job)
                group.addTask(executorPreference: executor) { await work(shared, executor) }
            }
        }
        let unstarted = shared.state.withLock { $0.schedule.unstarted }
        for index in unstarted { finish(unstartedRecord(plan.cases[index]), 0, shared) }
        return shared.state.withLock { $0.result }
    }

    private struct State {
        var schedule: Schedule
        var result: Result

        init(_ schedule: Schedule, _ settings: RunSettings) {
            self.schedule = schedule
            result = Result(verdict: ExitCode.Verdict(failsOnFlaky: settings.failsOnFlaky))
        }
    }

    /// The state of a run, in a box that its jobs share.
    private final class Shared: Sendable {
        let state: Mutex<State>

        init(_ state: consuming Mutex<State>) {
            self.state = state
        }
    }

    private func work(_ shared: Shared, _ executor: (any TaskExecutor)?) async {
        while true {
            if Task.isCancelled { shared.state.withLock { $0.schedule.cancel() } }
            guard case .run(let index) = shared.state.withLock({ $0.schedule.start() }) else { return }
            let planned = plan.cases[index]
            switch planned.take() ?? .invalid([]) {
            case .invalid(let diagnostics):
                hub.emit(.caseStarted(planned.identity))
                finish(InvalidFile.record(planned.identity, diagnostics), 0, shared)
            case .workflow(let workflow):
                let ended = await attempt(workflow, planned, executor)
                shared.state.withLock { $0.result.cachedCount += ended.cached }
                finish(ended.record, ended.requests, shared)
            }
        }
    }

    /// Runs a workflow until it passes or its `retries`, else those of the command line, are used.
    private func attempt(
        _ workflow: Workflow, _ planned: Plan.Case, _ executor: (any TaskExecutor)?
    ) async -> (record: CaseRecord, requests: Int, cached: Int) {
        var earlier: [CaseRecord.Attempt] = []
        var requests = 0
        var cached = 0
        let most = settings.retries ?? workflow.retries
        while true {
            let run = CaseRun(
                workflow, planned.identity, row: planned.row, settings: settings, dispatcher: dispatcher, hub: hub,
                executor: executor, isRepeated: !earlier.isEmpty)
            let record = await run.perform()
            requests += run.requestCount
            cached += run.cachedCount
            let isBad = record.outcome == .failed || record.outcome == .error
            guard isBad, earlier.count < most, !Task.isCancelled else {
                return (record.following(earlier), requests, cached)
            }
            earlier.append(CaseRecord.Attempt(record, number: earlier.count + 1))
        }
    }

    private func finish(_ record: CaseRecord, _ requests: Int, _ shared: Shared) {
        shared.state.withLock { state in
            state.schedule.finished(record.outcome, isQuarantined: record.isQuarantined)
            state.result.requestCount += requests
            state.result.counts.count(record)
            if record.isFlaky { state.result.counts.flaky += 1 }
            state.result.verdict.add(record)
        }
        hub.emit(.caseFinished(record))
    }

    /// A case whose turn never came.
    private func unstartedRecord(_ planned: Plan.Case) -> CaseRecord {
        let now = ClockReading.wallMicroseconds()
        if case .invalid(let diagnostics)? = planned.content {
            return InvalidFile.record(planned.identity, diagnostics)
        }
        guard Task.isCancelled else {
            return CaseRecord(
                identity: planned.identity, outcome: .skipped, reason: "an earlier workflow failed (--fail-fast)",
                started: now, duration: 0, steps: [])
        }
        let place = Place(file: planned.identity.path, line: 1, column: 1)
        let failure = FailureRecord(
            kind: Failure.Kind.cancelled.rawValue, message: "the run was interrupted before this workflow began",
            place: place)
        let step = StepRecord(
            caseIndex: planned.identity.index, index: 0, section: .steps, name: planned.identity.name, kind: .load,
            outcome: .error, place: place, started: now, duration: 0, failures: [failure])
        return CaseRecord(
            identity: planned.identity, outcome: .error, reason: failure.message, started: now, duration: 0,
            steps: [step])
    }
}

extension RunFinished.Counts {
    mutating func count(_ record: CaseRecord) {
        switch record.outcome {
        case .failed where record.isQuarantined, .error where record.isQuarantined: quarantined += 1
        case .passed: passed += 1
        case .failed: failed += 1
        case .error: errors += 1
        case .skipped: skipped += 1
        }
    }
}
