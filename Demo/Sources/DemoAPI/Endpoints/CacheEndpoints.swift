/// Responses that show whether the server was asked, and how clients may cache them.
struct CacheEndpoints: Sendable {
    let counts: CallCounts

    var routes: [Route] {
        [
            Route("GET", "/count/{name}", count),
            Route("POST", "/count/{name}", count),
            Route("GET", "/news/{name}", news),
        ]
    }

    /// Returns the number of calls; with `?max_age=60` the response may be cached for that many seconds.
    private func count(_ request: DemoRequest) throws -> DemoResponse {
        struct Content: Encodable {
            var name: String
            var count: Int
        }
        let name = request.parameters["name"] ?? ""
        var headers: [HeaderField] = []
        if let seconds = request.query.first("max_age").flatMap({ Int($0) }) {
            headers.append(HeaderField("Cache-Control", "max-age=\(max(0, seconds))"))
        }
        return try .json(Content(name: name, count: counts.next("count/\(name)")), headers: headers)
    }

    /// News that never change: 304 for a client that already has them, with the number of calls in `X-Asked`.
    private func news(_ request: DemoRequest) throws -> DemoResponse {
        let name = request.parameters["name"] ?? ""
        let tag = "\"\(name)-1\""
        let headers = [
            HeaderField("ETag", tag), HeaderField("Cache-Control", "no-cache"),
            HeaderField("X-Asked", "\(counts.next("news/\(name)"))"),
        ]
        if request.headers.first("If-None-Match") == tag { return DemoResponse(304, headers: headers) }
        return try .json(["headline": "Nothing new about \(name)"], headers: headers)
    }
}
