import BatonHTTP
import Synchronization

/// A response that is not stored yet, because nobody has said that it is worth it.
///
/// What is neither committed nor dropped is dropped when the last copy of it goes.
public final class PendingResponse: Sendable {
    /// Knows whether a response may still be stored: what it is about may change, and others may have got it too.
    protocol Judge: Sendable {
        /// Whether this one is to store it: true for at most one of those who got it.
        func mayStore() -> Bool
        /// False once something has changed what the response is about.
        func isValid() -> Bool
        /// Called once, after all that was to be stored is.
        func end(isStored: Bool)
    }

    private let cache: CacheTiers
    private let stored: StoredResponse
    private let key: CacheKey
    private let isForDisk: Bool
    private let judge: any Judge
    private let isDecided = Mutex(false)

    init(_ stored: StoredResponse, _ question: CacheQuestion, in cache: CacheTiers, judge: any Judge) {
        self.stored = stored
        key = question.key
        isForDisk = question.rule.scope == .disk
        self.cache = cache
        self.judge = judge
    }

    deinit {
        drop()
    }

    /// Stores the response.
    ///
    /// - Parameter keepsOnDisk: false keeps it in memory, whatever the request's rule says.
    ///
    /// Throws when it could not be written to disk; it is in memory then.
    public func commit(keepsOnDisk: Bool = true) async throws(CacheStoreError) {
        guard decide() else { return }
        guard judge.mayStore() else {
            judge.end(isStored: false)
            return
        }
        cache.memory.keep(stored, for: key)
        do throws(CacheStoreError) {
            try await keepOnDisk(keepsOnDisk)
        } catch {
            await end()
            throw error
        }
        await end()
    }

    private func keepOnDisk(_ isAllowed: Bool) async throws(CacheStoreError) {
        guard isForDisk, let disk = cache.disk else { return }
        // What the server says must not be stored is not put where it outlives the run (RFC 9111 section 5.2.2.5).
        if isAllowed, !CacheDirectives(stored.response.headers).has("no-store") {
            try await disk.store(stored, for: key)
        } else {
            await disk.remove(key)
        }
    }

    /// What changed while it was being stored made void what was there before, and maybe not this.
    private func end() async {
        if !judge.isValid() {
            cache.memory.forget(key)
            if isForDisk { await cache.disk?.remove(key) }
        }
        judge.end(isStored: true)
    }

    /// Whether the response would go to disk; whoever commits it says whether it may.
    public var wantsDisk: Bool { isForDisk && cache.disk != nil }

    /// Stores nothing.
    public func drop() {
        if decide() { judge.end(isStored: false) }
    }

    private func decide() -> Bool {
        isDecided.withLock { isDecided in
            defer { isDecided = true }
            return !isDecided
        }
    }
}
