import BatonHTTP
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// `timeout` of groups, workflows and runs, `--fail-fast`, `--max-failures`, and `parallel`.
@Suite struct LimitsTests {
    private func steps(_ text: String) async throws -> (bench: OrderBench, steps: [StepRecord]) {
        let bench = OrderBench(["w.yaml": text], ["/bad": (500, "{}"), "/one": (200, #"{"n": 1}"#)])
        try await bench.run(["w.yaml"], dependencies: .endlessHours)
        return (bench, bench.collector.steps)
    }

    @Test func `a workflow that takes too long is cut, and torn down with what it captured`() async throws {
        let (bench, steps) = try await steps(
            """
            timeout: 2s
            steps:
              - get: /one
                capture: { n: $.n }
              - wait: 1h
              - get: /never
            teardown:
              - get: /clean/$(n)
            """)
        // The clock of these tests makes the limit pass at once, perhaps before the first request.
        #expect(bench.ends == ["w.yaml error"])
        let failure = try #require(steps.flatMap(\.failures).first)
        #expect(failure.kind == "workflow.timeout")
        #expect(failure.message == "the workflow took longer than its `timeout` of 2s")
        #expect(!bench.paths.contains("/never"))
        #expect(steps.last?.section == .teardown)
    }

    @Test func `a group that takes too long fails by itself`() async throws {
        let (bench, steps) = try await steps(
            """
            steps:
              - name: Slow
                timeout: 100ms
                continue_on_failure: true
                for_each: [1, 2]
                steps:
                  - wait: 1h
                  - get: /never
              - get: /later
            """)
        #expect(steps.flatMap(\.failures).map(\.kind).allSatisfy { $0 == "workflow.timeout" })
        #expect(
            steps.flatMap(\.failures).first?.message == "the group `Slow` took longer than its `timeout` of 100ms")
        #expect(bench.paths == ["/later"])
        #expect(steps.last?.outcome == .passed)
    }

    @Test func `what ends in time is not cut`() async throws {
        let (bench, _) = try await steps(
            """
            timeout: 1h
            steps:
              - timeout: 2h
                steps:
                  - get: /a
                  - wait: 5s
                  - get: /b
            """)
        #expect(bench.ends == ["w.yaml passed"])
        #expect(bench.paths == ["/a", "/b"])
    }

    @Test func `a run that takes too long is cut, and what never began says so`() async throws {
        let bench = OrderBench([
            "a.yaml": "steps: [ { wait: 1h } ]\nteardown: [ { get: /clean } ]", "b.yaml": "steps: [ { wait: 1h } ]",
        ])
        let result = try await bench.run(["a.yaml", "b.yaml"], timeout: 5_000_000, dependencies: .endlessHours)
        #expect(bench.ends == ["a.yaml error", "b.yaml error"])
        let failures = bench.collector.cases.flatMap(\.steps).flatMap(\.failures)
        #expect(failures.last?.kind == "workflow.cancelled")
        #expect(failures.last?.message == "the run took longer than its `--timeout` of 5s before this workflow began")
        #expect(result.verdict.exitCode(isInterrupted: false, isDryRun: false) == 1)
    }

    @Test func `fail fast cancels what is under way, with its teardown`() async throws {
        let bench = OrderBench(
            [
                "bad.yaml": "steps: [ { get: /bad } ]", "c.yaml": "steps: [ { get: /c } ]",
                "hang.yaml": "steps: [ { wait: 1h }, { get: /never } ]\nteardown: [ { get: /clean } ]",
            ], ["/bad": (500, "{}")])
        try await bench.run(["hang.yaml", "bad.yaml", "c.yaml"], jobs: 2, maxFailures: 1, dependencies: .endlessHours)
        #expect(bench.ends == ["hang.yaml error", "bad.yaml failed", "c.yaml skipped"])
        let steps = bench.collector.cases[0].steps
        #expect(steps.map(\.outcome) == [.error, .skipped, .passed])
        #expect(steps[0].failures[0].kind == "workflow.cancelled")
        #expect(steps[0].failures[0].message == "cancelled, since bad.yaml failed (--fail-fast)")
        #expect(bench.paths == ["/bad", "/clean"])
    }

    // MARK: - --max-failures

    @Test func `a run ends with the failure that reaches its limit, and what runs is cancelled and torn down`()
        async throws
    {
        let bench = OrderBench(
            [
                "bad1.yaml": "steps: [ { get: /bad } ]", "bad2.yaml": "steps: [ { get: /bad } ]",
                "hang.yaml": "steps: [ { wait: 1h } ]\nteardown: [ { get: /clean } ]",
                "good.yaml": "steps: [ { get: /good } ]", "never.yaml": "steps: [ { get: /never } ]",
            ], ["/bad": (500, "{}")])
        let result = try await bench.run(
            ["hang.yaml", "bad1.yaml", "good.yaml", "bad2.yaml", "never.yaml"], jobs: 2, maxFailures: 2,
            dependencies: .endlessHours)
        #expect(
            bench.ends == [
                "hang.yaml error", "bad1.yaml failed", "good.yaml passed", "bad2.yaml failed", "never.yaml skipped",
            ])
        #expect(
            bench.collector.cases[0].steps[0].failures[0].message
                == "cancelled, since 2 workflows failed (--max-failures)")
        #expect(bench.collector.cases[4].reason == "2 earlier workflows failed (--max-failures)")
        #expect(bench.paths == ["/bad", "/good", "/bad", "/clean"])
        #expect(result.verdict.exitCode(isInterrupted: false, isDryRun: false) == 1)
    }

