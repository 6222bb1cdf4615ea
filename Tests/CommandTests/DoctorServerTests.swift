import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `baton doctor` and the server at the base URL: every way in which it does not answer has its help.
@Suite struct DoctorServerTests {
    private static func doctor(
        _ environment: String, variables: [String: String] = [:], _ arguments: String...
    ) async throws -> Baton.Result {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { \(environment) } }\n")
        try folder.write("workflows/a.yaml", "steps:\n  - get: /\n")
        let clean = ["http_proxy": "", "https_proxy": "", "all_proxy": "", "no_proxy": ""]
        return try await Baton(folder: folder, environment: clean.merging(variables) { $1 }).run(["doctor"] + arguments)
    }

    private static func url(_ url: String) -> String { "base_url: \"\(url)\"" }

    @Test(arguments: [
        (503, "!", 0, "HEAD 503"), (500, "!", 0, "HEAD 500"),
        (407, "✗", 1, "HEAD 407"), (404, "✓", 0, "HEAD 404"),
        (405, "✓", 0, "HEAD 405"), (200, "✓", 0, "HEAD 200"), (401, "✓", 0, "HEAD 401"),
    ])
    func `an answer is judged by its status`(_ status: Int, _ sign: String, _ code: Int32, _ text: String) async throws
    {
        let server = RawServer { _ in "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n" }
        defer { server.stop() }
        let result = try await Self.doctor(Self.url(server.url))
        #expect(result.exitCode == code, "\(result.everything)")
        #expect(result.finding("base URL").hasPrefix("\(sign) base URL"), "\(result.output)")
        #expect(result.finding("base URL").contains(text), "\(result.output)")
    }

    @Test(arguments: [
        ("base_url: \"URL/$(process.env.HELD_KEY)\"", false),
        ("base_url: \"$('URL/' + process.env.HELD_KEY)\"", false),
        ("base_url: URL/x, proxy: \"http://$(process.env.HELD_KEY)@127.0.0.1:1\"", false),
        ("base_url: $(process.env.SHOP_URL)/v1", true), ("base_url: URL/v1", true),
    ])
    func `nothing is sent that a project puts together, and no path`(_ environment: String, _ isAsked: Bool)
        async throws
    {
        let recording = try Recording()
        let url = "http://127.0.0.1:\(recording.server.port)"
        let result = try await Self.doctor(
            environment.replacing("URL/", with: "\(url)/"),
            variables: ["HELD_KEY": "held-key-1", "SHOP_URL": "\(url)/shop"])
        #expect(recording.requests.map(\.line) == (isAsked ? ["HEAD / HTTP/1.1"] : []), "\(result.everything)")
        if !isAsked {
            #expect(result.finding("base URL").contains("is put together from values, so nothing was sent"))
        }
        #expect(!result.everything.contains("held-key-1"))
    }

    @Test(arguments: [
        ("", "closed the connection without a response"),
        ("HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n", "status 500"),
        ("hello\r\n\r\n", "answered with something that is not HTTP"),
    ])
    func `a server that knows no HEAD is asked with GET`(_ head: String, _ cause: String) async throws {
        let server = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            // A body without an end, too, is an answer.
            let body = "HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\nx"
            _ = connection.write(request.line.hasPrefix("HEAD") ? head : body)
        }
        defer { server.stop() }
        let result = try await Self.doctor(Self.url(server.url))
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.finding("base URL").contains(": GET 200 over HTTP/1.1 in "), "\(result.output)")
        #expect(result.finding("base URL").contains("\n                 a HEAD request fails there: "))
        #expect(result.finding("base URL").contains(cause), "\(result.output)")
    }

    @Test(arguments: [
        ("./nope --port 1", "the program `./nope` was not found", "write its path, which counts from the folder"),
        ("nope-1815", "the program `nope-1815` was not found", "write its path, which counts from the folder"),
        ("./baton.yaml", "no permission to start `./baton.yaml`", "`chmod +x ./baton.yaml` makes it a program"),
        ("./workflows", "`./workflows` is a folder, and no program", "write its path"),
        ("$(process.env.GONE_1815)", "the process has no environment variable `GONE_1815`", "`export NAME=…` sets"),
    ])
    func `a program of server that cannot be started is a problem with its place`(
        _ command: String, _ message: String, _ help: String
    ) async throws {
        let result = try await Self.doctor(
            Self.url("http://127.0.0.1:\(FreePort.take())") + ", server: { command: \"\(command)\" }")
        #expect(result.exitCode == 1)
        #expect(result.finding("server").hasPrefix("✗ server         baton.yaml:1:"), "\(result.output)")
        #expect(result.finding("server").contains(": \(message)\n"), "\(result.output)")
        #expect(result.finding("server").contains("help: \(help)"), "\(result.output)")
        #expect(result.finding("base URL").hasSuffix("no server runs yet"), "\(result.output)")
    }

    @Test func `what answers in the place of the server that a run starts is a problem, unless it may be reused`()
        async throws
    {
        let server = RawServer { _ in Recording.empty }
        defer { server.stop() }
        let taken = try await Self.doctor(Self.url(server.url) + ", server: { command: /bin/false }")
        #expect(taken.exitCode == 1)
        #expect(
            taken.finding("base URL").contains("so `baton run` does not start its server, and ends"), "\(taken.output)")
        #expect(taken.finding("base URL").contains("help: stop what answers, change the port, or write `reuse: true`"))
        let reused = try await Self.doctor(Self.url(server.url) + ", server: { command: /bin/false, reuse: true }")
        #expect(reused.exitCode == 0, "\(reused.everything)")
        // With `--base-url` no server is started.
        let other = try await Self.doctor(
            Self.url("http://127.0.0.1:1") + ", server: { command: ./nope }", "--base-url", server.url)
        #expect(other.exitCode == 0 && other.finding("server").isEmpty, "\(other.everything)")
    }

    @Test func `a proxy without a host shows no password`() async throws {
        let result = try await Self.doctor(
            Self.url("http://127.0.0.1:2"), variables: ["http_proxy": "http://pp:s3cret-1815"])
        #expect(
            result.finding("proxy").contains("http://pp:*** (http_proxy), which is not the URL of a proxy"),
            "\(result.output)")
        #expect(!result.everything.contains("1815"), "\(result.everything)")
    }

    @Test func `https to a port that speaks http says so`() async throws {
        let server = RawServer { connection in
            _ = connection.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            connection.waitForClose()
        }
        defer { server.stop() }
        let result = try await Self.doctor(Self.url("https://127.0.0.1:\(server.port)"))
        #expect(result.exitCode == 1)
        #expect(result.finding("base URL").contains("[network.tls]"), "\(result.output)")
        #expect(
            result.finding("base URL").contains(
                "help: `baton explain network.tls` says what that means"))
    }

    @Test func `a port that speaks no http says so`() async throws {
        let server = RawServer { connection in _ = connection.write("SSH-2.0-x\r\n") }
        defer { server.stop() }
        let result = try await Self.doctor(
            Self.url("http://127.0.0.1:1"), "--base-url", "http://127.0.0.1:\(server.port)")
        #expect(result.exitCode == 1)
        #expect(
            result.finding("base URL").contains(
                "help: `baton explain network.protocol` says what that means"),
            "\(result.output)")
    }

    @Test(arguments: [
        (
            "127.0.0.1:8931", "`127.0.0.1:8931` does not start with http:// or https://",
            "write `--base-url http://127.0.0.1:8931`"
        ),
        (
            "http://127.0.0.1:8931/?token=s3cret-1815", "`http://127.0.0.1:8931/?token=***` has a query",
            "write `--base-url http://127.0.0.1:8931/`"
        ),
        ("http://x:s3cret-1815", "`http://x:***` has a port that is not a number", "write the whole URL"),
        ("https//x", "`https//x` does not start with http:// or https://", "write the whole URL"),
        (
            "u:s3cret-1815@localhost:8931", "`u:***@localhost:8931` has the scheme",
            "write the whole URL, as `--base-url http://localhost:8080`"
        ),
        ("nonsense://x", "`nonsense://x` has the scheme", "write the whole URL, as `--base-url http://localhost:8080`"),
    ])
    func `a base URL that is none is shown as it was meant, without its secrets`(
        _ url: String, _ message: String, _ help: String
    ) async throws {
        for arguments in [["doctor"], ["doctor", "--json"], ["run"]] {
            let folder = try Folder()
            try folder.write("baton.yaml", "name: shop\n")
            try folder.write("workflows/a.yaml", "steps:\n  - that: 1 == 1\n")
            let result = try await Baton(folder: folder).run(arguments + ["--base-url", url])
            #expect(result.exitCode != 0)
            #expect(result.everything.contains("--base-url: \(message)"), "\(result.everything)")
            #expect(result.everything.contains(help), "\(result.everything)")
            #expect(!result.everything.contains("1815"))
        }
    }

    @Test func `a base URL that cannot be computed has its place and its help`() async throws {
        let result = try await Self.doctor("base_url: $(process.env.GONE_1815)")
        #expect(
            result.finding("base URL") == """
                ✗ base URL       baton.yaml:1:50: the process has no environment variable `GONE_1815`
                                 help: `export NAME=…` sets a variable of the process
                """, "\(result.output)")
        let secret = try await Self.doctor("base_url: $(secrets.A_B), secrets: [A_B]")
        #expect(
            secret.finding("project").contains(
                "help: here only the process environment can be read: `$(process.env.NAME)`"))
        #expect(secret.finding("project").components(of: "error: ") == 1, "\(secret.output)")
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
