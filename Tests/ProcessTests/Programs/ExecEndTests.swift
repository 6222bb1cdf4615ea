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

    @Test func `an interrupt ends a program and all that it started, and teardown may start another`() async throws {
        let bench = try InterruptBench(["a": Self.steps], "--allow-exec")
        try bench.makeAlive()
        let result = try await bench.runToTheLast()
        try bench.expectInterrupted(result, cases: 1)
        #expect(result.output.contains("the run was interrupted while `sh` ran"), "\(result.output)")
        #expect(bench.folder.exists("w/torn-down"))
    }

    @Test func `a program ends when the run is killed`() async throws {
        let bench = try InterruptBench(["a": Self.steps], "--allow-exec", act: { $0.send(SIGKILL) })
        try bench.makeAlive()
        let result = try await bench.runToTheLast()
        #expect(result.exitCode == 128 + SIGKILL)
        #expect(!bench.folder.exists("w/torn-down"))
    }
}
