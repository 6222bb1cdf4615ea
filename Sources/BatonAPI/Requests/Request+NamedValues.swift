package import BatonHTTP

extension Request {
    /// Adds parameters to the query that the URL has already. Throws what makes the result no URL.
    package mutating func add(query: NamedValueMerger) throws(URLTextError) {
        let pairs = query.pairs
        if !pairs.isEmpty { url = try url.appending(query: pairs) }
    }
}

extension Headers {
    /// What is sent unless somebody writes the header.
    package mutating func addDefaults(beside headers: NamedValueMerger, userAgent: String) {
        if headers["accept"] == nil { append("Accept", "application/json, */*;q=0.5") }
        if headers["user-agent"] == nil { append("User-Agent", userAgent) }
    }

    /// One value of a header; what the environment says and what proves who the sender is stays with this origin.
    package mutating func add(_ entry: NamedValues, _ value: String) {
        append(entry.name, value, isCredential: entry.layer == .environment || entry.isCredential)
    }
}
