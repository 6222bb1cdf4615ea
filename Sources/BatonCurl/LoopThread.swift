import BatonHTTP
import CLibCurl
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The thread behind a `CurlLoop`: runs jobs, and libcurl's transfers in between.
///
/// Everything that is not in the inbox is touched by that thread only. What the thread gives itself (jobs of its own
/// tasks, transfers that they start) passes no lock and wakes nobody.
final class LoopThread: @unchecked Sendable {
    let environment: CurlEnvironment
    let idleTimes: Persistence.Times
    private let inbox = Mutex(Inbox())
    private let alarm = Alarm()
    let calls = LoopCalls()

    // What follows belongs to the thread.
    private var executor: UnownedTaskExecutor?
    private var jobs: [UnownedJob] = []
    private var spareJobs: [UnownedJob] = []
    /// Whether a transfer was added since the sockets were last looked at.
    var hasAdded = false
    private var cancelled: [Transfer] = []
    private var isStopping = false
    private(set) lazy var poller = Poller()
    var sockets = SocketTable()
    var pools: [ConnectionPool] = []
    var useCount: UInt64 = 0
    /// Sockets that were ended during the last call of libcurl.
    var flooded: Set<Int32> = []
    /// Those whose transfers have not ended.
    var active: [EasyHandle] = []

    init(environment: CurlEnvironment, idleTimes: Persistence.Times) {
        self.environment = environment
        self.idleTimes = idleTimes
    }

    /// Nanoseconds that never go back.
    func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}

// MARK: From any thread

extension LoopThread {
    /// The loop whose thread this is.
    static var current: UnsafeRawPointer? { ThreadMark.value }

    var isCurrent: Bool { LoopThread.current == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// To be called once, before anything else; the executor outlives all jobs that are given to it.
    func setExecutor(_ executor: UnownedTaskExecutor) {
        self.executor = executor
    }

    func enqueue(_ job: UnownedJob) {
        if isCurrent { return jobs.append(job) }
        if !post({ $0.jobs.append(job) }) {
            // The thread has ended: the task goes on where tasks without a preference run.
            globalConcurrentExecutor.enqueue(ExecutorJob(job))
        }
    }

    /// Starts the transfer at once when called on the loop; otherwise hands it over.
    func start(_ transfer: Transfer) {
        if isCurrent { return add(transfer) }
        if !post({ $0.started.append(transfer) }) { finish(unstarted: transfer, isStopped: true) }
    }

    /// The transfer ends with `workflow.cancelled` when the loop comes round, unless it has ended by then.
    func cancel(_ transfer: Transfer) {
        transfer.isCancelled.store(true, ordering: .releasing)
        if isCurrent { return cancelled.append(transfer) }
        _ = post { $0.cancelled.append(transfer) }
    }

    /// Ends all transfers; the thread ends when it has run the jobs that it was given.
    func stop() {
        inbox.withLock { inbox in
            if inbox.phase == .idle { inbox.phase = .ended }
            inbox.isStopping = true
        }
        alarm.ring()
    }

    /// Waits until the thread has ended; nothing to wait for on the thread itself.
    func join() {
        guard !isCurrent else { return }
        let thread = inbox.withLock { inbox in
            defer { inbox.thread = nil }
            return inbox.thread
        }
        if let thread { pthread_join(thread, nil) }
    }

    /// Lets the thread end by itself; nobody will join it.
    func detach() {
        let thread = inbox.withLock { inbox in
            defer { inbox.thread = nil }
            return inbox.thread
        }
        if let thread { pthread_detach(thread) }
    }

    /// False when the thread has ended.
    private func post(_ change: (inout Inbox) -> Void) -> Bool {
        let mustRing = inbox.withLock { inbox -> Bool? in
            switch inbox.phase {
            case .ended: return nil
            case .idle:
                guard let thread = startThread() else { return nil }
                inbox.thread = thread
                inbox.phase = .running
            case .running: break
            }
            change(&inbox)
            defer { inbox.isRinging = true }
            return !inbox.isRinging
        }
        if mustRing == true { alarm.ring() }
        return mustRing != nil
    }

    private func startThread() -> pthread_t? {
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let me = Unmanaged.passRetained(self)
        let code = pthread_create(&thread, nil, { pointer in LoopThread.run(pointer) }, me.toOpaque())
        if code != 0 {
            me.release()
            return nil
        }
        return thread
    }

    #if canImport(Glibc)
        private static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            if let pointer { Unmanaged<LoopThread>.fromOpaque(pointer).takeRetainedValue().run() }
            return nil
        }
    #else
        private static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
            Unmanaged<LoopThread>.fromOpaque(pointer).takeRetainedValue().run()
            return nil
        }
    #endif
}

