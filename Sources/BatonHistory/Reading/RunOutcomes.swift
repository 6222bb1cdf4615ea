package import BatonRunner

/// How each case of a run ended, and nothing more of it.
package struct RunOutcomes: Sendable {
    package struct Case: Sendable {
        package var path: String
        package var row: String?
        package var outcome: Outcome
    }

    package var run: RunSummary
    package var cases: [Case]
    /// Whether it was killed, so that some of its cases have no outcome.
    package var isTorn: Bool { cases.count < run.planned }
}

extension HistoryReader {
    /// The latest run that has ended, one that is going on now left out.
    ///
    /// - Parameter isStub: asks for the latest of those that were answered from samples, which are else left out.
    package func lastOutcomes(isStub: Bool = false) throws(HistoryError) -> RunOutcomes? {
        try wrapped { () throws(SQLiteError) -> RunOutcomes? in
            let found = try runs("WHERE state != 'running' AND dry_run = ? ORDER BY started DESC, id DESC LIMIT 1") {
                $0.bind(isStub ? 2 : 0)
            }
            guard let run = found.first else { return nil }
            let statement = try connection.statement(
                """
                SELECT path, row_name, outcome FROM case_result JOIN workflow_case ON workflow_case.id = case_id
                WHERE run = (SELECT id FROM run WHERE uuid = ?) ORDER BY position
                """)
            defer { statement.reset() }
            statement.bind(run.id)
            var outcomes = RunOutcomes(run: run, cases: [])
            while try statement.step() {
                outcomes.cases.append(
                    RunOutcomes.Case(
                        path: statement.text(0), row: statement.optionalText(1),
                        outcome: Outcome(rawValue: statement.text(2)) ?? .error))
            }
            return outcomes
        }
    }
}
