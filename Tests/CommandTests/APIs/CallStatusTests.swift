import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// A call whose `expect` says the status.
@Suite struct CallStatusTests {
    /// Answers `/404` with the status 404 and so on, with the error of an API that says what is wrong.
    private static func run(
        _ path: String, _ expect: String, _ more: String = "", outcomes: String = "", options: [String] = []
    ) async throws -> Baton.Result {
        let server = RawServer(answering: { (request: RawServer.Request) -> String in
            let status = request.target.split(separator: "/").last.map(String.init) ?? "200"
            let body = status == "200" ? #"{"id": 1}"# : #"{"code": "gone"}"#
            let type = "Content-Type: application/json"
            return "HTTP/1.1 \(status) X\r\n\(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        })
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "api.yaml",
            "types: { Item: { id: { path: $.id, as: integer } } }\nendpoints:\n  item:\n"
                + "    inputs: { path: {} }\n    get: /$(path)\n    result: Item\n"
                + (outcomes.isEmpty ? "" : "    outcomes: \(outcomes)\n"))
        try folder.write(
            "w.yaml",
            "use: { api: api.yaml }\nsteps:\n  - call: api.item\n    id: item\n    with: { path: \"\(path)\" }\n"
                + "    expect: \(expect)\n\(more)")
        return try await Baton(folder: folder).run(
            ["run", "w.yaml", "--base-url", server.url, "--no-history"] + options)
    }

    @Test(arguments: [
        "{ status: 404 }", "{ status: 4xx }", "{ status: [200, 404] }", "{ status: { in: [404, 410] } }",
        "{ status: { gte: 400 } }", "{ status: { gte: 400, lt: 500 } }", "{ status: { not: 2xx } }",
        "{ status: { not_in: [2xx, 5xx] } }", "{ status: $(400 + 4) }",
        "{ status: 404, $.code: gone, that: outcome == \"http.not_found\" }",
        "{ status: 404, outcome: http.not_found }",
    ])
    func `a call that expects the status it gets passes, and needs no result`(_ expect: String) async throws {
        let result = try await Self.run("404", expect)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `another status is the only failure`() async throws {
        let result = try await Self.run("500", "{ status: 404 }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("status: expected 404, got 500"), "\(result.output)")
        #expect(!result.output.contains("expected 2xx"), "\(result.output)")
        #expect(!result.output.contains("expected success"), "\(result.output)")
    }

    @Test func `a success where an error is expected is told by its status alone`() async throws {
        let result = try await Self.run("201", "{ status: 404 }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("status: expected 404, got 201"), "\(result.output)")
        #expect(!result.output.contains("result:"), "\(result.output)")
    }

    @Test func `a success that is expected still needs its result`() async throws {
        let result = try await Self.run("201", "{ status: 201 }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("result: there is nothing at `$.id`"), "\(result.output)")
    }

    @Test func `an outcome of the endpoint is accepted with the status that is expected`() async throws {
        let result = try await Self.run(
            "404", "{ status: 404, that: outcome == \"gone\" }", outcomes: "{ gone: response.status == 404 }")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `an outcome of the endpoint that a success ends in has to be expected`() async throws {
        let result = try await Self.run("200", "{ status: 200 }", outcomes: "{ odd: response.json.id == 1 }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("outcome: expected success, got odd"), "\(result.output)")
    }

    @Test func `an outcome that cannot be decided fails whatever status is expected`() async throws {
        let result = try await Self.run("404", "{ status: 404 }", outcomes: "{ odd: response.json.nothing == 1 }")
        #expect(result.exitCode != 0)
        #expect(result.output.contains("the outcome `odd`"), "\(result.output)")
    }

    @Test func `a call that expected an error has no result`() async throws {
        let result = try await Self.run("404", "{ status: 404 }", "  - that: \"!has(steps.item.result)\"\n")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a status that is expected is not tried again`() async throws {
        let result = try await Self.run("503", "{ status: 503 }", "    retry: { attempts: 2, every: 10ms }\n")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(!result.output.contains("flaky"), "\(result.output)")
    }

    @Test func `a capture from the result of an error that was expected says that there is none`() async throws {
        let result = try await Self.run("404", "{ status: 404 }", "    capture: { id: $(result.id) }\n")
        #expect(result.exitCode != 0)
        #expect(result.output.contains("result"), "\(result.output)")
    }
}
