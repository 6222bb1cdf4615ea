import Synchronization

/// Counts the calls for each name.
final class CallCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    /// The most names; beyond it all counts are cleared, so that clients cannot fill the memory with names.
    private static let limit = 10_000

    /// Counts one more call, and returns the count.
    func next(_ name: String) -> Int {
        counts.withLock { counts in
            if counts.count >= Self.limit, counts[name] == nil { counts = [:] }
            counts[name, default: 0] += 1
            return counts[name, default: 0]
        }
    }
}
