package import BatonJSON
import BatonRecords

/// The answer to `baton history flaky`: cases whose outcome changes without a cause in the code.
package struct FlakyCases: Sendable {
    package struct Entry: Sendable {
        package var name: CaseName
        package var tally: Tally
        /// The first run in which it was flaky, or failed, without ten good results in between; on the branch where it
        /// was last.
        package var since: RunPoint?
        /// What failed, in the latest result that was flaky or bad.
        package var message: String?
        package var owner: String?
    }

    /// The number of good results one after the other behind which a case that was flaky counts as mended.
    private static let calmAfter = 10

    /// The place of the result with which a case began to be flaky, and whether it may have begun before; nil where no result
    /// was flaky or bad.
    ///
    /// - Parameter results: latest first; true for a flaky or bad one, nil for none.
    package static func start(_ results: some Sequence<Bool?>) -> (place: Int, isAtLeast: Bool)? {
        var calm = 0
        var found: Int?
        for (place, result) in results.enumerated() {
            guard let result else { continue }
            if result { (found, calm) = (place, 0) } else { calm += 1 }
            if calm == calmAfter { break }
        }
        return found.map { ($0, calm < calmAfter) }
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
        /// Among the latest results of each branch: how many there are, and how many passed only after a failed attempt or
        /// ended otherwise than the one before.
        var scored = 0
        var unsteady = 0

        /// Share of unsteady results, in percent.
        package var score: Int { scored == 0 ? 0 : (unsteady * 100 + scored / 2) / scored }
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
                    object.set("message", entry.message)
                    object.set("owner", entry.owner)
                    object.set("flaky_since", entry.since?.json)
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
                try entry(number, tally, matrix, lines)
            }
            return FlakyCases(
                entries: entries, runs: matrix.window.runs.count,
                since: matrix.window.runs.last.map { RunPoint($0.summary) })
        }
    }

    private func entry(
        _ number: Int, _ tally: FlakyCases.Tally, _ matrix: ResultMatrix, _ lines: [[Int]]
    ) throws(SQLiteError) -> FlakyCases.Entry {
        func isUnsteady(_ run: Int) -> Bool? {
            switch matrix.cell(run, number) {
            case .none, .blocked: nil
            case .passed: false
            case .flaky, .slow, .bad, .quarantined: true
            }
        }
        let runs = matrix.window.runs
        let latest = runs.indices.first { isUnsteady($0) == true }
        let line = latest.flatMap { latest in lines.first { $0.contains(latest) } } ?? []
        let start = FlakyCases.start(line.map(isUnsteady)).map { RunPoint(runs[line[$0.place]].summary) }
        let note = try latest.map { run throws(SQLiteError) in
            try failure(of: Int64(number), in: runs[run].number)
        }
        return FlakyCases.Entry(
            name: try caseName(Int64(number)), tally: tally, since: start, message: note?.message, owner: note?.owner)
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
                if count <= scored {
                    tally.scored += 1
                    if cell == .flaky { tally.unsteady += 1 }
                    if let later, later.isBad != cell.isBad {
                        tally.changes += 1
                        if later != .flaky { tally.unsteady += 1 }
                    }
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
