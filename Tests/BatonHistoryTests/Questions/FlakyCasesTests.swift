import BatonRecords
import Testing

@testable import BatonHistory

struct FlakyCasesTests {
    private let history = MadeHistory()

    private func flaky(_ scope: HistoryScope = HistoryScope()) throws -> [String] {
        try history.reader().flakyCases(scope, limit: 20).entries.map { entry in
            let tally = entry.tally
            return "\(entry.name.path) \(tally.retries) \(tally.sameCommit) \(tally.changes) \(tally.score)%"
        }
    }

    @Test func `a case that passed after a retry is flaky, and the one with more retries comes first`() throws {
        history.record([.init(results: "~."), .init(results: "~~"), .init(results: "..")])
        #expect(try flaky() == ["workflows/a.yaml 2 0 0 67%", "workflows/b.yaml 1 0 0 33%"])
    }

    @Test func `a retry in nearly each run is a score of nearly all`() throws {
        history.record((0..<25).map { .init(results: $0 == 7 || $0 == 12 ? "." : "~") })
        #expect(try flaky() == ["workflows/a.yaml 23 0 0 92%"])
    }

    @Test func `a case is flaky since its first retry behind which no ten results were good`() throws {
        history.record("~..........~...~.".map { .init(results: String($0)) })
        let answer = try history.reader().flakyCases(HistoryScope(), limit: 20)
        #expect(answer.entries.map { $0.since?.run } == [MadeHistory.id(12)])
    }

    @Test(arguments: [
        ("passed and failed on one clean commit", [("c1", false, "local", 1), ("c1", false, "local", 2)], true),
        ("on two commits", [("c1", false, "local", 1), ("c2", false, "local", 2)], false),
        ("with changed files", [("c1", true, "local", 1), ("c1", true, "local", 2)], false),
        ("in two environments", [("c1", false, "local", 1), ("c1", false, "staging", 2)], false),
        ("more than 14 days apart", [("c1", false, "local", 1), ("c1", false, "local", 400)], false),
    ])
    func `a case is flaky that`(
        _ name: String, _ runs: [(commit: String, isDirty: Bool, environment: String, hour: Int64)], _ isFlaky: Bool
    ) throws {
        for (index, run) in runs.enumerated() {
            var context = RunContext.commit(run.commit)
            context.isDirty = run.isDirty
            history.record(
                [
                    .init(
                        results: index == 0 ? "." : "F", context: context, environment: run.environment, hour: run.hour)
                ], from: index + 1)
        }
        #expect(try flaky().isEmpty != isFlaky, "\(name)")
    }

    @Test func `four changes on a branch are suspicious, two are a fault that was mended`() throws {
        history.record(["..", "F.", "..", "FF", ".."].map { .init(results: $0) })
        #expect(try flaky() == ["workflows/a.yaml 0 0 4 80%"])
    }

    @Test func `a blocked case never ran, so it is not flaky`() throws {
        history.record(["..", "Fb", "..", "Fb", ".."].map { .init(results: $0, context: .commit("c1")) })
        #expect(try flaky() == ["workflows/a.yaml 0 1 4 80%"])
    }

    @Test func `changes are counted within a branch, and runs out of the scope are not read`() throws {
        for (index, results) in [".", "F", ".", "F", ".", "F"].enumerated() {
            history.record(
                [.init(results: results, context: RunContext(branch: index % 2 == 0 ? "main" : "broken"))],
                from: index + 1)
        }
        #expect(try flaky() == [])
        history.record([.init(results: "~", context: RunContext(branch: "other"))], from: 7)
        #expect(try flaky(HistoryScope(branch: "main")) == [])
        #expect(try flaky(HistoryScope(branch: "other")) == ["workflows/a.yaml 1 0 0 100%"])
    }

    @Test(arguments: [
        MadeHistory.Run(results: "EEEEEEEEEE"), .init(results: "~", isDryRun: true),
        .init(results: "~", isInterrupted: true),
    ])
    func `outages, dry runs and interrupted runs are left out`(_ run: MadeHistory.Run) throws {
        history.record([.init(results: ".", context: .commit("c1")), run, .init(results: ".", context: .commit("c1"))])
        let answer = try history.reader().flakyCases(HistoryScope(), limit: 20)
        #expect(answer.entries.isEmpty)
        #expect(answer.runs == 2)
    }

    @Test func `the answer is a table, and JSON with a version`() throws {
        history.record([.init(results: "~"), .init(results: ".")])
        let answer = try history.reader().flakyCases(HistoryScope(), limit: 20)
        let table = """
            RETRIED  SAME COMMIT  CHANGES  SCORE  RESULTS  SINCE             CASE              OWNER   MESSAGE
                  1                         50 %        2  2026-08-21 11:00  workflows/a.yaml  team-1  List the orders: status: expected 2xx, got 503
            from 2 runs since 2026-08-21 11:00

            """
        #expect(MadeHistory.text.flaky(answer) == table)
        #expect(answer.json["v"] == 1)
        #expect(answer.json["cases"]?[0]?["retry_flakes"] == 1)
        #expect(answer.json["cases"]?[0]?["flaky_since"]?["run"] == .string(MadeHistory.id(1)))
        #expect(answer.json["cases"]?[0]?["owner"] == "team-1")
        #expect(answer.json["since"]?["run"] == .string(MadeHistory.id(1)))
        #expect(
            try MadeHistory.text.flaky(history.reader().flakyCases(HistoryScope(environment: "none"), limit: 1))
                == "no flaky case: no such run has been recorded yet\n")
    }
}
