public import BatonHTTP

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
