import CSQLite

/// Why the history cannot be written or read. Such an error never changes the outcome of a run.
package struct HistoryError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// There is no history yet.
        case missing
        /// Written by a version of Baton with a schema that this version does not know.
        case otherVersion
        /// The file is not a history, or it is damaged.
        case notHistory
        /// Another process held a lock for too long.
        case busy
        /// A full disk, a read-only file, or another system error.
        case unavailable
        /// No run, or more than one, matches the reference.
        case noSuchRun
        /// No case, or more than one, has the name.
        case noSuchCase
        /// SQL that cannot be run, or that would change the history.
        case wrongSQL
        /// What was to be made of the history may not be written to the place that was named.
        case wrongTarget
        /// What was to be made of the history could not be written.
        case notWritten
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: any Error, path: String) {
        if let error = error as? HistoryError {
            self = error
            return
        }
        guard let error = error as? SQLiteError else {
            self.init(.unavailable, "\(path): \(error)")
            return
        }
        self.init(Self.code(of: error), Self.words(for: error, path: path))
    }

    private static func code(of error: SQLiteError) -> Code {
        switch error.primaryCode {
        case SQLITE_CORRUPT, SQLITE_NOTADB: .notHistory
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        default: .unavailable
        }
    }

    /// The message for an SQLite error: SQLite's own ones name disk images and readonly databases, these name the file.
    private static func words(for error: SQLiteError, path: String) -> String {
        switch error.primaryCode {
        case SQLITE_NOTADB: "\(path) is not an SQLite database"
        case SQLITE_CORRUPT: "\(path) is damaged"
        case SQLITE_BUSY, SQLITE_LOCKED: "\(path) is locked by another process"
        case SQLITE_FULL: "\(path): the disk is full"
        case SQLITE_READONLY:
            "\(path) cannot be written: "
                + (HistoryFolder.otherOwner(of: path) ?? "the file, its folder or its file system is read-only")
        case SQLITE_CANTOPEN:
            "\(path) cannot be opened" + (HistoryFolder.otherOwner(of: path).map { ": \($0)" } ?? "")
        case SQLITE_IOERR: "\(path) cannot be read or written: \(error.message)"
        default: "\(path): \(error.message)"
        }
    }

    /// What happens to a run that could not be recorded and is kept in a journal.
    func outlook(journal: String) -> String {
        switch code {
        case .notHistory: "move it away, and the next run begins a new history and imports \(journal)"
        case .otherVersion: "the next run of that version imports \(journal)"
        default: "the next run imports \(journal)"
        }
    }

    package var description: String { message }
}
