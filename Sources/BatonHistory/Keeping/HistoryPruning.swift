import BatonJSON
package import BatonRecords

/// Removes what a history need not keep: bodies after 14 days, steps, failures and exchanges after 90, runs after 400.
/// The latest 50 runs of the default branch stay.
package enum HistoryPruning {
    package struct Removed: Sendable, Equatable {
        package var runs = 0
        /// Runs that lost their steps and failures, or their bodies.
        package var details = 0
        /// Bodies of runs that stay.
        package var bodies = 0

        package var isEmpty: Bool { self == Removed() }
    }

    private static let day: Microseconds = 24 * 3600 * 1_000_000
    private static let keptRuns = 50

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

    /// Removes at most `most` runs, the details of as many, and the bodies of as many; the caller holds the transaction.
    static func removeDue(_ connection: Connection, now: Microseconds, most: Int) throws(SQLiteError) -> Removed {
        var removed = Removed()
        let old = try due(connection, "1", before: now - 400 * day, most: most)
        try delete(runs: list(old), connection)
        removed.runs = old.count
        for number in try due(connection, "kept > 0", before: now - 90 * day, most: most) {
            let count = try rewriteEvents(of: number, kept: 0, connection) { withoutDetails($0) }
            if count > 0 { removed.details += 1 }
            try connection.execute(
                "UPDATE result_note SET message = NULL, file = NULL, line = NULL WHERE run = \(number)")
        }
        for number in try due(connection, "kept > 1", before: now - 14 * day, most: most) {
            let bodies = removed.bodies
            _ = try rewriteEvents(of: number, kept: 1, connection) { withoutBodies($0, &removed.bodies) }
            if removed.bodies > bodies { removed.details += 1 }
        }
        return removed
    }

    /// Replaces the events of a run by what `change` leaves of them, one that is no JSON by `{}`.
    ///
    /// - Returns: the number of events that changed.
    private static func rewriteEvents(
        of run: Int64, kept: Int, _ connection: Connection, _ change: (JSONValue) -> JSONValue
    ) throws(SQLiteError) -> Int {
        try connection.execute("UPDATE run SET kept = \(kept) WHERE id = \(run)")
        let events = try connection.statement("SELECT position, event FROM case_event WHERE run = ?")
        events.bind(run)
        var changed: [(position: Int64, event: String)] = []
        while try events.step() {
            let text = events.text(1)
            let left = (try? JSONParser.parse(text)).map { JSONWriter.compact(change($0)) } ?? "{}"
            if left != text { changed.append((events.bits(0), left)) }
        }
        events.reset()
        for (position, event) in changed {
            let update = try connection.statement("UPDATE case_event SET event = ? WHERE run = ? AND position = ?")
            update.bind(event)
            update.bind(run)
            update.bind(position)
            try update.run()
        }
        return changed.count
    }

    private static func withoutDetails(_ event: JSONValue) -> JSONValue {
        without(["steps", "failures", "earlier", "outputs"], event)
    }

    private static func withoutBodies(_ value: JSONValue, _ count: inout Int) -> JSONValue {
        switch value {
        case .array(let values): return .array(values.map { withoutBodies($0, &count) })
        case .object(let object):
            if object["request_body"] != nil { count += 1 }
            if object["response_body"] != nil { count += 1 }
            let members = object.members.map { ($0.name, withoutBodies($0.value, &count)) }
            return without(
                ["request_body", "request_content", "response_body", "response_content"],
                .object(JSONObject(members)))
        case .string, .number, .bool, .null: return value
        }
    }

    /// The object without members; another value as it is.
    private static func without(_ names: Set<String>, _ value: JSONValue) -> JSONValue {
        guard case .object(let object) = value else { return value }
        return .object(
            JSONObject(object.members.filter { !names.contains($0.name) }.map { ($0.name, $0.value) }))
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

    /// Deletes runs with everything that belongs to them.
    ///
    /// - Parameter runs: row numbers, or a query that gives them.
    static func delete(runs: String, _ connection: Connection) throws(SQLiteError) {
        for table in ["case_event", "result_note", "result"] {
            try connection.execute("DELETE FROM \(table) WHERE run IN (\(runs))")
        }
        try connection.execute("DELETE FROM run WHERE id IN (\(runs))")
    }
}
