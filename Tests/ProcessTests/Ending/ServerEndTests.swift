import BatonTesting
import Glibc
import ProjectFolders
import RunningDemo
import Testing

/// The server of an environment never outlives its run, however either of them behaves.
@Suite struct ServerEndTests {
    /// A project whose `serve.sh` holds the pipe `alive` open, and so does everything it starts.
    private static func bench(
        _ script: String, _ workflow: String = "steps: [ get: /signal ]", ready: Bool = true,
        act: @escaping @Sendable (RunningBaton) -> Void = { $0.send(SIGINT) },
        response: @escaping @Sendable (RawServer.Request, RawServer.Connection, RunningBaton) -> Bool = { _, _, _ in
            false
        }
    ) throws -> InterruptBench {
        // Nobody listens at port 1: the server is started. With `ready` the test's own one stands in for what it says.
        let bench = try InterruptBench(["a": workflow], act: act, response: response)
        let port = ready ? FreePort.take() : 1
        try bench.folder.write("serve.sh", "exec 9>alive\n" + script.replacing("PORT", with: "\(port)"))
        try bench.folder.write("w/a.yaml", workflow.replacing("get: /", with: "get: \(bench.server.url)/"))
        try bench.folder.write(
            "baton.yaml",
            """
            workflows: w
            environments:
              local:
                base_url: http://127.0.0.1:\(port)
                server: { command: /bin/sh serve.sh, ready: /health, within: 60s }
            """)
        try bench.makeAlive()
        return bench
    }

    private static func serve() throws -> String { "exec \(try Demo.program()) --port PORT\n" }

    @Test(arguments: [
        ("its own child", "sh -c 'sleep 1000' &\n"),
        ("a grandchild whose parent is gone", "(sh -c 'sleep 1000; true' &)\n"),
        ("one that writes for ever", "yes a long line of output &\n"),
        ("one that hears no SIGTERM", "(trap '' TERM; exec sleep 1000) &\n"),
        ("one with closed output", "exec >/dev/null 2>&1\nsleep 1000 &\n"),
    ])
    func `an interrupt ends it with all it started`(_ name: String, _ script: String) async throws {
        let bench = try Self.bench(script + Self.serve())
        let result = try await bench.runToTheLast()
        try bench.expectInterrupted(result, cases: 1)
        #expect(bench.targets == ["/signal"])
    }

    @Test func `an interrupt before it is ready ends it, and nothing is sent`() async throws {
        let bench = try Self.bench("kill -s INT $PPID\nsleep 1000 &\nwait\n")
        let result = try await bench.runToTheLast()
        #expect(result.exitCode == 130)
        #expect(bench.targets == [])
        let report = try bench.folder.read("reports/junit.xml")
        #expect(report.contains("message=\"the run was interrupted before it began\""), "\(report)")
    }

    @Test func `a second signal ends it at once, though it hears none`() async throws {
        let bench = try Self.bench(
            "trap '' TERM INT\nsleep 1000 &\n\(Self.serve())", "steps: [ get: /signal ]\nteardown: [ get: /hang ]",
            response: { request, _, program in
                guard request.target == "/hang" else { return false }
                program.insist()
                return true
            })
        let result = try await bench.runToTheLast()
        #expect(result.exitCode == 130)
        let shown = try await Baton(folder: bench.folder)("history", "show", "last")
        #expect(shown.output.contains("interrupted"), "\(shown.everything)")
    }

    @Test(arguments: ["", "trap '' TERM\n"])
    func `when the run is killed it ends too, and the next run works`(_ script: String) async throws {
        let bench = try Self.bench(script + "sleep 1000 &\n" + Self.serve(), act: { $0.send(SIGKILL) })
        let killed = try await bench.runToTheLast()
        #expect(killed.exitCode == 128 + SIGKILL)
        try bench.folder.write("w/a.yaml", "steps: [ get: /health ]")
        let reader = open("\(bench.folder.path)/alive", O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let next = try await Baton(folder: bench.folder)("run")
        #expect(next.exitCode == 0, "\(next.everything)")
        let runs = try await Baton(folder: bench.folder)("history", "list")
        #expect(!runs.output.contains("running"), "\(runs.output)")
        #expect(try bench.folder.leftovers() == [])
    }

    /// Again and again, because the moment at which its first line runs is never the same.
    @Test(arguments: ["KILL", "INT"])
    func `a run that ends in the moment in which its server begins leaves none behind`(_ signal: String) async throws {
        for _ in 1...10 {
            let bench = try Self.bench("kill -s \(signal) $PPID\nsleep 1000 &\nwait\n", ready: false)
            #expect(try await bench.runToTheLast().exitCode == 128 + (signal == "KILL" ? SIGKILL : SIGINT))
        }
    }
}
