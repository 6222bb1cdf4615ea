import BatonHTTP
import BatonRecords
import BatonRunner

/// A prepared run on its way, from its first event to its summary: the same for the program and for Swift code.
struct RunExecution: Sendable {
    private let prepared: PreparedRun
    private let isDryRun: Bool
    private let hub: EventHub
    private let cache: RunCache
    private let gauge: InFlightGauge
    let runner: Runner

    /// A run that has ended.
    struct Ended: Sendable {
        let result: Runner.Result
        let duration: Microseconds
    }

    /// - Parameters:
    ///   - dispatcher: sends what does not come from the cache.
    ///   - requests: where given, a case starts only once the runner is asked for it.
    init(
        _ prepared: PreparedRun, _ options: RunOptions, hub: EventHub, dispatcher: any Dispatcher,
        requests: CaseRequests? = nil, executor: @escaping @Sendable (Int) -> (any TaskExecutor)?
    ) {
        self.prepared = prepared
        self.hub = hub
        isDryRun = options.isDryRun
        gauge = InFlightGauge(dispatcher)
        cache = RunCache(prepared, gauge)
        runner = Runner(
            plan: prepared.plan, settings: prepared.settings, jobs: prepared.jobs, maxFailures: options.maxFailures,
            timeout: options.timeout, hub: hub, dispatcher: cache.dispatcher, requests: requests, executor: executor)
    }

    /// Sends the first events.
    func begin() {
        hub.emit(.runStarted(prepared.started))
        if let warning = cache.warning { hub.emit(.warning(warning)) }
    }

    /// Runs all cases.
    func run() async -> Ended {
        let watch = prepared.settings.dependencies.begin()
        let result = await runner.run()
        return Ended(result: result, duration: watch.elapsed)
    }

    func warnOfUnusedSnapshots() {
        if let message = prepared.unusedSnapshots.message(prepared.settings.snapshots) {
            hub.emit(.warning(prepared.settings.secrets.masked(message)))
        }
    }

    /// - Parameter isWritten: whether all files of the run were written so far.
    func summary(of ended: Ended, isInterrupted: Bool, isWritten: Bool) -> RunFinished {
        let result = ended.result
        let exitCode = result.verdict.exitCode(
            isInterrupted: isInterrupted, isDryRun: isDryRun, reportFailed: !isWritten)
        return RunFinished(
            state: result.verdict.state(
                isInterrupted: isInterrupted, isDryRun: isDryRun, reportFailed: !isWritten),
            counts: result.counts,
            requestCount: result.requestCount, cachedCount: result.cachedCount, mostInFlight: gauge.highest,
            duration: ended.duration, exitCode: exitCode,
            answeredUntil: result.verdict.answeredUntil(exitCode: exitCode), contracts: result.contracts)
    }
}
