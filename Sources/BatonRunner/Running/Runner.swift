import BatonAPI
package import BatonHTTP
import BatonJudging
import BatonLanguage
package import BatonRecords
import BatonWorkflow
import Synchronization

// How the parts of this module work together. A folder knows those that are named before it.
//
// `Settings` is what a run was given, and what all of its cases share; `Ending` is why it, or a part of it, ends before its
// time. `Excerpts` makes text that may be shown, and `Snapshots` the files beside a workflow. `Views` are the
// values that expressions read, and `Outputs` those that a workflow leaves. `Planning` decides which cases run, in which
// order and in which shard. `Cases` is a workflow in progress, as state: its values, its deadlines, what it has recorded,
// and how the result of a step becomes a record. `Requests` and `Programs` send and start once what a step wants, and judge
// what came; `Repeating` repeats that (`retry`, `until`, `paginate`). `Steps` performs steps in sections, loops and branches, and
// the steps of a called workflow: there the recursion is. `Running` starts the cases of a plan, several at a time.

/// Runs the cases of a plan, several at a time, and reports events.
package final class Runner: Sendable {
    let plan: Plan
    let settings: RunSettings
    private let jobs: Int
    /// Number of failures that end the run; nil for no limit.
    private let maxFailures: Int?
    /// The time limit for all cases together, in microseconds; nil for no limit.
    private let timeout: Microseconds?
    /// The time limit as a deadline of every case except those of `after`.
    let limit: TimeLimit?
    let hub: EventHub
    let dispatcher: any Dispatcher
    /// The dispatcher for requests that want an access token, in a run without a cache.
    private let authorizing: AuthenticatingDispatcher
    /// The dispatcher for all requests of a run in which one has a `cache` setting; nil in any other run.
    let cache: CachingDispatcher?
    /// The preferred executor of a job: a transfer loop, so that a request does not change threads.
    private let executor: @Sendable (Int) -> (any TaskExecutor)?
    let progress: RunProgress
    /// Nil in a run that runs all of its cases.
    let requests: CaseRequests?

    /// - Parameter requests: where given, a case starts only once `request(_:)` asks for it.
    package init(
        plan: Plan, settings: RunSettings, jobs: Int, maxFailures: Int? = nil, timeout: Microseconds? = nil,
        hub: EventHub,
        dispatcher: any Dispatcher, requests: CaseRequests? = nil,
        executor: @escaping @Sendable (Int) -> (any TaskExecutor)?
    ) {
        self.requests = requests
        progress = RunProgress(plan, settings, startsOnRequest: requests != nil)
        self.plan = plan
        self.settings = settings
        self.jobs = max(1, jobs)
        self.maxFailures = maxFailures
        self.timeout = timeout
        limit = timeout.map { TimeLimit(RunEnding.sentence(timeout: $0), $0, elapsed: settings.dependencies.elapsed) }
        self.hub = hub
        self.dispatcher = dispatcher
        authorizing = AuthenticatingDispatcher(dispatcher)
        cache = plan.usesCache ? dispatcher as? CachingDispatcher ?? CachingDispatcher(authorizing) : nil
        self.executor = executor
    }

    /// The result of a run, in addition to its events.
    package struct Result: Sendable {
        package var counts = RunFinished.Counts()
        package var requestCount = 0
        /// Number of responses that came from the cache without sending a request.
        package var cachedCount = 0
        package var verdict = ExitCode.Verdict()
        /// What the run covered of its contracts; empty where nothing was sent.
        package var contracts: [ContractCoverage] = []
        /// The outputs of the selected workflow, where the settings want them and it passed.
        package var outputs: [OutputForm]?
    }

    /// Runs all cases.
    ///
    /// Cancelling the task that calls this interrupts the run: teardowns and the cases of `after` still run, and every
    /// case still gets its `case-finished`.
    package func run() async -> Result {
        let progress = progress
        if !settings.options.isDryRun, !settings.options.isStub { settings.contracts.expect(plan.contracts) }
        let pool = Task { [self] in
            await withTaskGroup(of: Void.self) { group in
                for job in 0..<min(jobs, max(1, plan.cases.count)) {
                    let executor = executor(job)
                    group.addTask(executorPreference: executor) { await self.work(progress, executor) }
                }
            }
        }
        progress.cancelWorkers = { pool.cancel() }
        // The first workers may have ended the run before there was a pool to cancel.
        if settings.ending.reason != nil { pool.cancel() }
        let clock = timeout.map { limit in
            Task { [self] in
                try await settings.dependencies.sleep(limit)
                end(.timeout(limit), progress)
            }
        }
        await withTaskCancellationHandler {
            await pool.value
        } onCancel: {
            end(.interrupted, progress)
        }
        clock?.cancel()
        _ = await clock?.result
        return conclude(progress)
    }

    /// Concludes the run, however it ended; later events do not change the result.
    private func conclude(_ progress: RunProgress) -> Result {
        for index in progress.close() { abandon(index, progress) }
        var result = progress.result
        result.contracts = settings.contracts.coverage(settings.secrets.masked)
        return result
    }

    private func work(_ progress: RunProgress, _ executor: (any TaskExecutor)?) async {
        while true {
            // Checked here too, because the timer gets no turn as long as no task waits.
            if let timeout, limit?.hasPassed == true { end(.timeout(timeout), progress) }
            guard let job = await progress.board.next() else { return }
            switch job {
            case .block(let index, let cause):
                hub.emit(.caseStarted(plan.cases[index].identity))
                finish(blocked(index, by: cause, progress), progress)
            case .run(let index):
                guard let requests else {
                    await run(index, progress, executor)
                    continue
                }
                await requests.perform(index, executor) { await self.run(index, progress, executor) }
            case .tearDown(let index):
                guard let held = progress.takeHeld(index) else { continue }
                conclude(await held.finish(isUsed: true), progress, passed: true)
            }
        }
    }

    private func run(_ index: Int, _ progress: RunProgress, _ executor: (any TaskExecutor)?) async {
        let planned = plan.cases[index]
        switch planned.take() ?? .invalid([]) {
        case .invalid(let diagnostics):
            hub.emit(.caseStarted(planned.identity))
            finish(UnstartedCase.invalid(planned.identity, diagnostics, settings), progress, passed: false)
        case .provided(let provided):
            hub.emit(.caseStarted(planned.identity))
            progress.give(provided.outputs(settings.secrets), of: index)
            finish(
                UnstartedCase.skipped(planned, because: provided.reason(settings.secrets), settings), progress,
                passed: true)
        case .workflow(let workflow):
            if let absence = workflow.absence {
                hub.emit(.caseStarted(planned.identity))
                // A case of `before` that does not run in the chosen environment blocks no other case.
                return finish(
                    UnstartedCase.skipped(planned, because: settings.secrets.masked(absence), settings), progress,
                    passed: planned.phase == .before)
            }
            let attempts = CaseAttempts(
                workflow, planned, given: given(to: planned, progress), limit: limit,
                in: JobContext(
                    settings: settings, dispatcher: dispatcher, authorizing: authorizing, cache: cache, hub: hub,
                    executor: executor))
            // Cases of `after` also run when the run ends early.
            if planned.phase == .after {
                nonisolated(unsafe) let attempts = attempts
                await shielded(executor, limit: settings.options.teardownLimit) { await attempts.performSteps() }
            } else {
                await attempts.performSteps()
            }
            if progress.isNeeded(index), let outputs = attempts.outputs(withSession: progress.givesSession(index)) {
                progress.give(outputs, of: index)
                if !workflow.teardown.isEmpty, progress.hold(attempts, index) {
                    requests?.hold(index)
                    return
                }
            }
            let ended = await attempts.finish()
            conclude(ended, progress, passed: ended.record.allowsDependents(settings))
        }
    }

    private func given(to planned: Plan.Case, _ progress: RunProgress) -> GivenValues {
        if planned.needs.isEmpty, planned.arguments.isEmpty { return GivenValues() }
        var given = GivenValues(arguments: planned.arguments)
        var rows: [String: [NeededOutputs]] = [:]
        for need in planned.needs {
            let outputs = progress.outputs(of: need.index)
            if need.isRow {
                rows[need.name, default: []].append(outputs)
            } else if given.needs[need.name] == nil {
                given.needs[need.name] = .one(outputs)
            }
        }
        for (name, outputs) in rows { given.needs[name] = .rows(outputs) }
        return given
    }

    // MARK: - Ends

    private func conclude(_ ended: CaseAttempts.Ended, _ progress: RunProgress, passed: Bool) {
        progress.count(requests: ended.requests, cached: ended.cached)
        if let outputs = ended.outputs { progress.keep(outputs) }
        finish(ended.record, progress, passed: passed, hasStarted: true)
    }

    /// - Parameters:
    ///   - passed: whether the cases that need this one may run; nil for a case that never started.
    ///   - hasStarted: whether its steps were already reported.
    private func finish(
        _ record: CaseRecord, _ progress: RunProgress, passed: Bool? = nil, hasStarted: Bool = false
    ) {
        progress.add(record, allowsOthers: passed == true)
        // Reported before the run may end because of this case: the cases that need a failed case are blocked in any
        // event.
        if let passed { progress.board.tell { $0.ended(record.identity.index, passed: passed) } }
        requests?.end(record.identity.index)
        tell(record, hasStarted: hasStarted)
        if let maxFailures, record.isBad, !record.isBlocked, progress.failureCount >= maxFailures {
            end(.failures(maxFailures, last: record.identity.path), progress)
        }
    }

    /// Ends the run early: from now on only teardowns and the cases of `after` start.
    private func end(_ reason: RunEnding.Reason, _ progress: RunProgress) {
        if progress.leave(if: { settings.ending.end(reason) }) { progress.cancelWorkers?() }
    }

    /// Reports a case that never started.
    private func abandon(_ index: Int, _ progress: RunProgress) {
        let planned = plan.cases[index]
        let record =
            requests?.isUnwanted(index) == true
            ? UnstartedCase.skipped(planned, because: "it was not asked for", settings)
            : UnstartedCase.record(planned, settings)
        progress.add(record)
        tell(record, hasStarted: false)
    }

    /// Sends the step records of a case that never started before its own, as a case that started has done: a file of
    /// events has a line for each step.
    private func tell(_ record: CaseRecord, hasStarted: Bool) {
        if !hasStarted { for step in record.steps { hub.emit(.stepFinished(step)) } }
        hub.emit(.caseFinished(record))
    }

    private func blocked(_ index: Int, by cause: Int?, _ progress: RunProgress) -> CaseRecord {
        let planned = plan.cases[index]
        if case .invalid(let diagnostics)? = planned.content {
            return UnstartedCase.invalid(planned.identity, diagnostics, settings)
        }
        let cause = cause ?? progress.failedBefore
        return UnstartedCase.blocked(
            planned, by: cause.map { plan.cases[$0] }, ended: cause.flatMap { progress.ending(of: $0) },
            settings)
    }
}
