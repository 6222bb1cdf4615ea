import BatonSystem
import CSQLite
import Synchronization

/// One connection to a database, for one thread at a time.
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
        _ = SQLiteLibrary.isReady
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

    /// A number that another connection's commit changes, and no commit of this one; asked for within a transaction.
    func dataVersion() throws(SQLiteError) -> Int64 {
        let statement = try statement("PRAGMA data_version")
        defer { statement.reset() }
        return try statement.step() ? statement.bits(0) : 0
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

/// How long a command waits for locks of other processes on its history: one budget for all of its connections and
/// statements, so that many short waits take no longer than one long wait.
package final class LockPatience: Sendable {
    /// Remaining nanoseconds.
    private let left: Mutex<Int64>
    private static let longestPause: Int64 = 50_000_000

    /// - Parameter milliseconds: the budget for all waits together.
    package init(milliseconds: Int64 = 2000) {
        left = Mutex(milliseconds * 1_000_000)
    }

    /// Waits for a time that grows with the number of earlier waits; returns false where the budget is used up.
    func pause(after earlier: Int) -> Bool {
        let left = left.withLock { $0 }
        guard left > 0 else { return false }
        let begin = Self.now()
        usleep(UInt32(min(left, Self.longestPause, 1_000_000 << Int64(min(earlier, 6))) / 1000))
        let waited = Self.now() - begin
        self.left.withLock { $0 -= waited }
        return true
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// The files that SQLite opens beside a database without being asked to: rollback journal, write-ahead log and shared memory.
enum DatabaseFiles {
    /// What is wrong with one of them, as a sentence; nil where SQLite may open the database.
    ///
    /// A pipe would hang. A journal that names a super-journal makes SQLite delete the file of that name, whatever it is; no
    /// transaction of a history has one, because it writes one database.
    static func stranger(beside path: String) -> String? {
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        let path = resolved.map { String(cString: $0) } ?? path
        for ending in ["-journal", "-wal", "-shm"] {
            var status = stat()
            guard lstat(path + ending, &status) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
                return "its `\(ending)` is not a file of its own, as SQLite makes it"
            }
            if ending == "-journal", namesSuperJournal(path + ending, size: status.st_size) {
                return "its `\(ending)` names a file that SQLite would delete"
            }
        }
        return nil
    }

    /// How a journal ends that names a super-journal (sqlite.org, "Database File Format", 3.2).
    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    private static func namesSuperJournal(_ path: String, size: off_t) -> Bool {
        guard size >= magic.count else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var end = [UInt8](repeating: 0, count: magic.count)
        guard pread(descriptor, &end, end.count, size - off_t(end.count)) == end.count else { return false }
        return end == magic
    }
}

/// An error returned by SQLite (https://sqlite.org/rescode.html).
struct SQLiteError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The extended result code.
    var code: Int32
    var message: String

    var primaryCode: Int32 { code & 0xFF }

    var description: String { "\(message) (SQLite code \(code))" }
}

/// The loaded SQLite.
package enum SQLiteLibrary {
    /// Sets up the library, once, before the first connection is opened. False, and no harm, where other code has opened one.
    static let isReady = baton_sqlite_without_memory_status() == SQLITE_OK

    /// As `3.45.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
