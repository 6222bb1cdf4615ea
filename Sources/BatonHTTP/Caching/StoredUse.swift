/// What may be done with a stored response (RFC 9111 section 4).
package enum StoredUse: Sendable, Equatable {
    /// Nobody needs to be asked.
    case fresh
    /// The server is asked with these headers in addition whether it still holds; 304 says that it does.
    case validate(Headers)
    /// It is as if there were none.
    case fetch

    /// - Parameters:
    ///   - request: the headers of the request, whose `Cache-Control` counts too (section 5.2.1).
    ///   - limit: how old it may be at most, in seconds, whatever the server says.
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
        // The clock was set back since: the age is unknown.
        guard now >= stored.received else { return false }
        let age = stored.age(at: now)
        if let limit, age > limit { return false }
        // Section 5.2.1.1.
        if let maxAge = request.seconds("max-age"), age > maxAge { return false }
        let lifetime = stored.freshnessLifetime ?? 0
        // Section 5.2.1.3.
        if let wanted = request.seconds("min-fresh"), lifetime - age < wanted { return false }
        if lifetime > age { return true }
        // Sections 4.2.4 and 5.2.2.2: what must be revalidated is never served stale. `proxy-revalidate` is not for us.
        guard !response.has("must-revalidate"), let tolerance = request.maxStale else { return false }
        return age - lifetime <= tolerance
    }

    /// Section 4.3.1: both validators go where both are known.
    private static func validation(of stored: StoredHead) -> StoredUse {
        var conditions = Headers()
        if let tag = stored.headers.first("etag") { conditions.append("If-None-Match", tag) }
        if let date = stored.headers.first("last-modified") { conditions.append("If-Modified-Since", date) }
        return conditions.isEmpty ? .fetch : .validate(conditions)
    }
}
