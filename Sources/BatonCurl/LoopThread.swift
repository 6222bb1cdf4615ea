import BatonHTTP
import BatonSystem
import CLibCurl
import Synchronization

/// The thread behind a `CurlLoop`: runs jobs, and libcurl's transfers between them.
///
/// All state outside of the inbox is used by that thread only. Work that the thread gives itself (jobs of its own
/// tasks, transfers that they start) takes no lock and wakes no thread.
final class LoopThread: @unchecked Sendable {
    let environment: CurlEnvironment
    let idleTimes: Persistence.Times
    private let inbox = Mutex(Inbox())
    private let alarm = Alarm()
    let calls = LoopCalls()

    // The following state belongs to the thread.
    private var executor: UnownedTaskExecutor?
    private var jobs: [UnownedJob] = []
    private var spareJobs: [UnownedJob] = []
    /// Whether a transfer was added since the sockets were last polled.
    var hasAdded = false
    /// Transfers that are to be cancelled, stopped or resumed.
    private var signalled: [Transfer] = []
    /// Transfers whose bodies have grown during the last call of libcurl, for readers that wait for them.
    private var fed: [Transfer] = []
    /// Transfers of refused streams, whose bodies must end soon.
    private var refused: [Transfer] = []
    private var isStopping = false
    private(set) lazy var poller = Poller()
    var sockets = SocketTable()
    var pools: [ConnectionPool] = []
    var useCount: UInt64 = 0
    /// The sockets that were ended during the last call of libcurl.
    var flooded: [Int32] = []
    /// The handles whose transfers have not ended.
    var active: [EasyHandle] = []

    init(environment: CurlEnvironment, idleTimes: Persistence.Times) {
        self.environment = environment
        self.idleTimes = idleTimes
    }

    /// The monotonic clock, in nanoseconds.
    func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}

// MARK: From any thread

extension LoopThread {
    /// The address of the loop whose thread the caller runs on; nil on other threads.
    static var current: UnsafeRawPointer? { ThreadMark.value }

