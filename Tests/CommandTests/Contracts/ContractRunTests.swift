import BatonJSON
import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Whole runs whose requests are held against an OpenAPI document.
@Suite struct ContractRunTests {
    static let document = """
        openapi: 3.0.3
        info: { title: Shop, version: '1' }
        servers: [ { url: 'https://shop.example.com/v1' } ]
        components:
          schemas:
            Item:
              type: object
              required: [id]
              properties: { id: { type: integer }, note: { type: string, nullable: true } }
        paths:
          /items/{id}:
            get:
              parameters: [ { name: id, in: path, required: true, schema: { type: integer } } ]
              responses:
                '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
                '404': { description: d }
          /items:
            post:
              requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name] } } } }
              responses: { '201': { description: d }, '422': { description: d } }
            delete: { responses: { '204': { description: d } } }
        """

    /// Responds by path: `/v1/items/7` gives its item, `/v1/items/404` is missing, `/v1/items/bad` is no item.
    private static func server() -> RawServer {
        RawServer { request in
            func response(_ status: String, _ body: String) -> String {
                "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            }
            let path = request.target.split(separator: "?").first ?? ""
            switch (request.method, path) {
            case ("GET", "/v1/items/7"): return response("200 OK", #"{"id": 7, "note": null}"#)
            case ("GET", "/v1/items/8"): return response("200 OK", #"{"id": "8"}"#)
            case ("GET", "/v1/items/9"): return response("500 Oh", "{}")
            case ("GET", "/v1/items/1"):
                return "HTTP/1.1 302 Found\r\nLocation: /v1/items/7\r\nContent-Length: 0\r\n\r\n"
            case ("GET", "/health"): return response("200 OK", "{}")
            case ("POST", "/v1/items"):
                return request.text.contains("name") || request.text.contains("lenient")
                    ? response("201 Created", "{}") : response("422 No", "{}")
            default: return response("404 Not Found", "{}")
            }
        }
    }

    private func project(_ server: RawServer, _ steps: String, contract: String = "openapi.yaml") throws -> Folder {
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "environments: { local: { base_url: \"\(server.url)\", contract: \(contract) } }\n")
        try folder.write("openapi.yaml", Self.document)
        try folder.write("workflows/w.yaml", "steps:\n\(steps)\n")
        return folder
    }

    @Test func `a response that breaks the contract fails with both places and the path`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - get: /v1/items/7\n  - get: /v1/items/8")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                """
                contract: response $.id: expected an integer, got "8" [contract.violated]  workflows/w.yaml:3:5
                  3 |   - get: /v1/items/8
                    |     ^^^^^^^^^^^^^^^^
                  schema: openapi.yaml:9:27 #/components/schemas/Item/properties/id/type

                """), "\(result.output)")
        #expect(result.output.contains("1 failed in"))
        #expect(
            result.output.contains(
                """
                contract openapi.yaml: 1 of 3 operations, 1 of 5 responses covered
                  not covered:
                    POST /items
                    DELETE /items

                """), "\(result.output)")
        let junit = try folder.read("reports/junit.xml")
        #expect(junit.contains("contract: response $.id: expected an integer"), "\(junit)")
        #expect(!junit.contains("not covered"))
    }

    @Test func `a wrong request counts only where the server does not refuse it as the step expects`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let expected = try project(server, "  - { post: /v1/items, json: {}, expect: { status: 422 } }")
        #expect(try await Baton(folder: expected)("run").exitCode == 0)
        let accepted = try project(server, "  - { post: /v1/items, json: { lenient: 1 } }")
        let result = try await Baton(folder: accepted)("run")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("contract: request $.name: expected a value, got nothing [contract.violated]"),
            "\(result.output)")
        let unexpected = try project(server, "  - { post: /v1/items, json: {} }")
        let refused = try await Baton(folder: unexpected)("run")
        #expect(refused.output.contains("[http.unprocessable]"), "\(refused.output)")
        #expect(refused.output.contains("contract: request $.name: expected a value, got nothing"))
    }

    @Test(arguments: [("{ request: none }", 0), ("false", 0)])
    func `a step can take its request out of the contract`(_ word: String, _ code: Int32) async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - { post: /v1/items, json: { lenient: 1 }, contract: \(word) }")
        #expect(try await Baton(folder: folder)("run").exitCode == code)
        let response = try project(server, "  - { get: /v1/items/8, contract: \(word) }")
        #expect(try await Baton(folder: response)("run").exitCode == (word == "false" ? 0 : 1))
    }

    @Test func `an undeclared path, method and status are failures or warnings as the settings say`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let steps = """
              - get: /health
              - { get: /v1/items/9, expect: { status: 500 } }
              - { get: /v1/items/7, query: { debug: 1 } }
              - { put: /v1/items/7, expect: { status: 404 } }
            """
        for (step, message) in [
            ("  - get: /health", "contract: request: openapi.yaml has no path for `/health`"),
            (
                "  - { get: /v1/items/9, expect: { status: 500 } }",
                "contract: response status: GET /items/{id} declares 200, 404, got 500"
            ),
        ] {
            let folder = try project(server, step)
            let result = try await Baton(folder: folder)("run")
            #expect(result.exitCode == 1)
            #expect(result.output.contains(message), "\(result.output)")
        }
        let lenient = try project(
            server, steps, contract: "{ file: openapi.yaml, undeclared_request: warning, undeclared_response: warning }"
        )
        let warned = try await Baton(folder: lenient)("run")
        #expect(warned.exitCode == 0, "\(warned.everything)")
        for message in [
            "warning: workflows/w.yaml:2: contract: request: openapi.yaml has no path for `/health` (openapi.yaml:10:1)",
            "warning: workflows/w.yaml:3: contract: response status: GET /items/{id} declares 200, 404, got 500 (openapi.yaml:12:5)",
            "warning: workflows/w.yaml:4: contract: request query.debug: GET /items/{id} declares no such parameter (openapi.yaml:12:5)",
            "2 requests to undeclared operations",
            "  undeclared statuses:\n    GET /items/{id}: 500\n",
        ] {
            #expect(warned.everything.contains(message), "\(warned.everything)")
        }
        let silent = try project(
            server, steps,
            contract: "{ file: openapi.yaml, undeclared_request: none, undeclared_response: none, ignore: [/health] }")
        let result = try await Baton(folder: silent)("run")
        #expect(result.exitCode == 0)
        #expect(!result.everything.contains("warning"), "\(result.everything)")
    }

    @Test(arguments: [
        ("undeclared_request: none", "", 0, 1), ("undeclared_response: none", "", 1, 0),
        ("response: failure", ", contract: { undeclared_request: none }", 0, 1),
        ("response: failure", ", contract: { undeclared_response: none }", 1, 0),
        ("undeclared_request: none", ", contract: { undeclared_request: failure }", 1, 1),
    ])
    func `an undeclared path and an undeclared status are told apart, for all steps and for one`(
        _ setting: String, _ step: String, _ path: Int32, _ status: Int32
    ) async throws {
        let server = Self.server()
        defer { server.stop() }
        for (request, code) in [("get: /health", path), ("get: /v1/items/9, expect: { status: 500 }", status)] {
            let folder = try project(
                server, "  - { \(request)\(step) }", contract: "{ file: openapi.yaml, \(setting) }")
            let result = try await Baton(folder: folder)("run")
            #expect(result.exitCode == code, "\(result.everything)")
        }
    }

    @Test(arguments: [
        ("contract: false", "", 0), ("contract: false", ", contract: { response: failure }", 1),
        ("contract: false", ", contract: { request: failure }", 0), ("contract: { response: none }", "", 0),
        ("contract: { response: none }", ", contract: { response: failure }", 1),
        ("description: d", ", contract: false", 0), ("description: d", "", 1),
    ])
    func `what a step says of the contract goes before what its endpoint says`(
        _ endpoint: String, _ step: String, _ code: Int32
    ) async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - { call: shop.item\(step) }", contract: "openapi.yaml")
        try folder.write("shop.yaml", "endpoints: { item: { get: /v1/items/8, \(endpoint) } }\n")
        let workflow = try folder.read("workflows/w.yaml")
        try folder.write("workflows/w.yaml", "use: { shop: ../shop.yaml }\n" + workflow)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == code, "\(result.everything)")
        #expect(result.output.contains("[contract.violated]") == (code == 1), "\(result.output)")
    }

    @Test(arguments: [
        ("  - get: /v1/x/../items/7", "[]", 0), ("  - get: /v1/./items/8", "[]", 1), ("  - get: /a/../health", "[]", 1),
        ("  - get: /a/../health", "[/health]", 0), ("  - get: /health/../v1/items/8", "['/health/*']", 1),
        ("  - { get: /v1/x/../items/7, path_as_is: true }", "[]", 1),
    ])
    func `a request is held against the contract as it is sent`(
        _ step: String, _ ignored: String, _ code: Int32
    ) async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, step, contract: "{ file: openapi.yaml, ignore: \(ignored) }")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == code, "\(result.output)")
        #expect(result.output.contains("[contract.violated]") == (code == 1), "\(result.output)")
    }

    @Test func `a redirect covers both operations, and the response counts for the last`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - { get: /v1/items/1, follow_redirects: true }")
        let result = try await Baton(folder: folder)("run", "--events", "events.jsonl")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("  undeclared statuses:\n    GET /items/{id}: 302\n"), "\(result.output)")
    }

    @Test func `the JSON report has the table, also when it is written from events`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - { get: /v1/items/7 }")
        let baton = Baton(folder: folder)
        let result = try await baton("run", "--json", "r.json", "--events", "events.jsonl")
        #expect(result.exitCode == 0, "\(result.everything)")
        let report = try JSONParser.parse(Array(try folder.read("r.json").utf8))
        let contracts = try #require(report["results"]?["extra"]?["contracts"]?.arrayValue)
        #expect(contracts.count == 1 && contracts[0]["file"] == "openapi.yaml")
        let operations = try #require(contracts[0]["operations"]?.arrayValue)
        #expect(operations.count == 3)
        let covered = operations.filter { $0["statuses"]?.arrayValue?.contains { $0["count"] == 1 } ?? false }
        #expect(covered.map { $0["path"] } == ["/items/{id}"])
        let again = try await baton("report", "events.jsonl", "--json", "again.json")
        #expect(again.exitCode == 0, "\(again.everything)")
        #expect(try folder.read("again.json") == folder.read("r.json"))
    }

    @Test func `warnings of a loop are told once for each kind`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - { get: '/v1/items/7?debug=$(uuid())', repeat: 50 }")
        let result = try await Baton(folder: folder)("run")
        let count = result.everything.split(separator: "\n").count { $0.contains("query.debug") }
        #expect(count == 1, "\(result.everything)")
    }

    @Test func `the table survives in page, events and history, and secrets do not`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - { get: /v1/items/7 }")
        try folder.write(
            "openapi.yaml",
            Self.document + "\n  /tok-5ecret/x:\n    get: { responses: { '200': { description: d } } }\n")
        let baton = Baton(folder: folder)
        let result = try await baton(
            "run", "--events", "events.jsonl", "--secret", "TOKEN=tok-5ecret")
        #expect(result.exitCode == 0, "\(result.everything)")
        let page = try folder.read("reports/report.html")
        #expect(page.contains(" id=\"contracts\"><summary>"))
        #expect(page.contains("<b class=\"flaky\">not covered</b>"))
        let events = try folder.read("events.jsonl")
        #expect(events.contains(#""contracts":[{"file":"openapi.yaml","title":"Shop","operations":[{"method":"GET""#))
        for text in [page, events, result.everything] { #expect(!text.contains("tok-5ecret")) }
        for source in ["events.jsonl", "last"] {
            let again = try await baton("report", source, "--html", "again.html")
            #expect(again.exitCode == 0, "\(again.everything)")
            let copy = try folder.read("again.html")
            #expect(copy.contains(" id=\"contracts\"><summary>"), "\(source)")
            #expect(copy.contains("1 of 4"), "\(source)")
        }
    }

    @Test func `only a whole run tells what it covered`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - get: /v1/items/7")
        try folder.write(
            "workflows/other.yaml",
            "tags: [slow]\nname: other\nsteps: [ { post: /v1/items, json: { name: x }, expect: { status: 201 } } ]\n")
        let baton = Baton(folder: folder)
        for options in [
            [], ["workflows/w.yaml"], ["--tag", "slow"], ["--not-tag", "slow"], ["--name", "other"],
        ] {
            let result = try await baton.run(["run", "--json", "c.json"] + options)
            #expect(result.exitCode == 0, "\(options): \(result.everything)")
            let again = try await baton("report", "last", "--html", "again.html")
            #expect(again.exitCode == 0, "\(again.everything)")
            let isTold = [
                result.output.contains("contract openapi.yaml: "), try folder.read("c.json").contains(#""contracts""#),
                try folder.read("reports/report.html").contains(#"id="contracts""#),
                try folder.read("again.html").contains(#"id="contracts""#),
            ]
            #expect(isTold.allSatisfy { $0 == options.isEmpty }, "\(options): \(isTold)")
        }
        for index in 1...2 {
            let shard = try await baton("run", "--shard", "\(index)/2", "--events", "e\(index).jsonl")
            #expect(shard.exitCode == 0, "\(shard.everything)")
            #expect(!shard.output.contains("contract openapi.yaml: "), "\(shard.output)")
        }
        let merged = try await baton("merge", "e1.jsonl", "e2.jsonl")
        #expect(merged.exitCode == 0, "\(merged.everything)")
        #expect(merged.output.contains("contract openapi.yaml: 2 of 3 operations"), "\(merged.output)")
        let torn = try await baton("merge", "e1.jsonl")
        #expect(!torn.output.contains("contract openapi.yaml: "), "\(torn.output)")
    }

    @Test func `a run that ended at its first failure tells nothing of what it covered`()
        async throws
    {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - get: /v1/items/8")
        try folder.write("workflows/x.yaml", "steps: [ get: /v1/items/7 ]\n")
        let whole = try await Baton(folder: folder)("run")
        #expect(whole.exitCode == 1 && whole.output.contains("contract openapi.yaml: "), "\(whole.output)")
        let cut = try await Baton(folder: folder)("run", "--fail-fast", "--jobs", "1")
        #expect(cut.exitCode == 1 && cut.output.contains("1 skipped"), "\(cut.output)")
        #expect(!cut.output.contains("contract openapi.yaml: "), "\(cut.output)")
    }

    @Test func `a run is held against a Swagger document, whose places are told`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - get: /v1/items/7\n  - get: /v1/items/8")
        try folder.write(
            "openapi.yaml",
            """
            swagger: '2.0'
            host: shop.example.com
            basePath: /v1
            produces: [application/json]
            paths:
              /items/{id}:
                get:
                  parameters: [ { name: id, in: path, required: true, type: integer } ]
                  responses: { 200: { description: d, schema: { $ref: '#/definitions/Item' } } }
            definitions:
              Item: { type: object, properties: { id: { type: integer }, note: { type: string, x-nullable: true } } }
            """)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 1)
        for text in [
            """
            contract: response $.id: expected an integer, got "8" [contract.violated]  workflows/w.yaml:3:5
              3 |   - get: /v1/items/8
                |     ^^^^^^^^^^^^^^^^
              schema: openapi.yaml:11:45 #/definitions/Item/properties/id/type

            """, "contract openapi.yaml: 1 of 1 operation, 1 of 1 response covered\n",
        ] {
            #expect(result.output.contains(text), "\(result.output)")
        }
    }

    @Test func `a broken contract stops the run, and check tells of it`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - get: /v1/items/7")
        try folder.write(
            "openapi.yaml", Self.document.replacing("#/components/schemas/Item", with: "#/components/schemas/Itm"))
        for command in ["check", "run"] {
            let result = try await Baton(folder: folder)(command)
            #expect(result.exitCode == 2, "\(result.everything)")
            #expect(result.everything.contains("`#/components/schemas/Itm` leads nowhere"), "\(result.everything)")
            #expect(result.everything.contains("openapi.yaml:15:"), "\(result.everything)")
            #expect(result.everything.contains("did you mean `Item`?"), "\(result.everything)")
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a contract of more than 10 MB is refused`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - get: /v1/items/7")
        try folder.write("openapi.yaml", Self.document + "\n#" + String(repeating: "x", count: 10_000_000) + "\n")
        let result = try await Baton(folder: folder)("check")
        #expect(result.exitCode == 2)
        #expect(result.everything.contains("is larger than 10 MB [file.unreadable]"), "\(result.everything)")
    }

    @Test func `warnings about a contract end after fifty of a run`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let steps = (0..<60).map { "  - { get: /v1/items/7, query: { debug\($0): 1 } }" }
        let folder = try project(server, steps.joined(separator: "\n"))
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        let warnings = result.everything.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
        #expect(warnings.count { $0.contains("declares no such parameter") } == 50, "\(result.everything)")
        #expect(warnings.last == "warning: contract: there are more warnings, which are not shown")
    }

    @Test func `a contract outside of the project is refused`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let outside = try Folder()
        try outside.write("openapi.yaml", Self.document)
        let folder = try project(server, "  - get: /v1/items/7", contract: "\"\(outside.path)/openapi.yaml\"")
        let result = try await Baton(folder: folder)("check")
        #expect(result.exitCode == 2)
        #expect(result.everything.contains("lies outside the file root"), "\(result.everything)")
    }

    @Test func `a request to another server is held against nothing`() async throws {
        let server = Self.server()
        let other = Self.server()
        defer {
            server.stop()
            other.stop()
        }
        let folder = try project(server, "  - get: \(other.url)/health")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("contract openapi.yaml: 0 of 3 operations, 0 of 5 responses covered\n"))
    }

    @Test func `a dry run and a run without a contract tell of none`() async throws {
        let server = Self.server()
        defer { server.stop() }
        let folder = try project(server, "  - get: /v1/items/7")
        #expect(try await !Baton(folder: folder)("run", "--dry-run").output.contains("contract "))
        try folder.write("baton.yaml", "environments: { local: { base_url: \"\(server.url)\" } }\n")
        #expect(try await !Baton(folder: folder)("run").output.contains("contract "))
    }

    @Test func `violations before until holds are warnings`() async throws {
        let server = RawServer { request in
            let body = request.target.hasSuffix("8") ? #"{"id": 8, "done": true}"# : "{}"
            return
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        defer { server.stop() }
        let folder = try project(server, "")
        try folder.write(
            "workflows/w.yaml",
            """
            steps:
              - get: /v1/items/7
                until: response.attempt >= 2
                every: 1ms
            """)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.everything.contains("warning: workflows/w.yaml:2: contract: response $.id"), "\(result.everything)")
    }
}
