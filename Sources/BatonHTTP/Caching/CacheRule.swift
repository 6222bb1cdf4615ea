/// What one request says about the cache.
public struct CacheRule: Sendable, Hashable {
    /// Where responses come from.
    public var policy: CachePolicy
    /// How old a stored response may be; nil: as old as it likes, and with `revalidate` as the server says.
    public var ttl: Duration?
    /// Stands for query, body and all headers that are no credentials, where these differ between requests
    /// that want the same.
    public var key: String?
    /// Whether the response is stored; nil: as the policy has it.
    public var stores: Bool?
    /// Whether later runs see the response.
    public var scope: CacheScope

    /// A rule; only its policy has to be said.
    public init(
        _ policy: CachePolicy, ttl: Duration? = nil, key: String? = nil, stores: Bool? = nil, scope: CacheScope = .run
    ) {
        self.policy = policy
        self.ttl = ttl
        self.key = key
        self.stores = stores
        self.scope = scope
    }

    /// Whether a response of the server is stored.
    public var storesResponse: Bool { stores ?? policy.storesResponses }

    /// Whether the cache has nothing to do with the request.
    public var isIdle: Bool { policy == .networkOnly && !storesResponse }

    /// What an attempt after the first one does: it asks the server, since what is stored was not what was wanted.
    ///
    /// `both` asks in any case, and `only-if-cached` never.
    public var forLaterAttempt: CacheRule {
        var rule = self
        switch policy {
        case .networkOnly, .both, .onlyIfCached: return self
        case .cacheFirst: rule.stores = storesResponse
        // Whether a response may be stored is the server's to say, and nobody would look.
        case .revalidate: rule.stores = false
        }
        rule.policy = .networkOnly
        return rule
    }

    /// The rule for a method, where it was written for requests in general: only GET and HEAD, which change nothing, have
    /// responses that stand for a later one. What never asks the server does not do so for another method either.
    public func inherited(by method: Method) -> CacheRule? {
        method == .get || method == .head || policy == .onlyIfCached ? self : nil
    }
}

/// Where a response comes from, unless the server gave it to this very request.
public enum CacheUse: Sendable, Hashable {
    /// Nothing was sent: the response was stored that long ago.
    case stored(age: Duration)
    /// The server said that the response stored that long ago still holds (304).
    case revalidated(age: Duration)
    /// Another request that wanted the same was under way.
    case shared
}
