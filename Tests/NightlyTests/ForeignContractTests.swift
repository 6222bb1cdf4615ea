import CommandCalls
import ProjectFolders
import Testing

/// A server that makes its own OpenAPI document: what it says of itself, held against what it does.
@Suite(.enabled("needs httpbinx") { await ForeignServer.httpbinx.isInstalled() })
struct ForeignContractTests {
    /// A project with the document as the server gives it, fetched by Baton itself.
    private func project(_ port: Int, _ steps: String, contract: String = "openapi.json") async throws -> Folder {
        let folder = try Folder()
        try folder.write("fetch/w.yaml", "steps: [ { get: /openapi.json, save: ../openapi.json } ]\n")
        let base = "http://127.0.0.1:\(port)"
        try folder.write("baton.yaml", "environments: { local: { base_url: \"\(base)\" } }\n")
        let fetched = try await Baton(folder: folder)("run", "fetch", "--no-history")
        try #require(fetched.exitCode == 0, "\(fetched.everything)")
        try folder.write(
            "baton.yaml", "environments: { local: { base_url: \"\(base)\", contract: \(contract) } }\n")
        try folder.write("workflows/w.yaml", "steps:\n\(steps)\n")
        return folder
    }

    @Test func `what FastAPI declares and does is covered without a violation`() async throws {
        try await ForeignServer.httpbinx.serving { port in
            let folder = try await project(
                port,
                """
                  - get: /get
                  - get: /uuid
                  - get: /bytes/10
                  - { get: /bytes/x, expect: { status: 422 } }
                  - { get: /nowhere, expect: { status: 404 } }
                  - get: /base64/aGVsbG8=
                  - post: /post
                  - { get: /cookies/set/a/b, expect: { status: 307 } }
                """)
            let result = try await Baton(folder: folder)("run", "--events", "events.jsonl")
            #expect(result.exitCode == 0, "\(result.everything)")
            #expect(!result.everything.contains("warning"), "\(result.everything)")
            #expect(
                result.output.contains("contract openapi.json: 6 of 54 operations, 7 of 77 responses covered"),
                "\(result.output)")
            #expect(result.output.contains("; 1 request to undeclared operations\n"))
        }
    }

    @Test func `what the server does otherwise than its document says is told`() async throws {
        try await ForeignServer.httpbinx.serving { port in
            let cases = [
                // Its document asks for a member that the response lacks.
                ("get: /ip", "contract: response $.url: expected a value, got nothing"),
                (
                    "{ get: /status/418, expect: { status: 418 } }",
                    "contract: response status: GET /status/{codes} declares 200, 422, got 418"
                ),
                ("{ post: /post, json: { a: 1 } }", "contract: request body: POST /post declares none"),
            ]
            for (step, message) in cases {
                let folder = try await project(port, "  - \(step)")
                let result = try await Baton(folder: folder)("run")
                #expect(result.exitCode == 1, "\(step): \(result.everything)")
                #expect(result.output.contains("\(message) [contract.violated]"), "\(step): \(result.output)")
                #expect(result.output.contains(": openapi.json:"), "\(result.output)")
            }
        }
    }

    @Test func `a wrong parameter of a path that the server accepts is told`() async throws {
        try await ForeignServer.httpbinx.serving { port in
            let folder = try await project(port, "  - { get: /get, query: { a: 1 } }")
            let result = try await Baton(folder: folder)("run")
            #expect(result.exitCode == 0, "\(result.everything)")
            #expect(
                result.everything.contains(
                    "warning: workflows/w.yaml:2: contract: request query.a: GET /get declares no such parameter"),
                "\(result.everything)")
        }
    }
}
