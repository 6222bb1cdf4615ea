import CSQLite

/// One connection to a database, for one thread.
///
/// Transactions that write begin `IMMEDIATE`: a deferred one that reads first cannot wait for its turn to write.
final class Connection {
    enum Mode { case readOnly, readWrite, create }

    let handle: OpaquePointer
    /// SQLite asks it without owning it.
    private let patience: LockPatience
    private var cache: [String: Statement] = [:]

    /// - Parameter patience: how long to wait for locks of other processes.
    init(_ path: String, _ mode: Mode, patience: LockPatience = LockPatience()) throws(SQLiteError) {
        self.patience = patience
        let access: Int32
        switch mode {
        case .readOnly: access = SQLITE_OPEN_READONLY
        case .readWrite: access = SQLITE_OPEN_READWRITE
        case .create: access = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        var handle: OpaquePointer?
        let result = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard result == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(handle)
            throw SQLiteError(code: result, message: message)
        }
        self.handle = handle
        sqlite3_busy_handler(
            handle,
            { context, earlier in
                guard let context else { return 0 }
                let patience = Unmanaged<LockPatience>.fromOpaque(context).takeUnretainedValue()
                return patience.pause(after: Int(earlier)) ? 1 : 0
            }, Unmanaged.passUnretained(patience).toOpaque())
        // A database that someone else prepared may hold views and triggers that call functions with side effects.
        // Nothing is deleted here, and who inserts looks to what it belongs to: SQLite would look for each row.
        try execute("PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = OFF; PRAGMA synchronous = FULL")
    }

    deinit {
        cache = [:]
        sqlite3_close_v2(handle)
    }

    /// Runs statements that take no values and whose rows nobody wants.
    func execute(_ sql: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// The prepared statement, kept for the next time and reset.
    func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = cache[sql] {
            statement.reset()
            return statement
        }
        let statement = try Statement(sql, in: self)
        cache[sql] = statement
        return statement
    }

    /// The first column of the first row; 0 where there is none.
    func integer(_ sql: String) throws(SQLiteError) -> Int64 {
        let statement = try Statement(sql, in: self)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Runs `body` on one state of the database: what other processes commit meanwhile is not seen.
    func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("BEGIN")
        defer { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        return try body()
    }

    /// Everything or nothing: rolled back when `body` throws.
    func transaction(_ body: () throws -> Void) throws {
        try execute("BEGIN IMMEDIATE")
        do {
            try body()
            try execute("COMMIT")
        } catch {
            // Fails where SQLite has rolled back by itself, as on a full disk.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    func check(_ result: Int32) throws(SQLiteError) {
        guard result == SQLITE_OK else {
            throw SQLiteError(code: result, message: String(cString: sqlite3_errmsg(handle)))
        }
    }
}
