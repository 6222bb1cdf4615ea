package import BatonRecords

/// How a case ended in one run.
package struct CaseResult: Sendable {
    package var outcome: Outcome
    package var isFlaky: Bool
    /// Whether the case failed in quarantine.
    package var isQuarantined: Bool
    /// Whether it did not run because another case did not pass: no result of its own.
    package var isBlocked: Bool
    /// Whether its duration says how long the case takes: it passed, or failed for taking too long.
    package var isTimed: Bool
    package var duration: Microseconds
    /// The signature of the failure; nil where the case passed.
    package var signature: String?
}

/// The cases that did not pass in a run.
package struct BadResults: Sendable {
    /// Those that made it fail.
    package var counting: Set<Int64> = []
    /// Those that ran to a bad end, in quarantine or not.
    package var own: Set<Int64> = []

    package init() {}
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
                "mark = 2", "outcome IN (1, 2) AND \(ResultMark.isOwn)", line)
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

    /// The cases that did not pass in a run.
    package func badResults(of run: String) throws(HistoryError) -> BadResults {
        try wrapped { () throws(SQLiteError) -> BadResults in
            let statement = try connection.statement(
                """
                SELECT case_id, \(ResultMark.counts), \(ResultMark.isOwn) FROM result
                WHERE run = (SELECT id FROM run WHERE uuid = ?) AND outcome IN (1, 2)
                """)
            defer { statement.reset() }
            statement.bind(run)
            var results = BadResults()
            while try statement.step() {
                if statement.integer(1) != 0 { results.counting.insert(statement.integer(0)) }
                if statement.integer(2) != 0 { results.own.insert(statement.integer(0)) }
            }
            return results
        }
    }

    /// Those of some cases that passed in a run.
    package func passes(of cases: Set<Int64>, in run: String) throws(HistoryError) -> Set<Int64> {
        try wrapped { () throws(SQLiteError) -> Set<Int64> in
            let statement = try connection.statement(
                "SELECT case_id FROM result WHERE run = (SELECT id FROM run WHERE uuid = ?) AND outcome = 0")
            defer { statement.reset() }
            statement.bind(run)
            var passed: Set<Int64> = []
            while try statement.step() {
                if cases.contains(statement.integer(0)) { passed.insert(statement.integer(0)) }
            }
            return passed
        }
    }

    /// The outcomes of a run's cases, without those that its end cut or kept from beginning; the worst outcome of a case that ran
    /// several times.
    package func results(of run: String) throws(HistoryError) -> [CaseKey: CaseResult] {
        try wrapped { () throws(SQLiteError) -> [CaseKey: CaseResult] in
            let statement = try connection.statement(
                """
                SELECT key, outcome, mark, duration, signature FROM result
                    JOIN workflow_case ON workflow_case.id = case_id
                    LEFT JOIN result_note ON result_note.run = result.run AND result_note.position = result.position
                WHERE result.run = (SELECT id FROM run WHERE uuid = ?) AND \(ResultMark.isResult)
                """)
            defer { statement.reset() }
            statement.bind(run)
            var results: [CaseKey: CaseResult] = [:]
            while try statement.step() {
                let key = CaseKey(stored: statement.bits(0))
                let result = CaseResult(
                    outcome: Outcome(number: statement.integer(1)), isFlaky: statement.integer(2) == 1,
                    isQuarantined: statement.integer(2) == 2, isBlocked: statement.integer(2) == 3,
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
    package let lastGood: RunSummary?
    /// Whether all known runs had it, so that it may be older.
    package let isAtLeast: Bool
}

extension HistoryReader {
    /// What is known of one failure on the way back through the runs.
    private struct Search {
        let key: CaseKey
        let signature: String?
        var first: Int64?
        var lastGood: Int64?
        var isAtLeast = true
    }

    /// For each failure the first of the latest runs on a line that had it one after the other, however many there are; runs
    /// without the case, and those that skipped it, do not count. Without those whose latest result was another one.
    ///
    /// - Parameter failures: signatures by case; results whose signature is not known count as equal.
    package func beginnings(
        of failures: [CaseKey: String?], on line: BranchLine
    ) throws(HistoryError) -> [CaseKey: FailureBeginning] {
        try wrapped { () throws(SQLiteError) -> [CaseKey: FailureBeginning] in
            var open: [Int64: Search] = [:]
            for (key, signature) in failures {
                if let number = try caseNumber(key) { open[number] = Search(key: key, signature: signature) }
            }
            var ended: [Search] = []
            let runs = try connection.statement("SELECT id FROM run WHERE \(BranchLine.isOnIt) ORDER BY id DESC")
            defer { runs.reset() }
            line.bind(to: runs)
            while !open.isEmpty, try runs.step() {
                let run = runs.integer(0)
                for (number, signature) in try ownResults(of: open.keys.sorted(), in: run) {
                    guard var search = open[number] else { continue }
                    if case .some(let signature) = signature {
                        search.isAtLeast =
                            search.isAtLeast
                            && (signature == nil || search.signature == nil || signature == search.signature)
                        if search.isAtLeast { search.first = run }
                        open[number] = search
                    } else {
                        (search.isAtLeast, search.lastGood) = (false, run)
                        ended.append(search)
                        open[number] = nil
                    }
                }
            }
            return try described(ended + open.values)
        }
    }

    /// The results of some cases in a run: nil where one passed, else the signature of its failure as far as it is known.
    private func ownResults(of cases: [Int64], in run: Int64) throws(SQLiteError) -> [Int64: String??] {
        let list = cases.map(String.init).joined(separator: ", ")
        let statement = try connection.statement(
            """
            SELECT case_id, outcome, (SELECT signature FROM result_note
                WHERE result_note.run = result.run AND result_note.position = result.position)
            FROM result WHERE run = ? AND case_id IN (\(list)) AND outcome != 3 AND \(ResultMark.isOwn)
            """)
        defer { statement.reset() }
        statement.bind(run)
        var results: [Int64: String??] = [:]
        while try statement.step() {
            let number = statement.integer(0)
            if statement.integer(1) != 0 {
                results[number] = .some(.some(statement.optionalText(2)))
            } else if results[number] == nil {
                results[number] = .some(.none)
            }
        }
        return results
    }

    private func described(_ found: [Search]) throws(SQLiteError) -> [CaseKey: FailureBeginning] {
        func run(_ number: Int64?) throws(SQLiteError) -> RunSummary? {
            guard let number else { return nil }
            return try numberedRuns("WHERE id = ?", { $0.bind(number) }).first?.run
        }
        var beginnings: [CaseKey: FailureBeginning] = [:]
        for search in found {
            guard let first = try run(search.first) else { continue }
            beginnings[search.key] = FailureBeginning(
                first: first, lastGood: try run(search.lastGood), isAtLeast: search.isAtLeast)
        }
        return beginnings
    }

    private func caseNumber(_ key: CaseKey) throws(SQLiteError) -> Int64? {
        let statement = try connection.statement("SELECT id FROM workflow_case WHERE key = ?")
        defer { statement.reset() }
        statement.bind(key.stored)
        return try statement.step() ? statement.integer(0) : nil
    }
}
