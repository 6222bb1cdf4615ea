import BatonRecords
import Testing

@testable import BatonHistory

struct BrokenCasesTests {
    private let history = MadeHistory()

    private func broken(_ scope: HistoryScope = HistoryScope()) throws -> BrokenCases {
        try history.reader().brokenCases(scope, limit: 20)
    }

    @Test func `a broken case says since which commit and build, and where it last passed`() throws {
        history.record([.init(results: "..", context: .commit("a1b2c3d4e5f6", build: "123"))])
        history.record([.init(results: "F.", context: .commit("7da5cfb00000", build: "124"))], from: 2)
        history.record((3...6).map { _ in .init(results: "FF", context: .commit("ffff00000000")) }, from: 3)
        let answer = try broken()
        #expect(
            MadeHistory.text.broken(answer) == """
                ✗ workflows/a.yaml  Case 1
                    status: expected 200, got 500
                    5 bad results, since commit 7da5cfb000, build #124, 2026-08-21 12:00; last passed at commit a1b2c3d4e5, build #123
                    owner: team-1

                from 6 runs since 2026-08-21 11:00

                """)
        #expect(answer.json["cases"]?[0]?["first_bad"]?["build"] == "124")
        #expect(answer.json["cases"]?[0]?["last_good"]?["commit"] == "a1b2c3d4e5f6")
    }

    @Test(
        arguments: [
            ("five bad results", ["F", "F", "F", "F", "F"], 5), ("four", ["F", "F", "F", "F"], nil),
            ("skipped ones do not interrupt", ["F", "F", "s", "F", "F", "F"], 5),
            ("runs without the case neither", ["F", "F", "-.", "F", "F", "F"], 5),
            ("a pass does", ["F", "F", "F", ".", "F", "F"], nil),
            ("flaky is passed", ["F", "F", "F", "F", "F", "~"], nil),
        ] as [(String, [String], Int?)])
    func `broken is`(_ name: String, _ results: [String], _ count: Int?) throws {
        history.record(results.map { .init(results: $0) })
        #expect(try broken().entries.first?.streak.count == count, "\(name)")
    }

    @Test func `branches are apart`() throws {
        for number in 1...6 {
            let branch = number % 2 == 0 ? "main" : "topic"
            history.record([.init(results: "F", context: RunContext(branch: branch))], from: number)
        }
        #expect(try broken().entries.isEmpty)
    }

    @Test func `runs before the first commit are of the branch that follows`() throws {
        history.record(Array(repeating: .init(results: "FF", context: RunContext()), count: 5))
        history.record([.init(results: ".F")], from: 6)
        let entries = try broken().entries
        #expect(entries.map(\.name.path) == ["workflows/b.yaml"])
        #expect(entries.map(\.streak.branch) == ["main"] && entries.map(\.streak.count) == [6])
    }

    @Test func `without an earlier pass the start is not claimed`() throws {
        history.record(Array(repeating: .init(results: "F"), count: 5))
        let text = MadeHistory.text.broken(try broken())
        #expect(
            text.contains("since run 0198f3c7-0001, 2026-08-21 11:00 or longer: no earlier result is in these runs"))
    }
}
