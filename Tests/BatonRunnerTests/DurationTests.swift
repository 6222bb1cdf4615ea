import BatonHTTP
import Testing

@testable import BatonRunner

/// Start times and durations in records, with a clock that only the test moves.
@Suite struct DurationTests {
    /// A server that takes 30 ms for each response; it closes the connection when the path is /closed.
    static func bench(_ time: VirtualTime) -> Bench {
        Bench { (request, _) throws(Failure) in
            time.pass(milliseconds: 30)
            if request.url.path == "/closed" { throw Failure(.reset, "the server closed the connection") }
            return Response(status: 200, headers: Headers(), body: Array("{}".utf8), url: request.url)
        }
    }

    @Test func `a step takes its delay and its request, and the case takes all of its steps`() async throws {
        let time = VirtualTime()
        time.pass(milliseconds: 5000)
        let bench = Self.bench(time)
        let cases = try await bench.run(
            """
            steps:
              - wait: 2s
              - get: /x
                delay: 100ms
              - get: /x
                if: false
            teardown:
              - get: /x
            """, dependencies: time.dependencies)
        let steps = bench.collector.steps
        #expect(steps.map(\.duration) == [2_000_000, 130_000, 0, 30_000])
        #expect(steps.map(\.started) == [5_000_000, 7_000_000, 7_130_000, 7_130_000])
        #expect(cases[0].started == 5_000_000)
        #expect(cases[0].duration == 2_160_000)
    }

    @Test func `a failed exchange lasts until its failure`() async throws {
        let time = VirtualTime()
        let bench = Self.bench(time)
        try await bench.run("steps:\n  - get: /closed", dependencies: time.dependencies)
        let exchange = try #require(bench.collector.steps[0].exchanges.first)
        #expect(exchange.failure == "network.reset")
        #expect(exchange.started == 0)
        #expect(exchange.duration == 30_000)
    }

    @Test func `a step that cannot begin lasts no time`() async throws {
        let time = VirtualTime()
        time.pass(milliseconds: 1)
        let bench = Self.bench(time)
        try await bench.run(
            """
            steps:
              - get: /closed
              - get: /x
            """, dependencies: time.dependencies)
        #expect(bench.collector.steps.map(\.started) == [1000, 31_000])
        #expect(bench.collector.steps.map(\.duration) == [30_000, 0])
    }
}
