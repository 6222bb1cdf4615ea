import CSQLite

/// Why the history cannot be written or read. Such an error never changes the outcome of a run.
package struct HistoryError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// There is no history yet.
        case missing
        /// Written by a version of Baton with a schema that this version does not know.
        case otherVersion
        /// What is in the place of the history is none, or it is damaged: no run can use it.
        case notHistory
        /// Another process held a lock for too long.
        case busy
        /// A read-only file, or another system error.
        case unavailable
        /// The file system is read-only.
        case readOnly
        /// This user may not read the file, or not enter its folder.
        case denied
        /// No run, or more than one, matches the reference.
        case noSuchRun
        /// No case, or more than one, has the name.
        case noSuchCase
        /// No run has the environment.
        case noSuchEnvironment
        /// No run has the branch.
        case noSuchBranch
        /// SQL that cannot be run, or that would change the history.
        case wrongSQL
        /// What was to be made of the history may not be written to the place that was named.
        case wrongTarget
        /// What was to be made of the history could not be written, or the disk is full.
        case notWritten
    }

    package var code: Code
    package var message: String
    /// What to do about it; nil where the message says it, or time helps.
    package var help: String?

    /// - Parameter help: nil for that of the code.
    package init(_ code: Code, _ message: String, help: String? = nil) {
        self.code = code
        self.message = message
        self.help = help ?? Self.help(for: code)
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
        // SQLite has no code of its own for a table that is missing.
        if error.primaryCode == SQLITE_ERROR, let lack = HistoryDatabase.lack(in: path) {
            self.init(.notHistory, "\(path) is damaged: \(lack)")
            return
        }
        if [SQLITE_READONLY, SQLITE_CANTOPEN].contains(error.primaryCode), HistoryFolder.isReadOnly(path) {
            self.init(readOnly: path)
            return
        }
        self.init(Self.code(of: error), Self.words(for: error, path: path))
    }

    init(readOnly path: String) {
        self.init(.readOnly, "\(path) cannot be written: its file system is read-only")
    }

    private static func code(of error: SQLiteError) -> Code {
        switch error.primaryCode {
        case SQLITE_CORRUPT, SQLITE_NOTADB: .notHistory
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .notWritten
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
                + (HistoryFolder.otherOwner(of: path) ?? "the file or its folder is read-only")
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
        default: "the next run that can write to the history imports \(journal)"
        }
    }

    /// What to do so that runs can use the history again.
    private static func help(for code: Code) -> String? {
        switch code {
        case .notHistory: "move it away: the next run begins a new history"
        case .denied:
            "let the user who runs Baton read and write it (`chown`, `chmod u+rwX`); `baton run --no-history` does without"
        case .readOnly: "mount a writable folder there; `baton run --no-history` does without"
        case .otherVersion: "use that version, or move it away: the next run begins a new history"
        default: nil
        }
    }

    package var description: String { message }
}
