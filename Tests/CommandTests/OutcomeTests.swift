import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `outcome`: failures that are expected.
@Suite struct OutcomeTests {
    /// Nobody listens on the first port.
    private static let deadURL = "http://127.0.0.1:1"

    private static func answering(_ status: String, body: String = "") -> RawServer {
        RawServer { _ in "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)" }
    }

    private static func run(_ url: String, _ expect: String, more: String = "") async throws -> Baton.Result {
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n  - get: \(url)\n    expect:\n      \(expect)\n\(more)")
        return try await Baton(folder: folder)("run", "w.yaml")
    }

    @Test(arguments: [
        "outcome: network.connect", "outcome: { starts_with: network. }", "outcome: { ne: success }",
        "outcome: { in: [network.connect, network.timeout] }", "outcome: $(\"network.\" + \"connect\")",
    ])
    func `a connection that is expected to fail passes when it does`(_ expect: String) async throws {
        let result = try await Self.run(Self.deadURL, expect)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("1 passed"))
    }

    @Test(arguments: [
        ("network.tls", #"expected "network.tls""#), ("http.not_found", #"expected "http.not_found""#),
        ("{ starts_with: http. }", #"expected to start with "http.""#),
    ])
    func `an outcome that was not expected keeps its kind and its cause`(_ outcome: String, _ wanted: String)
        async throws
    {
        let result = try await Self.run(Self.deadURL, "outcome: \(outcome)")
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(
            result.output.contains(
                #"outcome: \#(wanted), got "network.connect": connection refused by 127.0.0.1:"#),
            "\(result.everything)")
        #expect(result.output.contains(" [network.connect]  w.yaml:4:7\n"))
        #expect(result.output.contains("cause: libcurl 7: "))
    }

    @Test func `an outcome that was not expected is retried as a failure without that check is`() async throws {
        let url = Self.deadURL
        let retry = "    retry: { attempts: 2, every: 1ms }\n"
        for expect in ["outcome: http.not_found", "status: 404"] {
            let result = try await Self.run(url, expect, more: retry)
            #expect(result.exitCode == 3, "\(result.everything)")
            #expect(result.output.contains("(attempt 3)"), "\(result.everything)")
        }
    }

    @Test(arguments: ["outcome: success", "outcome: network.connect"])
    func `a status that was not expected as an outcome keeps its kind`(_ expect: String) async throws {
        let server = Self.answering("503 Oh")
        defer { server.stop() }
        let result = try await Self.run(server.url, expect)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains(#"got "http.server_error" [http.server_error]"#), "\(result.everything)")
    }

    // MARK: - Beside a failure that is expected

    @Test(arguments: [
        ("status: 500", "status: there is no response to check: the request ended in network.connect [check.failed]"),
        ("status: { not: 200 }", "status: there is no response to check"),
        ("$.a: { exists: false }", "$.a: there is no response to check"),
        ("headers: { x: { exists: false } }", "headers.x: there is no response to check"),
        ("json: { a: 1 }", "json: there is no response to check"),
        ("duration: { lt: 1h }", "duration: there is no response to check"),
        ("that: outcome == 'success'", "that: `outcome == 'success'` is false [check.failed]"),
        (
            "that: response.status == 500",
            "that: `response.status == 500` needs a response, and there is none: the request ended in network.connect"
                + " [check.failed]"
        ), ("that: 1 / 0 == size(outcome)", "[expression.failed]"),
    ])
    func `what cannot be checked without a response fails`(_ check: String, _ message: String) async throws {
        let url = Self.deadURL
        for outcome in ["{ ne: success }", "{ in: [network.connect, http.server_error] }"] {
            let result = try await Self.run(url, "outcome: \(outcome)\n      \(check)")
            #expect(result.exitCode == 1, "\(result.everything)")
            #expect(result.output.contains(message), "\(result.everything)")
        }
    }

    @Test(arguments: [
        "{ path: $.id }", "{ path: $.id, optional: true }", "{ path: $.id, default: 7 }", "{ header: location }",
        "$(response.status)", "{ value: $(response.json.id), default: 7 }",
    ])
    func `what cannot be captured without a response fails`(_ capture: String) async throws {
        let result = try await Self.run(
            Self.deadURL, "outcome: { ne: success }", more: "    capture: { id: \(capture) }\n")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains(
                "id: there is no response to capture it from: the request ended in network.connect [mapping.missing]"),
            "\(result.everything)")
    }

    @Test func `what needs no response is computed beside a failure that is expected`() async throws {
        let result = try await Self.run(
            Self.deadURL,
            #"outcome: network.connect\#n      that: outcome == "network.connect" && request.method == "GET""#,
            more: "    capture: { ended: $(outcome) }\n  - that: ended == \"network.connect\"\n")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a condition that comes to no response, and a capture that names none, need none`() async throws {
        let result = try await Self.run(
            "http://127.0.0.1:1",
            "outcome: { ne: success }\n      that: outcome == 'network.connect' || response.status == 200",
            more: "    capture: { x: { value: $(1 + 1) } }\n  - that: x == 2\n")
        #expect(result.exitCode == 0, "\(result.everything)")
        let failed = try await Self.run(
            "http://127.0.0.1:1", "outcome: { ne: success }",
            more: "    capture: { x: { value: \"$(outcome == 'success' ? response.status : 0)\" } }\n")
        #expect(failed.output.contains("x: there is no response to capture it from"), "\(failed.everything)")
    }

    @Test func `default checks are not held where a failure is expected`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            defaults: { expect: { duration: { lt: 1h } } }
            steps:
              - get: \(Self.deadURL)
                expect: { outcome: network.connect }
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test(arguments: ["status: 200", "$.a: 1"])
    func `a body that cannot be decoded, and a cache without a response, leave nothing to check`(_ check: String)
        async throws
    {
        let server = RawServer { _ in "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc" }
        defer { server.stop() }
        let broken = try await Self.run(server.url, "outcome: { ne: success }\n      \(check)")
        #expect(broken.exitCode == 1)
        #expect(broken.output.contains("the request ended in response.encoding"), "\(broken.everything)")
        let missed = try await Self.run(
            server.url, "outcome: { ne: success }\n      \(check)", more: "    cache: only-if-cached\n")
        #expect(missed.exitCode == 1)
        #expect(missed.output.contains("the request ended in cache.miss"), "\(missed.everything)")
    }

    @Test func `a call that may fail is checked like a request`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: \"http://127.0.0.1:1\" } }\n")
        try folder.write("apis/a.yaml", "endpoints:\n  read:\n    get: \(Self.deadURL)\n    result: string\n")
        try folder.write(
            "workflows/w.yaml",
            """
            use: { a: ../apis/a.yaml }
            steps:
              - call: a.read
                expect: { outcome: { ne: success }, $.name: Ada, that: result == "x" }
            """)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("$.name: there is no response to check: the request ended in network.connect"))
        #expect(result.output.contains("`result` has no value: the call ended in `network.connect`"))
    }

    @Test func `until must still be reached where a failure is expected`() async throws {
        let more = "    until: response.status == 200\n    every: 1ms\n    within: 20ms\n"
        let outcome = "outcome: { in: [http.server_error, network.connect] }"
        let result = try await Self.run(Self.deadURL, outcome, more: more)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("until: `response.status == 200` did not hold within 20 ms ("))
        #expect(result.output.contains("cause: connection refused by 127.0.0.1:"), "\(result.everything)")
        let reached = try await Self.run(
            Self.deadURL, outcome, more: "    until: outcome == \"network.connect\"\n    within: 20ms\n")
        #expect(reached.exitCode == 0, "\(reached.everything)")
    }

    // MARK: - Mistakes of the test

    @Test(arguments: [
        ("post: URL\nfile: \"$('nowhere.bin')\"", "`nowhere.bin` does not exist [request.bad_input]"),
        ("get: HTTPS\ntls: { ca: \"$('nowhere.pem')\" }", "ca: `nowhere.pem` does not exist [request.bad_input]"),
        ("get: HTTPS\ntls: { cert: \"$('nowhere.pem')\" }", "cert: `nowhere.pem` does not exist [request.bad_input]"),
        ("get: HTTPS\ntls: { pin: \"$('nowhere.pem')\" }", "pin: `nowhere.pem` does not exist [request.bad_input]"),
        (
            "get: URL\nheaders: { a: \"$('x\\\\ny')\" }",
            "the header a has a line break in its value [request.bad_input]"
        ),
        ("get: \"$('http://[')\"", "[request.invalid_url]"), ("get: \"$('no url')\"", "[request.invalid_url]"),
        ("get: URL/$(1 / 0)", "[expression.failed]"),
    ])
    func `a mistake of the test is never the failure that was expected`(_ step: String, _ message: String) async throws
    {
        let folder = try Folder()
        let url = Self.deadURL
        let lines = step.replacing("URL", with: url).replacing("HTTPS", with: "https" + url.dropFirst(4))
            .split(separator: "\n").joined(separator: "\n    ")
        for outcome in ["{ ne: success }", "{ starts_with: re }", "{ matches: '^[rn]' }", "{ not: { eq: success } }"] {
            try folder.write("w.yaml", "steps:\n  - \(lines)\n    expect: { outcome: \(outcome) }\n")
            let result = try await Baton(folder: folder)("run", "w.yaml")
            #expect(result.exitCode == 1, "\(outcome): \(result.everything)")
            #expect(result.output.contains(message), "\(outcome): \(result.everything)")
            #expect(result.output.contains("1 error in"), "\(outcome): \(result.everything)")
        }
    }

    @Test func `a failure where success is expected stands for itself`() async throws {
        let result = try await Self.run(Self.deadURL, "outcome: success")
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(result.output.contains("[network.connect]"))
    }

    @Test func `a response where a failure is expected fails`() async throws {
        let server = Self.answering("200 OK")
        let result = try await Self.run(server.url, "outcome: network.connect")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains(#"outcome: expected "network.connect", got "success""#))
    }

    @Test func `a status other than 2xx is an outcome, and other checks hold beside it`() async throws {
        let server = Self.answering("404 Not Found", body: "gone")
        let passed = try await Self.run(server.url, "outcome: http.not_found\n      body: gone")
        #expect(passed.exitCode == 0, "\(passed.everything)")
        let failed = try await Self.run(server.url, "outcome: success\n      body: here")
        #expect(failed.exitCode == 1)
        #expect(failed.output.contains(#"outcome: expected "success", got "http.not_found""#))
        #expect(failed.output.contains(#"body: expected "here", got "gone""#))
    }

    @Test func `a failure that was expected leaves no response of an earlier step behind`() async throws {
        let server = Self.answering("200 OK", body: "first")
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - get: \(server.url)
              - get: \(Self.deadURL)
                expect: { outcome: network.connect }
              - that: response.status == 200
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode != 0, "\(result.everything)")
    }
}
