import BatonAPI
import BatonFiles
import BatonHTTP
import BatonLoading
import BatonRecords
import BatonRunner
import BatonSecrets
import BatonWorkflow
import Synchronization

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

/// The cache that all workflows of a run share.
struct RunCache: Sendable {
    /// The folder of responses that are kept between runs, inside the project or working folder.
    static func folder(in root: String) -> String { RealPath.join(root, ".baton/cache") }

    /// Takes responses from the cache and sends all other requests; without a cache it sends all requests.
    let dispatcher: any Dispatcher
    /// Why responses are not kept on disk, although a workflow asks for it.
    let warning: MaskedText?

    /// Opens the cache on disk only where a workflow uses it.
    init(_ prepared: PreparedRun, _ next: any Dispatcher) {
        guard prepared.plan.usesCache else {
            dispatcher = next
            warning = nil
            return
        }
        let limits = prepared.workspace.project?.cacheLimits
        let memory = limits?.memory.map { MemoryCacheStore(limit: $0) } ?? MemoryCacheStore()
        var disk: DiskCacheStore?
        var warning: MaskedText?
        if prepared.wantsDiskCache {
            do throws(CacheStoreError) {
                disk = try Self.open(in: prepared.workspace.root, limit: limits?.disk, memory)
            } catch {
                warning = CacheWarning.text(error.message, masked: prepared.settings.secrets.masked)
            }
        }
        dispatcher = CachingDispatcher(next, memory: memory, disk: disk)
        self.warning = warning
    }

    private static func open(
        in root: String, limit: Int?, _ memory: MemoryCacheStore
    ) throws(CacheStoreError) -> DiskCacheStore {
        let path = folder(in: root)
        guard RealPath.leads(path, into: root) else { throw CacheStoreError("`\(path)` leads out of the project") }
        do throws(FileError) {
            // `.baton` also holds the history; creating the folder here excludes it from the repository too.
            _ = try PrivateFolder(making: RealPath.join(root, ".baton"))
        } catch {
            throw CacheStoreError(error.message)
        }
        guard let limit else { return try DiskCacheStore(folder: path, memory: memory) }
        return try DiskCacheStore(folder: path, limit: limit, memory: memory)
    }
}

extension PreparedRun {
    /// Whether a request uses responses of earlier runs.
    fileprivate var wantsDiskCache: Bool {
        guard !settings.options.isDryRun, !settings.options.isStub else { return false }
        return plan.workflows.contains(where: \.usesDiskCache)
    }
}

/// Counts the requests of a run that are in flight at the same time; they end as the engine ends them.
final class InFlightGauge: SelfLimitedDispatcher {
    private let next: any Dispatcher
    private let counters = Mutex((now: 0, most: 0))

    init(_ next: any Dispatcher) {
        self.next = next
    }

    /// The maximum number of requests in flight at the same time.
    var highest: Int { counters.withLock(\.most) }

    func send(_ request: Request) async throws(Failure) -> Response {
        counters.withLock { counters in
            counters.now += 1
            counters.most = max(counters.most, counters.now)
        }
        defer { counters.withLock { $0.now -= 1 } }
        return try await next.send(request)
    }
}
