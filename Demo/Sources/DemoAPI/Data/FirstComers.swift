import Synchronization

/// Remembers which clients have called before.
final class FirstComers: Sendable {
    private let seen = Mutex<Set<String>>([])

    /// True for the first call with this key.
    func isFirst(_ key: String) -> Bool {
        seen.withLock { $0.insert(key).inserted }
    }
}
