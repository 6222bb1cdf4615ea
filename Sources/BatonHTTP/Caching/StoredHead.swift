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

/// The request headers that a stored response depends on (RFC 9111 section 4.1).
package struct VariedHeaders: Sendable, Hashable {
    /// Names in lower case, sorted, with their values joined; nil for a header that the request did not have.
    package var values: [Value]
    /// `Vary: *`: the response matches no other request.
    package var isAlways: Bool

    package struct Value: Sendable, Hashable {
        package var name: String
        package var value: String?

        package init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }

    package init(values: [Value], isAlways: Bool) {
        self.values = values
        self.isAlways = isAlways
    }

    /// Reads the `Vary` headers of a response and the values that its request had for them.
    package init(_ response: Headers, request: Headers) {
        var names: Set<String> = []
        for field in response.values("vary") {
            for name in field.lowercased().split(separator: ",") {
                let name = String(name.filter { $0 != " " && $0 != "\t" })
                if !name.isEmpty { names.insert(name) }
            }
        }
        isAlways = names.remove("*") != nil
        values = names.sorted().map { Value(name: $0, value: Self.value($0, request)) }
    }

    /// Whether another request has the same values; `*` matches no request.
    package func match(_ request: Headers, ignoring ignored: Set<String> = [], minding always: Bool = true) -> Bool {
        if always, isAlways { return false }
        return values.allSatisfy { ignored.contains($0.name) || Self.value($0.name, request) == $0.value }
    }

    /// Spaces around commas make no difference (section 4.1).
    private static func value(_ name: String, _ request: Headers) -> String? {
        let fields = request.values(name)
        guard !fields.isEmpty else { return nil }
        return fields.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { part in
                let start = part.drop { $0 == " " || $0 == "\t" }
                let end = start.lastIndex { $0 != " " && $0 != "\t" }.map { start.index(after: $0) } ?? start.startIndex
                return String(start[..<end])
            }
            .joined(separator: ",")
    }
}

/// The changes to stored responses when a new response arrives.
package enum CacheUpdate {
    /// Whether a response may be stored by a private cache (section 3).
    ///
    /// Partial responses (206) are not stored, because this cache does not combine parts (section 3.3).
    package static func isStorable(_ method: Method, _ request: Headers, _ status: Int, _ response: Headers) -> Bool {
        guard method == .get || method == .head, (200...299).contains(status), status != 206 else { return false }
        let directives = CacheDirectives(response)
        if CacheDirectives(request).has("no-store") { return false }
        // Section 5.2.2.3: a cache that understands the status may store the response in spite of `no-store`.
        if directives.has("no-store"), !directives.has("must-understand") { return false }
        // Without a lifetime and without a validator the stored response could never be used.
        let head = StoredHead(status: status, headers: response, requested: 0, received: 0)
        return head.hasValidator || head.freshnessLifetime != nil
    }

    /// Whether a 304 is about this stored response (section 4.3.4): a validator in it must equal the stored one.
    package static func confirms(_ fresh: Headers, _ stored: Headers) -> Bool {
        if let tag = fresh["etag"] { return stored["etag"].map { opaque($0) == opaque(tag) } ?? false }
        if let date = fresh["last-modified"] { return stored["last-modified"] == date }
        return true
    }

    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }

    /// The stored headers, updated with those of a 304 (section 3.2).
    ///
    /// Headers that describe the stored body or the connection of the 304 stay as they were.
    package static func merged(_ stored: Headers, with fresh: Headers) -> Headers {
        var result = stored
        let named = fresh.values("connection").flatMap { $0.lowercased().split(separator: ",") }
        let connection = Set(named.map { $0.filter { $0 != " " } })
        var replaced: Set<String> = []
        for field in fresh {
            let name = field.name.lowercased()
            if kept.contains(name) || connection.contains(name) { continue }
            if replaced.insert(name).inserted { result.remove(name) }
            result.append(field.name, field.value)
        }
        // Section 4.2.3: without `Age` in the 304, the age starts at zero, because the server has just confirmed the
        // response.
        if !replaced.contains("age") { result.remove("age") }
        return result
    }

    private static let kept: Set<String> = [
        "connection", "content-encoding", "content-length", "content-range", "content-type", "keep-alive",
        "proxy-authenticate", "proxy-authentication-info", "proxy-authorization", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// The URLs whose stored responses become invalid after a response to a method that changes things (section 4.4).
    package static func invalidated(
        by method: Method, _ url: URLText, _ status: Int, _ response: Headers
    ) -> [URLText] {
        guard !method.isSafe, (200...399).contains(status) else { return [] }
        var urls = [url]
        for name in ["location", "content-location"] {
            guard let text = response[name], let target = try? url.resolving(text), target.hasSameOrigin(as: url),
                !urls.contains(target)
            else { continue }
            urls.append(target)
        }
        return urls
    }
}
