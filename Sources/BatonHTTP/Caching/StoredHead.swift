/// The parts of a stored response that RFC 9111 needs to compute its freshness.
package struct StoredHead: Sendable, Equatable {
    package var status: Int
    package var headers: Headers
    /// When the request was sent, in seconds since 1970.
    package var requested: Int64
    /// When the response arrived, in seconds since 1970.
    package var received: Int64

    package init(status: Int, headers: Headers, requested: Int64, received: Int64) {
        self.status = status
        self.headers = headers
        self.requested = requested
        self.received = received
    }

    var directives: CacheDirectives { CacheDirectives(headers) }

    /// The current age (section 4.2.3), in seconds.
    package func age(at now: Int64) -> Int64 {
        let stated = headers.first("age").flatMap(DeltaSeconds.parse) ?? 0
        let date = headers.first("date").flatMap(CookieDate.parse) ?? received
        let apparent = max(0, received - date)
        let corrected = stated + max(0, received - requested)
        return max(apparent, corrected) + max(0, now - received)
    }

    /// The freshness lifetime in seconds (section 4.2.1), as for a private cache: `s-maxage` is ignored. Nil if the
    /// server states none; it is never guessed, which section 4.2.2 would allow but does not require.
    package var freshnessLifetime: Int64? {
        if let maxAge = directives.seconds("max-age") { return maxAge }
        let expires = headers.values("expires")
        guard let first = expires.first else { return nil }
        // An invalid date counts as past (section 5.3), and so do dates that contradict each other.
        guard Set(expires).count == 1, let end = CookieDate.parse(first) else { return 0 }
        return max(0, end - (headers.first("date").flatMap(CookieDate.parse) ?? received))
    }

    /// Whether the server can be asked if the response is still valid (section 4.3.1).
    package var hasValidator: Bool { headers.contains("etag") || headers.contains("last-modified") }
}
