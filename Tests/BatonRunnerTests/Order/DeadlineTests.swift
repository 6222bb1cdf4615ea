import BatonHTTP
import Synchronization
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// Deadlines around what never waits, and around what ends too late.
@Suite struct DeadlineTests {
    /// A clock that each look at it moves by 1 ms, and pauses without an end.
    private static func ticking() -> Dependencies {
        let ticks = Mutex<Microseconds>(0)
        return Dependencies(
            elapsed: {
                ticks.withLock { now in
                    now += 1000
                    return now
                }
            }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
    }

    @Test(arguments: [
        "  - timeout: 9ms\n    repeat: 1000\n    steps: [ { that: 1 == 1 } ]",
        "  - timeout: 9ms\n    repeat: 1000\n    steps: [ { set: { a: 1 } }, { log: x } ]",
        "  - timeout: 9ms\n    for_each: { range: [1, 1000] }\n    concurrency: 2\n    steps: [ { log: x } ]",
        "  - timeout: 9ms\n    while: 1 == 1\n    steps: [ { log: x } ]",
        "  - timeout: 9ms\n    parallel: [ { repeat: 1000, that: 1 == 1 }, { repeat: 1000, log: x } ]",
        "  - timeout: 9ms\n    steps: [ { repeat: 1000, steps: [ { steps: [ { log: x } ] } ] } ]",
    ])
    func `a group whose steps never wait ends when its time is over`(_ step: String) async throws {
        let bench = Bench()
        let cases = try await bench.run("steps:\n\(step)\n  - get: /never\n", dependencies: Self.ticking())
        #expect(cases[0].outcome == .error)
        let failures = cases[0].failures + cases[0].steps.flatMap(\.failures)
        #expect(!failures.isEmpty && failures.allSatisfy { $0.kind == "workflow.timeout" })
        #expect(failures[0].message.text.hasSuffix("took longer than its `timeout` of 9ms"))
        #expect(cases[0].steps.count < 100)
        #expect(bench.dispatcher.paths.isEmpty)
    }

    /// More passes than an expression may make, so that one that is not cut fails with `expression.failed`.
    private static let long =
        "lists.range(100000).map(x, lists.range(100000).map(y, x + y).size()).size()"

    @Test(arguments: [
        "timeout: 9ms\nsteps:\n  - that: \(long) > 0\n", "timeout: 9ms\nsteps:\n  - set: { a: \"$(\(long))\" }\n",
        "timeout: 9ms\nvars: { a: \"$(\(long))\" }\nsteps:\n  - that: a > 0\n",
        "timeout: 9ms\nsteps:\n  - that: 1 == 1\noutputs: { a: \"$(\(long))\" }\n",
        "timeout: 9ms\nsteps:\n  - get: /x\n    expect: { that: \"response.status == \(long)\" }\n",
        "steps:\n  - timeout: 9ms\n    steps: [ { log: \"$(\(long))\" } ]\n",
        "steps:\n  - timeout: 9ms\n    parallel: [ { set: { a: \"$(\(long))\" } }, { set: { b: \"$(\(long))\" } } ]\n",
        "steps:\n  - timeout: 9ms\n    for_each: $(lists.range(\(long)))\n    steps: [ { log: x } ]\n",
    ])
    func `an expression that takes long is cut when the time is over`(_ text: String) async throws {
        let cases = try await Bench().run(text, dependencies: Self.ticking())
        #expect(cases[0].outcome == .error)
        let failures = cases[0].failures + cases[0].steps.flatMap(\.failures)
        #expect(!failures.isEmpty && failures.allSatisfy { $0.kind == "workflow.timeout" }, "\(failures)")
        #expect(failures.allSatisfy { $0.message.text.hasSuffix("took longer than its `timeout` of 9ms") })
    }

    @Test(arguments: ["that: 1 == 1", "log: x", "set: { a: 1 }"])
    func `a workflow whose steps never wait ends when its time is over, and is torn down`(_ step: String) async throws {
        let bench = Bench()
        let cases = try await bench.run(
            """
            timeout: 9ms
            steps:
              - repeat: 1000
                \(step)
            teardown:
              - repeat: 20
                steps: [ { get: /clean } ]
            """, dependencies: Self.ticking())
        #expect(cases[0].outcome == .error)
        #expect(
            cases[0].steps.flatMap(\.failures).map(\.message) == [
                "the workflow took longer than its `timeout` of 9ms"
            ])
        #expect(bench.dispatcher.paths.count == 20)
    }

    /// Runs a text over a server that takes 10 ms for each response.
    private func run(_ text: String) async throws -> CaseRecord {
        let time = VirtualTime()
        var dependencies = time.dependencies
        dependencies.sleep = { _ in try await Task.sleep(for: .seconds(3600)) }
        let bench = Bench { (request, _) in
            time.pass(milliseconds: 10)
            return Response(status: 200, body: [], url: request.url)
        }
        return try await bench.run(text, dependencies: dependencies)[0]
    }

    @Test(arguments: [
        ("timeout: LIMIT\nsteps: [ { get: /a } ]", "the workflow"),
        ("steps: [ { name: Slow, timeout: LIMIT, steps: [ { get: /a } ] } ]", "the group `Slow`"),
        ("steps: [ { timeout: LIMIT, parallel: [ { get: /a }, { log: x } ] } ]", "the block"),
        ("steps: [ { timeout: LIMIT, repeat: 1, steps: [ { get: /a } ] } ]", "the group"),
    ])
    func `what passed after its time was over fails`(_ text: String, _ owner: String) async throws {
        let late = try await run(text.replacing("LIMIT", with: "9ms"))
        #expect(late.outcome == .error)
        let failures = late.failures + late.steps.flatMap(\.failures)
        #expect(failures.map(\.kind) == ["workflow.timeout"])
        #expect(failures.map(\.message.text) == ["\(owner) took longer than its `timeout` of 9ms"])
        let inTime = try await run(text.replacing("LIMIT", with: "11ms"))
        #expect(inTime.outcome == .passed)
    }

    @Test func `what failed by itself is not told to be late as well`() async throws {
        let record = try await run("timeout: 9ms\nsteps: [ { get: /a, expect: { status: 404 } } ]")
        #expect(record.outcome == .failed)
        #expect((record.failures + record.steps.flatMap(\.failures)).map(\.kind) == ["check.failed"])
    }
}
