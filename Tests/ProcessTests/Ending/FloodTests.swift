import BatonTesting
import Glibc
import ProjectFolders
import Testing

/// A server that goes over to HTTP/2 and floods the connection with frames that belong to no response.
@Suite struct FloodTests {
    private static let flood = Array(
        repeatElement([0, 0, 5, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 16] as [UInt8], count: 5000).joined())

    private static let files = [
        "a": "steps: [ { get: /flood, http_version: 2 } ]\nteardown: [ get: /clean ]", "b": "steps: [ get: /fine ]",
    ]

    /// Returns when the client has closed the connection.
    private static func write(to connection: RawServer.Connection) {
        connection.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
        connection.write([0, 0, 0, 4, 0, 0, 0, 0, 0])
        while connection.write(flood) {}
    }

    @Test(arguments: [[], ["--timeout", "1m"]])
    func `a flood of bytes fails its step, and the rest of the run goes on`(_ options: [String]) async throws {
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/flood" { return Self.write(to: connection) }
                connection.write(Recording.empty)
            }
        }
        defer { server.stop() }
        let folder = try Folder()
        for (name, text) in Self.files { try folder.write("w/\(name).yaml", text) }
        let result = try await Baton(folder: folder).run(
            ["run", "w", "--jobs", "1", "--base-url", server.url] + options)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains("sends without end what belongs to no response [network.protocol]"),
            "\(result.output)"
        )
        #expect(result.output.contains("1 passed"))
        #expect(server.requests.map(\.target) == ["/flood", "/clean", "/fine"])
    }

    @Test(.timeLimit(.minutes(3)))
    func `the time limit of a run ends it, however many requests are flooded`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            Self.write(to: connection)
        }
        defer { server.stop() }
        let folder = try Folder()
        let names = (10...29).map { "w/\($0).yaml" }
        for name in names { try folder.write(name, "steps: [ { get: /\(name), http_version: 2 } ]") }
        let result = try await Baton(folder: folder).run(
            ["run", "w", "--jobs", "1", "--timeout", "2s", "--base-url", server.url])
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("the run took longer than its `--timeout` of 2s"), "\(result.output)")
        let targets = server.requests.map(\.target)
        #expect(targets.first == "/\(names[0])")
        #expect(!targets.contains("/\(names[19])"), "\(targets)")
    }

    @Test func `Ctrl-C is heard while it lasts`() async throws {
        let bench = try InterruptBench(
            Self.files, "--jobs", "1",
            response: { request, connection, program in
                guard request.target == "/flood" else { return false }
                program.send(SIGINT)
                Self.write(to: connection)
                return true
            })
        let result = try await bench.run()
        try bench.expectInterrupted(result, cases: 2)
        // The rest is HTTP/2.
        #expect(bench.targets.filter { $0.hasPrefix("/") } == ["/flood", "/clean"])
    }
}
