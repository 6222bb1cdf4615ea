import Testing

@testable import BatonRunner

@Suite struct StepFlowTests {
    @Test func `a skipped step says why, and sends nothing`() async throws {
        let bench = Bench()
        let cases = try await bench.run(
            """
            steps:
              - get: /a
                skip: the server cannot do it yet
              - get: /b
            """)
        #expect(cases[0].outcome == .passed)
        #expect(bench.collector.steps.map(\.outcome) == [.skipped, .passed])
        #expect(bench.collector.steps[0].reason == "the server cannot do it yet")
        #expect(bench.dispatcher.paths == ["/b"])
    }

    @Test func `a workflow whose steps are all left out proves nothing`() async throws {
        let cases = try await Bench().run("steps: [ { get: /a, skip: later } ]")
        #expect(cases[0].outcome == .skipped)
    }

    @Test func `later steps run after a failure that may happen, and the workflow fails`() async throws {
        let bench = Bench(["/a": (500, "{}")])
        let cases = try await bench.run(
            """
            steps:
              - get: /a
                continue_on_failure: true
              - get: /b
              - get: /a
              - get: /c
            """)
        #expect(cases[0].outcome == .failed)
        #expect(bench.collector.steps.map(\.outcome) == [.failed, .passed, .failed, .skipped])
    }

    @Test func `a delay comes once, behind the condition`() async throws {
        let time = VirtualTime()
        let bench = Bench()
        try await bench.run(
            """
            vars: { long: 3s }
            steps:
              - get: /a
                if: 1 > 2
                delay: 1s
              - get: /b
                delay: $(long)
              - wait: 20ms
            """, dependencies: time.dependencies)
        #expect(time.pauses == [3000, 20])
        #expect(bench.dispatcher.paths == ["/b"])
    }

    @Test func `an interrupt ends a delay`() async throws {
        let bench = Bench()
        let cases = try await bench.run(
            "steps: [ { get: /a, delay: 1h } ]", dependencies: VirtualTime(cancelsAt: 1).dependencies)
        #expect(cases[0].outcome == .error)
        #expect(bench.dispatcher.paths.isEmpty)
    }
}
