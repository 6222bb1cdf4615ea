import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// A failure says what to do about it, and says it once.
@Suite struct FailureAdviceTests {
    private static func response(_ status: String, _ body: String, type: String = "application/json") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func run(
        _ workflow: String, against server: RawServer, _ options: String...
    ) async throws -> (result: Baton.Result, folder: Folder) {
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("w.yaml", workflow)
        try folder.write(
            "baton.yaml", "name: x\nenvironments:\n  local:\n    base_url: \(server.url)\ndefault_environment: local\n")
        return (try await Baton(folder: folder).run(["run", "w.yaml"] + options), folder)
    }

    @Test func `checks that fail with the status are named in one line`() async throws {
        let workflow = """
            steps:
              - get: /x
                expect: { status: 200, $.a: 1, $.b: 1, body: { contains: z }, headers: { etag: "1" } }
            """
        let server = RawServer(answering: { _ in Self.response("401 Unauthorized", "{\"error\":\"who?\"}") })
        let (result, folder) = try await Self.run(workflow, against: server, "--junit", "r.xml")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("status: expected 200, got 401 [check.failed]"), "\(result.output)")
        #expect(
            result.output.contains(
                "  not looked at: `$.a`, `$.b`, `body`, `headers.etag`\n"),
            "\(result.output)")
        #expect(!result.output.contains("$.a: expected"), "\(result.output)")
        let junit = try folder.read("r.xml")
        #expect(
            junit.contains("not looked at: `$.a`, `$.b`, `body`, `headers.etag`") && !junit.contains("$.b: expected"))
    }

    @Test(arguments: [
        ("headers: { X-API-Key: $(secrets.PDNS_KEY) }", "`X-API-Key` with the secret PDNS_KEY"),
        (
            "auth: { basic: { username: ada, password: $(secrets.PDNS_KEY) } }",
            "`Authorization` (Basic) with the secret PDNS_KEY"
        ), ("auth: { bearer: plain }", "`Authorization` (Bearer)"), ("headers: { X-Name: ada }", nil),
    ])
    func `a 401 tells what was sent as credentials, once for all that it hits`(
        _ credentials: String, _ told: String?
    ) async throws {
        let server = RawServer(answering: { _ in Self.response("401 Unauthorized", "{}") })
        defer { server.stop() }
        let folder = try Folder()
        for index in 0..<13 { try folder.write("w\(index).yaml", "steps: [ { get: /x, \(credentials) } ]\n") }
        let result = try await Baton(folder: folder, environment: ["PDNS_KEY": "wrong-key-77"])(
            "run", ".", "--base-url", server.url, "--secret", "PDNS_KEY")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("failure 1 of 1"))
        #expect(result.output.contains("  12 more like this:\n"))
        #expect(result.output.contains("sent as credentials: ") == (told != nil), "\(result.output)")
        #expect(result.output.contains("hint: no header with credentials was sent\n") == (told == nil))
        if let told { #expect(result.output.contains("hint: sent as credentials: \(told)\n"), "\(result.output)") }
        #expect(!result.everything.contains("wrong-key-77"))
    }

    @Test func `without a check of the status it is the same, and one check is in the singular`() async throws {
        let server = RawServer(answering: { _ in Self.response("404 Not Found", "{}") })
        let (result, _) = try await Self.run(
            "steps: [ { get: /x, expect: { $.a: 1 } } ]\n", against: server)
        #expect(result.output.contains("status: expected 2xx, got 404 [http.not_found]"), "\(result.output)")
        #expect(result.output.contains("  not looked at: `$.a`\n"), "\(result.output)")
        #expect(!result.output.contains("$.a: expected"))
    }

    @Test func `what is underlined stands behind the masked texts of its line`() async throws {
        let workflow = """
            steps:
              - get: /x
                expect: { cookies: { session: verysecretvalue124, session@path: /bar }, $.password: lilac-1861, $.b: 2 }
            """
        let server = RawServer { _ in
            "HTTP/1.1 200 OK\r\nSet-Cookie: session=other; Path=/foo\r\nContent-Length: 2\r\n\r\n{}"
        }
        let (result, folder) = try await Self.run(workflow, against: server)
        let line = "expect: { cookies: { session: ***, session@path: *** }, $.password: lilac-1861, $.b: 2 }"
        for marked in ["session: ***", "session@path: ***", "$.password: lilac-1861", "$.b: 2"] {
            let start = try #require(line.firstRange(of: marked)).lowerBound
            let indent = String(repeating: " ", count: line.distance(from: line.startIndex, to: start))
            let caret = String(repeating: "^", count: marked.count)
            #expect(
                result.output.contains("  3 |     \(line)\n    |     \(indent)\(caret)\n"),
                "\(marked): \(result.output)")
        }
        // The history has the same.
        let again = try await Baton(folder: folder)("report", "last", "--html", "again.html")
        #expect(again.exitCode == 0, "\(again.everything)")
        #expect(try folder.read("again.html").contains("<mark>session@path: ***</mark>"))
    }

    @Test func `captures and conditions of the response are counted behind the checks`() async throws {
        let workflow = """
            vars: { wanted: 2 }
            steps:
              - get: /x
                expect:
                  status: 200
                  $.a: 1
                  that: |
                    response.json.a == 1
                    response.body == ""
                    wanted == 1
                capture: { t: $.token, u: $.user }
            """
        let server = RawServer(answering: { _ in Self.response("401 Unauthorized", "{}") })
        let (result, _) = try await Self.run(workflow, against: server)
        #expect(
            result.output.contains(
                "  not looked at: `$.a`, 2 conditions, 2 captures\n"),
            "\(result.output)")
        #expect(!result.output.contains("[mapping.missing]") && !result.output.contains("[expression.failed]"))
        // What does not read the response fails by itself.
        #expect(result.output.contains("that: `wanted == 1` is false"), "\(result.output)")
    }

    @Test(arguments: [200, 404, 201]) func `what needs another status than came is named, whichever was wanted`(
        _ wanted: Int
    ) async throws {
        for status in ["401 Unauthorized", "203 Non-Authoritative"] {
            let server = RawServer(answering: { _ in Self.response(status, "{}") })
            let (result, _) = try await Self.run(
                "steps: [ { get: /x, expect: { status: \(wanted), $.a: 1, $.b: { gt: 1 } } } ]\n", against: server)
            #expect(
                result.output.contains("not looked at: `$.a`, `$.b`"), "\(result.output)")
        }
    }

    @Test func `a check that needs no status is listed`() async throws {
        let server = RawServer(answering: { _ in Self.response("401 Unauthorized", "{}") })
        let (result, _) = try await Self.run(
            "steps: [ { get: /x, expect: { status: 200, duration: { gt: 1h } } } ]\n", against: server)
        #expect(!result.output.contains("not looked at"), "\(result.output)")
        #expect(result.output.contains("duration: expected"))
    }

    @Test func `an element of a list is named by its path`() async throws {
        let workflow = """
            steps:
              - get: /x
                expect:
                  $.rows: { each: { type: object } }
                  $.rows[*].ok: { each: true }
                  $.names: { each: { length: 3 } }
            """
        let body = #"{"rows":[{"ok":true},{"ok":true},{"ok":false},{"ok":false}],"names":["ada","Grace"]}"#
        let server = RawServer(answering: { _ in Self.response("200 OK", body) })
        let (result, _) = try await Self.run(workflow, against: server)
        #expect(
            result.output.contains(
                "$.rows[2].ok: expected true, got false (and 1 more of 4) [check.failed]  w.yaml:5:7"),
            "\(result.output)")
        #expect(
            result.output.contains("\n$.names[1]: ") && result.output.contains("  w.yaml:6:7\n"), "\(result.output)")
    }

    @Test func `several nodes of an XPath are listed`() async throws {
        let body = "<r>" + (0..<12).map { "<i>v\($0)</i>" }.joined() + "</r>"
        let server = RawServer(answering: { _ in Self.response("200 OK", body, type: "application/xml") })
        let (result, _) = try await Self.run(
            "steps: [ { get: /x, expect: { xpath: { //i: v0 } } } ]\n", against: server)
        #expect(
            result.output.contains("12 nodes: \"v0\", \"v1\", \"v2\", \"v3\", ")
                && result.output.contains(" and 2 more"),
            "\(result.output)")
    }

    @Test func `a body that is left compressed is called so`() async throws {
        // The first bytes of a member of gzip.
        let server = RawServer { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n")
                connection.write([0x1F, 0x8B, 8, 0])
            }
        }
        let (result, _) = try await Self.run(
            "steps: [ { get: /x, compressed: false, expect: { $.a: 1 } } ]\n", against: server)
        #expect(
            result.output.contains("$.a: the body is not JSON: it is compressed with gzip [response.not_json]"),
            "\(result.output)")
        #expect(result.output.contains("hint: leave out `compressed: false`"))
        #expect(result.output.contains("actual    4 bytes of gzip"))
    }

    @Test(arguments: ["capture: { a: $.a }", "expect: { body: { contains: a } }"])
    func `a body that is left compressed is called so by captures and checks of the text`(_ key: String) async throws {
        let server = RawServer { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n")
                connection.write([0x1F, 0x8B, 8, 0])
            }
        }
        let (result, _) = try await Self.run("steps: [ { get: /x, compressed: false, \(key) } ]\n", against: server)
        #expect(result.exitCode == 1)
        #expect(result.output.contains("hint: leave out `compressed: false`"), "\(result.output)")
    }

    @Test func `a loop that reached its limit shows the value that it waited on`() async throws {
        let server = RawServer(answering: { _ in Self.response("200 OK", "{\"state\":\"busy\"}") })
        let workflow = """
            vars: { state: new }
            steps:
              - get: /x
                while: state != "done"
                max: 2
                capture: { state: $.state }
            """
        let (result, _) = try await Self.run(workflow, against: server)
        #expect(result.output.contains("while: `state != \"done\"` still holds after 2 passes"), "\(result.output)")
        #expect(result.output.contains("\n  state  = \"busy\"\n"), "\(result.output)")
    }

    @Test func `a refused connection names who says the base URL`() async throws {
        let server = RawServer(answering: { _ in "" })
        server.stop()
        let workflow = "steps:\n  - get: /x\n"
        let (result, folder) = try await Self.run(workflow, against: server)
        let base = server.url
        #expect(
            result.output.contains(
                "hint: is the server running? The base URL is \(base) (`base_url` of the environment `local`, baton.yaml:4)\n"
            ), "\(result.output)")
        let given = try await Baton(folder: folder)("run", "w.yaml", "--base-url", base)
        #expect(given.output.contains("The base URL is \(base) (`--base-url`)\n"), "\(given.output)")
        try folder.write("w.yaml", "steps:\n  - get: http://127.0.0.1:\(FreePort.take())/x\n")
        let other = try await Baton(folder: folder)("run", "w.yaml")
        #expect(other.output.contains("hint: is the server running?\n"), "\(other.output)")
    }

    @Test func `HTTPS to a port of plain HTTP says so`() async throws {
        let server = RawServer { connection in connection.write("HTTP/1.1 400 Bad Request\r\n\r\n") }
        let https = server.url.replacing("http:", with: "https:")
        let (result, _) = try await Self.run("steps: [ get: \(https) ]\n", against: server)
        #expect(
            result.output.contains(
                "answered the TLS handshake without TLS: for plain HTTP write `http://` [network.tls]"),
            "\(result.output)")
    }

    /// The checks of two runs in one project, against servers that answer each in its own way.
    private static func twice(_ workflow: String, _ first: String, _ then: String) async throws -> Baton.Result {
        let folder = try Folder()
        try folder.write("workflows/w.yaml", workflow)
        var last: Baton.Result?
        for response in [first, then] {
            let server = RawServer(answering: { _ in response })
            defer { server.stop() }
            try folder.write(
                "baton.yaml", "environments:\n  local:\n    base_url: \(server.url)\ndefault_environment: local\n")
            last = try await Baton(folder: folder)("run", "--json", "r.json")
            if response == first { #expect(last?.exitCode == 0, "\(last?.everything ?? "")") }
        }
        let json = try folder.read("r.json")
        #expect(!json.contains("if that is right"), "\(json)")
        return try #require(last)
    }

    @Test(arguments: [
        (
            "expect: { $.price: 7.25 }", "200 OK", #"{"price":"7.25"}"#,
            "hint: the response has a text, the check has a number; it was the number 7.25 up to the run of "
        ),
        (
            "expect: { $.price: { gt: 1 } }", "401 Unauthorized", "{}",
            "with credentials was sent; it was 200 up to the run of "
        ),
        ("expect: { $.price: { in: [7.25] } }", "200 OK", #"{"price":"7.25"}"#, "; this step passed up to the run of "),
    ])
    func `of a test that passed before, nothing says how to take what came`(
        _ expect: String, _ status: String, _ body: String, _ told: String
    ) async throws {
        let result = try await Self.twice(
            "steps:\n  - get: /x\n    \(expect)\n", Self.response("200 OK", #"{"price":7.25}"#),
            Self.response(status, body))
        #expect(result.exitCode == 1)
        #expect(result.output.contains(told), "\(result.output)")
        #expect(!result.output.contains("if that is right") && !result.output.contains("in quotes"))
    }

    @Test func `a check that was not there when the step passed is no test that passed before`() async throws {
        let folder = try Folder()
        let server = RawServer(answering: { _ in Self.response("200 OK", #"{"price":"7.25"}"#) })
        defer { server.stop() }
        try folder.write(
            "baton.yaml", "environments:\n  local:\n    base_url: \(server.url)\ndefault_environment: local\n")
        try folder.write("workflows/w.yaml", "steps: [ { get: /x } ]\n")
        _ = try await Baton(folder: folder)("run")
        try folder.write("workflows/w.yaml", "steps: [ { get: /x, expect: { $.price: 7.25 } } ]\n")
        let result = try await Baton(folder: folder)("run")
        #expect(result.output.contains("  if that is right: write it in quotes\n"), "\(result.output)")
    }

    static let habits: [(step: String, hint: String)] = [
        (
            "expect: { $.items.length: 2 }",
            "for its length write `$.items: { length: … }`; in an expression, `size(…)`"
        )
    ]

    @Test(arguments: habits)
    func `habits of other tools are recognised where they fail`(_ step: String, _ hint: String) async throws {
        let server = RawServer(answering: { _ in Self.response("200 OK", "{\"items\":[1,2],\"total\":3}") })
        let (result, _) = try await Self.run("steps:\n  - get: /x\n    \(step)\n", against: server)
        #expect(result.exitCode == 1)
        #expect(result.output.contains("hint: \(hint)\n"), "\(result.output)")
    }
}
