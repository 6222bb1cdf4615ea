import BatonTesting
import Testing

/// `outcome`: failures that are expected.
@Suite struct OutcomeTests {
    /// An address where nobody listens any more.
    private static func deadURL() -> String {
        let server = RawServer { _ in }
        let url = server.url
        server.stop()
        return url
    }

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
        let result = try await Self.run(Self.deadURL(), expect)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("1 passed"))
    }

    @Test func `another failure than the expected one is told with what happened`() async throws {
        let result = try await Self.run(Self.deadURL(), "outcome: network.tls")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains(
                #"w.yaml:4:7: outcome: expected "network.tls", got "network.connect" [check.failed]"#))
        #expect(result.output.contains("hint: "))
    }

    @Test func `a failure where success is expected stands for itself`() async throws {
        let result = try await Self.run(Self.deadURL(), "outcome: success")
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(result.output.contains("[network.connect]"))
    }

    @Test func `an answer where a failure is expected fails`() async throws {
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

    @Test func `a URL that is none can be expected`() async throws {
        let result = try await Self.run("$(\"no url\")", "outcome: request.invalid_url")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a failure that was expected leaves no answer of an earlier step behind`() async throws {
        let server = Self.answering("200 OK", body: "first")
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - get: \(server.url)
              - get: \(Self.deadURL())
                expect: { outcome: network.connect }
              - that: response.status == 200
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode != 0, "\(result.everything)")
    }
}
