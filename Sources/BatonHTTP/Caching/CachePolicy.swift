/// Whether a response may come from the cache, and what a request leaves there.
public enum CachePolicy: String, Sendable, Hashable, CaseIterable {
    /// Always asks the server, and keeps nothing unless it is told to store.
    case networkOnly = "network-only"
    /// A stored response is used without asking; otherwise the server is asked and its response is stored.
    case cacheFirst = "cache-first"
    /// Asks the server, and hands out the stored response beside the new one.
    case both
    /// Does as servers say with `Cache-Control`, `ETag` and `Last-Modified` (RFC 9111), as a private cache.
    case revalidate
    /// Never asks the server.
    case onlyIfCached = "only-if-cached"

    /// Whether responses are stored where nobody says otherwise.
    public var storesResponses: Bool {
        switch self {
        case .cacheFirst, .both, .revalidate: true
        case .networkOnly, .onlyIfCached: false
        }
    }
}

/// How long a stored response is there.
public enum CacheScope: String, Sendable, Hashable, CaseIterable {
    /// As long as the program runs.
    case run
    /// Also on disk, for later runs.
    case disk
}
