package import BatonRunner

/// How a case ended in some run.
package struct CaseResult: Sendable {
    package var outcome: Outcome
    package var isFlaky: Bool
    /// Whether it failed in quarantine.
    package var isQuarantined: Bool
    package var duration: Microseconds
}

extension HistoryReader {
    /// The runs that have ended on the same branch and in the same environment, the latest first; those that were
    /// answered from samples are left out.
    ///
    /// - Parameter run: one that is not wanted, because it is going on.
    package func runs(
        onBranch branch: String?, in environment: String?, except run: String, limit: Int
    ) throws(HistoryError) -> [RunSummary] {
        try wrapped { () throws(SQLiteError) -> [RunSummary] in
            try runs(
                """
                WHERE state != 'running' AND dry_run = 0 AND branch IS ? AND environment IS ? AND uuid != ?
                ORDER BY started DESC, id DESC LIMIT ?
                """
            ) {
                $0.bind(branch)
                $0.bind(environment)
                $0.bind(run)
                $0.bind(limit)
            }
        }
    }

    /// How the cases of a run ended; of a case that ran several times the worst.
    ///
    /// - Parameter onlyBad: leaves out those that passed or were skipped.
    package func results(of run: String, onlyBad: Bool = false) throws(HistoryError) -> [CaseKey: CaseResult] {
        try wrapped { () throws(SQLiteError) -> [CaseKey: CaseResult] in
            let statement = try connection.statement(
                """
                SELECT case_id, outcome, flaky, quarantine IS NOT NULL, duration FROM case_result
                WHERE run = (SELECT id FROM run WHERE uuid = ?)
                """ + (onlyBad ? " AND outcome IN ('failed', 'error')" : ""))
            defer { statement.reset() }
            statement.bind(run)
            var results: [CaseKey: CaseResult] = [:]
            while try statement.step() {
                let key = CaseKey(stored: statement.integer(0))
                let result = CaseResult(
                    outcome: Outcome(rawValue: statement.text(1)) ?? .error, isFlaky: statement.integer(2) != 0,
                    isQuarantined: statement.integer(3) != 0, duration: statement.integer(4))
                if let other = results[key], other.outcome != .passed { continue }
                results[key] = result
            }
            return results
        }
    }
}
