package import BatonJSON
import BatonRecords

/// The answer to `baton history broken`: cases whose last five results on a branch were all bad.
package struct BrokenCases: Sendable {
    package struct Entry: Sendable {
        package var name: CaseName
        package var streak: Streak
        /// The message of the latest failure.
        package var message: String?
        package var owner: String?
        /// Whether the latest failure was in quarantine, so that it did not count.
        package var isQuarantined: Bool
    }

    package var entries: [Entry]
    package var runs: Int
    package var since: RunPoint?

    package var json: JSONValue {
        var object = EventObject()
        object.set("v", 1)
        object.set("question", "broken")
        object.set("runs", runs)
        object.set("since", since?.json)
        object.set(
            "cases",
            .array(
                entries.map { entry in
                    var object = EventObject()
                    entry.name.set(in: &object)
                    object.set("message", entry.message)
                    object.set("owner", entry.owner)
                    if entry.isQuarantined { object.set("quarantined", true) }
                    entry.streak.set(in: &object)
                    return object.json
                }) as JSONValue?)
        return object.json
    }
}

extension HistoryReader {
    /// Number of bad results one after the other that make a case broken.
    private static let brokenAfter = 5

    /// Columns of the matrix.
    private struct Columns {
        var count: Int
        var latest: Int
        var firstBad: Int
        var lastGood: Int?
    }

    package func brokenCases(_ scope: HistoryScope, limit: Int) throws(HistoryError) -> BrokenCases {
        try wrapped { () throws(SQLiteError) -> BrokenCases in
            let matrix = try ResultMatrix(self, try RunWindow(self, scope))
            let window = matrix.window
            var broken: [(number: Int, line: RunLine, streak: Columns)] = []
            for runs in matrix.groups(by: \.line) {
                guard let line = window.runs[runs[0]].line else { continue }
                for number in 0...matrix.caseCount {
                    let streak = Self.streak(of: number, in: runs, matrix)
                    guard let streak, streak.count >= Self.brokenAfter else { continue }
                    if window.wholeRun(after: streak.latest) != nil { continue }
                    broken.append((number, line, streak))
                }
            }
            broken.sort { ($0.streak.count, -$0.number) > ($1.streak.count, -$1.number) }
            var entries: [BrokenCases.Entry] = []
            for (place, line, streak) in broken.prefix(limit) {
                let number = Int64(place)
                let run = window.runs[streak.latest].number
                let (message, owner) = try failure(of: number, in: run)
                var found = Streak(
                    line: line, count: streak.count, latest: RunPoint(window.runs[streak.latest].summary),
                    firstBad: RunPoint(window.runs[streak.firstBad].summary),
                    lastGood: streak.lastGood.map { RunPoint(window.runs[$0].summary) })
                try noteSameFailure(&found, of: number, in: window)
                entries.append(
                    BrokenCases.Entry(
                        name: try caseName(number), streak: found, message: message, owner: owner,
                        isQuarantined: matrix.cell(streak.latest, place) == .quarantined))
            }
            return BrokenCases(
                entries: entries, runs: window.runs.count, since: window.runs.last.map { RunPoint($0.summary) })
        }
    }

    /// The latest bad results of a case in these runs; nil where the latest result is good.
    private static func streak(of number: Int, in runs: [Int], _ matrix: ResultMatrix) -> Columns? {
        var streak: Columns?
        for run in runs {
            let cell = matrix.cell(run, number)
            if cell == .none { continue }
            guard cell.isBad else {
                streak?.lastGood = run
                break
            }
            streak = Columns(count: (streak?.count ?? 0) + 1, latest: streak?.latest ?? run, firstBad: run)
        }
        return streak
    }

    /// The first failure of a case in a run, before it passed too, and the owner of its workflow then.
    func failure(of number: Int64, in run: Int64) throws(SQLiteError) -> (message: String?, owner: String?) {
        let statement = try connection.statement(
            """
            SELECT message, owner FROM result LEFT JOIN result_note ON result_note.run = result.run
                AND result_note.position = result.position
            WHERE result.case_id = ? AND result.run = ? AND (outcome IN (1, 2) OR mark = 1)
            ORDER BY outcome = 0
            """)
        defer { statement.reset() }
        statement.bind(number)
        statement.bind(run)
        guard try statement.step() else { return (nil, nil) }
        return (statement.optionalText(0), statement.optionalText(1))
    }
}
