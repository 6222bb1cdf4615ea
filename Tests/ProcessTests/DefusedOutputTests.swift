import BatonTesting
import BatonXML
import ProjectFolders
import Testing

/// Whatever a server says, and however a workflow shows it: no output steers a terminal or commands another tool.
@Suite struct DefusedOutputTests {
    @Test func `nothing that a server says acts in any output`() async throws {
        let server = RawServer { connection in
            while let request = connection.readRequest() { connection.write(Self.response(request)) }
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("baton.yaml", "environments:\n  local: { base_url: \"\(server.url)\" }\n")
        for (name, steps) in Self.workflows { try folder.write("workflows/\(name).yaml", steps) }

        let baton = Baton(folder: folder)
        for arguments in [
            ["run", "--verbose"], ["run"], ["run", "--quiet"], ["run", "--verbose", "--color", "always"],
        ] {
            let result = try await baton.run(arguments)
            #expect(result.exitCode == 1, "\(result.everything)")
            #expect(Self.remains(result.output) == [], "\(arguments)")
            #expect(Self.remains(result.errorOutput) == [], "\(arguments)")
            #expect(result.output.contains("hacked"), "nothing of the server's text is shown at all")
        }
        let streamed = try await baton("run", "--events", "events.jsonl", "--json", "ctrf.json", "--quiet")
        #expect(streamed.exitCode == 1, "\(streamed.everything)")
        let events = try folder.read("events.jsonl")
        #expect(events.contains("hacked") && HostileText.remains(in: Array(events.utf8)) == [])
        #expect(try EventLines(events).types.last == "run-finished")
        let html = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(html.text.contains("hacked") && html.kinds.count > 30)
        let json = try folder.read("ctrf.json")
        #expect(json.contains("hacked") && HostileText.remains(in: Array(json.utf8)) == [])
        #expect(try CTRFOutcomes(json).complaints == [])
        let junit = try FileContents.bytes(of: "\(folder.path)/reports/junit.xml")
        #expect(HostileText.remains(in: junit) == [])
        if let schema = Repository.conformance("junit/jenkins-xunit-junit-10.xsd") {
            let violations = try XMLSchemaValidator(schema: schema).violations(in: junit)
            #expect(violations == [])
        }
        let shown = try await baton("history", "show", "last")
        #expect(shown.exitCode == 0, "\(shown.everything)")
        #expect(shown.output.contains("hacked"))
        #expect(Self.remains(shown.output) == [])
        for command in ["show last", "list", "trend", "broken", "slow", "flaky", "timings", "case workflows/body.yaml"]
        {
            let json = try await baton.run(["history"] + command.split(separator: " ").map(String.init) + ["--json"])
            #expect(json.output.first.map { "[{".contains($0) } == true, "\(json.everything)")
            #expect(Self.remains(json.output) == [], "\(command)")
        }
        let queried = try await baton("history", "sql", "--json", "SELECT * FROM failure")
        #expect(queried.output.contains("hacked") && Self.remains(queried.output) == [])

        for arguments in [["run", "--verbose"], ["run"]] {
            guard let terminal = try TerminalBaton.run(arguments, in: folder) else {
                print("skipped: python3 is not there")
                return
            }
            #expect(Self.remains(String(decoding: terminal, as: UTF8.self)) == [], "\(arguments)")
        }
    }

    @Test func `the search finds each of the texts that it looks for`() {
        for line in HostileText.lines where !line.hasPrefix("]]>") {
            #expect(HostileText.remains(in: Array(line.utf8)) != [], "\(line.debugDescription)")
        }
        #expect(HostileText.remains(in: [0x61, 0xFF]) != [])
    }

    @Test func `nothing that a started server program says acts on standard error`() async throws {
        let folder = try Folder()
        // Only the last lines are shown: the commands of other tools stand there too.
        try folder.write(
            "says.txt", HostileText.all + "\n" + HostileText.lines.prefix(12).joined(separator: " ") + "\n")
        try folder.write("serve.sh", "cat says.txt\ncat says.txt >&2\nexit 7\n")
        try folder.write(
            "baton.yaml",
            """
            environments:
              local:
                base_url: http://127.0.0.1:1
                server: { command: sh serve.sh, ready: /, within: 20s }
            """)
        try folder.write("workflows/w.yaml", "steps: [ { get: / } ]\n")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(result.errorOutput.contains("hacked"), "\(result.everything)")
        #expect(Self.remains(result.everything) == [])
    }

    /// Our own colours, and the rewriting of the status line, are taken out before.
    private static func remains(_ output: String) -> [String] {
        var text = output.replacing("\r\n", with: "\n").replacing("\r\u{1B}[2K", with: "\n")
        for code in ["0", "1", "2", "31", "32", "33", "1;31", "1;32"] {
            text = text.replacing("\u{1B}[\(code)m", with: "")
        }
        return HostileText.remains(in: Array(text.utf8))
    }

    private static func response(_ request: RawServer.Request) -> [UInt8] {
        let path = request.target.split(separator: "?").first ?? ""
        switch path {
        case "/text": return response(body: Array(HostileText.all.utf8) + [0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80])
        case "/nul": return response(body: Array("a\u{0}b\(HostileText.all)".utf8))
        case "/error":
            return response("500 \(HostileText.header)", body: Array("{\"message\": \(HostileText.json)}".utf8))
        case "/redirect": return response("302 Found", "Location: http://h/\(HostileText.header)", body: [])
        case "/redirect-away": return response("302 Found", "Location: ftp://\(HostileText.header)", body: [])
        case "/lengths": return response("200 OK", "Content-Length: \(HostileText.header)", body: [])
        case "/not-json": return response(body: Array("{\"a\": \(HostileText.all)".utf8))
        default:
            let json = HostileText.json
            return response(
                body: Array(
                    "{\"value\": \(json), \(json): {\(json): [\(json), {\(json): 1}]}, \"list\": [\(json)]}".utf8))
        }
    }

    private static func response(_ status: String = "200 OK", _ line: String = "X-None: 1", body: [UInt8]) -> [UInt8] {
        let head =
            "HTTP/1.1 \(status)\r\n\(line)\r\nX-Evil: \(HostileText.header)\r\nX-Command: ::error:: x\r\n##[error]y: ##[error]z\r\n"
            + "Set-Cookie: sid=##[error]; Path=/\r\nContent-Length: \(body.count)\r\n\r\n"
        return Array(head.utf8) + body
    }

    /// One workflow for each way in which a server's text is shown.
    private static let workflows: [(String, String)] =
        [
            ("body", "get: /text\nexpect: { body: other }"),
            ("body-contains", "get: /text\nexpect: { body: { contains: other, matches: ^other$ } }"),
            ("nul", "get: /nul\nexpect: { body: other }"),
            ("header", "get: /text\nexpect: { headers: { x-evil: other } }"),
            ("header-matches", "get: /text\nexpect: { headers: { x-evil: { matches: ^other$, lt: 5 } } }"),
            ("cookie", "get: /text\nexpect: { cookies: { sid: other } }"),
            ("error", "get: /error"),
            ("status", "get: /error\nexpect: { status: 200 }"),
            ("redirect", "get: /redirect"),
            ("redirect-followed", "get: /redirect-away\nfollow_redirects: true"),
            ("lengths", "get: /lengths"),
            ("not-json", "get: /not-json\nexpect: { $.a: 1 }"),
            ("value", "get: /json\nexpect: { $.value: other, $.list: [other], $.missing: 1 }"),
            ("value-type", "get: /json\nexpect: { $.value: { type: integer }, $.list: { contains: other } }"),
            ("document", "get: /json\nexpect: { json: { value: other, list: [] } }"),
            ("document-part", "get: /json\nexpect: { json_includes: { value: other, list: [1, 2] } }"),
            ("condition", "get: /json\nexpect: { that: response.json.value == \"other\" }"),
            ("condition-list", "get: /json\nexpect: { that: \"response.json == {'value': 'other'}\" }"),
            ("capture", "get: /json\ncapture: { n: { path: $.value, as: integer } }"),
            ("capture-date", "get: /json\ncapture: { n: { path: $.value, as: date } }"),
            ("capture-missing", "get: /json\ncapture: { n: $.value.deeper.still }"),
            ("capture-header", "get: /text\ncapture: { n: { header: x-evil, as: number } }"),
        ].map { ($0.0, "steps:\n  - " + $0.1.replacing("\n", with: "\n    ") + "\n") } + [
            (
                "kept",
                """
                outputs: { shown: $(v), all: $(d) }
                vars: { v: "", d: null }
                setup:
                  - get: /json
                    capture: { v: $.value, d: $ }
                steps:
                  - log: $(v)
                  - log: "begin $(v)$(d)"
                  - if: v == "other"
                    log: never
                  - that: v != "other"
                  - get: "/echo?q=$(url_encode(v))"
                  - post: /json
                    json: { v: $(v) }
                    expect: { $.value: other }
                """
            )
        ]
        + [
            ("set", "set: { n: $(int(v)) }"), ("set-json", "set: { n: $(parse_json(v)) }"),
            ("set-regex", "set: { n: \"$(regex(v, v))\" }"), ("set-file", "set: { n: $(file(v)) }"),
            ("set-key", "set: { n: \"$({'a': 1}[v])\" }"), ("set-date", "set: { n: $(timestamp(v)) }"),
            ("that", "that: v == \"other\""), ("url", "get: $(v)"), ("url-path", "get: /$(v)\nexpect: { status: 201 }"),
            ("send-header", "get: /text\nheaders: { X-A: $(v) }"),
            ("send-text", "post: /json\ntext: $(v)\nexpect: { status: 201 }"),
            ("send-form", "post: /json\nform: { a: $(v) }\nexpect: { status: 201 }"),
            ("send-query", "get: /json\nquery: { a: $(v) }\nexpect: { status: 201 }"),
            ("send-cookie", "get: /json\ncookies: { a: $(v) }\nexpect: { status: 201 }"),
            ("send-multipart", "post: /json\nmultipart: { a: $(v) }\nexpect: { status: 201 }"),
            ("send-bearer", "get: /json\nauth: { bearer: $(v) }\nexpect: { status: 201 }"),
            ("save", "get: /json\nsave: $(v)"), ("wait", "wait: $(v)"),
            ("expected", "get: /text\nexpect: { body: $(v) }"),
        ].map {
            (
                $0.0,
                "steps:\n  - get: /json\n    capture: { v: $.value }\n  - " + $0.1.replacing("\n", with: "\n    ")
                    + "\n"
            )
        }
}
