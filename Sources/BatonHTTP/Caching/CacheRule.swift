/// How one request uses the cache.
public struct CacheRule: Sendable, Hashable {
    /// Where responses come from.
    public var policy: CachePolicy
    /// The maximum age of a stored response; nil: no limit, or with `revalidate` as the server says.
    public var ttl: Duration?
    /// Replaces query, body and all headers that are not credentials in the cache key, for requests that differ in
    /// these but want the same response.
    public var key: String?
    /// Whether the response is stored; nil: as the policy says.
    public var stores: Bool?
    /// Whether later runs can use the response.
    public var scope: CacheScope

    /// A rule; only the policy is required.
    public init(
        _ policy: CachePolicy, ttl: Duration? = nil, key: String? = nil, stores: Bool? = nil, scope: CacheScope = .run
    ) {
        self.policy = policy
        self.ttl = ttl
        self.key = key
        self.stores = stores
        self.scope = scope
    }

    /// Whether a response from the server is stored.
    public var storesResponse: Bool { stores ?? policy.storesResponses }

    /// Whether the request does not use the cache at all.
    public var isIdle: Bool { policy == .networkOnly && !storesResponse }

    /// The rule for a second or later attempt: it asks the server, because the stored response was not acceptable.
    ///
    /// `both` asks the server in any case, and `only-if-cached` never.
    public var forLaterAttempt: CacheRule {
        var rule = self
        switch policy {
        case .networkOnly, .both, .onlyIfCached: return self
        case .cacheFirst, .networkFirst: rule.stores = storesResponse
        // The server's directives decide whether the response may be stored, and `networkOnly` does not check them.
        case .revalidate: rule.stores = false
        }
        rule.policy = .networkOnly
        return rule
    }

    /// The rule for a method if it was written for requests in general. Only GET and HEAD, which change nothing, have
    /// responses that may be reused later; a rule that never asks the server applies to every method.
    public func inherited(by method: Method) -> CacheRule? {
        method == .get || method == .head || policy == .onlyIfCached ? self : nil
    }
}

/// How the cache took part in a response that the server did not give to this very request.
public enum CacheUse: Sendable, Hashable {
    /// Nothing was sent: the response was stored that long ago.
    case stored(age: Duration)
    /// The server confirmed with 304 that the response stored that long ago is still valid.
    case revalidated(age: Duration)
    /// The response to an identical request that was already in progress.
    case shared
}
