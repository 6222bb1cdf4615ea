/// Error responses on demand.
struct FaultEndpoints: Sendable {
    let callers: FirstComers

    var routes: [Route] {
        [
            Route("*", "/status/{code}", responseStatus),
            Route("*", "/errors/400") { _ in
                throw Refusal.badRequest(["the start lies after the end", "the end lies in the past"])
            },
            Route("*", "/limited", limit),
            Route("*", "/broken") { _ in
                try .json(["error_message": "the storage does not answer"], status: 500)
            },
            Route("*", "/delay/{milliseconds}", delay),
        ]
    }

    private func responseStatus(_ request: DemoRequest) throws -> DemoResponse {
        struct Content: Encodable {
            var status: Int
            var reason: String
        }
        let status = try request.number("code")
        guard (200...599).contains(status) else {
            throw Refusal.badRequest(["the status must be a whole number from 200 to 599"])
        }
        // These three statuses never have a body.
        if [204, 205, 304].contains(status) { return DemoResponse(status) }
        return try .json(Content(status: status, reason: ReasonPhrase.of(status)), status: status)
    }

    /// 429 for the first request of each client key (`X-Client-Key` or `?client=`), 200 for all later ones.
    private func limit(_ request: DemoRequest) throws -> DemoResponse {
        let key =
            request.headers.first("X-Client-Key") ?? request.query.first("client") ?? "anonymous"
        guard callers.isFirst(key) else { return try .json(["status": "ok"]) }
        return try .json(
            ["error": "too many requests"], status: 429, headers: [HeaderField("Retry-After", "1")])
    }

    /// Responds after this many milliseconds, at most ten seconds.
    private func delay(_ request: DemoRequest) async throws -> DemoResponse {
        let milliseconds = min(max(0, try request.number("milliseconds")), 10_000)
        try await Task.sleep(for: .milliseconds(milliseconds))
        return try .json(["delayed_ms": milliseconds])
    }
}
