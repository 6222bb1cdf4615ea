import BatonTesting
import CommandCalls
import ProjectFolders
import Subprocess
import Testing

/// The line that a failure shows repeats the request: curl itself sends it, and the same arrives.
@Suite(.serialized) struct CurlLineTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var step: String
        /// Requests that one sending makes, redirects and challenges included.
        var count = 1
        var testDescription: String { step }
    }

    static let cases = [
        Case(step: "get: /plain"),
        Case(step: "get: /a b/%2F?x=1&y=[2]\nquery: { z: \"it's $HOME `x` \\\"q\\\" & *\" }"),
        Case(step: "get: /a/../b\npath_as_is: true"),
        Case(step: "head: /x"),
        Case(step: "delete: /x"),
        Case(step: "post: /x"),
        Case(step: "PROPFIND: /x\nheaders: { Depth: 1, X-Empty: \"\", X-List: [a, b], X-Quote: \"it's; $(1 + 1)\" }"),
        Case(step: "get: /x\nheaders: { Accept: null, User-Agent: null }"),
        Case(step: "get: /x\ncompressed: false"),
        Case(step: "post: /x\njson: { a: \"it's\\n%s\\\\\", b: 1.10 }"),
        Case(step: "put: /x\nform: { a: b c, d: \"@x\" }"),
        Case(step: "patch: /x\ntext: \"@not-a-file\\nline\\n\""),
        Case(step: "post: /x\nxml: <a/>\nheaders: { Content-Type: null }"),
        Case(step: "post: /x\nbinary: { hex: 00ff25610a5c27 }"),
        Case(step: "post: /x\nfile: data.csv"),
        Case(step: "post: /x\nfile: { path: data.csv, offset: 3, length: 6 }"),
        Case(
            step:
                "post: /x\nmultipart: { a: \"@x;y\", f: { file: data.csv }, g: { text: v\"w, filename: n.txt, type: t/u } }"
        ),
        Case(step: "post: /x\ngraphql: { query: \"{ a }\" }"),
        Case(step: "get: /cookies\ncookies: { a: 1, b: \"i't\" }"),
        Case(step: "get: /redirect\nfollow_redirects: { max: 3 }", count: 2),
        Case(step: "post: /redirect\njson: { a: 1 }\nfollow_redirects: true", count: 2),
        Case(step: "get: http://shop.example/x\nconnect_to: \"shop.example:80:127.0.0.1:PORT\""),
        Case(step: "get: http://shop.example:PORT/x\nresolve: \"shop.example:PORT:127.0.0.1\"\nip: 4"),
        Case(step: "get: http://shop.example/x\nproxy: http://127.0.0.1:PORT"),
        Case(step: "get: /x\nhttp_version: 1.0"),
        Case(step: "get: /x\ntls: { verify: false, min_version: 1.2, max_version: 1.3 }\nlimit_rate: 1MB\ntimeout: 5s"),
    ]

    private static func server() throws -> Recording {
        try Recording { request in
            request.target == "/redirect"
                ? "HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n"
                : "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"
        }
    }

    /// All that arrived, boundaries made equal.
    private static func shown(_ request: RawServer.Request) -> [String] {
        let boundary = request["content-type"]?.split(separator: "boundary=").dropFirst().first
        func steady(_ text: String) -> String { boundary.map { text.replacing($0, with: "B") } ?? text }
        // A multipart body of another boundary has another length.
        let headers = request.headers.filter { boundary == nil || $0.name != "content-length" }
        // curl repeats a type that was written for the body also where a redirect left the body behind.
        let isWithoutBody = request.method == "GET"
        return [request.line]
            + headers.filter { !isWithoutBody || $0.name != "content-type" }.map { steady("\($0.name): \($0.value)") }
            .sorted()
            + [steady(String(decoding: request.body, as: UTF8.self))]
    }

    /// The line below "send it again with".
    private static func line(_ output: String) throws -> String {
        let parts = output.split(separator: "send it again with\n    ")
        try #require(parts.count == 2, "\(output)")
        // A line break inside of the command was indented for the reader.
        let lines = parts[1].split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        return lines.map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }.joined(separator: "\n")
    }

    private static func send(_ line: String, _ folder: Folder) async throws -> String {
        let result = try await Subprocess.run(
            .path("/bin/sh"), arguments: ["-c", line], workingDirectory: .init(folder.path),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        return result.standardError
    }

    @Test(arguments: cases) func `curl sends what Baton sent`(_ item: Case) async throws {
        let recording = try Self.server()
        try recording.folder.write("data.csv", "id,name\n1,Ada\n")
        let result = try await recording.step(item.step.replacing("PORT", with: "\(recording.server.port)"))
        #expect(result.exitCode == 1, "\(result.everything)")
        let sent = recording.requests
        #expect(sent.count == item.count)
        // Cookies are secret: what the step wrote is put back.
        let line = try Self.line(result.output).replacing("a=***; b=***", with: #"a=1; b=i'\''t"#)
        let errors = try await Self.send(line, recording.folder)
        let again = recording.requests.dropFirst(sent.count)
        #expect(again.map(Self.shown) == sent.map(Self.shown), "\(line)\n\(errors)")
    }

    /// Requests with a secret of the environment at each place where one may stand.
    static let secretSteps = [
        "post: /login\njson: { username: ada, password: $(secrets.SHOP_KEY) }",
        "post: /login\njson: { username: $(secrets.SHOP_KEY), deep: [{ token: $(secrets.SHOP_KEY) }] }",
        "post: /login\nform: { user: ada, password: $(secrets.SHOP_KEY) }",
        "post: /x\ntext: 'before $(secrets.SHOP_KEY) after'", "get: /x\nauth: { bearer: $(secrets.SHOP_KEY) }",
        "get: /x\nauth: { basic: { username: ada, password: $(secrets.SHOP_KEY) } }",
        "get: /x\nheaders: { X-Api-Key: $(secrets.SHOP_KEY), X-Other: 'a $(secrets.SHOP_KEY)' }",
        "get: /x\nquery: { access_token: $(secrets.SHOP_KEY), b: 1 }", "get: /x/$(secrets.SHOP_KEY)/y",
        "post: /x\nmultipart: { key: $(secrets.SHOP_KEY) }",
    ]

    @Test(arguments: secretSteps, ["k3y-of-the-shop", "$HOME_`x`_it's-\\n"])
    func `a secret of the environment is its variable, and the line sends it`(_ step: String, _ key: String)
        async throws
    {
        let recording = try Self.server()
        let lines = step.split(separator: "\n", omittingEmptySubsequences: false)
        let environment = ["SHOP_KEY": key]
        let result = try await recording.run(
            "steps:\n  - " + lines.joined(separator: "\n    ") + "\n", environment: environment, "--secret",
            "SHOP_KEY", "--html", "report.html", "--junit", "junit.xml", "--events", "events.jsonl")
        #expect(result.exitCode == 1, "\(result.everything)")
        let sent = recording.requests
        let line = try Self.line(result.output)
        for text in [result.everything] + (try ["report.html", "junit.xml", "events.jsonl"].map(recording.folder.read))
        {
            #expect(!text.contains(key), "\(text)")
        }
        // A value that the place escapes is none that a shell could put there.
        guard !line.contains("***") else {
            #expect(key.contains("$"), "\(line)")
            return
        }
        #expect(line.contains("\"$SHOP_KEY\""), "\(line)")
        let again = try await Subprocess.run(
            .path("/bin/sh"), arguments: ["-c", line], environment: .inherit.updating(["SHOP_KEY": key]),
            workingDirectory: .init(recording.folder.path), output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20))
        #expect(
            recording.requests.dropFirst(sent.count).map(Self.shown) == sent.map(Self.shown),
            "\(line)\n\(again.standardError)")
    }

    @Test(arguments: [
        // A part of another secret, next to another one, too short to be searched for.
        ("get: /x/pre-k3y-of-the-shop-post", "k3y-of-the-shop"),
        ("get: /x/$(secrets.SHOP_KEY)k3y-of-the-shop", "k3y-of-the-shop"), ("get: /x/$(secrets.SHOP_KEY)", "abc"),
    ])
    func `what is no whole value of a variable stays masked`(_ step: String, _ key: String) async throws {
        let recording = try Self.server()
        let result = try await recording.run(
            "steps:\n  - \(step)\n", environment: ["SHOP_KEY": key], "--secret", "SHOP_KEY", "--secret",
            "LONG=pre-k3y-of-the-shop-post")
        let line = try Self.line(result.output)
        #expect(line.contains("***") && !line.contains("\"$"), "\(line)")
        #expect(key == "abc" || !result.everything.contains(key))
    }

    @Test func `cookies of the session are in the line, masked, also a secret with a quote in it`() async throws {
        let recording = try Recording { request in
            request.target == "/set"
                ? "HTTP/1.1 200 OK\r\nSet-Cookie: sid=se'cret-cookie; Path=/\r\nContent-Length: 0\r\n\r\n"
                : "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"
        }
        let result = try await recording.run(
            """
            steps:
              - get: /set
              - get: /x
                auth: { basic: { username: ada, password: "pass'word" } }
            """)
        #expect(try recording.last(result)["cookie"] == "sid=se'cret-cookie")
        let line = try Self.line(result.output)
        #expect(line.contains("-H 'Cookie: sid=***'"), "\(line)")
        #expect(line.contains("--user 'ada:***'"))
        for secret in ["cret-cookie", "word"] { #expect(!result.everything.contains(secret), "\(result.everything)") }
    }

    @Test func `no cookie is shown, neither one from the way nor one that must be ignored`() async throws {
        let recording = try Recording { request in
            let cookie = request.target == "/go" ? "on-the-way=secret-one; Path=/" : "ignored=secret-two; Secure"
            let head = request.target == "/go" ? "302 Found\r\nLocation: /end" : "500 Oh"
            return "HTTP/1.1 \(head)\r\nSet-Cookie: \(cookie)\r\nContent-Length: 21\r\n\r\nsecret-one secret-two"
        }
        let result = try await recording.step("get: /go\nfollow_redirects: true")
        #expect(recording.requests.map { $0["cookie"] } == [nil, "on-the-way=secret-one"])
        #expect(!result.everything.contains("secret-"), "\(result.everything)")
    }

    @Test func `the curl line of a redirected request keeps cookies on the way`() async throws {
        let recording = try Recording { request in
            request.target == "/go"
                ? "HTTP/1.1 302 Found\r\nLocation: /end\r\nSet-Cookie: a=1\r\nContent-Length: 0\r\n\r\n"
                : "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"
        }
        let result = try await recording.step("get: /go\nfollow_redirects: true\ncookies: { b: 2 }")
        let sent = recording.requests
        #expect(sent.map { $0["cookie"] } == ["b=2", "b=2; a=1"])
        // What the step wrote is a secret and masked: that one value is put back.
        let line = try Self.line(result.output).replacing("b=***", with: "b=2")
        _ = try await Self.send(line, recording.folder)
        let again = recording.requests.dropFirst(sent.count)
        #expect(
            again.map { Set(($0["cookie"] ?? "").split(separator: "; ")) } == [["b=2"], ["b=2", "a=1"]], "\(line)")
    }

    @Test(arguments: [
        "get: /x\nheaders: { X-A: '$(\"a\\nb\")' }",
        "get: /x\nauth: { basic: { username: '$(\"a:b\")', password: c } }",
    ])
    func `a request that cannot be made has no line`(_ step: String) async throws {
        let recording = try Recording()
        let result = try await recording.step(step, "--junit", "report.xml")
        #expect(result.output.contains("[request.bad_input]"), "\(result.output)")
        #expect(!result.output.contains("curl"), "\(result.output)")
        #expect(try !recording.folder.read("report.xml").contains("curl"))
        #expect(recording.requests.isEmpty)
    }
}
