import BatonRecords
import BatonSystem
import Synchronization

/// Queue of events for the writer, which sleeps on a pipe until one arrives.
final class EventQueue: Sendable {
    private struct State {
        var events: [RunEvent] = []
        var policy = BatchPolicy()
        var isClosed = false
    }

    private let state = Mutex(State())
    private let readEnd: Int32
    private let writeEnd: Int32

    /// Nil where the process has no file descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func add(_ event: RunEvent) {
        let mustWake = state.withLock { state in
            guard !state.isClosed else { return false }
            state.events.append(event)
            if case .caseFinished = event { return state.policy.resultArrived() }
            state.policy.isUrgent = true
            return true
        }
        if mustWake { wake() }
    }

    /// Announces that only the end of the run will follow.
    func endIsNear() {
        if state.withLock({ $0.policy.endIsNear() }) { wake() }
    }

    /// Announces that no more events will follow.
    func finish() {
        state.withLock { state in
            state.isClosed = true
            state.policy.isUrgent = true
        }
        wake()
    }

    /// Waits until events are to be committed, and removes them all; `isLast` is true when no more will follow.
    func take() -> (events: [RunEvent], isLast: Bool) {
        while true {
            let decision = state.withLock { $0.policy.decide(now: Self.now()) }
            switch decision {
            case .commit:
                return state.withLock { state in
                    let taken = (state.events, state.isClosed)
                    state.events = []
                    state.policy.committed()
                    return taken
                }
            case .sleep: sleep(-1)
            case .wait(let milliseconds): sleep(milliseconds)
            }
        }
    }

    private func wake() {
        var byte: UInt8 = 1
        // If the pipe is full, its content wakes the writer anyway.
        _ = write(writeEnd, &byte, 1)
    }

    private func sleep(_ milliseconds: Int32) {
        var descriptor = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, milliseconds) > 0 else { return }
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        while read(readEnd, &bytes, bytes.count) > 0 {}
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// Decides when queued events are committed: a pure function of what is queued and since when.
///
/// A commit costs two disk flushes whatever its size, so results are batched, but never for long: a killed run loses at
/// most the last 200 ms.
struct BatchPolicy: Sendable {
    enum Decision: Equatable {
        case commit
        /// Sleep until an event arrives.
        case sleep
        case wait(milliseconds: Int32)
    }

    static let largest = 256
    static let longestWait: Int64 = 200

    /// Number of queued results.
    var results = 0
    /// Whether an event must be committed at once: the start or the end of the run.
    var isUrgent = false
    /// When the first queued event arrived, in milliseconds of a monotonic clock.
    var firstAt: Int64?

    /// Whether the writer must be woken: it sleeps, or waits for longer than it should now.
    mutating func resultArrived() -> Bool {
        results += 1
        return results == 1 || results == Self.largest
    }

    /// Number of results that justify a commit of their own shortly before the end of the run.
    static let worthwhile = 32

    /// Whether the writer must be woken to commit the queued results before the end of the run.
    mutating func endIsNear() -> Bool {
        guard results >= Self.worthwhile else { return false }
        isUrgent = true
        return true
    }

    mutating func decide(now: Int64) -> Decision {
        if isUrgent || results >= Self.largest { return .commit }
        guard results > 0 else { return .sleep }
        let first = firstAt ?? now
        firstAt = first
        let left = Self.longestWait - (now - first)
        return left <= 0 ? .commit : .wait(milliseconds: Int32(min(left, Self.longestWait)))
    }

    mutating func committed() {
        self = BatchPolicy()
    }
}
