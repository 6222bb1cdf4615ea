import BatonTesting
import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// Which of several headers, cookies and parameters arrives.
@Suite(.serialized) struct HeaderPrecedenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var environment = ""
        var defaults = ""
        var step = ""
        var header: String
        /// All of that name, in the order of their arrival.
        var values: [String]
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "built in", header: "accept", values: ["*/*"]),
        Case(name: "no body, no type", header: "content-type", values: []),
        Case(
            name: "built in, replaced", step: "headers: { ACCEPT: text/html }", header: "accept", values: ["text/html"]),
        Case(
            name: "built in, taken away", step: "headers: { Accept: null, user-agent: null }", header: "accept",
            values: []),
        Case(name: "no User-Agent", defaults: "headers: { user-agent: null }", header: "user-agent", values: []),
        Case(
            name: "no Accept-Encoding", step: "headers: { accept-encoding: null }", header: "accept-encoding",
            values: []
        ),
        Case(
            name: "no Accept-Encoding from defaults", defaults: "headers: { Accept-Encoding: null }",
            header: "accept-encoding", values: []),
        Case(
            name: "an Accept-Encoding after all", defaults: "headers: { Accept-Encoding: null }",
            step: "headers: { accept-encoding: gzip }", header: "accept-encoding", values: ["gzip"]),
        Case(
            name: "no Accept of a body", step: "json: { a: 1 }\nheaders: { accept: null }", header: "accept", values: []
        ),
        Case(
            name: "no Content-Type of a form", step: "form: { json: 1 }\nheaders: { content-type: null }",
            header: "content-type", values: []),
        Case(
            name: "no Content-Type of a text", step: "text: json\nheaders: { content-type: null }",
            header: "content-type", values: []),
        Case(
            name: "no User-Agent of a body", step: "json: { a: 1 }\nheaders: { User-Agent: null }",
            header: "user-agent", values: []),
        Case(name: "of the environment", environment: "headers: { X-A: env }", header: "x-a", values: ["env"]),
        Case(
            name: "defaults over environment", environment: "headers: { X-A: env }", defaults: "headers: { x-a: def }",
            header: "x-a", values: ["def"]),
        Case(
            name: "step over defaults", environment: "headers: { X-A: env }", defaults: "headers: { x-a: def }",
            step: "headers: { X-a: own }", header: "x-a", values: ["own"]),
        Case(
            name: "a list replaces as a whole", defaults: "headers: { x-a: [d1, d2] }",
            step: "headers: { X-A: [s1, s2, 3] }", header: "x-a", values: ["s1", "s2", "3"]),
        Case(
            name: "null takes away", environment: "headers: { X-A: env }", step: "headers: { x-a: null }",
            header: "x-a", values: []),
        Case(
            name: "null in between", environment: "headers: { X-A: env }", defaults: "headers: { x-a: null }",
            step: "headers: { x-a: own }", header: "x-a", values: ["own"]),
        Case(
            name: "whole maps", environment: "headers: '$({\"X-A\": \"env\"})'",
            defaults: "headers: '$({\"x-a\": \"def\"})'",
            step: "headers: '$({\"X-A\": [1, 2]})'", header: "x-a", values: ["1", "2"]),
        Case(
            name: "cookies by name", defaults: "cookies: { a: 1, b: 2, c: 3 }", step: "cookies: { b: two, c: null }",
            header: "cookie", values: ["a=1; b=two"]),
        Case(
            name: "cookies and a Cookie header", step: "cookies: { b: 2 }\nheaders: { Cookie: a=1 }", header: "cookie",
            values: ["a=1; b=2"]),
        Case(
            name: "a type for other requests, a form", defaults: "headers: { Content-Type: application/json }",
            step: "form: { a: 1 }", header: "content-type", values: ["application/x-www-form-urlencoded"]),
        Case(
            name: "a type of the environment for other requests, XML",
            environment: "headers: { content-type: application/json }", step: "xml: <a/>", header: "content-type",
            values: ["application/xml"]),
        Case(
            name: "a type for other requests, JSON", defaults: "headers: { Content-Type: text/xml }",
            step: "json: { a: 1 }", header: "content-type", values: ["application/json"]),
        Case(
            name: "another type of JSON from defaults", defaults: "headers: { Content-Type: application/vnd.api+json }",
            step: "json: { a: 1 }", header: "content-type", values: ["application/vnd.api+json"]),
        Case(
            name: "another type of JSON for GraphQL",
            environment: "headers: { Content-Type: application/graphql+json }", step: "graphql: { query: \"{ a }\" }",
            header: "content-type", values: ["application/graphql+json"]),
        Case(
            name: "a type that says little from defaults", defaults: "headers: { Content-Type: text/plain }",
            step: "json: { a: 1 }", header: "content-type", values: ["text/plain"]),
        Case(
            name: "a type for a text", defaults: "headers: { Content-Type: application/json }", step: "text: '{}'",
            header: "content-type", values: ["application/json"]),
        Case(
            name: "a type for bytes", defaults: "headers: { Content-Type: image/png }", step: "binary: { hex: 00 }",
            header: "content-type", values: ["image/png"]),
        Case(
            name: "a form with a charset",
            defaults: "headers: { Content-Type: application/x-www-form-urlencoded;charset=x }",
            step: "form: { a: 1 }", header: "content-type", values: ["application/x-www-form-urlencoded;charset=x"]),
        Case(
            name: "a type of the step itself, whatever it is",
            step: "form: { a: 1 }\nheaders: { Content-Type: application/json }", header: "content-type",
            values: ["application/json"]),
        Case(
            name: "type of a JSON body", step: "json: { a: 1 }", header: "content-type", values: ["application/json"]),
        Case(
            name: "a type of one's own", step: "json: { a: 1 }\nheaders: { content-type: application/vnd.api+json }",
            header: "content-type", values: ["application/vnd.api+json"]),
        Case(
            name: "no type at all", step: "json: { a: 1 }\nheaders: { Content-Type: null }", header: "content-type",
            values: []),
        Case(
            name: "auth of the step over an Authorization header of the environment",
            environment: "headers: { Authorization: Bearer env }", step: "auth: { bearer: own }",
            header: "authorization", values: ["Bearer own"]),
        Case(
            name: "a password of the step over an Authorization header of defaults",
            defaults: "headers: { Authorization: Bearer def }",
            step: "auth: { basic: { username: ada, password: lovelace } }", header: "authorization",
            values: ["Basic YWRhOmxvdmVsYWNl"]),
        Case(
            name: "an Authorization header of the step over auth of defaults", defaults: "auth: { bearer: def }",
            step: "headers: { authorization: Basic own }", header: "authorization", values: ["Basic own"]),
        Case(
            name: "auth of defaults over auth of the environment", environment: "auth: { bearer: env }",
            defaults: "auth: { bearer: def }", header: "authorization", values: ["Bearer def"]),
        Case(
            name: "auth none takes all away",
            environment: "auth: { bearer: env }\n    headers: { Authorization: Bearer env }", step: "auth: none",
            header: "authorization", values: []),
        Case(
            name: "auth null takes all away", environment: "auth: { bearer: env }", step: "auth: null",
            header: "authorization", values: []),
        Case(
            name: "Authorization null takes auth away", defaults: "auth: { bearer: def }",
            step: "headers: { Authorization: null }", header: "authorization", values: []),
        Case(
            name: "an API key beside another credential", environment: "headers: { Authorization: Bearer env }",
            step: "auth: { api_key: { header: X-Key, value: k } }", header: "authorization", values: ["Bearer env"]),
        Case(
            name: "an API key over a header of defaults", defaults: "headers: { x-key: d }",
            step: "auth: { api_key: { header: X-Key, value: k } }", header: "x-key", values: ["k"]),
    ]

    @Test(arguments: cases) func `the strongest place wins`(_ item: Case) async throws {
        let recording = try Recording { _ in Recording.graphQL }
        try recording.folder.write(
            "baton.yaml",
            "environments:\n  local:\n    base_url: \(recording.server.url)\n    \(item.environment)\n")
        try recording.folder.write(
            "w.yaml",
            """
            \(item.defaults.isEmpty ? "x-none: 1" : "defaults: { \(item.defaults) }")
            steps:
              - \(item.step.contains("json") ? "post" : "get"): /x
                \(item.step.replacing("\n", with: "\n    "))
            """)
        let result = try await Baton(folder: recording.folder)("run", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        let values = try recording.last(result).headers.filter { $0.name == item.header }.map(\.value)
        #expect(values == item.values)
    }

    @Test func `null for every added header leaves only the headers that a request needs`() async throws {
        let recording = try Recording()
        let names = "Accept: null, accept-encoding: null, USER-AGENT: null, content-type: null"
        let result = try await recording.run(
            """
            defaults: { headers: { \(names) } }
            steps:
              - get: /x
              - post: /y
                json: { a: 1 }
              - post: /z
              - get: /after
                headers: { accept: text/html }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            recording.requests.map { $0.headers.map(\.name).joined(separator: " ") } == [
                "host", "host content-length", "host content-length", "host accept",
            ])
        let usual = try await recording.run("steps: [ get: /x ]")
        #expect(try recording.last(usual)["accept-encoding"] != nil, "\(usual.everything)")
    }

    @Test func `what comes compressed is undone without an Accept-Encoding, too`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - get: /gzip
                headers: { Accept-Encoding: null }
                expect: { $.compressed: true }
              - get: /echo
                headers: { Accept-Encoding: null }
                expect: { '$.headers["accept-encoding"]': { exists: false } }
            """)
        let result = try await Baton(folder: folder).run(["run", "w.yaml", "--base-url", try await Demo.baseURL()])
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `parameters of defaults are joined by name, and null takes one away`() async throws {
        let recording = try Recording()
        let result = try await recording.run(
            """
            defaults:
              query: { page: 1, size: 20, sort: name }
            steps:
              - get: /x
                query: { size: 5, sort: null, extra: 1 }
            """)
        #expect(try recording.last(result).target == "/x?page=1&size=5&extra=1")
    }

    @Test(arguments: [
        ("cookies: { a: \"1; b=2\" }", "the value of the cookie `a` holds a `;` or a control character"),
        ("cookies: { \"a=b\": 1 }", "`a=b` cannot be the name of a cookie"),
        ("headers: { X-A: '$(\"a\\r\\nX-B: c\")' }", "the header X-A has a line break in its value"),
        ("headers: { $(\"a b\"): c }", "`a b` is no name for a header"),
        ("headers: { X-A: '$({\"a\": 1})' }", "`X-A` wants a text, a number or a list of these"),
    ])
    func `what would change the meaning of a request is never sent`(_ step: String, _ message: String) async throws {
        let recording = try Recording()
        let result = try await recording.step("get: /x\n\(step)")
        #expect(result.exitCode == 1)
        #expect(recording.requests.isEmpty)
        #expect(result.output.contains(message), "\(result.output)")
    }

    @Test func `a 401 says which credentials were kept back and why`() async throws {
        let response = "HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n"
        let recording = try Recording { request in
            request.target == "/go"
                ? "HTTP/1.1 302 Found\r\nLocation: http://localhost:\(request["host"]?.split(separator: ":").last ?? "")/end\r\nContent-Length: 0\r\n\r\n"
                : response
        }
        let foreign = "http://localhost:\(recording.server.port)"
        let direct = try await recording.run(
            """
            defaults: { auth: { bearer: abcdef }, headers: { X-Api-Key: k, X-Plain: 1 }, cookies: { a: b } }
            steps:
              - get: \(foreign)/end
            """)
        #expect(
            direct.output.contains(
                "hint: `auth`, `X-Api-Key`, `cookies` of `defaults` or the environment did not go to \(foreign), which"),
            "\(direct.output)")
        let redirected = try await recording.run(
            """
            defaults: { auth: { bearer: abcdef } }
            steps:
              - get: /go
                follow_redirects: true
            """)
        #expect(
            redirected.output.contains(
                "the request was redirected to another origin, \(foreign), and credentials were left behind; `follow_redirects: { keep_auth: true }` takes them along"
            ), "\(redirected.output)")
    }
}
