package import BatonJSON
import BatonRecords

/// The answer to `baton history flaky`: cases whose outcome changes without a cause in the code.
package struct FlakyCases: Sendable {
    package struct Entry: Sendable {
        package var name: CaseName
        package var tally: Tally
    }

    package struct Tally: Sendable, Equatable {
        /// Results that passed only after a failed attempt.
        package var retries = 0
        /// Commits (in one environment, with one version under test) on which the case both passed and failed, within
        /// 14 days; a run of which the commit is not known counts as one.
        package var sameCommit = 0
        /// Changes between passed and failed from one run of a branch to the next.
        package var changes = 0
        /// Number of results.
        package var results = 0
        /// Number of pairs of results one after the other on a branch.
        var pairs = 0

        /// Share of changes among all pairs, in percent.
        package var score: Int { pairs == 0 ? 0 : (changes * 100 + pairs / 2) / pairs }
    }

    package var entries: [Entry]
    /// Number of runs that were read.
    package var runs: Int
    package var since: RunPoint?

    package var json: JSONValue {
        var object = EventObject()
        object.set("v", 1)
        object.set("question", "flaky")
        object.set("runs", runs)
        object.set("since", since?.json)
        object.set(
            "cases",
            .array(
                entries.map { entry in
                    var object = EventObject()
                    entry.name.set(in: &object)
                    object.set("retry_flakes", entry.tally.retries)
                    object.set("same_commit_flips", entry.tally.sameCommit)
                    object.set("changes", entry.tally.changes)
                    object.set("results", entry.tally.results)
                    object.set("score", entry.tally.score)
                    return object.json
                }) as JSONValue?)
        return object.json
    }
}

extension HistoryReader {
    /// Results of a branch that give the score.
    private static let scored = 50
    /// A case that changed twice was broken and mended; one that did so twice is suspicious.
    private static let suspiciousChanges = 4
    private static let sameCommitSpan: Microseconds = 14 * 24 * 3600 * 1_000_000

    /// Cases that passed only after a retry, that passed and failed on one commit, or that changed at least four times.
    ///
    /// A blocked case never ran: that what it needs is flaky says nothing about the case.
    package func flakyCases(_ scope: HistoryScope, limit: Int) throws(HistoryError) -> FlakyCases {
        try wrapped { () throws(SQLiteError) -> FlakyCases in
            let matrix = try ResultMatrix(self, try RunWindow(self, scope))
            let lines = matrix.groups(by: \.line)
            let states = Self.repeatedStates(matrix)
            var tallies: [Int: FlakyCases.Tally] = [:]
            for number in 0...matrix.caseCount {
                let tally = Self.tally(of: number, matrix, lines, states)
                if tally.retries > 0 || tally.sameCommit > 0 || tally.changes >= Self.suspiciousChanges {
                    tallies[number] = tally
                }
            }
            let order = tallies.sorted { Self.rank($0.value, $0.key) > Self.rank($1.value, $1.key) }.prefix(limit)
            let entries = try order.map { number, tally throws(SQLiteError) in
                FlakyCases.Entry(name: try caseName(Int64(number)), tally: tally)
            }
            return FlakyCases(
                entries: entries, runs: matrix.window.runs.count,
                since: matrix.window.runs.last.map { RunPoint($0.summary) })
        }
    }

    private static func rank(_ tally: FlakyCases.Tally, _ number: Int) -> (Int, Int, Int) {
        (tally.retries + tally.sameCommit, tally.score, -number)
    }

    private static func tally(
        of number: Int, _ matrix: ResultMatrix, _ lines: [[Int]], _ states: [[Int]]
    ) -> FlakyCases.Tally {
        var tally = FlakyCases.Tally()
        for line in lines {
            var later: ResultMatrix.Cell?
            var count = 0
            for run in line {
                let cell = matrix.cell(run, number)
                guard cell != .none, cell != .blocked else { continue }
                tally.results += 1
                count += 1
                if cell == .flaky { tally.retries += 1 }
                if let later, count <= scored {
                    tally.pairs += 1
                    if later.isBad != cell.isBad { tally.changes += 1 }
                }
                later = cell
            }
        }
        for runs in states {
            let cells = runs.map { matrix.cell($0, number) }.filter { $0 != .none && $0 != .blocked }
            let hasFlipped = cells.contains(where: \.isBad) && cells.contains { !$0.isBad }
            if hasFlipped || runs.contains(where: { matrix.hasWavered($0, number) }) { tally.sameCommit += 1 }
        }
        return tally
    }

    /// Groups of runs with the same state of the code, no more than 14 days apart from the latest of them; a run whose
    /// state is not known is a group.
    private static func repeatedStates(_ matrix: ResultMatrix) -> [[Int]] {
        matrix.groups(by: \.state).map { runs in
            let latest = matrix.window.runs[runs[0]].summary.started
            return runs.filter { abs(latest - matrix.window.runs[$0].summary.started) <= sameCommitSpan }
        } + matrix.window.runs.indices.filter { matrix.window.runs[$0].state == nil }.map { [$0] }
    }
}
