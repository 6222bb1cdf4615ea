public import BatonHTTP

/// What a `CachingDispatcher` gives for one request.
public struct CacheExchange: Sendable {
    /// The response, from wherever it came: its `cacheUse` says.
    public let response: Response
    /// With the policy `both`, what was stored before; nil when nothing was.
    public let cached: Response?
    /// Set where the response may be stored: whoever asked commits it when it is what it should be.
    public let pending: PendingResponse?
    /// Set where a response for this request may lie on disk, or may come to.
    package internal(set) var diskResponse: DiskResponse?

    package init(_ response: Response, cached: Response? = nil, pending: PendingResponse? = nil) {
        self.response = response
        self.cached = cached
        self.pending = pending
    }
}
