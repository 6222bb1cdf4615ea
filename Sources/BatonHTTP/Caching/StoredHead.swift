/// What RFC 9111 asks about a stored response.
package struct StoredHead: Sendable, Equatable {
    package var status: Int
    package var headers: Headers
    /// When the request was sent; seconds since 1970, as the next.
    package var requested: Int64
    /// When the response came.
    package var received: Int64

    package init(status: Int, headers: Headers, requested: Int64, received: Int64) {
        self.status = status
        self.headers = headers
        self.requested = requested
        self.received = received
    }

    var directives: CacheDirectives { CacheDirectives(headers) }

    /// Section 4.2.3.
    package func age(at now: Int64) -> Int64 {
        let stated = headers.first("age").flatMap(DeltaSeconds.parse) ?? 0
        let date = headers.first("date").flatMap(CookieDate.parse) ?? received
        let apparent = max(0, received - date)
        let corrected = stated + max(0, received - requested)
        return max(apparent, corrected) + max(0, now - received)
    }

    /// How long the server says that it holds (section 4.2.1), as for a private cache: `s-maxage` means nothing. Nil where
    /// it says nothing: nothing is guessed (section 4.2.2 only allows it).
    package var freshnessLifetime: Int64? {
        if let maxAge = directives.seconds("max-age") { return maxAge }
        let expires = headers.values("expires")
        guard let first = expires.first else { return nil }
        // A date that is none is in the past (section 5.3), and so is one that contradicts another.
        guard Set(expires).count == 1, let end = CookieDate.parse(first) else { return 0 }
        return max(0, end - (headers.first("date").flatMap(CookieDate.parse) ?? received))
    }

    /// Whether the server can be asked if it still holds (section 4.3.1).
    package var hasValidator: Bool { headers.contains("etag") || headers.contains("last-modified") }
}
