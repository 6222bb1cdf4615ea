import Synchronization
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// However a run ends, and whatever ends it at which moment: every case has one end, and the result counts what was told.
@Suite struct RunEndTests {
    private static let files = (10..<50).map { "w\($0).yaml" }

    /// A clock that each look at it moves by 1 ms; a pause is over when the clock says so.
    private static func ticking() -> Dependencies {
        let ticks = Shared()
        return Dependencies(
            elapsed: { ticks.look() },
            sleep: { pause in
                while ticks.now < pause {
                    try Task.checkCancellation()
                    await Task.yield()
                }
            })
    }

    private final class Shared: Sendable {
        private let ticks = Mutex<Microseconds>(0)

        var now: Microseconds { ticks.withLock { $0 } }

        func look() -> Microseconds {
            ticks.withLock { now in
                now += 1000
                return now
            }
        }
    }

    private func expectAgreement(_ bench: OrderBench, _ result: Runner.Result) {
        let records = bench.collector.cases
        #expect(records.map(\.identity.path) == Self.files)
        var counts = RunFinished.Counts()
        for record in records { counts.count(record) }
        #expect(result.counts == counts)
        #expect(result.counts.total == Self.files.count)
        let isBad = counts.bad > 0
        #expect(result.verdict.exitCode(isInterrupted: false, isDryRun: false) == (isBad ? 1 : 0))
    }

    @Test(arguments: Array(1...120))
    func `a run whose time is over at any moment counts what it told`(_ milliseconds: Int64) async throws {
        let bench = OrderBench(Dictionary(uniqueKeysWithValues: Self.files.map { ($0, "steps: [ { that: 1 == 1 } ]") }))
        let result = try await bench.run(
            Self.files, jobs: 1 + Int(milliseconds % 3), timeout: milliseconds * 1000, dependencies: Self.ticking())
        expectAgreement(bench, result)
        // What began late, or never, is an error; one look at the clock at least is made for each case.
        if milliseconds < 40 { #expect(result.counts.bad > 0) }
        let messages = Set(bench.collector.cases.flatMap { $0.failures + $0.steps.flatMap(\.failures) }.map(\.kind))
        #expect(messages.isSubset(of: ["workflow.timeout", "workflow.cancelled"]))
    }

    @Test(arguments: 0..<40)
    func `a run that ends with its first failure counts what it told`(_ place: Int) async throws {
        var texts = Dictionary(uniqueKeysWithValues: Self.files.map { ($0, "steps: [ { that: 1 == 1 } ]") })
        texts[Self.files[place]] = "steps: [ { that: 1 == 2 } ]"
        let bench = OrderBench(texts)
        let result = try await bench.run(Self.files, jobs: 3, maxFailures: 1)
        expectAgreement(bench, result)
        #expect(result.counts.failed == 1)
    }

    @Test(arguments: 0..<40)
    func `a run that is interrupted at any moment counts what it told`(_ place: Int) async throws {
        let bench = OrderBench(Dictionary(uniqueKeysWithValues: Self.files.map { ($0, "steps: [ { that: 1 == 1 } ]") }))
        let running = Task { try await bench.run(Self.files, jobs: 2) }
        while bench.collector.cases.count < place { await Task.yield() }
        running.cancel()
        expectAgreement(bench, try await running.value)
    }
}
