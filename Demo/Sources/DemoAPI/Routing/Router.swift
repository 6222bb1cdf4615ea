/// Finds the route of a request, and turns errors of its handler into responses.
struct Router: Sendable {
    let routes: [Route]

    func respond(to request: DemoRequest) async -> DemoResponse {
        do {
            return try await dispatch(request)
        } catch let refusal as Refusal {
            return refusal.response
        } catch {
            return Refusal.problem(500, "the server failed: \(error)", of: request).response
        }
    }

    private func dispatch(_ request: DemoRequest) async throws -> DemoResponse {
        let segments = request.segments
        let matches = routes.compactMap { route in
            route.match(segments).map { (route: route, parameters: $0) }
        }
        guard !matches.isEmpty else { throw Refusal.notFound(request) }
        // A resource with GET also supports HEAD; the server omits the body.
        let wanted = request.method == "HEAD" ? ["HEAD", "GET", "*"] : [request.method, "*"]
        guard let match = matches.first(where: { wanted.contains($0.route.method) }) else {
            let allowed = Set(matches.map(\.route.method)).sorted().joined(separator: ", ")
            let allow = HeaderField("Allow", allowed)
            if request.method == "OPTIONS" { return DemoResponse(204, headers: [allow]) }
            throw Refusal.problem(405, "\(request.path) answers \(allowed)", of: request, headers: [allow])
        }
        var request = request
        request.parameters = match.parameters
        return try await match.route.handler(request)
    }
}
