import Synchronization

/// How often each name was asked for.
final class CallCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    /// Names beyond this many start all over: nobody fills the memory with names.
    private static let limit = 10_000

    /// Counts one call more, and says how many there were.
    func next(_ name: String) -> Int {
        counts.withLock { counts in
            if counts.count >= Self.limit, counts[name] == nil { counts = [:] }
            counts[name, default: 0] += 1
            return counts[name, default: 0]
        }
    }
}
