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
