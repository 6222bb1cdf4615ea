import BatonTesting
import Testing

/// Which of several places wins: the environment, the API file, `defaults`, the endpoint, the step.
@Suite struct APIPrecedenceTests {
    /// Answers with what the header `X-Who` said and the path.
    private static func server() -> RawServer {
        RawServer(answering: { (request: RawServer.Request) -> String in
            let body = "\(request["x-who"] ?? "nobody") \(request.target)"
            return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        })
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var places: Set<String>
        var winner: String
        var testDescription: String { "\(places.sorted()) → \(winner)" }
    }

    static let cases: [Case] = [
        Case(places: ["environment"], winner: "environment"),
        Case(places: ["environment", "api"], winner: "api"),
        Case(places: ["environment", "api", "defaults"], winner: "defaults"),
        Case(places: ["environment", "api", "defaults", "endpoint"], winner: "endpoint"),
        Case(places: ["environment", "api", "defaults", "endpoint", "step"], winner: "step"),
        Case(places: ["api", "step"], winner: "step"),
        Case(places: [], winner: "nobody"),
    ]

    @Test(arguments: cases)
    func `the strongest place wins`(_ item: Case) async throws {
        func header(_ place: String, _ indent: String) -> String {
            item.places.contains(place) ? "\(indent)headers: { X-Who: \(place) }\n" : ""
        }
        let server = Self.server()
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "environments:\n  local:\n    base_url: \(server.url)\n" + header("environment", "    "))
        try folder.write(
            "workflows/apis/a.yaml",
            header("api", "") + "base: /v1/\nendpoints:\n  who:\n    get: /who\n" + header("endpoint", "    "))
        let defaults = item.places.contains("defaults") ? "defaults:\n" + header("defaults", "  ") : ""
        try folder.write(
            "workflows/w.yaml",
            "use: { a: apis/a.yaml }\n\(defaults)steps:\n  - call: a.who\n" + header("step", "    ")
                + "    expect: { body: \"\(item.winner) /v1/who\" }\n")
        let result = try await Baton(folder: folder)("run", "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a time limit of the step wins over that of the API`() async throws {
        let slow = RawServer { connection in
            _ = connection.readRequest()
            // Never answered: the limit ends it.
            _ = connection.readRequest()
        }
        let folder = try Folder()
        try folder.write("apis/a.yaml", "timeout: 10m\nendpoints:\n  slow: { get: /slow }\n")
        try folder.write(
            "w.yaml",
            "use: { a: apis/a.yaml }\nsteps:\n  - call: a.slow\n    timeout: 50ms\n    expect: { outcome: network.timeout }\n"
        )
        let result = try await Baton(folder: folder)("run", "w.yaml", "--base-url", slow.url)
        #expect(result.exitCode == 0, "\(result.everything)")
        slow.stop()
    }
}
