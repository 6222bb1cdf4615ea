import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `parameters` of an API file: what every body with fields carries.
@Suite struct CommonParametersTests {
    /// Responses with the content type and the body that came.
    private static func server() -> RawServer {
        RawServer(answering: { (request: RawServer.Request) -> String in
            let type = request["content-type"]?.prefix { $0 != ";" } ?? "none"
            let sent = "\(type) \(String(decoding: request.body, as: UTF8.self))"
            // What GraphQL is answered with.
            let body =
                sent.contains("\"query\"") ? "{\"data\":\"\(sent.replacing("\"", with: "\\\""))\"}" : sent
            return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        })
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var parameters: String
        /// Of the endpoint.
        var body: String
        var sent: String
        var testDescription: String { "\(parameters) + \(body)" }
    }

    static let cases: [Case] = [
        Case(
            parameters: "{ client: web, v: 2 }", body: "json: { name: ada }",
            sent: #"application/json {"client":"web","v":2,"name":"ada"}"#),
        Case(
            parameters: "{ client: web }", body: "form: { name: a b }",
            sent: "application/x-www-form-urlencoded client=web&name=a+b"),
        // What the endpoint says itself is stronger; null leaves a field of a form out.
        Case(
            parameters: "{ client: web, v: 2 }", body: "json: { v: 3 }",
            sent: #"application/json {"client":"web","v":3}"#),
        Case(
            parameters: "{ client: web, v: 2 }", body: "form: { v: null, name: ada }",
            sent: "application/x-www-form-urlencoded client=web&name=ada"),
        // Nested values are taken as a whole.
        Case(
            parameters: "{ meta: { a: 1, b: 2 } }", body: "json: { meta: { b: 3 } }",
            sent: #"application/json {"meta":{"b":3}}"#),
        Case(
            parameters: "{ page: $(env.vars.page_size), client: \"web-$(env.name)\" }", body: "json: {}",
            sent: #"application/json {"page":20,"client":"web-local"}"#),
        // What has no fields is sent as it is.
        Case(parameters: "{ client: web }", body: "json: [1, 2]", sent: "application/json [1,2]"),
        Case(parameters: "{ client: web }", body: "json: $(whole)", sent: #"application/json {"a":1}"#),
        Case(parameters: "{ client: web }", body: "text: hello", sent: "text/plain hello"),
        Case(
            parameters: "{ client: web }", body: "graphql: { query: '{ me }' }",
            sent: #"application/json {"query":"{ me }"}"#),
        Case(parameters: "{ client: web }", body: "description: no body", sent: "none "),
    ]

    @Test(arguments: cases)
    func `common parameters stand in every body with fields, before its own`(_ item: Case) async throws {
        let server = Self.server()
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "environments: { local: { base_url: \"\(server.url)\", vars: { page_size: 20 } } }")
        try folder.write(
            "workflows/apis/a.yaml",
            "parameters: \(item.parameters)\nendpoints:\n  send:\n    inputs: { whole: { default: { a: 1 } } }\n"
                + "    post: /x\n    \(item.body)\n")
        try folder.write(
            "workflows/w.yaml",
            "use: { a: apis/a.yaml }\nsteps:\n  - call: a.send\n    expect: { \(item.sent.contains("\"query\"") ? "$.data" : "body"): '\(item.sent)' }\n"
        )
        let result = try await Baton(folder: folder)("run", "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a file among them makes bodies multipart, as a file of the endpoint does`() async throws {
        let server = Self.server()
        let folder = try Folder()
        try folder.write("apis/note.txt", "the note")
        try folder.write(
            "apis/a.yaml",
            """
            parameters: { note: { file: note.txt } }
            endpoints:
              json: { post: /x, json: { name: ada } }
              form: { post: /x, form: { name: ada } }
              parts: { post: /x, multipart: { name: ada } }
            """)
        for name in ["json", "form", "parts"] {
            try folder.write(
                "\(name).yaml",
                """
                use: { a: apis/a.yaml }
                steps:
                  - call: a.\(name)
                    expect:
                      body: { starts_with: multipart/form-data, contains: [the note, 'name="note"; filename="note.txt"', 'name="name"'] }
                """)
            let result = try await Baton(folder: folder)("run", "\(name).yaml", "--base-url", server.url)
            #expect(result.exitCode == 0, "\(name): \(result.everything)")
        }
    }

    @Test func `what is wrong with them is told once, whoever carries them`() async throws {
        let folder = try Folder()
        try folder.write(
            "apis/a.yaml",
            """
            parameters: { client: $(env.vars.none), who: $(name) }
            endpoints:
              one: { inputs: { name: {} }, post: /1, json: { a: 1 } }
              two: { post: /2, form: { a: 1 } }
              three: { get: /3 }
            """)
        let result = try await Baton(folder: folder)("check", "apis/a.yaml")
        #expect(result.exitCode == 2, "\(result.everything)")
        // Inputs belong to one endpoint.
        #expect(result.everything.split(separator: "apis/a.yaml:1:").count == 3, "\(result.everything)")
        let list = try Folder()
        try list.write("apis/a.yaml", "parameters: [1]\nendpoints: { one: { post: /1, json: { a: 1 } } }\n")
        let wrong = try await Baton(folder: list)("check", "apis/a.yaml")
        #expect(wrong.everything.contains("`parameters` wants a map"), "\(wrong.everything)")
    }
}
