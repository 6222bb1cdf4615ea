import BatonRunner
import Testing

@testable import BatonHistory

struct ComparedRunsTests {
    private let history = MadeHistory()

    @Test func `every change between two runs has its word`() throws {
        history.record([
            .init(
                results: ".FF..F.-.", context: .commit("aaaa", build: "7"), milliseconds: [1, 1, 1, 1, 1, 1, 100, 1, 1])
        ])
        history.record(
            [
                .init(
                    results: "FF.~.F..-", context: .commit("bbbb", branch: "topic"),
                    milliseconds: [1, 1, 1, 1, 1, 1, 250, 1, 1], message: "another failure")
            ], from: 2)
        let answer = try history.reader().compare("main", "last")
        #expect(
            MadeHistory.text.compare(answer) == """
                from 0198f3c7-0001  2026-08-21 11:00  main aaaa, build #7  local
                to   0198f3c7-0002  2026-08-21 12:00  topic bbbb  local
                1 new, 2 changed, 1 fixed, 1 flaky, 1 slower, 1 added, 1 removed

                new      workflows/a.yaml
                           another failure
                changed  workflows/b.yaml
                           another failure
                changed  workflows/f.yaml
                           another failure
                fixed    workflows/c.yaml
                           status: expected 200, got 500
                flaky    workflows/d.yaml
                           List the orders: status: expected 2xx, got 503
                slower   workflows/g.yaml  100 ms → 250 ms
                added    workflows/h.yaml
                removed  workflows/i.yaml

                """)
        #expect(answer.json["changes"]?[0]?["change"] == "new")
        #expect(answer.json["before"]?["commit"] == "aaaa")
    }

    @Test(arguments: [
        (".", "-", true, true, ["removed"]), (".", "-", true, false, ["not run"]), (".", "s", true, true, ["not run"]),
        ("-", ".", true, true, ["added"]), ("-", ".", false, true, ["run now"]), ("s", ".", true, true, ["run now"]),
        ("-", "F", false, true, ["new"]), (".", "F", false, false, ["new"]), ("s", "s", true, true, []),
        ("b", ".", true, true, ["run now"]), (".", "b", true, true, ["not run"]), ("F", "b", true, true, ["not run"]),
    ])
    func `a case is only added or removed where the other run had every case`(
        _ before: String, _ now: String, _ wasWhole: Bool, _ isWhole: Bool, _ changes: [String]
    ) throws {
        history.record([
            .init(results: "." + before, isWhole: wasWhole), .init(results: "." + now, isWhole: isWhole),
        ])
        let answer = try history.reader().compare("previous", "last")
        #expect(answer.entries.map(\.change.words) == changes)
        let text = MadeHistory.text.compare(answer)
        #expect(changes.allSatisfy { text.contains("\n1 \($0)\n\n\($0)") }, "\(text)")
    }

    @Test func `an interrupted run had not every case`() throws {
        let events = MadeHistory.events(.init(results: ".."), 2)
        history.record([.init(results: "..")])
        let settings = HistorySettings(
            database: history.database, context: { .commit("bbbb") },
            warn: { warning in Issue.record("\(warning)") })
        let writer = HistoryWriter(settings)
        // The second case never ended.
        writer.write(Array(events[..<2]))
        writer.close()
        #expect(try history.reader().compare("previous", "last").entries.map(\.change) == [.notRun])
    }

    @Test func `equal failures are known, numbers in them may differ`() throws {
        history.record([
            .init(results: "F", message: "got 500 at 10:01"), .init(results: "F", message: "got 502 at 11:02"),
        ])
        #expect(try history.reader().compare("previous", "last").entries.map(\.change) == [.known])
    }

    @Test func `runs without a difference say so`() throws {
        history.record([.init(results: ".."), .init(results: "..")])
        #expect(
            MadeHistory.text.compare(try history.reader().compare("previous", "last")).hasSuffix("\nnothing changed\n"))
    }

    @Test(arguments: [
        ("0198", "several runs begin with `0198`"), ("ffff", "no run begins with `ffff`"),
        ("topic", "`topic` is neither the beginning of a run's identity nor a branch in the history"),
    ])
    func `a run that is not there is refused`(_ reference: String, _ message: String) throws {
        history.record([.init(results: "."), .init(results: ".")])
        let error = #expect(throws: HistoryError.self) { try history.reader().compare(reference, "last") }
        #expect(error?.code == .noSuchRun)
        #expect(error?.message.hasPrefix(message) == true)
    }

    @Test func `a run is not compared with itself`() throws {
        history.record([.init(results: ".")])
        let error = #expect(throws: HistoryError.self) { try history.reader().compare("main", "last") }
        #expect(
            error?.message == "`main` and `last` are one run, 0198f3c7-0001: name another one to compare with")
    }

    @Test(arguments: [("EEE", true), ("EE", false), ("EE.", false), ("EEs", false), ("EEEEEEEEss..", true)])
    func `an outage is a run in which nearly nothing had a response`(_ results: String, _ isOutage: Bool) throws {
        history.record([.init(results: String(repeating: ".", count: results.count)), .init(results: results)])
        #expect(try history.reader().run("last").run.state == (isOutage ? "infra" : "failed"))
        let text = MadeHistory.text.compare(try history.reader().compare("previous", "last"))
        #expect(text.contains("  an outage\n") == isOutage, "\(text)")
    }

    @Test(arguments: [("q", "."), (".", "q"), ("q", "q"), ("q", "-")])
    func `what failed in quarantine is no change`(_ before: String, _ now: String) throws {
        history.record([.init(results: before + "."), .init(results: now + "F")])
        let compared = try history.reader().compare("previous", "last")
        #expect(compared.entries.map(\.name.path) == [MadeHistory.path(1)])
    }

    @Test func `what failed in quarantine is not new when it counts`() throws {
        history.record([.init(results: "q."), .init(results: "F.")])
        let changes = try history.reader().compare("previous", "last").entries.map(\.change)
        #expect(changes == [.known] || changes == [.changed], "\(changes)")
    }

    @Test func `there is no previous run after the first`() throws {
        history.record([.init(results: ".")])
        let error = #expect(throws: HistoryError.self) { try history.reader().run("previous") }
        #expect(error?.message == "only one run has been recorded yet")
    }

    @Test func `the trend names every run, outages too`() throws {
        history.record([
            .init(results: "..", context: .commit("aaaa", build: "1")), .init(results: "EEEEEEEEEE"),
            .init(results: "F~"),
        ])
        let answer = try history.reader().trend(HistoryScope(), limit: 20)
        #expect(
            MadeHistory.text.trend(answer) == """
                3 runs, 1 passed  ███

                WHEN              STATE   PASSED  FAILED  FLAKY  SKIPPED   TIME  COMMIT     BUILD  ENVIRONMENT  RUN
                2026-08-21 13:00  failed       1       1      1           1.0 s  main              local        0198f3c7-0003
                2026-08-21 12:00  infra        0      10                  1.0 s  main              local        0198f3c7-0002
                2026-08-21 11:00  passed       2                          1.0 s  main aaaa  #1     local        0198f3c7-0001

                """)
        #expect(answer.json["runs"]?[1]?["state"] == "infra")
    }
}
