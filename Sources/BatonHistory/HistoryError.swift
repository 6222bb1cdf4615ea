import CSQLite

/// Why the history cannot be written or read; never a reason for another verdict.
package struct HistoryError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// There is no history yet.
        case missing
        /// A later version of Baton wrote it.
        case newer
        /// The file is something else, or damaged.
        case notHistory
        /// Another process writes for longer than we wait.
        case busy
        /// Full, read-only, or another fault of the system.
        case unavailable
        /// No run, or more than one, is meant.
        case noSuchRun
    }

    package var code: Code
    package var message: String

    init(_ code: Code, _ message: String) {
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
        let code: Code
        switch error.primaryCode {
        case SQLITE_CORRUPT, SQLITE_NOTADB: code = .notHistory
        case SQLITE_BUSY, SQLITE_LOCKED: code = .busy
        default: code = .unavailable
        }
        self.init(code, "\(path): \(error.message)")
    }

    package var description: String { message }
}