    @Test func `failures in quarantine, flaky and blocked workflows do not count towards the limit`() async throws {
        let quarantine = "quarantine: { until: 2999-01-01, reason: it lags }\n"
        let files = [
            "known.yaml": "\(quarantine)steps: [ { that: 1 == 2 } ]",
            "blocked1.yaml": "needs: [known.yaml]\nsteps: [ { get: /x } ]",
            "blocked2.yaml": "needs: [known.yaml]\nsteps: [ { get: /x } ]",
            "flaky.yaml": "retries: 1\nsteps: [ { get: /second, expect: { status: 200 } } ]",
            "bad.yaml": "steps: [ { that: 1 == 2 } ]", "last.yaml": "steps: [ { that: 1 == 1 } ]",
        ]
        let bench = OrderBench(files) { (request, number) throws(Failure) in
            Response(status: number == 2 ? 200 : 500, url: request.url)
        }
        try await bench.run(
            ["known.yaml", "blocked1.yaml", "blocked2.yaml", "flaky.yaml", "bad.yaml", "last.yaml"], maxFailures: 2)
        #expect(
            bench.ends == [
                "known.yaml failed", "blocked1.yaml blocked", "blocked2.yaml blocked", "flaky.yaml passed",
                "bad.yaml failed", "last.yaml passed",
            ])
        #expect(bench.collector.cases[3].isFlaky)
    }

    // MARK: - parallel

    @Test func `branches keep their names, and later steps find what they gave`() async throws {
        let (bench, steps) = try await steps(
            """
            vars: { base: 1 }
            steps:
              - name: Both
                parallel:
                  - get: /one
                    id: first
                    capture: { x: $.n }
                  - name: Second
                    steps:
                      - set: { y: $(base + 1), base: 5 }
                      - that: y == 2
                  - that: base == 1
                    name: A branch works on its own copy
              - that: x == 1 && y == 2 && base == 5 && steps.first.x == 1
            """)
        #expect(bench.ends == ["w.yaml passed"])
        #expect(
            steps.map(\.name) == [
                "Both › GET /one", "Both › Second › set y, base", "Both › Second › that y == 2",
                "Both › A branch works on its own copy", "that x == 1 && y == 2 && base == 5 && steps.first.x == 1",
            ])
        #expect(steps.map(\.index) == [0, 1, 2, 3, 4])
    }

    @Test func `all parallel branches end when one fails, and the steps behind them are skipped`() async throws {
        let (bench, steps) = try await steps(
            """
            steps:
              - parallel:
                  - get: /bad
                  - steps: [ { get: /a }, { get: /b } ]
              - get: /later
            """)
        #expect(steps.map(\.outcome) == [.failed, .passed, .passed, .skipped])
        #expect(Set(bench.paths) == ["/bad", "/a", "/b"])
    }

    @Test func `branches run at the same time`() async throws {
        // The first branch ends only when its time is over, which passes while the other is under way.
        let (bench, steps) = try await steps(
            """
            steps:
              - parallel:
                  - timeout: 1s
                    steps: [ { wait: 1h } ]
                  - get: /one
              - get: /later
            """)
        #expect(steps.map(\.outcome) == [.error, .passed, .skipped])
        #expect(bench.paths == ["/one"])
    }

    @Test func `branches nest in loops and loops in branches`() async throws {
        let (bench, _) = try await steps(
            """
            steps:
              - for_each: [a, b]
                concurrency: 2
                parallel:
                  - get: /$(item)/1
                  - get: /$(item)/$(index)/$(letter)
                    for_each: [x, y]
                    as: letter
                    concurrency: 2
            """)
        #expect(bench.ends == ["w.yaml passed"])
        #expect(Set(bench.paths) == ["/a/1", "/b/1", "/a/0/x", "/a/1/y", "/b/0/x", "/b/1/y"])
    }
}
