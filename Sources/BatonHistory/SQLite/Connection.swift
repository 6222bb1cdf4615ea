import CSQLite

/// One connection to a database, for one thread.
///
/// Write transactions begin `IMMEDIATE`: a deferred transaction that reads first cannot wait for the write lock.
final class Connection {
    enum Mode { case readOnly, readWrite, create }

    let handle: OpaquePointer
    /// Kept here because SQLite holds an unowned reference to it.
    private let patience: LockPatience
    private var cache: [String: Statement] = [:]

    /// - Parameter patience: how long to wait for locks of other processes.
    init(_ path: String, _ mode: Mode, patience: LockPatience = LockPatience()) throws(SQLiteError) {
        self.patience = patience
        if let stranger = DatabaseFiles.stranger(beside: path) {
            throw SQLiteError(code: SQLITE_PERM, message: stranger)
        }
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
        // A database prepared by an attacker may hold views and triggers that call functions with side effects.
        try check(baton_sqlite_harden(handle))
        // Foreign
        // keys are off because this code deletes nothing and inserts only rows that belong together; SQLite would check
        // each row.
        try execute("PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = OFF; PRAGMA synchronous = FULL")
    }

    deinit {
        cache = [:]
        sqlite3_close_v2(handle)
    }

    /// Runs statements without values, ignoring their rows.
    func execute(_ sql: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Returns a prepared statement, cached and reset.
    func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = cache[sql] {
            statement.reset()
            return statement
        }
        let statement = try Statement(sql, in: self)
        cache[sql] = statement
        return statement
    }

    /// The first column of the first row; 0 where there is no row.
    func integer(_ sql: String) throws(SQLiteError) -> Int64 {
        let statement = try Statement(sql, in: self)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Runs `body` on a snapshot of the database: commits of other processes are not visible in it.
    func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("BEGIN")
        defer { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        return try body()
    }

    /// Runs `body` in a transaction that is rolled back when `body` throws.
    func transaction(_ body: () throws -> Void) throws {
        try execute("BEGIN IMMEDIATE")
        do {
            try body()
            try execute("COMMIT")
        } catch {
            // Skipped if SQLite has already rolled back, as on a full disk.
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
