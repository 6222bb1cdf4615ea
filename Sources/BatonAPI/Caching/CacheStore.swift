public import BatonHTTP

/// Keeps responses: in memory, on disk, or in a store of the program's own.
///
/// A response that the store has lost is a miss. One that it cannot read is a miss too when the server can be asked.
/// `BatonTesting.CacheStoreConformance` tests whether a store conforms.
public protocol CacheStore: Sendable {
    /// The stored response; nil when there is none. Throws when there is one that cannot be read: the store removes it,
    /// and the next call returns nil.
    nonisolated(nonsending) func response(for key: CacheKey) async throws(CacheStoreError) -> StoredResponse?
    /// Counts a stored response as used when the caller took it from another store, such as memory.
    nonisolated(nonsending) func use(_ key: CacheKey) async
    /// Stores a response in place of the previous one. A response that is too large for the store is not kept, and the
    /// previous one is removed all the same: the store may throw then.
    nonisolated(nonsending) func store(_ stored: StoredResponse, for key: CacheKey) async throws(CacheStoreError)
    /// Forgets one response.
    nonisolated(nonsending) func remove(_ key: CacheKey) async
    /// Forgets all responses of a URL, whatever their methods and headers.
    nonisolated(nonsending) func removeResponses(of url: URLText) async
    /// Forgets everything.
    nonisolated(nonsending) func removeAll() async
}

extension CacheStore {
    /// Does nothing.
    public nonisolated(nonsending) func use(_ key: CacheKey) async {}
}

/// Why a response could not be stored or read; requests go on without the store.
public struct CacheStoreError: Error, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    public let message: String
    /// Whether only this one response cannot be kept, because it is too large.
    public var isTooLarge = false

    /// An error with its message.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
