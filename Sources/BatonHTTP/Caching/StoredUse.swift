/// How a stored response may be used (RFC 9111 section 4).
package enum StoredUse: Sendable, Equatable {
    /// Usable without asking the server.
    case fresh
    /// The server is asked, with these headers in addition, whether the response is still valid; 304 confirms it.
    case validate(Headers)
    /// Not usable: the request is sent as if nothing were stored.
    case fetch

    /// - Parameters:
    ///   - request: the headers of the request, whose `Cache-Control` counts too (section 5.2.1).
    ///   - limit: the maximum age in seconds, regardless of what the server says.
    package static func of(
        _ stored: StoredHead, request: Headers, now: Int64, limit: Int64? = nil
    ) -> StoredUse {
        isFresh(stored, CacheDirectives(request), now, limit) ? .fresh : validation(of: stored)
    }

    private static func isFresh(
        _ stored: StoredHead, _ request: CacheDirectives, _ now: Int64, _ limit: Int64?
    ) -> Bool {
        let response = stored.directives
        // Sections 5.2.1.4 and 5.2.2.4.
        if request.has("no-cache") || response.has("no-cache") { return false }
        // The clock was set back since then, so the age is unknown.
        guard now >= stored.received else { return false }
        let age = stored.age(at: now)
        if let limit, age > limit { return false }
        // Section 5.2.1.1.
        if let maxAge = request.seconds("max-age"), age > maxAge { return false }
        let lifetime = stored.freshnessLifetime ?? 0
        // Section 5.2.1.3.
        if let wanted = request.seconds("min-fresh"), lifetime - age < wanted { return false }
        if lifetime > age { return true }
        // Sections 4.2.4 and 5.2.2.2: a response that must be revalidated is never served stale. `proxy-revalidate`
        // applies only to shared caches.
        guard !response.has("must-revalidate"), let tolerance = request.maxStale else { return false }
        return age - lifetime <= tolerance
    }

    /// Section 4.3.1: both validators are sent if both are known.
    private static func validation(of stored: StoredHead) -> StoredUse {
        var conditions = Headers()
        if let tag = stored.headers.octets("etag").first { conditions.append("If-None-Match", octets: Array(tag)) }
        if let date = stored.headers.first("last-modified") { conditions.append("If-Modified-Since", date) }
        return conditions.isEmpty ? .fetch : .validate(conditions)
    }
}
