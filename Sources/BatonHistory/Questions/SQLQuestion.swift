import BatonRecords
import CSQLite

extension HistoryReader {
    /// Runs one statement on a connection that cannot write: it may read tables and views and call functions, and
    /// nothing else (no ATTACH, no PRAGMA).
    ///
    /// - Parameter limit: maximum number of rows.
    package static func rows(
        of sql: String, in path: String, limit: Int, patience: LockPatience = LockPatience()
    ) throws(HistoryError) -> SQLRows {
        // Opened once for what a reader needs: a current schema, and dead runs marked as ended.
        _ = try HistoryReader(path, patience: patience)
        do {
            let connection = try Connection(path, .readOnly, patience: patience)
            // The views call JSON functions, which SQLite does not trust in a schema.
            try connection.execute("PRAGMA trusted_schema = ON")
            connection.allowOnlyReading()
            return try rows(of: sql, connection, limit: limit)
        } catch let error as SQLiteError where error.primaryCode == SQLITE_AUTH {
            throw HistoryError(.wrongSQL, "the history can only be read: write one SELECT statement")
        } catch let error as SQLiteError where error.isAboutStatement {
            throw HistoryError(.wrongSQL, "the statement cannot be run: \(error.message)")
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    private static func rows(of sql: String, _ connection: Connection, limit: Int) throws -> SQLRows {
        let statement = try Statement(sql, in: connection)
        guard statement.isWhole else {
            throw HistoryError(.wrongSQL, "only one statement can be run at a time")
        }
        var rows: [[SQLRows.Cell]] = []
        while try statement.step() {
            guard rows.count < limit else { return SQLRows(columns: statement.columnNames, rows: rows, isCut: true) }
            rows.append(statement.cells)
        }
        return SQLRows(columns: statement.columnNames, rows: rows, isCut: false)
    }
}

extension SQLiteError {
    /// Whether the statement is wrong or not allowed, and not the database.
    fileprivate var isAboutStatement: Bool {
        [SQLITE_ERROR, SQLITE_READONLY, SQLITE_MISUSE, SQLITE_TOOBIG, SQLITE_RANGE].contains(primaryCode)
    }
}
