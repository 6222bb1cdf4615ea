public import BatonHTTP
import Synchronization

/// A response that may be stored, until the caller commits or drops it.
///
/// One that is neither committed nor dropped is dropped when its last reference goes.
public final class PendingResponse: Sendable {
    /// Knows whether a response may still be stored: its resource may change, and other requests may have got it too.
    protocol Judge: Sendable {
        /// Whether this request is to store the response: true for at most one of those that got it.
        func mayStore() -> Bool
        /// False once another request has changed the resource.
        func isValid() -> Bool
        /// Called once, after the response has been stored or refused.
        func end(isStored: Bool)
    }

    private let cache: CacheTiers
    private let stored: StoredResponse
    private let key: CacheKey
    private let isForDisk: Bool
    private let judge: any Judge
    private let isDecided = Mutex(false)
    private let problemFound = Mutex<String?>(nil)
    /// Why a committed response is kept nowhere, although nothing was thrown: it is too large for the memory.
    var problem: String? { problemFound.withLock { $0 } }

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
    /// - Parameter keepsOnDisk: false keeps it in memory only, whatever the request's rule says.
    ///
    /// Throws when it could not be written to disk; it is in memory then.
    public func commit(keepsOnDisk: Bool = true) async throws(CacheStoreError) {
        guard decide() else { return }
        guard judge.mayStore() else {
            judge.end(isStored: false)
            return
        }
        let isInMemory = cache.memory.keep(stored, for: key)
        if !isInMemory, !wantsDisk { problemFound.withLock { $0 = cache.memory.refusal(of: stored) } }
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
        // A response with `no-store` is not written where it outlives the run (RFC 9111 section 5.2.2.5).
        if isAllowed, !CacheDirectives(stored.response.headers).has("no-store") {
            try await disk.store(stored, for: key)
        } else {
            await disk.remove(key)
        }
    }

    /// A change of the resource while the response was being stored invalidates what is stored, possibly this response
    /// too.
    private func end() async {
        if !judge.isValid() {
            cache.memory.forget(key)
            if isForDisk { await cache.disk?.remove(key) }
        }
        judge.end(isStored: true)
    }

    /// Whether the request's rule would put the response on disk; the caller of `commit` decides whether it may.
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

/// What a `CachingDispatcher` returns for one request.
public struct CacheExchange: Sendable {
    /// The response, stored or new: its `cacheUse` tells which.
    public let response: Response
    /// With the policy `both`, the response that was stored before; nil when none was.
    public let cached: Response?
    /// Set when the response may be stored: the caller commits it once it has accepted the response.
    public let pending: PendingResponse?
    /// Set when a response to this request may be on disk, or may be written there later.
    package internal(set) var diskResponse: DiskResponse?

    package init(_ response: Response, cached: Response? = nil, pending: PendingResponse? = nil) {
        self.response = response
        self.cached = cached
        self.pending = pending
    }
}

/// The response on disk for a request that has its response: it may have to be removed, for example for a secret in it.
package struct DiskResponse: Sendable {
    let key: CacheKey
    let disk: any CacheStore

    /// The stored response; nil when there is none any more, or none that can be read.
    package func response() async -> Response? { try? await disk.response(for: key)?.response }

    package func remove() async { await disk.remove(key) }
}
