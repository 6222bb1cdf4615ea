package import BatonRecords

/// How a case ended in one run.
package struct CaseResult: Sendable {
    package var outcome: Outcome
    package var isFlaky: Bool
    /// Whether the case failed in quarantine.
    package var isQuarantined: Bool
    /// Whether its duration says how long the case takes: it passed, or failed for taking too long.
    package var isTimed: Bool
    package var duration: Microseconds
    /// The signature of the failure; nil where the case passed.
    package var signature: String?
}

/// The run that is compared with those before it. It may not be in the history.
package struct PastRunPoint: Sendable {
    let id: String
    let started: Microseconds

    package init(_ run: RunStarted) {
        id = run.id
        started = run.started
    }

    /// SQL condition for earlier runs. The order is that of the row numbers, because clocks may go back.
    static let isAfter = """
        run.id < ifnull((SELECT id FROM run WHERE uuid = ?),
            ifnull((SELECT min(id) FROM run WHERE started > ?), 9223372036854775807))
        """

    func bind(to statement: Statement) {
        statement.bind(id)
        statement.bind(started)
    }
}

extension HistoryReader {
    /// The completed runs of the same branch and environment, latest first, without interrupted ones and those with
    /// responses from samples.
    ///
    /// - Parameter run: the run that is compared; it and those that began after it are left out.
    package func runs(
        onBranch branch: String?, in environment: String?, before run: PastRunPoint, limit: Int
    ) throws(HistoryError) -> [RunSummary] {
        try wrapped { () throws(SQLiteError) -> [RunSummary] in
            try runs(
                """
                WHERE state NOT IN ('running', 'interrupted', 'infra') AND dry_run = 0 AND branch IS ? AND environment IS ?
                    AND \(PastRunPoint.isAfter)
                ORDER BY id DESC LIMIT ?
                """
            ) {
                $0.bind(branch)
                $0.bind(environment)
                run.bind(to: $0)
                $0.bind(limit)
            }
        }
    }

    /// For each case that ever failed or could not run: the latest run in which it did, among the runs described above.
    ///
    /// Runs are ordered by their row numbers, because clocks may go back.
    package func latestBadResults(
        onBranch branch: String?, in environment: String?, before run: PastRunPoint
    ) throws(HistoryError) -> [CaseKey: (run: Int64, isQuarantined: Bool)] {
        try wrapped { () throws(SQLiteError) -> [CaseKey: (run: Int64, isQuarantined: Bool)] in
            let statement = try latest(
                "mark = 2", "outcome IN (1, 2)", branch, environment, before: run)
            defer { statement.reset() }
            var results: [CaseKey: (run: Int64, isQuarantined: Bool)] = [:]
            while try statement.step() {
                results[CaseKey(stored: statement.bits(0))] = (statement.integer(1), statement.integer(2) != 0)
            }
            return results
        }
    }

    /// For each case: the latest run after run `number` in which it passed, among the runs described above.
    package func latestPasses(
        since number: Int64, onBranch branch: String?, in environment: String?, before run: PastRunPoint
    ) throws(HistoryError) -> [CaseKey: Int64] {
        try wrapped { () throws(SQLiteError) -> [CaseKey: Int64] in
            let statement = try latest(
                "0", "outcome = 0 AND run.id > ?", branch, environment, before: run, number)
            defer { statement.reset() }
            var results: [CaseKey: Int64] = [:]
            while try statement.step() { results[CaseKey(stored: statement.bits(0))] = statement.integer(1) }
            return results
        }
    }

    /// For each case: the latest run in which it met the condition, and a column of that result.
    private func latest(
        _ column: String, _ condition: String, _ branch: String?, _ environment: String?, before run: PastRunPoint,
        _ number: Int64? = nil
    ) throws(SQLiteError) -> Statement {
        let statement = try connection.statement(
            """
            SELECT key, MAX(run.id), \(column) FROM result JOIN run ON run.id = result.run
                JOIN workflow_case ON workflow_case.id = case_id
            WHERE \(condition) AND state NOT IN ('running', 'interrupted', 'infra') AND dry_run = 0 AND branch IS ? AND environment IS ?
                AND \(PastRunPoint.isAfter)
            GROUP BY case_id
            """)
        if let number { statement.bind(number) }
        statement.bind(branch)
        statement.bind(environment)
        run.bind(to: statement)
        return statement
    }

    /// The cases that made a run fail, without those in quarantine.
    package func failedCases(of run: String) throws(HistoryError) -> Set<Int64> {
        try wrapped { () throws(SQLiteError) -> Set<Int64> in
            let statement = try connection.statement(
                """
                SELECT case_id FROM result
                WHERE run = (SELECT id FROM run WHERE uuid = ?) AND outcome IN (1, 2) AND mark != 2
                """)
            defer { statement.reset() }
            statement.bind(run)
            var cases: Set<Int64> = []
            while try statement.step() { cases.insert(statement.integer(0)) }
            return cases
        }
    }

    /// The outcomes of a run's cases; the worst outcome of a case that ran several times.
    package func results(of run: String) throws(HistoryError) -> [CaseKey: CaseResult] {
        try wrapped { () throws(SQLiteError) -> [CaseKey: CaseResult] in
            let statement = try connection.statement(
                """
                SELECT key, outcome, mark, duration, signature FROM result
                    JOIN workflow_case ON workflow_case.id = case_id
                    LEFT JOIN result_note ON result_note.run = result.run AND result_note.position = result.position
                WHERE result.run = (SELECT id FROM run WHERE uuid = ?)
                """)
            defer { statement.reset() }
            statement.bind(run)
            var results: [CaseKey: CaseResult] = [:]
            while try statement.step() {
                let key = CaseKey(stored: statement.bits(0))
                let result = CaseResult(
                    outcome: Outcome(number: statement.integer(1)), isFlaky: statement.integer(2) == 1,
                    isQuarantined: statement.integer(2) == 2,
                    isTimed: statement.integer(1) == 0 || statement.integer(2) == 4, duration: statement.integer(3),
                    signature: statement.optionalText(4))
                if let other = results[key], other.outcome != .passed { continue }
                results[key] = result
            }
            return results
        }
    }
}

/// A step of a result that simply passed.
package struct PassedStep: Sendable {
    package var name: String
    package var line: Int
    package var checkCount: Int
    /// Of its last response; nil for a step without one.
    package var status: Int?
}

extension HistoryReader {
    /// The plans of the cases that simply passed in a run; a case that ran several times has that of one of them.
    package func passedPlans(of run: String) throws(HistoryError) -> [CaseKey: Int64] {
        try wrapped { () throws(SQLiteError) -> [CaseKey: Int64] in
            let statement = try connection.statement(
                """
                SELECT key, plan FROM result JOIN workflow_case ON workflow_case.id = case_id
                WHERE result.run = (SELECT id FROM run WHERE uuid = ?) AND outcome = 0 AND plan IS NOT NULL
                """)
            defer { statement.reset() }
            statement.bind(run)
            var plans: [CaseKey: Int64] = [:]
            while try statement.step() { plans[CaseKey(stored: statement.bits(0))] = statement.integer(1) }
            return plans
        }
    }

    package func steps(ofPlan number: Int64) throws(HistoryError) -> [PassedStep] {
        try wrapped { () throws(SQLiteError) -> [PassedStep] in
            try stepPlan(number).records(ofCase: 0, in: "", started: 0, durations: "[]").map { step in
                PassedStep(
                    name: step.name, line: step.place.line, checkCount: step.checkCount,
                    status: step.exchanges.last?.status)
            }
        }
    }
}
