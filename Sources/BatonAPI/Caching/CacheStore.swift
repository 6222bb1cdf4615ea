public import BatonHTTP

/// Keeps responses: in memory, on disk, or wherever a program likes.
///
/// What a store loses is a miss, and so is what it cannot read where the server can be asked. `BatonTesting.CacheStoreConformance` tells whether one does as it should.
public protocol CacheStore: Sendable {
    /// Nil where there is none. Throws where there is one that cannot be read: it is gone then, and the next time nil.
    nonisolated(nonsending) func response(for key: CacheKey) async throws(CacheStoreError) -> StoredResponse?
    /// Counts a stored response as used when the caller took it from another store, such as memory.
    nonisolated(nonsending) func use(_ key: CacheKey) async
    /// Puts a response in the place of the one that is there. What is too large for the store is not kept, and what was
    /// there is gone all the same: that may be thrown.
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

/// Why a response could not be kept, or not be read: requests go on without.
public struct CacheStoreError: Error, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    public let message: String
    /// Whether only this one response cannot be kept, because it is too large.
    public var isTooLarge = false

    /// An error with what its reader gets to see.
    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
