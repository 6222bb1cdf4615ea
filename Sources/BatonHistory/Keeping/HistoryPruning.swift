package import BatonRecords

/// Removes what a history need not keep: bodies after 14 days, steps, failures and exchanges after 90, runs after 400.
/// The latest 50 runs of the default branch stay.
package enum HistoryPruning {
    package struct Removed: Sendable, Equatable {
        package var runs = 0
        /// Runs that lost their steps and failures, or their bodies.
        package var details = 0
        package var bodies = 0

        package var isEmpty: Bool { self == Removed() }
    }

    private static let day: Microseconds = 24 * 3600 * 1_000_000
    private static let keptRuns = 50

    /// The tables with what steps did.
    private static let detailTables = [
        "step_detail", "failure", "exchange", "case_attempt", "program_output", "program_attempt",
    ]

    /// Removes what is due, all of it, and gives the space back to the file system.
    package static func prune(
        _ path: String, now: Microseconds, patience: LockPatience = LockPatience()
    ) throws(HistoryError) -> Removed {
        try HistoryFolder.check(path)
        guard HistoryFolder.exists(path) else { throw HistoryError(.missing, "\(path): no run has been recorded yet") }
        let connection = try HistoryDatabase.openForWriting(path, patience: patience)
        do {
            var removed = Removed()
            try connection.transaction { removed = try removeDue(connection, now: now, most: .max) }
            if !removed.isEmpty {
                try connection.transaction {
                    try connection.execute(
                        """
                        DELETE FROM step_plan WHERE id NOT IN (SELECT plan FROM result WHERE plan IS NOT NULL);
                        DELETE FROM workflow_case WHERE id NOT IN (SELECT case_id FROM result);
                        """)
                }
                try connection.execute("VACUUM")
            }
            return removed
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// Removes at most `most` runs, the details of as many, and the bodies of as many; the caller holds the
    /// transaction.
    static func removeDue(_ connection: Connection, now: Microseconds, most: Int) throws(SQLiteError) -> Removed {
        var removed = Removed()
        let old = try due(connection, "1", before: now - 400 * day, most: most)
        try delete(runs: list(old), connection)
        removed.runs = old.count
        let stale = try due(
            connection,
            "EXISTS (SELECT 1 FROM failure WHERE run = run.id) OR EXISTS (SELECT 1 FROM step_detail WHERE run = run.id)",
            before: now - 90 * day, most: most)
        for table in detailTables where !stale.isEmpty {
            try connection.execute("DELETE FROM \(table) WHERE run IN (\(list(stale)))")
        }
        let heavy = try due(
            connection,
            """
            EXISTS (SELECT 1 FROM exchange WHERE run = run.id
                AND (request_body IS NOT NULL OR response_body IS NOT NULL))
            """, before: now - 14 * day, most: most)
        if !heavy.isEmpty {
            try connection.execute(
                "UPDATE exchange SET request_body = NULL, response_body = NULL WHERE run IN (\(list(heavy)))")
        }
        removed.details = stale.count + heavy.count
        if removed.runs + removed.details > 0 {
            let bodies = try connection.integer("SELECT count(*) FROM body")
            try connection.execute(
                """
                DELETE FROM body WHERE NOT EXISTS (SELECT 1 FROM exchange WHERE request_body = hash)
                    AND NOT EXISTS (SELECT 1 FROM exchange WHERE response_body = hash)
                """)
            removed.bodies = Int(bodies - (try connection.integer("SELECT count(*) FROM body")))
        }
        return removed
    }

    /// Row numbers of runs that began before a moment, without the latest runs of the default branch, oldest first.
    private static func due(
        _ connection: Connection, _ condition: String, before moment: Microseconds, most: Int
    ) throws(SQLiteError) -> [Int64] {
        let statement = try connection.statement(
            """
            SELECT id FROM run WHERE started < ? AND state != 'running' AND (\(condition)) AND id NOT IN
                (SELECT id FROM run WHERE branch IS ifnull(default_branch, branch) ORDER BY id DESC LIMIT \(keptRuns))
            ORDER BY id LIMIT ?
            """)
        defer { statement.reset() }
        statement.bind(moment)
        statement.bind(most)
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.integer(0)) }
        return numbers
    }

    private static func list(_ numbers: [Int64]) -> String { numbers.map { String($0) }.joined(separator: ", ") }

    /// Deletes runs with everything that belongs to them, except bodies.
    ///
    /// - Parameter runs: row numbers, or a query that gives them.
    static func delete(runs: String, _ connection: Connection) throws(SQLiteError) {
        for table in detailTables + ["result_note", "result"] {
            try connection.execute("DELETE FROM \(table) WHERE run IN (\(runs))")
        }
        try connection.execute("DELETE FROM run WHERE id IN (\(runs))")
    }
}
