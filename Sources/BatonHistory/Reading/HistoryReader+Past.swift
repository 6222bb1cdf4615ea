package import BatonRecords

/// How a case ended in one run.
package struct CaseResult: Sendable {
    package var outcome: Outcome
    package var isFlaky: Bool
    /// Whether the case failed in quarantine.
    package var isQuarantined: Bool
    /// Whether it did not run because another case did not pass or the run ended: no result of its own.
    package var isBlocked: Bool
    /// Whether its duration says how long the case takes: it passed, or failed for taking too long.
    package var isTimed: Bool
    package var duration: Microseconds
    /// The signature of the failure; nil where the case passed.
    package var signature: String?
}

/// The runs that lead up to one, in its environment: the completed ones of its branch and, before the first of these, those
/// of the branch that it came from. Interrupted ones and those with responses from samples are left out.
package struct BranchLine: Sendable {
    package let branch: String?
    /// Nil for no other branch.
    let base: String?
    let environment: String?
    private let run: String
    private let started: Microseconds

    /// - Parameter run: the run that is compared; it and those that began after it are left out.
    package init(_ branch: String?, from base: String? = nil, to run: RunStarted) {
        self.branch = branch
        self.base = base
        environment = run.environment
        self.run = run.id
        started = run.started
    }

    private static let isComplete = "state NOT IN ('running', 'interrupted', 'infra') AND dry_run = 0"

    /// SQL condition for the runs. Their order is that of the row numbers, because clocks may go back; the run itself may not
    /// be in the history.
    static let isOnIt = """
        \(isComplete) AND environment IS ?
            AND run.id < ifnull((SELECT id FROM run WHERE uuid = ?),
                ifnull((SELECT min(id) FROM run WHERE started > ?), 9223372036854775807))
            AND (branch IS ? OR branch = ? AND run.id < ifnull(
                (SELECT min(id) FROM run WHERE \(isComplete) AND environment IS ? AND branch IS ?), 9223372036854775807))
        """

    func bind(to statement: Statement) {
        statement.bind(environment)
        statement.bind(run)
        statement.bind(started)
        statement.bind(branch)
        statement.bind(base)
        statement.bind(environment)
        statement.bind(branch)
    }
}

extension HistoryReader {
    /// Latest first.
    package func runs(on line: BranchLine, limit: Int) throws(HistoryError) -> [RunSummary] {
        try wrapped { () throws(SQLiteError) -> [RunSummary] in
            try runs(
                """
                WHERE \(BranchLine.isOnIt)
                ORDER BY id DESC LIMIT ?
                """
            ) {
                line.bind(to: $0)
                $0.bind(limit)
            }
        }
    }

    /// For each case that ever failed or could not run: the latest run in which it did, among the runs described above.
    ///
    /// Runs are ordered by their row numbers, because clocks may go back.
    package func latestBadResults(
        on line: BranchLine
    ) throws(HistoryError) -> [CaseKey: (run: Int64, isQuarantined: Bool)] {
        try wrapped { () throws(SQLiteError) -> [CaseKey: (run: Int64, isQuarantined: Bool)] in
            let statement = try latest(
                "mark = 2", "outcome IN (1, 2) AND mark NOT IN (3, 5)", line)
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
        since number: Int64, on line: BranchLine
    ) throws(HistoryError) -> [CaseKey: Int64] {
        try wrapped { () throws(SQLiteError) -> [CaseKey: Int64] in
            let statement = try latest(
                "0", "outcome = 0 AND run.id > ?", line, number)
            defer { statement.reset() }
            var results: [CaseKey: Int64] = [:]
            while try statement.step() { results[CaseKey(stored: statement.bits(0))] = statement.integer(1) }
            return results
        }
    }

    /// For each case: the latest run in which it met the condition, and a column of that result.
    private func latest(
        _ column: String, _ condition: String, _ line: BranchLine, _ number: Int64? = nil
    ) throws(SQLiteError) -> Statement {
        let statement = try connection.statement(
            """
            SELECT key, MAX(run.id), \(column) FROM result JOIN run ON run.id = result.run
                JOIN workflow_case ON workflow_case.id = case_id
            WHERE \(condition) AND \(BranchLine.isOnIt)
            GROUP BY case_id
            """)
        if let number { statement.bind(number) }
        line.bind(to: statement)
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
                    isQuarantined: statement.integer(2) == 2, isBlocked: [3, 5].contains(statement.integer(2)),
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

/// When the failure that a case has in the latest runs began.
package struct FailureBeginning: Sendable {
    package let first: RunSummary
    /// The latest run before in which the case passed.
    package var lastGood: RunSummary?
    /// Whether all known runs had it, so that it may be older.
    package var isAtLeast = true
}

extension HistoryReader {
    /// The first of the latest runs on a line that had this failure one after the other, however many there are; runs without
    /// the case, and those that skipped it, do not count. Nil where the latest one had another result.
    ///
    /// - Parameter signature: of the failure; results whose signature is not known count as equal.
    package func beginning(
        of key: CaseKey, _ signature: String?, on line: BranchLine
    ) throws(HistoryError) -> FailureBeginning? {
        try wrapped { () throws(SQLiteError) -> FailureBeginning? in
            guard let number = try caseNumber(key) else { return nil }
            let failures = try failures(of: number)
            let runs = try connection.statement("SELECT id FROM run WHERE \(BranchLine.isOnIt) ORDER BY id DESC")
            defer { runs.reset() }
            line.bind(to: runs)
            var (first, lastGood, isAtLeast): (Int64?, Int64?, Bool) = (nil, nil, true)
            while lastGood == nil, try runs.step() {
                let run = runs.integer(0)
                if let found = failures[run] {
                    isAtLeast = isAtLeast && (found == nil || signature == nil || found == signature)
                    if isAtLeast { first = run }
                } else if let outcome = try outcome(of: number, in: run), outcome != .skipped {
                    (isAtLeast, lastGood) = (false, run)
                }
            }
            guard let first, let beginning = try numberedRuns("WHERE id = ?", { $0.bind(first) }).first else {
                return nil
            }
            var found = FailureBeginning(first: beginning.run, isAtLeast: isAtLeast)
            if let lastGood { found.lastGood = try numberedRuns("WHERE id = ?", { $0.bind(lastGood) }).first?.run }
            return found
        }
    }

    private func caseNumber(_ key: CaseKey) throws(SQLiteError) -> Int64? {
        let statement = try connection.statement("SELECT id FROM workflow_case WHERE key = ?")
        defer { statement.reset() }
        statement.bind(key.stored)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// The runs in which a case failed, with the signature of each failure.
    private func failures(of number: Int64) throws(SQLiteError) -> [Int64: String?] {
        let statement = try connection.statement(
            """
            SELECT result.run, signature FROM result
                LEFT JOIN result_note ON result_note.run = result.run AND result_note.position = result.position
            WHERE case_id = ? AND outcome IN (1, 2) AND mark NOT IN (3, 5)
            """)
        defer { statement.reset() }
        statement.bind(number)
        var failures: [Int64: String?] = [:]
        while try statement.step() { failures[statement.integer(0)] = .some(statement.optionalText(1)) }
        return failures
    }

    private func outcome(of number: Int64, in run: Int64) throws(SQLiteError) -> Outcome? {
        let statement = try connection.statement(
            "SELECT outcome FROM result WHERE run = ? AND case_id = ? AND mark NOT IN (3, 5)")
        defer { statement.reset() }
        statement.bind(run)
        statement.bind(number)
        return try statement.step() ? Outcome(number: statement.integer(0)) : nil
    }
}
