/// An error returned by SQLite (https://sqlite.org/rescode.html).
struct SQLiteError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The extended result code.
    var code: Int32
    var message: String

    var primaryCode: Int32 { code & 0xFF }

    var description: String { "\(message) (SQLite code \(code))" }
}
