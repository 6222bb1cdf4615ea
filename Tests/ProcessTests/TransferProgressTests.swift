import BatonTesting
import Glibc
import ProjectFolders
import Synchronization
import Testing

/// Large bodies tell on a terminal how far they are, and nowhere else.
@Suite struct TransferProgressTests {
    private static let size = 4_000_000
    private static let half = String(repeating: "x", count: size / 2)

    /// Sends half of a body, waits until that is shown where somebody looks, and sends the rest.
    private static func download(waits: Bool) throws -> InterruptBench {
        try InterruptBench(
            ["down": "steps: [ { get: /large, name: Download } ]"],
            response: { request, connection, program in
                guard request.target == "/large" else { return false }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n" + half)
                if waits { program.waitUntilShown("received 2.0 of 4.0 MB") }
                connection.write(half)
                return true
            })
    }

    @Test func `a download says on a terminal how far it is, and leaves no trace`() async throws {
        let bench = try Self.download(waits: true)
        let result = try await bench.run(.terminal)
        #expect(result.exitCode == 0, "\(result.output)")
        #expect(result.output.contains("received 2.0 of 4.0 MB"))
        #expect(result.output.contains("w/down.yaml › Download"))
        let lines = result.output.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            let shown = line.ranges(of: "\r\u{1B}[2K").last.map { line[$0.upperBound...] } ?? line
            #expect(!shown.contains("received"), "\(result.output)")
        }
    }

    @Test func `transfer progress is not written to a pipe`() async throws {
        let bench = try Self.download(waits: false)
        let result = try await bench.run(.pipe)
        #expect(result.exitCode == 0, "\(result.output)")
        #expect(!result.output.contains("received") && !result.output.contains("\u{1B}"), "\(result.output)")
    }

    @Test func `an upload from a file says on a terminal how far it is`() async throws {
        let folder = try Folder()
        let size = 40_000_000
        let file = Glibc.open("\(folder.path)/large.bin", O_CREAT | O_WRONLY, 0o600)
        #expect(ftruncate(file, size) == 0)
        close(file)
        try folder.write(
            "up.yaml",
            "steps: [ { post: /up, name: Upload, timeout: 5m, multipart: { doc: { file: large.bin } } } ]")
        let started = Gate()
        let running = Mutex<RunningBaton?>(nil)
        let server = RawServer { connection in
            // Reads nothing until the program has said that it waits: what fits into the sockets' buffers is far less.
            started.wait()
            running.withLock { $0 }?.waitUntilShown("of 40.0 MB")
            _ = connection.readRequest()
            connection.write(Recording.empty)
        }
        defer { server.stop() }
        let program = RunningBaton(
            folder, environment: ["CI": "", "GITHUB_ACTIONS": ""], ["run", "up.yaml", "--base-url", server.url])
        try program.start(.terminal)
        running.withLock { $0 = program }
        started.open()
        let result = await program.end()
        #expect(result.exitCode == 0, "\(result.output)")
        #expect(result.output.contains(" of 40.0 MB"), "\(result.output)")
        #expect(result.output.contains("sent "), "\(result.output)")
    }
}
