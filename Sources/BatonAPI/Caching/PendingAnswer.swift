import BatonHTTP
import Synchronization

/// An answer that is not stored yet, because nobody has said that it is worth it.
///
/// What is neither committed nor dropped is dropped when the last copy of it goes.
public final class PendingAnswer: Sendable {
    private let cache: CacheTiers
    private let answer: StoredAnswer
    private let key: CacheKey
    private let isForDisk: Bool
    private let flight: (@Sendable (_ isStored: Bool) -> Void)?
    private let mayStore: @Sendable () -> Bool
    private let isDecided = Mutex(false)

    init(
        _ answer: StoredAnswer, _ key: CacheKey, isForDisk: Bool, in cache: CacheTiers,
        mayStore: @escaping @Sendable () -> Bool = { true },
        flight: (@Sendable (_ isStored: Bool) -> Void)? = nil
    ) {
        self.answer = answer
        self.key = key
        self.isForDisk = isForDisk
        self.cache = cache
        self.mayStore = mayStore
        self.flight = flight
    }

    deinit {
        drop()
    }

    /// Stores the answer.
    ///
    /// - Parameter keepsOnDisk: false keeps it in memory, whatever the request's rule says.
    ///
    /// Throws when it could not be written to disk; it is in memory then.
    public func commit(keepsOnDisk: Bool = true) async throws(CacheStoreError) {
        guard decide() else { return }
        guard mayStore() else {
            flight?(false)
            return
        }
        cache.memory.keep(answer, for: key)
        flight?(true)
        guard isForDisk, let disk = cache.disk else { return }
        // What the server says must not be stored is not put where it outlives the run (RFC 9111 section 5.2.2.5).
        if keepsOnDisk, !CacheDirectives(answer.response.headers).has("no-store") {
            try await disk.store(answer, for: key)
        } else {
            await disk.remove(key)
        }
    }

    /// Whether the answer would go to disk; whoever commits it says whether it may.
    public var wantsDisk: Bool { isForDisk && cache.disk != nil }

    /// Stores nothing.
    public func drop() {
        if decide() { flight?(false) }
    }

    private func decide() -> Bool {
        isDecided.withLock { isDecided in
            defer { isDecided = true }
            return !isDecided
        }
    }
}
