import BatonJSON
import BatonRecords
import SampleRuns
import Testing

@testable import BatonHistory

struct CaseTimingsTests {
    private let history = MadeHistory()

    private func timings(_ scope: HistoryScope = HistoryScope()) throws -> CaseTimings {
        try history.reader().caseTimings(scope)
    }

    /// `a 120 3`: the case's letter, its duration in milliseconds and the number of results.
    private static func shown(_ timings: CaseTimings) -> [String] {
        timings.entries.map { "\($0.path.dropFirst(10).prefix(1)) \($0.duration / 1000) \($0.count)" }
    }

    @Test func `a case has the median of its latest ten passed results, in the order of the paths`() throws {
        history.record(
            Array(repeating: .init(results: "..", milliseconds: [9000, 9000]), count: 3)
                + (1...9).map { .init(results: "..", milliseconds: [$0 * 10, 70]) })
        #expect(try Self.shown(timings()) == ["a 60 10", "b 70 10"])
    }

    @Test func `results that failed, were skipped or could not run do not count, those that were retried do`() throws {
        history.record([
            .init(results: "..", milliseconds: [20, 30]), .init(results: "~F", milliseconds: [40, 900]),
            .init(results: "sE", milliseconds: [900, 900]), .init(results: "q-", milliseconds: [900, 900]),
        ])
        #expect(try Self.shown(timings()) == ["a 40 2", "b 30 1"])
    }

    @Test func `a case without a passed result is left out`() throws {
        history.record([.init(results: "F."), .init(results: "E.")])
        #expect(try Self.shown(timings()) == ["b 10 2"])
    }

    @Test func `only runs of the branch and the environment count`() throws {
        history.record([
            .init(results: ".", milliseconds: [20]),
            .init(results: ".", environment: "staging", milliseconds: [90]),
            .init(results: ".", context: RunContext(branch: "other"), milliseconds: [500]),
        ])
        #expect(try Self.shown(timings()) == ["a 90 3"])
        #expect(try Self.shown(timings(HistoryScope(environment: "staging"))) == ["a 90 1"])
        #expect(try Self.shown(timings(HistoryScope(branch: "other"))) == ["a 500 1"])
        #expect(try Self.shown(timings(HistoryScope(branch: "none"))) == [])
    }

    private func record(_ identities: [(CaseIdentity, Microseconds)], run number: Int) {
        let start = SampleRun.started + Int64(number) * MadeHistory.hour
        let settings = HistorySettings(
            database: history.database, context: { RunContext() },
            warn: { fatalError($0) })
        let writer = HistoryWriter(settings)
        let started = RunStarted(
            id: MadeHistory.id(number), started: start, toolVersion: "0.1.0", environment: nil, baseURL: nil,
            hostname: "h", project: "shop", cases: identities.map(\.0), jobs: 1, isDryRun: false)
        let records = identities.map {
            CaseRecord(identity: $0.0, outcome: .passed, started: start, duration: $0.1, steps: [])
        }
        var counts = RunFinished.Counts()
        counts.passed = records.count
        let finished = RunFinished(state: .passed, counts: counts, requestCount: 0, duration: 1, exitCode: 0)
        writer.write([.runStarted(started)] + records.map { .caseFinished($0) } + [.runFinished(finished)])
        writer.close()
    }

    private static func identity(
        _ index: Int, _ path: String, row: String? = nil, name: String = "A", role: CaseIdentity.Role = .selected
    ) -> CaseIdentity {
        CaseIdentity(index: index, path: path, name: name, row: row, tags: [], stepCount: 1, role: role)
    }

    @Test func `what only others needed, and what ran before and after everything, is left out`() throws {
        record(
            [
                (Self.identity(0, "seed.yaml", role: .before), 1000),
                (Self.identity(1, "login.yaml", role: .prerequisite), 1000), (Self.identity(2, "a.yaml"), 1000),
                (Self.identity(3, "wipe.yaml", role: .after), 1000),
            ], run: 1)
        record([(Self.identity(0, "login.yaml"), 2000)], run: 2)
        record([(Self.identity(0, "login.yaml", role: .prerequisite), 5000)], run: 3)
        let found = try timings()
        #expect(found.entries.map(\.label) == ["a.yaml", "login.yaml"])
        #expect(found.entries.map(\.duration) == [1000, 2000])
    }

    @Test func `rows are apart, and a workflow that was renamed keeps its results`() throws {
        record(
            [(Self.identity(0, "a.yaml", row: "ada"), 1000), (Self.identity(1, "a.yaml", row: "bob"), 3000)], run: 1)
        record([(Self.identity(0, "a.yaml", row: "ada", name: "B"), 2000)], run: 2)
        let found = try timings()
        #expect(found.entries.map(\.label) == ["a.yaml [row=ada]", "a.yaml [row=bob]"])
        #expect(found.entries.map(\.count) == [2, 1])
        #expect(found.entries.map(\.duration) == [2000, 3000])
    }

    @Test func `JSON has one case a line, and no row where there is none`() throws {
        record(
            [
                (Self.identity(0, "b.yaml", row: "##[x]"), 12_345), (Self.identity(1, "a.yaml"), 45),
                (Self.identity(2, "B.yaml"), 1_250),
            ], run: 1)
        #expect(
            try timings().json == #"""
                {"baton_timings":1,"cases":[
                {"path":"B.yaml","duration_ms":1.3,"count":1},
                {"path":"a.yaml","duration_ms":0.045,"count":1},
                {"path":"b.yaml","row":"#\u0023[x]","duration_ms":12,"count":1}
                ]}

                """#)
        #expect(try timings(HistoryScope(branch: "none")).json == "{\"baton_timings\":1,\"cases\":[]}\n")
    }

    @Test func `the text is a table`() throws {
        history.record([.init(results: "..", milliseconds: [1234, 56])])
        #expect(
            MadeHistory.text.timings(try timings()) == """
                MEDIAN  PASSES  CASE
                 1.2 s       1  workflows/a.yaml
                 56 ms       1  workflows/b.yaml
                from 1 run since 2026-08-21 11:00

                """)
        #expect(
            MadeHistory.text.timings(try timings(HistoryScope(branch: "none")))
                == "no passed case: no such run has been recorded yet\n")
    }

    @Test(
        arguments: [
            (0, 0), (7, 7), (99, 99), (104, 100), (105, 110), (995, 1000), (12_345, 12_000), (99_500, 100_000),
            (-5, 0), (.max, 9_200_000_000_000_000_000),
        ] as [(Microseconds, Microseconds)])
    func `durations are rounded to two significant digits`(_ duration: Microseconds, _ rounded: Microseconds) {
        #expect(CaseTimings.rounded(duration) == rounded)
    }
}
