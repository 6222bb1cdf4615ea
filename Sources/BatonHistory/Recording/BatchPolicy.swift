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