    var isCurrent: Bool { LoopThread.current == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// Must be called once, before anything else; the executor outlives all jobs that it is given.
    func setExecutor(_ executor: UnownedTaskExecutor) {
        self.executor = executor
    }

    func enqueue(_ job: UnownedJob) {
        if isCurrent { return jobs.append(job) }
        if !post({ $0.jobs.append(job) }) {
            // The thread has ended: the job runs on the global executor, as jobs of tasks without a preference do.
            globalConcurrentExecutor.enqueue(ExecutorJob(job))
        }
    }

    /// Starts the transfer at once when called on the loop; otherwise adds it to the inbox.
    func start(_ transfer: Transfer) {
        if isCurrent { return add(transfer) }
        if !post({ $0.started.append(transfer) }) { finish(unstarted: transfer, isStopped: true) }
    }

    /// Ends the transfer with `workflow.cancelled` in the loop's next round, unless it has ended by then.
    func cancel(_ transfer: Transfer) {
        transfer.isCancelled.store(true, ordering: .releasing)
        signal(transfer)
    }

    /// Cancels, stops or resumes the transfer in the loop's next round, as its flags say.
    func signal(_ transfer: Transfer) {
        if isCurrent { return signalled.append(transfer) }
        _ = post { $0.signalled.append(transfer) }
    }

    /// Ends all transfers; the thread ends when it has run the jobs in its queue.
    func stop() {
        inbox.withLock { inbox in
            if inbox.phase == .idle { inbox.phase = .ended }
            inbox.isStopping = true
        }
        alarm.ring()
    }

    /// Waits until the thread has ended; returns at once on the thread itself.
    func join() {
        guard !isCurrent else { return }
        let thread = inbox.withLock { inbox in
            defer { inbox.thread = nil }
            return inbox.thread
        }
        if let thread { pthread_join(thread, nil) }
    }

    /// Detaches the thread, which ends by itself and is not joined.
    func detach() {
        let thread = inbox.withLock { inbox in
            defer { inbox.thread = nil }
            return inbox.thread
        }
        if let thread { pthread_detach(thread) }
    }

    /// Changes the inbox and wakes the thread; false when the thread has ended.
    private func post(_ change: (inout Inbox) -> Void) -> Bool {
        let mustRing = inbox.withLock { inbox -> Bool? in
            switch inbox.phase {
            case .ended: return nil
            case .idle:
                guard let thread = SystemThread.start({ self.run() }) else { return nil }
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
}

/// Work that other threads hand to a loop.
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
    var signalled: [Transfer] = []
    var isStopping = false
    /// Whether the alarm has rung since the inbox was last emptied.
    var isRinging = false
}

// MARK: On the thread

extension LoopThread {
    private func run() {
        ThreadMark.value = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        poller.set(alarm.descriptor, .reading, isWatched: false)
        var rounds = 0
        while true {
            runJobs()
            heedSignals()
            // Unrequested bytes on an idle connection must be seen before a request is sent on it.
            if hasAdded { wait(isBusy: true) }
            callDuePools()
            finishTransfers()
            cutOffRefused()
            if jobs.isEmpty, signalled.isEmpty, isStopping {
                if endThread() { break }
                continue
            }
            let isBusy = !jobs.isEmpty || !signalled.isEmpty
            rounds += 1
            // Own jobs run first, but not for so many rounds that sockets starve.
            if isBusy, rounds < 16 { continue }
            rounds = 0
            wait(isBusy: isBusy)
            finishTransfers()
        }
        for pool in pools { pool.close() }
        pools.removeAll()
    }

    private func runJobs() {
        guard !jobs.isEmpty, let executor else { return }
        var batch = jobs
        jobs = spareJobs
        for job in batch { job.runSynchronously(on: executor) }
        batch.removeAll(keepingCapacity: true)
        spareJobs = batch
    }

    private func heedSignals() {
        while let transfer = signalled.popLast() {
            guard let handle = transfer.handle else { continue }
            if isStopping || transfer.isCancelled.load(ordering: .acquiring) {
                transfer.abort = .cancelled
                finish(handle, CURLE_ABORTED_BY_CALLBACK)
            } else if transfer.isStopped.load(ordering: .acquiring) {
                transfer.abort = .stopped
                finish(handle, CURLE_ABORTED_BY_CALLBACK)
            } else if transfer.isPaused {
                transfer.isPaused = false
                // `CURLPAUSE_CONT` is a macro that Swift does not import.
                calls.call { _ = curl_easy_pause(handle.easy, 0) }
            }
        }
    }

    /// Notes a transfer whose body must end until its `cutOffTime`.
    func note(refused transfer: Transfer) { refused.append(transfer) }

    private func cutOffRefused() {
        guard !refused.isEmpty else { return }
        let now = now()
        var waiting: [Transfer] = []
        for transfer in refused {
            guard let handle = transfer.handle, let time = transfer.cutOffTime else { continue }
            if time > now {
                waiting.append(transfer)
            } else {
                transfer.abort = .cutOff
                finish(handle, CURLE_ABORTED_BY_CALLBACK)
            }
        }
        refused = waiting
    }

    /// Notes that a body has begun or grown; its reader is woken when no callback of libcurl is running.
    func note(fed transfer: Transfer) {
        if fed.last !== transfer { fed.append(transfer) }
    }

    /// Lets libcurl read on where a response over HTTP/2 had to wait for its rate: the rest may be in libcurl's own buffer,
    /// of which no socket tells.
    private func readWhatWaited(_ pool: ConnectionPool) {
        for handle in active where handle.pool === pool {
            guard let transfer = handle.transfer, transfer.request.options.limitRate != nil,
                transfer.header.version.major > 1
            else { continue }
            let socket = handle.socket ?? baton_easy_get_socket(handle.easy, CURLINFO_ACTIVESOCKET)
            if socket != CURL_SOCKET_BAD { act(pool, on: socket, CURL_CSELECT_IN) }
        }
    }

    func wakeReaders() {
        guard !fed.isEmpty else { return }
        for transfer in fed { transfer.request.bodyStream?.wakeReader() }
        fed.removeAll(keepingCapacity: true)
    }

    func takeInbox() {
        alarm.silence()
        let (newJobs, started, newSignalled, mustStop) = inbox.withLock { inbox in
            defer {
                inbox.jobs = []
                inbox.started = []
                inbox.signalled = []
                inbox.isRinging = false
            }
            return (inbox.jobs, inbox.started, inbox.signalled, inbox.isStopping)
        }
        jobs.append(contentsOf: newJobs)
        if mustStop, !isStopping {
            isStopping = true
            signalled.append(contentsOf: active.compactMap(\.transfer))
        }
        for transfer in started { add(transfer) }
        signalled.append(contentsOf: newSignalled)
    }

    /// False when new work has arrived meanwhile.
    private func endThread() -> Bool {
        takeInbox()
        guard jobs.isEmpty, signalled.isEmpty, active.isEmpty else { return false }
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

    /// Milliseconds to the earliest deadline; -1 without a deadline.
    private func millisecondsToDeadline() -> Int32 {
        var earliest: UInt64?
        for pool in pools {
            if pool.isDue { return 0 }
            if let deadline = pool.deadline { earliest = min(earliest ?? deadline, deadline) }
        }
        for time in refused.lazy.compactMap(\.cutOffTime) { earliest = min(earliest ?? time, time) }
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
                readWhatWaited(pool)
            }
        }
    }

    var mayStart: Bool { !isStopping }
}
