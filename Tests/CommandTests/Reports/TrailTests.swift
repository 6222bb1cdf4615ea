import BatonJSON
import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// What led to a failure: the exchanges of the steps before it.
@Suite struct TrailTests {
    private static let workflow = """
        name: Chain
        steps:
          - name: Log in
            post: /login
            json: { user: ada, pin: $(secrets.PIN) }
            capture: { token: $.token }
          - name: Profile
            get: /profile
            headers: { Authorization: Bearer $(token) }
          - name: Orders
            get: /orders
            expect: { $.count: 7 }
        teardown:
          - name: Log out
            get: /logout
        """

    private static func server() throws -> Recording {
        try Recording { request in
            let body =
                switch request.target {
                case "/login": #"{"token":"tok-8f3a9b2c","pin":471,"greeting":"hello ada"}"#
                case "/orders": #"{"count":6}"#
                default: #"{"name":"Ada of \#(request.target)"}"#
                }
            return
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
    }

    private static func run(_ server: Recording, _ workflow: String = workflow, _ arguments: String...) async throws
        -> Baton.Result
    {
        try server.folder.write("w.yaml", workflow)
        return try await Baton(folder: server.folder, environment: ["PIN": "471"]).run(
            [
                "run", "w.yaml", "--base-url", server.server.url, "--secret", "PIN", "--html", "r.html", "--har",
                "r.har",
                "--events", "e.jsonl",
            ] + arguments)
    }

    private static func har(_ folder: Folder) throws -> [String] {
        let archive = try JSONParser.parse(Array(try folder.read("r.har").utf8))
        let entries = archive["log"]?["entries"]?.arrayValue ?? []
        return entries.compactMap { $0["comment"]?.stringValue }
    }

    @Test func `the page shows the exchanges of the steps before the failure, in order`() async throws {
        let server = try Self.server()
        let result = try await Self.run(server)
        #expect(result.exitCode == 1, "\(result.everything)")
        let page = try HTMLOutcomes(try server.folder.read("r.html"))
        let trail = "//details[summary='What led there']"
        #expect(try page.texts("\(trail)/ol/li/text()[1]").map(\.trimmed) == ["Log in", "Profile"])
        let text = try page.texts(trail).joined()
        #expect(text.contains("hello ada") && text.contains("Ada of /profile"))
        #expect(!text.contains("/logout"))
        #expect(try Self.har(server.folder) == ["Log in", "Profile", "Orders"])
    }

    @Test func `secrets of earlier steps, and values found secret later, are masked in it`() async throws {
        let server = try Self.server()
        let result = try await Self.run(server, Self.workflow, "-vv")
        for text in [
            result.everything, try server.folder.read("r.html"), try server.folder.read("r.har"),
            try server.folder.read("e.jsonl"),
        ] {
            #expect(text.contains("hello ada"))
            #expect(
                !text.contains("tok-8f3a9b2c") && !text.contains("pin\":471") && !text.contains("pin\\\":471"),
                "\(text)")
        }
    }

    @Test func `a run that passes keeps nothing of it, unless --trace says so`() async throws {
        let server = try Self.server()
        let passing = Self.workflow.replacing("$.count: 7", with: "$.count: 6")
        let result = try await Self.run(server, passing)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try Self.har(server.folder) == [])
        let traced = try await Self.run(server, passing, "--trace")
        #expect(traced.exitCode == 0, "\(traced.everything)")
        #expect(try Self.har(server.folder) == ["Log in", "Profile", "Orders", "Log out"])
        #expect(!(try server.folder.read("r.har")).contains("tok-8f3a9b2c"))
    }

    @Test func `the events of a failed case bring the details that its steps could not know to need`() async throws {
        let server = try Self.server()
        _ = try await Self.run(server)
        let lines = try EventLines(try server.folder.read("e.jsonl"))
        let steps = lines.events.filter { $0["type"]?.stringValue == "step-finished" }
        #expect(steps.map { $0["exchanges"]?[0]?["detail"] != nil } == [false, false, true, false])
        let end = try #require(lines.events.first { $0["type"]?.stringValue == "case-finished" })
        let trail = end["trail"]?.arrayValue ?? []
        #expect(trail.map { $0["step"]?.numberValue?.int } == [0, 1])
        #expect(trail[0]["detail"]?["response_body"]?.stringValue?.contains("hello ada") == true)
    }

    @Test func `-vv shows requests and responses of all steps, -v none of them`() async throws {
        let server = try Self.server()
        let full = try await Self.run(server, Self.workflow, "-vv")
        #expect(full.output.contains("        > POST \(server.server.url)/login\n"), "\(full.output)")
        #expect(full.output.contains("        > {\"user\":\"ada\",\"pin\":\"***\"}\n"))
        #expect(full.output.contains("        < HTTP/1.1 200\n"))
        #expect(full.output.contains("Ada of /logout"))
        let brief = try await Self.run(server, Self.workflow, "-v")
        #expect(!brief.output.contains("hello ada"))
    }

    @Test(arguments: [
        (1, 7, ["    {\n      \"rows\": [\n        {\n", "    … 4 more lines\n"]),
        (7, 7, ["    … 4 lines before\n        },\n", "\"7\"\n        }\n      ]\n    }\n\n"]),
        (17, 30, ["      \"rows\": [\n    … 44 lines\n        },\n", "    … 35 more lines, 1428 bytes in all\n"]),
    ])
    func `a body is cut around the value that failed`(_ wrong: Int, _ last: Int, _ parts: [String]) async throws {
        // Long enough to be laid out.
        let key = "total_with_taxes_and_shipping_in_cents"
        let rows = (0...last).map { "{\"\(key)\":\($0 == wrong ? "\"\($0)\"" : "\($0)")}" }.joined(separator: ",")
        let recording = try Recording { _ in
            let body = "{\"rows\":[\(rows)]}"
            return
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let result = try await recording.run(
            "steps: [ { get: /orders, expect: { \"$.rows[*].\(key)\": { each: { type: number } } } } ]\n")
        for part in parts { #expect(result.output.contains(part), "\(result.output)") }
        #expect(result.output.contains("          \"\(key)\": \"\(wrong)\"\n"))
    }

    @Test func `of a long chain the last twenty exchanges are kept`() async throws {
        let server = try Self.server()
        let result = try await Self.run(
            server,
            """
            steps:
              - { name: Ask, for_each: { range: [1, 30] }, get: "/n/$(item)" }
              - { name: Orders, get: /orders, expect: { $.count: 7 } }
            """)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(try Self.har(server.folder).count == 21)
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
}
