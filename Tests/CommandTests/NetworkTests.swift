import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// What happens when the other side does not do its part.
@Suite struct NetworkTests {
    private static func file(_ url: String, _ more: String = "") -> String {
        "steps:\n  - get: \(url)\n\(more)"
    }

    @Test func `a port without a server is exit 3 and names the address`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", Self.file("http://127.0.0.1:1"))
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode == 3, "\(result.everything)")
        #expect(result.output.contains("network.connect"))
        #expect(result.output.contains("127.0.0.1:1"))
        #expect(result.output.contains("w.yaml:2:10"))
        #expect(result.output.contains("\n  cause: libcurl 7: "), "\(result.output)")
        #expect(!result.output.contains("hint: libcurl"))
    }

    @Test func `a branch that waits for what could not connect does not make the server answer`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - parallel:
                  - { id: one, get: "http://127.0.0.1:1" }
                  - steps: [ { await: one }, { get: "http://127.0.0.1:1/more" } ]
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode == 3, "\(result.everything)")
    }

    /// As a server may that closes as it was asked to, and does not say so.
    @Test(arguments: ["close", "Close", "keep-alive, close", "TE,\tclose "])
    func `nothing more is sent on a connection whose end was asked for`(_ value: String) async throws {
        let folder = try Folder()
        let server = RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            // Closes when the next request is under way.
            _ = connection.readRequest()
        }
        defer { server.stop() }
        try folder.write(
            "w.yaml",
            """
            steps:
              - get: \(server.url)/a
                headers: { Connection: "\(value.replacing("\t", with: "\\t"))" }
              - post: \(server.url)/b
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(server.requests.map(\.target) == ["/a", "/b"])
    }

    @Test func `invalid JSON is told with its place in the body`() async throws {
        let folder = try Folder()
        let server = RawServer { request in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"a\": tru"
        }
        try folder.write("w.yaml", Self.file(server.url, "    expect: { $.a: true }\n"))
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("response.not_json"))
        #expect(result.output.contains("line 1, column"))
    }

    @Test func `control characters of a response never reach the terminal`() async throws {
        let folder = try Folder()
        let server = RawServer { request in
            "HTTP/1.1 500 Oh\r\nX-Evil: \u{1b}[31mred\r\nContent-Length: 30\r\n\r\n\u{1b}]0;title\u{7}\n::error::hacked\n##[x]"
        }
        try folder.write("w.yaml", Self.file(server.url))
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode == 1)
        #expect(!result.everything.contains("\u{1b}"))
        #expect(!result.everything.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::") })
    }

    @Test func `a run with --max-failures starts nothing after that many failures`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: w\n")
        for name in ["a", "c"] { try folder.write("w/\(name).yaml", "steps: [ that: 1 == 2 ]") }
        for name in ["b", "d"] { try folder.write("w/\(name).yaml", "steps: [ that: 1 == 1 ]") }
        let result = try await Baton(folder: folder)("run", "--jobs", "1", "--max-failures", "2")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("1 passed, 2 failed, 1 skipped in"), "\(result.output)")
        #expect(result.output.contains("skipped: 2 earlier workflows failed (--max-failures)\n"), "\(result.output)")
        #expect(try folder.read("reports/junit.xml").contains("2 earlier workflows failed (--max-failures)"))
    }

    @Test func `a dry run sends nothing`() async throws {
        let folder = try Folder()
        let server = RawServer(answering: { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" })
        try folder.write("w.yaml", Self.file(server.url))
        let result = try await Baton(folder: folder)("run", "w.yaml", "--dry-run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(server.connectionCount == 0)
        #expect(result.output.contains("dry run"))
    }
}
