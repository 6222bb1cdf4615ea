import Glibc
import Testing

/// Programs end with their run, however that ends.
@Suite struct ExecEndTests {
    /// Holds the pipe `alive` open, and so does its child, says by a request that both are there, and waits.
    private static let steps = """
        steps:
          - exec:
              - sh
              - -c
              - 'exec 9>../alive; trap "" TERM; sleep 1000 & curl -s "$1"; wait'
              - sh
              - $(env.base_url)/signal
        teardown:
          - exec: [touch, torn-down]
        """

    /// Runs it; returns when the program and its child are gone too.
    private static func run(_ bench: InterruptBench) async throws -> Baton.Result {
        let path = "\(bench.folder.path)/alive"
        try #require(mkfifo(path, 0o600) == 0)
        // Open on this side from the beginning, so that the script can open the other.
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        try #require(reader >= 0)
        defer { close(reader) }
        let result = try await bench.run()
        let isGone = await OwnThread.run {
            // A minute, and not for ever: what is left over is a failure and no reason to wait.
            var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            return poll(&polled, 1, 60_000) == 1 && polled.revents & Int16(POLLHUP) != 0
        }
        #expect(isGone, "something of the program still runs: \(result.everything)")
        return result
    }

    @Test func `an interrupt ends a program and all that it started, and teardown may start another`() async throws {
        let bench = try InterruptBench(["a": Self.steps], "--allow-exec")
        let result = try await Self.run(bench)
        try bench.expectInterrupted(result, cases: 1)
        #expect(result.output.contains("the run was interrupted while `sh` ran"), "\(result.output)")
        #expect(bench.folder.exists("w/torn-down"))
    }

    @Test func `a program ends when the run is killed`() async throws {
        let bench = try InterruptBench(["a": Self.steps], "--allow-exec", act: { $0.send(SIGKILL) })
        let result = try await Self.run(bench)
        #expect(result.exitCode == 128 + SIGKILL)
        #expect(!bench.folder.exists("w/torn-down"))
    }
}
