import BatonJudging
import BatonLanguage
import BatonLoading
import BatonWorkflow
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// Which failures count.
@Suite struct QuarantineTests {
    private static func record(
        _ outcome: Outcome, _ kinds: [String] = ["check.failed"], day: Int, isFlaky: Bool = false
    ) -> CaseRecord {
        let quarantine = Quarantine(until: "1970-01-11", lastDay: 10, reason: "it lags", owner: nil)
        let record = Records.finished(0, outcome, outcome == .passed ? [] : kinds, isFlaky: isFlaky)
        let identity = CaseIdentity(
            index: 0, path: "w.yaml", name: "w", row: nil, tags: [], stepCount: 1,
            quarantine: CaseQuarantine(quarantine, on: day))
        return CaseRecord(
            identity: identity, outcome: outcome, started: 0, duration: 0, steps: record.steps,
            earlier: record.earlier)
    }

    private static func verdict(_ records: [CaseRecord], failsOnFlaky: Bool = false) -> (Int32, RunFinished.State) {
        var verdict = ExitCode.Verdict(failsOnFlaky: failsOnFlaky)
        for record in records { verdict.add(record) }
        return (
            verdict.exitCode(isInterrupted: false, isDryRun: false), verdict.state(isInterrupted: false)
        )
    }

    @Test(arguments: [Outcome.failed, .error]) func `until its last day a failure does not count, then it does`(
        _ outcome: Outcome
    ) {
        #expect(Self.verdict([Self.record(outcome, day: 9)]) == (0, .passed))
        #expect(Self.verdict([Self.record(outcome, day: 10)]) == (0, .passed))
        #expect(Self.verdict([Self.record(outcome, day: 11)]) == (1, .failed))
    }

    @Test func `what is beside it counts as ever`() {
        let quarantined = Self.record(.failed, day: 9)
        #expect(Self.verdict([quarantined, Records.finished(1, .failed, ["check.failed"])]) == (1, .failed))
        #expect(Self.verdict([quarantined, Records.finished(1, .error, ["network.connect"])]) == (3, .failed))
        #expect(Self.verdict([quarantined, Records.finished(1, .skipped, [])]) == (0, .passed))
    }

    @Test func `a file with errors cannot hide in it`() {
        #expect(Self.verdict([Self.record(.error, ["workflow.invalid"], day: 9)]) == (2, .error))
    }

    @Test func `a flaky case in quarantine does not fail a run with --fail-on-flaky`() {
        #expect(Self.verdict([Self.record(.passed, day: 9, isFlaky: true)], failsOnFlaky: true) == (0, .passed))
        #expect(Self.verdict([Self.record(.passed, day: 11, isFlaky: true)], failsOnFlaky: true) == (1, .failed))
    }

    @Test func `failed cases in quarantine are counted apart`() {
        var counts = RunFinished.Counts()
        counts.count(Self.record(.failed, day: 9))
        counts.count(Self.record(.passed, day: 9))
        counts.count(Self.record(.failed, day: 11))
        #expect((counts.quarantined, counts.passed, counts.failed, counts.total) == (1, 1, 1, 3))
    }

    @Test func `a failure in quarantine ends no fail-fast run, but blocks the workflows that need it`() async throws {
        let bench = OrderBench(
            [
                "bad.yaml": "quarantine: { until: 2999-01-01, reason: it lags }\nsteps: [ { get: /bad } ]",
                "user.yaml": "needs: [bad.yaml]\nsteps: [ { get: /x } ]", "other.yaml": "steps: [ { get: /other } ]",
            ], ["/bad": (500, "{}")])
        try await bench.run(["bad.yaml", "other.yaml"], maxFailures: 1)
        #expect(bench.ends == ["bad.yaml failed", "other.yaml passed"])
        try await bench.run(["user.yaml"])
        #expect(bench.collector.cases.contains { $0.identity.path == "user.yaml" && $0.isBlocked && !$0.isQuarantined })
    }

    @Test func `the sentence about a quarantine names its state`() {
        let owned = CaseQuarantine(until: "2026-12-31", reason: "it lags", owner: "team search", isOver: false)
        #expect(owned.sentence(isBad: true) == "quarantined until 2026-12-31: it lags (team search)")
        #expect(owned.sentence(isBad: false) == "quarantined until 2026-12-31, but it passes: `quarantine` can go")
        let over = CaseQuarantine(until: "2026-12-31", reason: "it lags", owner: nil, isOver: true)
        #expect(over.sentence(isBad: true) == "its quarantine ended with 2026-12-31, it counts again: it lags")
        #expect(
            over.sentence(isBad: false) == "its quarantine ended with 2026-12-31, and it passes: `quarantine` can go")
    }
}
