import BatonRecords
import Testing

@testable import BatonHistory

struct SlowCasesTests {
    private let history = MadeHistory()

    private func record(_ milliseconds: [[Int64]]) {
        history.record(milliseconds.map { .init(results: String(repeating: ".", count: $0.count), milliseconds: $0) })
    }

    @Test func `cases are listed by their median, those that became slower first`() throws {
        record(Array(repeating: [900, 100], count: 8) + Array(repeating: [900, 400], count: 5))
        let answer = try history.reader().slowCases(HistoryScope(), limit: 20)
        #expect(
            MadeHistory.text.slow(answer) == """
                   P50     P95  BEFORE     NOW                                 RESULTS  ENVIRONMENT  CASE
                100 ms  400 ms  100 ms  400 ms  slower since 2026-08-21 19:00       13  local        workflows/b.yaml
                900 ms  900 ms  900 ms  900 ms                                      13  local        workflows/a.yaml
                from 13 runs since 2026-08-21 11:00

                """)
        #expect(answer.json["cases"]?[0]?["slower"] == true)
        #expect(answer.json["cases"]?[0]?["p50_us"] == 100_000)
        #expect(answer.json["cases"]?[0]?["now_us"] == 400_000)
        #expect(answer.json["cases"]?[0]?["slower_since"]?["run"] == .string(MadeHistory.id(9)))
    }

    @Test(
        arguments: [
            ("half as long again, but less than 100 ms more", 100, 190, false),
            ("100 ms more, but less than half as long again", 900, 1_100, false),
            ("half as long again, and 100 ms more", 200, 300, true),
        ] as [(String, Int64, Int64, Bool)])
    func `slower is`(_ name: String, _ before: Int64, _ now: Int64, _ isSlower: Bool) throws {
        record(Array(repeating: [before], count: 8) + Array(repeating: [now], count: 5))
        let answer = try history.reader().slowCases(HistoryScope(), limit: 1)
        #expect(answer.entries.map(\.isSlower) == [isSlower], "\(name)")
    }

    @Test func `a case whose duration always varies is not slower by varying again`() throws {
        record((0..<20).map { [$0 % 2 == 0 ? 200 : 900] } + Array(repeating: [900], count: 5))
        #expect(try history.reader().slowCases(HistoryScope(), limit: 1).entries.map(\.isSlower) == [false])
    }

    @Test func `a case that fails for being slow is slower since it failed first`() throws {
        let quick = MadeHistory.Run(results: ".", milliseconds: [5])
        let slow = MadeHistory.Run(results: "S", milliseconds: [900])
        history.record(Array(repeating: quick, count: 8) + Array(repeating: slow, count: 7))
        let entry = try #require(try history.reader().slowCases(HistoryScope(), limit: 1).entries.first)
        #expect(entry.change?.now == 900_000)
        #expect(entry.slowerSince?.run == MadeHistory.id(9))
    }

    @Test func `one short result does not end what is slower, and two do`() throws {
        let times: [Int64] = Array(repeating: 10, count: 9) + [900, 900, 10, 900, 10, 10, 900, 10, 900, 900, 900]
        record(times.map { [$0] })
        let entry = try #require(try history.reader().slowCases(HistoryScope(), limit: 1).entries.first)
        #expect(entry.slowerSince?.run == MadeHistory.id(16))
    }

    @Test func `only the branch of the latest run says whether a case is slower`() throws {
        record(Array(repeating: [10], count: 8) + Array(repeating: [900], count: 5))
        let topic = Array(repeating: MadeHistory.Run(results: ".", context: RunContext(branch: "topic")), count: 7)
        history.record(topic, from: 14)
        #expect(try history.reader().slowCases(HistoryScope(), limit: 1).entries.map(\.isSlower) == [false])
    }

    @Test func `failed results say nothing about the duration, and environments are apart`() throws {
        history.record([
            .init(results: "F", milliseconds: [9000]), .init(results: ".", milliseconds: [20]),
            .init(results: ".", environment: nil, milliseconds: [30]),
        ])
        let entries = try history.reader().slowCases(HistoryScope(), limit: 20).entries
        #expect(entries.map { "\($0.environment ?? "-") \($0.results) \($0.p50)" } == ["- 1 30000", "local 1 20000"])
    }
}

/// Since how many results a case has been slower.
@Suite struct MediansTests {
    @Test(arguments: [(0, 3), (1, 4), (2, nil), (3, nil)] as [(Int, Int?)])
    func `a case is slower as long as its latest two results are not both as short as before`(
        _ short: Int, _ span: Int?
    ) {
        let durations = Array(repeating: Int64(10_000), count: short) + Array(repeating: 900_000, count: 3)
        let change = Medians.change(durations + Array(repeating: 10_000, count: 12))
        #expect(change?.slowerFor == span)
    }
}
