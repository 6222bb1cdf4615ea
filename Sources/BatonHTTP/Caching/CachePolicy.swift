/// Whether a response may come from the cache, and whether responses are stored there.
public enum CachePolicy: String, Sendable, Hashable {
    /// Always asks the server; stores the response only if the rule says so.
    case networkOnly = "network-only"
    /// Uses a stored response without asking the server; otherwise asks the server and stores the response.
    case cacheFirst = "cache-first"
    /// Asks the server, and hands out the stored response in addition to the new one.
    case both
    /// Obeys `Cache-Control`, `ETag` and `Last-Modified` (RFC 9111), as a private cache.
    case revalidate
    /// Never asks the server.
    case onlyIfCached = "only-if-cached"
    /// Asks the server, and uses the stored response where none comes (`network.*`). No policy of workflow files: what is
    /// stored proves nothing of a server that does not answer.
    case networkFirst = "network-first"

    /// The names of the policies of workflow files.
    package static let written = [networkOnly, cacheFirst, both, revalidate, onlyIfCached].map(\.rawValue)

    /// Whether responses are stored by default.
    public var storesResponses: Bool {
        switch self {
        case .cacheFirst, .both, .revalidate, .networkFirst: true
        case .networkOnly, .onlyIfCached: false
        }
    }
}

/// The lifetime of a stored response.
public enum CacheScope: String, Sendable, Hashable, CaseIterable {
    /// As long as the program runs.
    case run
    /// Also on disk, for later runs.
    case disk
}
