package import BatonJSON
import BatonRecords
import BatonValues
import CSQLite

/// The answer to `baton history sql`: the rows of a statement that only reads.
package struct SQLRows: Sendable {
    package enum Cell: Sendable, Equatable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob([UInt8])
    }

    package var columns: [String]
    package var rows: [[Cell]]
    /// Whether more rows than the limit were found.
    package var isCut: Bool

    /// A list of objects; a blob is its text where it is UTF-8, else its bytes in Base64. Of columns with one name the
    /// second one is `name:1`, the third one `name:2`, as SQLite names them in a view.
    package var json: JSONValue {
        var names: [String] = []
        var seen: Set<String> = []
        for column in columns {
            var name = column
            var count = 0
            while !seen.insert(name).inserted {
                count += 1
                name = "\(column):\(count)"
            }
            names.append(name)
        }
        return .array(rows.map { row in .object(JSONObject(zip(names, row).map { ($0, $1.json) })) })
    }
}

extension SQLRows.Cell {
    /// The value on one line of text.
    package var text: String {
        switch self {
        case .null: ""
        case .integer(let value): String(value)
        case .real(let value): JSONNumber(exactly: value)?.description ?? "\(value)"
        case .text(let text): text
        case .blob(let bytes): String(validating: bytes, as: UTF8.self) ?? Base64.encode(bytes)
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value): .number(JSONNumber(value))
        case .real(let value): JSONNumber(exactly: value).map { .number($0) } ?? .null
        case .text, .blob: .string(text)
        }
    }
}

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

extension Connection {
    /// Refuses every statement that does more than read.
    func allowOnlyReading() {
        sqlite3_set_authorizer(
            handle,
            { _, action, _, _, _, _ in
                switch action {
                case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: SQLITE_OK
                default: SQLITE_DENY
                }
            }, nil)
    }
}

extension Statement {
    var cells: [SQLRows.Cell] { (0..<columnCount).map(cell) }
}
