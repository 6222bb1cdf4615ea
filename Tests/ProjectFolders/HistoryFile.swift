import CSQLite
import Testing

/// A history as a colleague reads it with SQLite.
package final class HistoryFile {
    private let handle: OpaquePointer

    package init(_ path: String, isReadOnly: Bool = false) throws {
        var handle: OpaquePointer?
        let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let result = sqlite3_open_v2(path, &handle, flags, nil)
        guard let handle, result == SQLITE_OK else {
            sqlite3_close_v2(handle)
            throw ReadError(path: path, message: String(cString: sqlite3_errstr(result)))
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, 10_000)
    }

    /// Thrown and not recorded: some look again and again until there is something to see.
    private struct ReadError: Error {
        var path: String
        var message: String
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Each row as a line.
    @discardableResult
    package func rows(_ sql: String) throws -> [String] {
        var statement: OpaquePointer?
        let result = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard result == SQLITE_OK else {
            throw ReadError(path: sql, message: String(cString: sqlite3_errmsg(handle)))
        }
        defer { sqlite3_finalize(statement) }
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            let cells = (0..<sqlite3_column_count(statement)).map { column in
                sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
            }
            rows.append(cells.joined(separator: " | "))
        }
        return rows
    }

    /// The number that a query gives.
    package func number(_ sql: String) throws -> Int { try rows(sql).first.flatMap { Int($0) } ?? 0 }

    /// Every row of every table, of the last run that was started, without what differs from run to run; what is in
    /// events, as the views tell it.
    package func lastRun() throws -> [String] {
        let run = "(SELECT id FROM run ORDER BY started DESC, id DESC LIMIT 1)"
        var lines: [String] = []
        for table in [
            "run", "workflow_case", "result", "result_note", "step_plan", "step_result", "failure", "exchange",
            "case_attempt", "program_attempt",
        ] {
            let columns = try rows("SELECT name FROM pragma_table_info('\(table)')").map(Self.comparable)
            let filter =
                switch table {
                case "run": " WHERE id = \(run)"
                case "workflow_case", "step_plan": ""
                default: " WHERE run = \(run)"
                }
            lines += try rows(
                "SELECT '\(table)', \(columns.joined(separator: ", ")) FROM \(table)\(filter) ORDER BY 1, 2, 3, 4")
        }
        return lines + (try rows("SELECT 'event', position FROM case_event WHERE run = \(run) ORDER BY position"))
    }

    /// Of moments, spans and identities only whether they are there.
    private static func comparable(_ column: String) -> String {
        let varying: Set<String> = [
            "uuid", "started", "duration", "dns", "connect", "tls", "send", "wait", "receive", "run", "step_durations",
        ]
        return varying.contains(column) || column == "id" ? "typeof(\"\(column)\")" : "\"\(column)\""
    }
}
