/// When what has been queued is to be committed: a pure decision over what waits and for how long.
///
/// A commit costs two disk flushes whatever is in it, so results wait for one another, but never long: a killed run
/// loses no more than the last 200 ms.
struct BatchPolicy: Sendable {
    enum Decision: Equatable {
        case commit
        /// Until something comes.
        case sleep
        case wait(milliseconds: Int32)
    }

    static let largest = 256
    static let longestWait: Int64 = 200

    /// Results that wait.
    var results = 0
    /// Something that must not wait: the run's own row, or the end.
    var isUrgent = false
    /// When the first of them came, in milliseconds of any clock that only goes forward.
    var firstAt: Int64?

    /// Whether the writer must be told at once: it sleeps, or waits for longer than it now should.
    mutating func resultArrived() -> Bool {
        results += 1
        return results == 1 || results == Self.largest
    }

    /// As many are worth the flushes of a commit of their own when nothing more will come but the end.
    static let worthwhile = 32

    /// Whether the writer must be told, so that what waits is committed before the end comes.
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
