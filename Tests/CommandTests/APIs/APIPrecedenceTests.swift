import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Which of several places wins: the environment, the API file, `defaults`, the endpoint, the step.
@Suite struct APIPrecedenceTests {
    /// Responses with what the headers said, and the path.
    private static func server() -> RawServer {
        RawServer(answering: { (request: RawServer.Request) -> String in
            let said = ["x-who", "accept", "content-type"].map { request[$0] ?? "nobody" }.joined(separator: ",")
            let body = "\(said) \(request.target)"
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
        Case(places: [], winner: ""),
    ]

    @Test(arguments: cases)
    func `the strongest place wins, over what is built in, too`(_ item: Case) async throws {
        func header(_ place: String, _ indent: String) -> String {
            guard item.places.contains(place) else { return "" }
            return "\(indent)headers: { X-Who: \(place), Accept: \(place), Content-Type: \(place) }\n"
        }
        let server = Self.server()
        let builtIn = "nobody,application/json, */*;q=0.5,application/json"
        let winner = item.places.isEmpty ? builtIn : "\(item.winner),\(item.winner),\(item.winner)"
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "environments:\n  local:\n    base_url: \(server.url)\n" + header("environment", "    "))
        try folder.write(
            "workflows/apis/a.yaml",
            header("api", "") + "base: /v1/\nendpoints:\n  who:\n    post: /who\n    json: { a: 1 }\n"
                + header("endpoint", "    "))
        let defaults = item.places.contains("defaults") ? "defaults:\n" + header("defaults", "  ") : ""
        try folder.write(
            "workflows/w.yaml",
            "use: { a: apis/a.yaml }\n\(defaults)steps:\n  - call: a.who\n" + header("step", "    ")
                + "    expect: { body: \"\(winner) /v1/who\" }\n")
        let result = try await Baton(folder: folder)("run", "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    /// From the weakest to the strongest.
    static let places = ["environment", "api", "defaults", "endpoint", "step"]

    @Test(arguments: places.indices)
    func `the time limit of the strongest place wins`(_ strongest: Int) async throws {
        // Never answered: the limit ends it.
        let slow = RawServer { connection in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        defer { slow.stop() }
        func timeout(_ place: String, _ indent: String) -> String {
            guard let index = Self.places.firstIndex(of: place), index <= strongest else { return "" }
            return "\(indent)timeout: \(index == strongest ? "50ms" : "10m")\n"
        }
        let folder = try Folder()
        try folder.write(
            "baton.yaml",
            "environments:\n  local:\n    base_url: \(slow.url)\n" + timeout("environment", "    "))
        try folder.write(
            "workflows/apis/a.yaml",
            timeout("api", "") + "endpoints:\n  slow:\n    get: /slow\n" + timeout("endpoint", "    "))
        let defaults = strongest >= 2 ? "defaults:\n" + timeout("defaults", "  ") : ""
        try folder.write(
            "workflows/w.yaml",
            "use: { a: apis/a.yaml }\n\(defaults)steps:\n  - call: a.slow\n" + timeout("step", "    ")
                + "    expect: { outcome: network.timeout }\n")
        let result = try await Baton(folder: folder)("run", "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
    }
}
