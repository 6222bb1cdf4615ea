import BatonSecrets
import BatonValues
import CSQLite

/// A prepared statement: values are bound by position from 1, columns are read from 0.
///
/// An error while binding is thrown by the next `step()`.
final class Statement {
    private let handle: OpaquePointer
    /// Not owned: the connection owns its statements and is closed after them.
    private let database: OpaquePointer
    private var bindResult = SQLITE_OK
    private var position: Int32 = 0

    /// Whether the text holds nothing behind the statement, except spaces and semicolons.
    let isWhole: Bool

    init(_ sql: String, in connection: Connection) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        var rest = ""
        let result = sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            let result = sqlite3_prepare_v3(connection.handle, text, -1, flags, &handle, &tail)
            if let tail { rest = String(cString: tail) }
            return result
        }
        isWhole = rest.utf8.allSatisfy { $0 <= 32 || $0 == UInt8(ascii: ";") }
        try connection.check(result)
        guard let handle else { throw SQLiteError(code: SQLITE_MISUSE, message: "empty statement") }
        self.handle = handle
        self.database = connection.handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    // MARK: Values, one after the other

    func bind(_ value: Int64) {
        position += 1
        note(sqlite3_bind_int64(handle, position, value))
    }

    func bind(_ value: Int) { bind(Int64(value)) }
    func bind(_ value: Bool) { bind(value ? 1 : 0 as Int64) }

    func bind(_ value: Int64?) {
        if let value { bind(value) } else { bindNull() }
    }

    func bind(_ text: String) {
        position += 1
        text.withUTF8Bytes { bytes in
            // A text with a null address would be bound as NULL.
            let empty: StaticString = ""
            let start = UnsafeRawPointer(bytes.baseAddress ?? empty.utf8Start).assumingMemoryBound(to: CChar.self)
            note(
                sqlite3_bind_text64(
                    handle, position, start, UInt64(bytes.count), baton_sqlite_transient(), UInt8(SQLITE_UTF8)))
        }
    }

    func bind(_ text: String?) {
        if let text { bind(text) } else { bindNull() }
    }

    func bind(_ text: MaskedText) { bind(text.text) }
    func bind(_ text: MaskedText?) { bind(text?.text) }

    func bindNull() {
        position += 1
        note(sqlite3_bind_null(handle, position))
    }

    private func note(_ result: Int32) {
        if result != SQLITE_OK { bindResult = result }
    }

    // MARK: Running

    /// Advances to the next row; returns false where there is none.
    func step() throws(SQLiteError) -> Bool {
        guard bindResult == SQLITE_OK else { throw error(bindResult) }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let result: throw error(result)
        }
    }

    /// Runs a statement without rows, and resets it for the next values.
    func run() throws(SQLiteError) {
        defer { reset() }
        _ = try step()
    }

    func reset() {
        sqlite3_reset(handle)
        position = 0
        bindResult = SQLITE_OK
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(database)))
    }

    // MARK: Columns

    var columnCount: Int32 { sqlite3_column_count(handle) }

    var columnNames: [String] {
        (0..<columnCount).map { column in sqlite3_column_name(handle, column).map { String(cString: $0) } ?? "" }
    }

    func cell(_ column: Int32) -> SQLRows.Cell {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(bits(column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
        case SQLITE_BLOB: .blob(blob(column))
        default: .text(text(column))
        }
    }

    /// A number of a fact of a run: no time, count or code is beyond 2^53, and a foreign history may hold any. Within
    /// these bounds sums of a thousand fit.
    func integer(_ column: Int32) -> Int64 {
        min(max(sqlite3_column_int64(handle, column), -Self.most), Self.most)
    }

    static let most: Int64 = 1 << 53

    /// A number of which every bit counts: a key.
    func bits(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func int(_ column: Int32) -> Int { Int(integer(column)) }

    func optionalInteger(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    /// Repairs invalid UTF-8.
    func optionalText(_ column: Int32) -> String? {
        guard let text = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    func blob(_ column: Int32) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }
}

/// Inserts rows into one table; existing rows are left unchanged.
struct TableInsert {
    private let connection: Connection
    private let sql: String

    /// - Parameter columns: the columns to fill; others are NULL and cost nothing.
    init(into table: StaticString, _ columns: [StaticString], _ connection: Connection) {
        self.connection = connection
        let names = columns.map(\.description).joined(separator: ", ")
        let values = columns.map { _ in "?" }.joined(separator: ", ")
        sql = "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(values))"
    }

    /// - Parameter bind: binds all columns of one row.
    func insert<Row>(_ rows: [Row], _ bind: (Row, Statement) -> Void) throws(SQLiteError) {
        let statement = try connection.statement(sql)
        for row in rows {
            bind(row, statement)
            try statement.run()
        }
    }
}
