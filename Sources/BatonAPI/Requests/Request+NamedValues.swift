package import BatonHTTP

extension Request {
    /// Adds parameters to the URL's own query. Throws when the result is not a URL.
    package mutating func add(query: NamedValueMerger) throws(URLTextError) {
        let pairs = query.pairs
        if !pairs.isEmpty { url = try url.appending(query: pairs) }
    }
}

extension Headers {
    /// Adds `Accept` and `User-Agent` unless they are among the written headers.
    package mutating func addDefaults(beside headers: NamedValueMerger, prefersJSON: Bool, userAgent: String) {
        if headers["accept"] == nil { append("Accept", Self.defaultAccepts[prefersJSON ? 0 : 1]) }
        if headers["user-agent"] == nil { append("User-Agent", userAgent) }
    }

    /// `Accept` of a request that prefers JSON, and of any other.
    static let defaultAccepts = ["application/json, */*;q=0.5", "*/*"]

    /// Adds one value of a header. The environment's headers and credentials are marked as credentials, so that they
    /// are not sent to other origins.
    package mutating func add(_ entry: NamedValues, _ value: String) {
        append(entry.name, value, isCredential: entry.layer == .environment || entry.isCredential)
    }
}
