package import BatonRecords

/// What the pages of `baton history site` show: runs, and the results of all cases in them.
package struct SiteHistory: Sendable {
    package struct Case: Sendable {
        package let number: Int
        /// Equal in all histories.
        package let key: UInt64
        package let name: CaseName
    }

    /// A case that did not pass in one run.
    package struct Bad: Sendable {
        package var number: Int
        /// `failed`, `error`, `blocked`, `cancelled` or `quarantined`.
        package var word: String
        package var duration: Microseconds
        package var owner: String?
        /// The first failure; nil where the history has none.
        package var message: String?
        package var file: String?
        package var line: Int
    }

    /// All runs, latest first, also those that say nothing of their cases.
    package let runs: [RunSummary]
    /// The runs with results, latest first: the columns of the matrix.
    package let columns: [RunPoint]
    package let matrix: ResultMatrix
    /// By path and name.
    package let cases: [Case]

    /// Whether a branch is that of the latest run or the default branch.
    package func isWatched(_ branch: String?) -> Bool {
        guard let latest = runs.first else { return false }
        if branch == latest.branch { return true }
        guard let name = runs.lazy.compactMap(\.defaultBranch).first else {
            return branch == "main" || branch == "master"
        }
        return branch == name
    }

    /// The latest column in which the case has a result; nil where it has none.
    package func latest(_ entry: Case) -> Int? {
        columns.indices.first { matrix.cell($0, entry.number) != .none }
    }

    /// The results of a case, latest first, without messages.
    package func story(of entry: Case) -> CaseStory {
        var results: [CaseStory.Result] = []
        for column in columns.indices {
            let cell = matrix.cell(column, entry.number)
            guard cell != .none else { continue }
            results.append(
                CaseStory.Result(
                    point: columns[column], line: matrix.window.runs[column].line,
                    outcome: cell.isBad ? .failed : .passed, isFlaky: cell == .flaky,
                    isQuarantined: cell == .quarantined, duration: matrix.duration(column, entry.number)))
        }
        return CaseStory(name: entry.name, results: results, in: matrix.window)
    }
}

extension HistoryReader {
    /// - Parameter limit: number of runs, the latest ones.
    package func siteHistory(_ scope: HistoryScope, limit: Int) throws(HistoryError) -> SiteHistory {
        let runs = try recentRuns(scope, limit: limit).filter { $0.state != "running" }
        return try wrapped { () throws(SQLiteError) -> SiteHistory in
            let matrix = try ResultMatrix(self, try RunWindow(self, scope, limit: limit), withDurations: true)
            let columns = matrix.window.runs.map { RunPoint($0.summary) }
            let statement = try connection.statement(
                "SELECT id, key, path, name, row_name, variant FROM workflow_case ORDER BY path, name, row_name, variant"
            )
            defer { statement.reset() }
            var cases: [SiteHistory.Case] = []
            while try statement.step() {
                let number = statement.int(0)
                guard 0...matrix.caseCount ~= number,
                    columns.indices.contains(where: { matrix.cell($0, number) != .none })
                else { continue }
                cases.append(
                    SiteHistory.Case(
                        number: number, key: UInt64(bitPattern: statement.bits(1)),
                        name: CaseName(
                            path: statement.text(2), name: statement.text(3), row: statement.optionalText(4),
                            variant: statement.optionalText(5))))
            }
            return SiteHistory(runs: runs, columns: columns, matrix: matrix, cases: cases)
        }
    }

    /// Finds since when a case fails as it did last.
    package func noteSameFailure(
        _ streak: inout Streak, of entry: SiteHistory.Case, in history: SiteHistory
    ) throws(HistoryError) {
        var noted = streak
        try wrapped { () throws(SQLiteError) -> Void in
            try noteSameFailure(&noted, of: Int64(entry.number), in: history.matrix.window)
        }
        streak = noted
    }

    /// The message of a case's first failure in a run; nil where the history has none.
    package func firstFailure(of entry: SiteHistory.Case, in run: String) throws(HistoryError) -> String? {
        let found = try find(run)
        return try wrapped { () throws(SQLiteError) -> String? in
            try failure(of: Int64(entry.number), in: found.number).message
        }
    }

    /// The cases that did not pass in a run, in their order.
    package func badCases(of run: RunSummary) throws(HistoryError) -> [SiteHistory.Bad] {
        try wrapped { () throws(SQLiteError) -> [SiteHistory.Bad] in
            let statement = try connection.statement(
                """
                SELECT case_id, outcome, mark, result.duration, owner, message, file, line
                FROM result LEFT JOIN result_note ON result_note.run = result.run
                        AND result_note.position = result.position
                WHERE result.run = (SELECT id FROM run WHERE uuid = ?) AND outcome IN (1, 2)
                ORDER BY result.position
                """)
            defer { statement.reset() }
            statement.bind(run.id)
            var cases: [SiteHistory.Bad] = []
            while try statement.step() {
                let word =
                    switch ResultMark(rawValue: statement.integer(2)) {
                    case .quarantined, .idle: "quarantined"
                    case .blocked: "blocked"
                    case .cancelled: "cancelled"
                    case .none?, .flaky, .slow, nil: Outcome(number: statement.integer(1)).rawValue
                    }
                cases.append(
                    SiteHistory.Bad(
                        number: statement.int(0), word: word, duration: statement.integer(3),
                        owner: statement.optionalText(4), message: statement.optionalText(5),
                        file: statement.optionalText(6), line: statement.int(7)))
            }
            return cases
        }
    }
}
