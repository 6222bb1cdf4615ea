import BatonText
import CSQLite

/// A prepared statement: values are bound by position from 1, columns are read from 0.
///
/// What a bind refuses is reported by the next `step()`.
final class Statement {
    private let handle: OpaquePointer
    /// Not owned: the connection keeps its statements, and closes after them.
    private let database: OpaquePointer
    private var bindResult = SQLITE_OK
    private var position: Int32 = 0
    /// Short texts are copied here instead of to the heap, which SQLite would ask for each of them anew. What is bound
    /// stays valid until the next value takes its place.
    private let scratch: UnsafeMutableRawPointer
    private var scratchUsed = 0
    private let scratchSize: Int
    /// What SQLite holds for each position: bindings outlive `reset()`, and most rows have much in common.
    private let held: UnsafeMutableBufferPointer<Held>

    private enum Held: Equatable {
        case something
        case null
        case integer(Int64)
        /// The address of a word of ours.
        case word(UnsafePointer<UInt8>)
    }

    init(_ sql: String, in connection: Connection) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        try connection.check(sqlite3_prepare_v3(connection.handle, sql, -1, flags, &handle, nil))
        guard let handle else { throw SQLiteError(code: SQLITE_MISUSE, message: "empty statement") }
        self.handle = handle
        self.database = connection.handle
        let parameters = Int(sqlite3_bind_parameter_count(handle))
        scratchSize = 2048 + 32 * parameters
        scratch = .allocate(byteCount: scratchSize, alignment: 8)
        held = .allocate(capacity: parameters)
        held.initialize(repeating: .null)
    }

    deinit {
        sqlite3_finalize(handle)
        scratch.deallocate()
        held.deallocate()
    }

    // MARK: Values, one after the other

    /// Goes to the next position; false where SQLite holds that value for it already.
    private func mustBind(_ value: Held) -> Bool {
        let index = Int(position)
        position += 1
        // One too many is SQLite's to refuse.
        guard index < held.count else { return true }
        if value != .something, held[index] == value { return false }
        held[index] = value
        return true
    }

    func bind(_ value: Int64) {
        if mustBind(.integer(value)) { note(sqlite3_bind_int64(handle, position, value)) }
    }

    func bind(_ value: Int) { bind(Int64(value)) }
    func bind(_ value: Bool) { bind(value ? 1 : 0 as Int64) }

    func bind(_ value: Int64?) {
        if let value { bind(value) } else { bindNull() }
    }

    func bind(_ text: String) {
        _ = mustBind(.something)
        text.withUTF8Bytes { bindText($0) }
    }

    private func bindText(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            // A text without an address would be NULL.
            let empty: StaticString = ""
            note(bindText(empty.utf8Start, 0, nil))
            return
        }
        guard bytes.count <= scratchSize - scratchUsed else {
            note(bindText(start, bytes.count, baton_sqlite_transient()))
            return
        }
        let copy = scratch + scratchUsed
        copy.copyMemory(from: start, byteCount: bytes.count)
        scratchUsed += bytes.count
        note(bindText(copy, bytes.count, nil))
    }

    private func bindText(
        _ start: UnsafeRawPointer, _ count: Int, _ destructor: sqlite3_destructor_type?
    ) -> Int32 {
        let text = start.assumingMemoryBound(to: CChar.self)
        return sqlite3_bind_text64(handle, position, text, UInt64(count), destructor, UInt8(SQLITE_UTF8))
    }

    func bind(_ text: String?) {
        if let text { bind(text) } else { bindNull() }
    }

    /// A word of ours, which needs no copy.
    func bind(word: StaticString) {
        guard mustBind(.word(word.utf8Start)) else { return }
        note(bindText(word.utf8Start, word.utf8CodeUnitCount, nil))
    }

    func bind(_ bytes: [UInt8]) {
        _ = mustBind(.something)
        bytes.withUnsafeBytes { buffer in
            if let base = buffer.baseAddress {
                note(sqlite3_bind_blob64(handle, position, base, UInt64(buffer.count), baton_sqlite_transient()))
            } else {
                note(sqlite3_bind_zeroblob(handle, position, 0))
            }
        }
    }

    func bindNull() {
        if mustBind(.null) { note(sqlite3_bind_null(handle, position)) }
    }

    private func note(_ result: Int32) {
        guard result != SQLITE_OK else { return }
        bindResult = result
        // A value that was refused is not what SQLite holds.
        if position > 0, position <= held.count { held[Int(position) - 1] = .something }
    }

    // MARK: Running

    /// Whether there is a row to read.
    func step() throws(SQLiteError) -> Bool {
        guard bindResult == SQLITE_OK else { throw error(bindResult) }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let result: throw error(result)
        }
    }

    /// Runs a statement without rows, and makes it ready for the next values.
    func run() throws(SQLiteError) {
        defer { reset() }
        _ = try step()
    }

    func reset() {
        sqlite3_reset(handle)
        position = 0
        scratchUsed = 0
        bindResult = SQLITE_OK
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(database)))
    }

    // MARK: Columns

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    func int(_ column: Int32) -> Int { Int(integer(column)) }

    func optionalInteger(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    /// Invalid UTF-8 is repaired.
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
