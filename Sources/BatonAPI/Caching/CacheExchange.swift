public import BatonHTTP

/// What a `CachingDispatcher` gives for one request.
public struct CacheExchange: Sendable {
    /// The answer, from wherever it came: its `cacheUse` says.
    public let response: Response
    /// With the policy `both`, what was stored before; nil when nothing was.
    public let cached: Response?
    /// Set where the answer may be stored: whoever asked commits it when it is what it should be.
    public let pending: PendingAnswer?
    /// Set where a response for this request may lie on disk, or may come to.
    package internal(set) var diskAnswer: DiskAnswer?

    package init(_ response: Response, cached: Response? = nil, pending: PendingAnswer? = nil) {
        self.response = response
        self.cached = cached
        self.pending = pending
    }
}
