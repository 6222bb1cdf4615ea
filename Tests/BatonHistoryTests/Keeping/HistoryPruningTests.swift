import BatonRecords
import SampleRuns
import Testing

@testable import BatonHistory

struct HistoryPruningTests {
    private let history = MadeHistory()

    private static let day: Microseconds = 24 * MadeHistory.hour

    private func count(_ table: String) throws -> Int64 {
        let rows = try HistoryReader.rows(of: "SELECT count(*) FROM \(table)", in: history.database, limit: 1)
        guard case .integer(let count)? = rows.rows.first?.first else { return -1 }
        return count
    }

    private func prune(days: Int64) throws -> HistoryPruning.Removed {
        try HistoryPruning.prune(history.database, now: SampleRun.started + days * Self.day)
    }

    /// One failing run of a branch, and 50 runs of main after it, which keep everything.
    private func record() {
        history.record([.init(results: "F.", context: .commit("a", branch: "topic"))])
        history.record(Array(repeating: .init(results: ".-", context: .commit("b")), count: 50), from: 2)
    }

    @Test(
        arguments: [
            (13, 0, 0, 1, 1, 51), (15, 0, 1, 0, 1, 51), (91, 0, 1, 0, 0, 51), (401, 1, 0, 0, 0, 50),
        ] as [(Int64, Int, Int, Int64, Int64, Int64)])
    func `bodies go after 14 days, steps and failures after 90, runs after 400`(
        _ days: Int64, _ runs: Int, _ details: Int, _ bodies: Int64, _ failures: Int64, _ left: Int64
    ) throws {
        record()
        let removed = try prune(days: days)
        #expect([removed.runs, removed.details] == [runs, details])
        #expect(try count("exchange WHERE response_body IS NOT NULL") == bodies)
        #expect(try count("failure") == failures)
        #expect(try count("result_note WHERE message IS NOT NULL") == failures)
        #expect(try count("run") == left)
        #expect(try count("result") == (runs == 0 ? 52 : 50))
        #expect(try count("workflow_case") == (runs == 0 ? 2 : 1))
        #expect(try prune(days: days).isEmpty)
        #expect(try history.reader().run("last").records.map(\.outcome) == [.passed])
    }

    @Test func `a failure in quarantine stays one after its steps are gone`() throws {
        history.record([.init(results: "q", context: .commit("a", branch: "topic"))])
        history.record(Array(repeating: .init(results: ".", context: .commit("b")), count: 50), from: 2)
        #expect(try prune(days: 91) == .init(runs: 0, details: 1, bodies: 0))
        let detail = try history.reader().run(MadeHistory.id(1))
        #expect(detail.records[0].steps.isEmpty && detail.records[0].isQuarantined)
        #expect(detail.finished.counts.quarantined == 1)
    }

    @Test func `an event that is no JSON goes with the details`() throws {
        record()
        try Connection(history.database, .readWrite).execute("UPDATE case_event SET event = 'no JSON'")
        #expect(try prune(days: 91) == .init(runs: 0, details: 1, bodies: 0))
        #expect(try count("case_event WHERE event <> '{}'") == 0)
        #expect(try history.reader().run(MadeHistory.id(1)).records.map(\.outcome) == [.failed, .passed])
    }

    @Test func `the last 50 runs of the default branch keep everything`() throws {
        history.record(Array(repeating: .init(results: "F", context: .commit("b")), count: 52))
        #expect(try prune(days: 1000) == .init(runs: 2, details: 0, bodies: 0))
        #expect(try count("failure") == 50)
    }

    @Test func `a run removes a little of what is due by itself`() throws {
        history.record(Array(repeating: .init(results: "F", context: .commit("a", branch: "topic")), count: 8))
        history.record([.init(results: ".", hour: 24 * 500)], from: 9)
        #expect(try count("run") == 4)
        history.record([.init(results: ".", hour: 24 * 500 + 1)], from: 10)
        #expect(try history.reader().recentRuns().map(\.id) == [MadeHistory.id(10), MadeHistory.id(9)])
    }

    @Test func `a history that does not exist has nothing to remove`() throws {
        let error = #expect(throws: HistoryError.self) { try prune(days: 1) }
        #expect(error?.code == .missing)
    }
}