/// What other threads want of a loop.
private struct Inbox {
    enum Phase {
        case idle
        case running
        case ended
    }

    var phase = Phase.idle
    var thread: pthread_t?
    var jobs: [UnownedJob] = []
    var started: [Transfer] = []
    var cancelled: [Transfer] = []
    var isStopping = false
    /// Whether the alarm has rung since the inbox was last emptied.
    var isRinging = false
}

// MARK: On the thread

extension LoopThread {
    private func run() {
        ThreadMark.value = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        blockSignals()
        poller.set(alarm.descriptor, .reading, isWatched: false)
        var rounds = 0
        while true {
            runJobs()
            cancelTransfers()
            // What came unasked on an idle connection must be seen before a request goes out on it.
            if hasAdded { wait(isBusy: true) }
            callDuePools()
            finishTransfers()
            if jobs.isEmpty, cancelled.isEmpty, isStopping {
                if endThread() { break }
                continue
            }
            let isBusy = !jobs.isEmpty || !cancelled.isEmpty
            rounds += 1
            // Own jobs first, but never so long that sockets wait.
            if isBusy, rounds < 16 { continue }
            rounds = 0
            wait(isBusy: isBusy)
            finishTransfers()
        }
        for pool in pools { pool.close() }
        pools.removeAll()
    }

    private func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    private func runJobs() {
        guard !jobs.isEmpty, let executor else { return }
        var batch = jobs
        jobs = spareJobs
        for job in batch { job.runSynchronously(on: executor) }
        batch.removeAll(keepingCapacity: true)
        spareJobs = batch
    }

    private func cancelTransfers() {
        while let transfer = cancelled.popLast() {
            if let handle = transfer.handle {
                transfer.abort = .cancelled
                finish(handle, CURLE_ABORTED_BY_CALLBACK)
            }
        }
    }

    func takeInbox() {
        alarm.silence()
        let (newJobs, started, newCancelled, mustStop) = inbox.withLock { inbox in
            defer {
                inbox.jobs = []
                inbox.started = []
                inbox.cancelled = []
                inbox.isRinging = false
            }
            return (inbox.jobs, inbox.started, inbox.cancelled, inbox.isStopping)
        }
        jobs.append(contentsOf: newJobs)
        if mustStop, !isStopping {
            isStopping = true
            cancelled.append(contentsOf: active.compactMap(\.transfer))
        }
        for transfer in started { add(transfer) }
        cancelled.append(contentsOf: newCancelled)
    }

    /// False when something came in at the last moment.
    private func endThread() -> Bool {
        takeInbox()
        guard jobs.isEmpty, cancelled.isEmpty, active.isEmpty else { return false }
        return inbox.withLock { inbox in
            guard inbox.jobs.isEmpty, inbox.started.isEmpty else { return false }
            inbox.phase = .ended
            return true
        }
    }

    private func wait(isBusy: Bool) {
        hasAdded = false
        let timeout = isBusy ? 0 : millisecondsToDeadline()
        for event in poller.wait(milliseconds: timeout) {
            if event.descriptor == alarm.descriptor {
                takeInbox()
            } else {
                socketIsReady(event)
            }
        }
    }

    /// -1 for no deadline at all.
    private func millisecondsToDeadline() -> Int32 {
        var earliest: UInt64?
        for pool in pools {
            if pool.isDue { return 0 }
            if let deadline = pool.deadline { earliest = min(earliest ?? deadline, deadline) }
        }
        guard let earliest else { return -1 }
        let now = now()
        guard earliest > now else { return 0 }
        return Int32(clamping: (earliest - now + 999_999) / 1_000_000)
    }

    private func callDuePools() {
        var time: UInt64 = 0
        for pool in pools {
            if !pool.isDue, let deadline = pool.deadline {
                if time == 0 { time = now() }
                pool.isDue = deadline <= time
            }
            if pool.isDue {
                pool.isDue = false
                pool.deadline = nil
                act(pool, on: CURL_SOCKET_TIMEOUT, 0)
            }
        }
    }

    var mayStart: Bool { !isStopping }
}
