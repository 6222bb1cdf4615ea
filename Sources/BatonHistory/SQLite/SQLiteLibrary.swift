import CSQLite

/// The loaded SQLite.
package enum SQLiteLibrary {
    /// As `3.45.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
}
