import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// The bodies of requests as they arrive.
@Suite(.serialized) struct BodyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var written: String
        var type: String?
        var body: String
        var testDescription: String { written }
    }

    static let cases = [
        Case(
            written: "json: { a: 1.10, b: [1, null], c: \"$('x')\" }", type: "application/json",
            body: #"{"a":1.10,"b":[1,null],"c":"x"}"#),
        Case(
            written: "json: '$({\"a\": {\"file\": \"data.csv\"}})'", type: "application/json",
            body: #"{"a":{"file":"data.csv"}}"#),
        Case(
            written: "json: { deep: { doc: { file: data.csv } } }", type: "application/json",
            body: #"{"deep":{"doc":{"file":"data.csv"}}}"#),
        Case(
            written: "json: { doc: { file: data.csv, more: 1 } }", type: "application/json",
            body: #"{"doc":{"file":"data.csv","more":1}}"#),
        Case(
            written: "form: { a: \"b c\", d: [\"&\", \"=+%ü\"], e: null }", type: "application/x-www-form-urlencoded",
            body: "a=b+c&d=%26&d=%3D%2B%25%C3%BC"),
        Case(
            written: "json: { a: $(omit()), b: null, c: [$(omit()), 1] }", type: "application/json",
            body: #"{"b":null,"c":[1]}"#),
        Case(
            written: "form: { a: $(omit()), b: 1 }", type: "application/x-www-form-urlencoded", body: "b=1"),
        Case(written: "form: '$({\"a\": [1, 2]})'", type: "application/x-www-form-urlencoded", body: "a=1&a=2"),
        Case(written: "text: 1.10", type: "text/plain; charset=utf-8", body: "1.10"),
        Case(written: "xml: <a b=\"$(1 + 1)\"/>", type: "application/xml", body: "<a b=\"2\"/>"),
        Case(written: "binary: { hex: \"41 4a 0a\" }", type: "application/octet-stream", body: "AJ\n"),
        Case(written: "binary: { base64: QUpL }", type: "application/octet-stream", body: "AJK"),
        Case(written: "binary: { base64: \"$('-_8')\" }", type: "application/octet-stream", body: "\u{fffd}\u{fffd}"),
        Case(written: "file: data.csv", type: "text/csv", body: "id,name\n1,Ada\n"),
        Case(written: "file: { path: data.csv, offset: 3 }", type: "text/csv", body: "name\n1,Ada\n"),
        Case(written: "file: { path: data.csv, offset: 3, length: 4 }", type: "text/csv", body: "name"),
        Case(
            written: "file: \"$('da' + 'ta.csv')\"\nheaders: { Content-Type: null }", type: nil,
            body: "id,name\n1,Ada\n"),
        Case(
            written: "graphql: { query: \"query A($id: ID!) { a(id: $id) }\", variables: { id: $(7) }, operation: A }",
            type: "application/json",
            body: #"{"query":"query A($id: ID!) { a(id: $id) }","variables":{"id":7},"operationName":"A"}"#),
        Case(written: "graphql: { query: \"{ a }\" }", type: "application/json", body: #"{"query":"{ a }"}"#),
        Case(
            written: "graphql: { query: \"{ a }\", operation: $(omit()), variables: $(omit()) }",
            type: "application/json",
            body: #"{"query":"{ a }"}"#),
    ]

    @Test(arguments: cases) func `a body arrives with the type of its kind`(_ item: Case) async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{\"data\":{}}"
        }
        try recording.folder.write("data.csv", "id,name\n1,Ada\n")
        let result = try await recording.step("post: /x\n\(item.written)")
        #expect(result.exitCode == 0, "\(result.everything)")
        let request = try recording.last(result)
        #expect(request.text == item.body)
        #expect(request["content-type"] == item.type)
        #expect(request["content-length"] == "\(request.body.count)")
    }

    @Test(arguments: ["form", "multipart"])
    func `a map that is left out is no body`(_ kind: String) async throws {
        let recording = try Recording()
        let result = try await recording.step("post: /x\n\(kind): $(omit())")
        #expect(result.exitCode == 0, "\(result.everything)")
        let request = try recording.last(result)
        #expect(request.body.isEmpty)
        #expect(request["content-type"] == nil)
        let other = try await recording.step("post: /x\n\(kind): $(null)")
        #expect(other.output.contains("`null` is no map"), "\(other.everything)")
    }

    @Test func `query, headers and cookies that are left out change nothing`() async throws {
        let recording = try Recording()
        let result = try await recording.run(
            """
            defaults: { headers: { X-A: b } }
            steps:
              - get: /x?y=z
                query: $(omit())
                headers: $(omit())
                cookies: $(omit())
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        let request = try recording.last(result)
        #expect(request.target == "/x?y=z")
        #expect(request["x-a"] == "b")
        #expect(request["cookie"] == nil)
    }

    @Test func `of merged maps only the secret entries are masked`() async throws {
        let recording = try Recording { _ in "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n" }
        try recording.folder.write(
            "w.yaml",
            """
            vars:
              own: { city3: Eindhoven, list: [Nijmegen, $(secrets.T)] }
            steps:
              - post: /x
                json: '$(merge(own, {"city": "Rotterdam"}, {"city2": "Antwerpen", "token": secrets.T}, {"n": {"deep": "Hamburg"}}))'
            """)
        let result = try await Baton(folder: recording.folder, environment: ["T": "hunter2-hunter2"])(
            "run", "w.yaml", "--secret", "T", "--base-url", recording.server.url)
        #expect(result.exitCode == 1, "\(result.everything)")
        let body =
            #"{"city3":"Eindhoven","list":["Nijmegen","***"],"city":"Rotterdam","city2":"Antwerpen","token":"***","n":{"deep":"Hamburg"}}"#
        // The secret came from the environment, so that the command names it.
        let sent = body.replacing("***", with: #"'"$T"'"#)
        #expect(result.output.contains(sent), "\(result.output)")
        #expect(!result.everything.contains("hunter2"))
        #expect(recording.requests.last?.text.contains("hunter2-hunter2") == true)
    }

    /// A multipart body with `B` for its boundary.
    private static func parts(_ request: RawServer.Request) throws -> String {
        let type = try #require(request["content-type"])
        let pieces = type.split(separator: "; boundary=")
        try #require(pieces.count == 2, "\(type)")
        #expect(pieces[0].hasPrefix("multipart/"))
        return request.text.replacing(pieces[1], with: "B").replacing("\r\n", with: "|")
    }

    private static let field = "--B|Content-Disposition: form-data; name="
    private static let file = "filename=\"data.csv\"|Content-Type: text/csv||id,name\n1,Ada\n|"

    static let multiparts = [
        ("multipart: { a: 1, b: null, c: [x, y] }", "\(field)\"a\"||1|\(field)\"c\"||x|\(field)\"c\"||y|--B--|"),
        ("multipart: { a: 1, b: $(omit()), c: [$(omit()), y] }", "\(field)\"a\"||1|\(field)\"c\"||y|--B--|"),
        ("multipart: '$({\"a\": [1, 2], \"b\": null})'", "\(field)\"a\"||1|\(field)\"a\"||2|--B--|"),
        ("multipart: { a: { file: data.csv } }", "\(field)\"a\"; \(file)--B--|"),
        ("json: { n: 1, doc: { file: data.csv } }", "\(field)\"n\"||1|\(field)\"doc\"; \(file)--B--|"),
        (
            "form: { n: null, o: { a: 1 }, docs: [{ file: data.csv }, plain] }",
            "\(field)\"o\"||{\"a\":1}|\(field)\"docs\"; \(file)\(field)\"docs\"||plain|--B--|"
        ),
        (
            "form: { doc: { file: data.csv, filename: \"q\\\"x.bin\", type: a/b } }",
            "\(field)\"doc\"; filename=\"q%22x.bin\"|Content-Type: a/b||id,name\n1,Ada\n|--B--|"
        ),
        (
            "headers: { Content-Type: multipart/mixed }\nmultipart: { a: 1 }", "\(field)\"a\"||1|--B--|"
        ),
        ("multipart: { a: { file: data.csv, filename: $(omit()), type: $(omit()) } }", "\(field)\"a\"; \(file)--B--|"),
        ("multipart: { a: { text: 1, filename: $(omit()) } }", "\(field)\"a\"||1|--B--|"),
    ]

    @Test(arguments: multiparts)
    func `a file directly under a field makes a body multipart`(_ written: String, _ expected: String) async throws {
        let recording = try Recording()
        try recording.folder.write("data.csv", "id,name\n1,Ada\n")
        let result = try await recording.step("post: /x\n\(written)")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try Self.parts(try recording.last(result)) == expected)
    }

    @Test(arguments: [
        ("defaults: { headers: { Content-Type: application/json } }", "multipart: { a: 1 }"),
        ("defaults: { headers: { content-type: text/plain } }", "form: { a: 1, doc: { file: data.csv } }"),
        ("defaults: { headers: { Content-Type: multipart/mixed } }", "multipart: { a: 1 }"),
        ("defaults: { headers: { Content-Type: null } }", "multipart: { a: 1 }"),
        ("vars: {}", "multipart: { a: 1 }\nheaders: { Content-Type: multipart/related; type=\"text/xml\" }"),
        ("vars: {}", "multipart: { a: 1 }\nheaders: { content-type: $('multipart/mixed; a=b') }"),
        ("vars: {}", "multipart: { a: 1 }\nheaders: { content-type: $('Multipart/Form-Data; boundary=abc') }"),
        ("vars: {}", "multipart: { a: 1 }\nheaders: { content-type: 'multipart/form-data; boundary=\"a b\"' }"),
    ])
    func `a multipart body arrives with the boundary that its type names`(_ top: String, _ step: String) async throws {
        let recording = try Recording()
        try recording.folder.write("data.csv", "id,name\n1,Ada\n")
        let lines = step.replacing("\n", with: "\n    ")
        let result = try await recording.run("\(top)\nsteps:\n  - post: /x\n    \(lines)\n")
        #expect(result.exitCode == 0, "\(result.everything)")
        let request = try recording.last(result)
        let type = try #require(request["content-type"])
        #expect(type.lowercased().hasPrefix("multipart/"))
        #expect(request.headers.filter { $0.name == "content-type" }.count == 1)
        let boundary = try #require(type.components(behind: "boundary=")).replacing("\"", with: "")
        #expect(request.text.hasPrefix("--\(boundary)\r\n"), "\(type) \(request.text)")
        #expect(request.text.hasSuffix("--\(boundary)--\r\n"))
    }

    @Test func `a multipart body under a type of its own that is none is an error of the file`() async throws {
        let recording = try Recording()
        let result = try await recording.step(
            "post: /x\nheaders: { Content-Type: application/json }\nmultipart: { a: 1 }")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains(
                "a multipart body cannot be sent as `application/json` [request.invalid-header]"),
            "\(result.errorOutput)")
        #expect(recording.requests.isEmpty)
    }

    @Test(arguments: [
        ("binary: { hex: $('abc') }", "the text for `binary` is no row of pairs of hexadecimal digits"),
        ("binary: { base64: $('a') }", "the text for `binary` is no base64"),
        ("file: $('missing.bin')", "missing.bin"),
        ("file: $('../../etc/passwd')", "outside"),
        ("file: { path: data.csv, offset: 100 }", "has 14 bytes: offset and length reach beyond its end"),
        (
            "multipart: { a: 1 }\nheaders: { Content-Type: $('text/plain') }",
            "a multipart body cannot be sent as `text/plain`: without this Content-Type it is `multipart/form-data`"
        ),
        (
            "multipart: { a: 1 }\nheaders: { Content-Type: 'multipart/mixed; boundary=a\"b' }",
            "the boundary of a multipart type has 1 to 70 letters"
        ),
        (
            "multipart: { a: 1 }\nheaders: { Content-Type: 'multipart/mixed; boundary=' }",
            "the boundary of a multipart type has 1 to 70 letters"
        ),
        ("form: { a: \"$({'b': 1})\" }", "`a` wants a text, a number or a list of these"),
    ])
    func `a body that cannot be sent is an error of the request`(_ written: String, _ message: String) async throws {
        let recording = try Recording()
        try recording.folder.write("data.csv", "id,name\n1,Ada\n")
        let result = try await recording.step("post: /x\n\(written)")
        #expect(result.exitCode == 1)
        #expect(result.output.contains(message), "\(result.output)")
        #expect(recording.requests.isEmpty)
    }

    @Test(arguments: ["form: $(m)", "form: { a: $(m) }", "query: $(m)", "headers: $(m)", "cookies: $(m)"])
    func `a computed map that has no text says what to write`(_ written: String) async throws {
        let recording = try Recording()
        let result = try await recording.run(
            "vars: { m: { a: { b: 1 } } }\nsteps:\n  - post: /x\n    \(written)\n")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("`a` wants a text, a number or a list of these"), "\(result.output)")
        #expect(
            result.output.contains("hint: write each value on its own, or send a map as text: `$(json(…))`"),
            "\(result.output)")
        #expect(recording.requests.isEmpty)
    }

    @Test(arguments: [
        ("", false), ("expect: { \"$.errors[0].message\": no }", true), ("expect: { $.data: null }", false),
        ("expect: { $.errorsMore: { exists: false } }", false),
        ("expect: { that: 'size(response.json.errors) == 1' }", true),
        ("expect: { status: 200 }", false), ("expect: { outcome: success }", false),
        ("expect: { outcome: { ne: network.timeout } }", false),
        ("expect: { outcome: { not: { starts_with: network. } }, $.data: null }", false),
        ("expect: { outcome: success, $.errors: { length: 1 } }", true),
    ])
    func `errors of a GraphQL response fail the step unless it looks at them`(_ expect: String, _ passes: Bool)
        async throws
    {
        let recording = try Recording { _ in
            let body = #"{"data":null,"errors":[{"message":"no"}]}"#
            return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let result = try await recording.step("post: /x\ngraphql: { query: \"{ a }\" }\n\(expect)")
        #expect(result.exitCode == (passes ? 0 : 1), "\(result.everything)")
        if !passes {
            #expect(result.output.contains("graphql: the response has errors [check.failed]"))
            #expect(result.output.contains("the server says: no"))
        }
        let plain = try await recording.step("post: /x\njson: { query: \"{ a }\" }")
        #expect(plain.exitCode == 0)
    }

    @Test(arguments: ["network.connect", "{ ne: success }", "{ starts_with: network. }"])
    func `a GraphQL request whose connection is expected to fail passes when it does`(_ outcome: String) async throws {
        let recording = try Recording()
        let result = try await recording.step(
            "post: http://127.0.0.1:1/\ngraphql: { query: \"{ a }\" }\nexpect: { outcome: \(outcome) }")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test(arguments: ["status: 400", "outcome: http.bad_request", "outcome: { ne: success }"])
    func `errors in a response whose status is expected to be no success are what was expected`(_ expect: String)
        async throws
    {
        let body = #"{"errors":[{"message":"no"}]}"#
        let recording = try Recording { _ in
            "HTTP/1.1 400 Bad\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let result = try await recording.step("post: /x\ngraphql: { query: \"{ a }\" }\nexpect: { \(expect) }")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test(arguments: [
        ("DENIED", "denied", true), ("DENIED", "{ in: [denied, success] }", true), ("OTHER", "success", false),
        ("OTHER", "{ ne: denied }", false), ("ANY", "here", false),
    ])
    func `errors of a GraphQL response are expected by an outcome of the endpoint that looks at them`(
        _ code: String, _ outcome: String, _ passes: Bool
    ) async throws {
        let body = #"{"data":null,"errors":[{"message":"no","code":"\#(code)"}]}"#
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        try recording.folder.write(
            "api.yaml",
            """
            endpoints:
              ask:
                post: /x
                graphql: { query: "{ a }" }
                outcomes:
                  denied: response.json.errors[0].code == "DENIED"
                  here: response.body.contains("ANY")
            """)
        let result = try await recording.run(
            "use: { api: api.yaml }\nsteps:\n  - call: api.ask\n    expect: { outcome: \(outcome) }\n")
        #expect(result.exitCode == (passes ? 0 : 1), "\(result.everything)")
        #expect(result.output.contains("graphql: the response has errors [check.failed]") != passes)
    }

    @Test(arguments: [
        ("<html>Sign in</html>", "graphql: the body is not JSON", "response.not_json"),
        ("", "graphql: the body is empty", "response.not_json"),
        ("{}", "graphql: the response has neither `data` nor `errors`", "check.failed"),
        ("[]", "graphql: the response has neither `data` nor `errors`", "check.failed"),
        (#""data""#, "graphql: the response has neither `data` nor `errors`", "check.failed"),
    ])
    func `what is no GraphQL response fails the step whatever it expects`(
        _ body: String, _ message: String, _ kind: String
    ) async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        for expect in ["", "expect: { status: 200 }", "expect: { body: { not: { contains: error } } }"] {
            let result = try await recording.step("post: /x\ngraphql: { query: \"{ a }\" }\n\(expect)")
            #expect(result.exitCode == 1, "\(result.everything)")
            #expect(result.output.contains(message), "\(result.everything)")
            #expect(result.output.contains("[\(kind)]"), "\(result.everything)")
        }
    }

    @Test func `a path on a body that is not JSON says so once of a GraphQL response too`() async throws {
        let recording = try Recording { _ in "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>" }
        let result = try await recording.step(
            "post: /x\ngraphql: { query: \"{ a }\" }\nexpect: { $.data.a: { exists: false } }")
        #expect(result.exitCode == 1)
        #expect(result.output.split(separator: "[response.not_json]").count == 2, "\(result.everything)")
    }

    @Test func `a GraphQL server that fails is told by its status alone`() async throws {
        let recording = try Recording { _ in "HTTP/1.1 502 Oh\r\nContent-Length: 6\r\n\r\n<html>" }
        let result = try await recording.step("post: /x\ngraphql: { query: \"{ a }\" }")
        #expect(result.output.contains("[http.server_error]"))
        #expect(!result.output.contains("graphql:"), "\(result.everything)")
    }
}

extension String {
    /// What stands behind a word.
    fileprivate func components(behind word: String) -> String? {
        ranges(of: word).first.map { String(self[$0.upperBound...]) }
    }
}
