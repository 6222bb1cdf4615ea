/// The state of a history's file, found without changing anything.
package struct HistoryState: Sendable {
    package let runCount: Int
    /// In bytes, without journals.
    package let size: Int
    /// Why the history cannot be written; nil if it can.
    package let obstacle: String?
    /// The runs that wait for being imported, as paths.
    package let journals: [String]

    /// Reads the whole file. Throws `missing` where no run was ever recorded, and `notHistory` for a damaged file.
    package init(of path: String) throws(HistoryError) {
        try HistoryFolder.check(path)
        guard HistoryFolder.exists(path) else { throw HistoryError(.missing, "\(path): no run has been recorded yet") }
        do {
            let connection = try Connection(path, .readOnly)
            // An empty file is one that a run has still to fill.
            guard try connection.integer("PRAGMA page_count") > 0 else {
                throw HistoryError(.missing, "\(path): no run has been recorded yet")
            }
            try HistoryDatabase.requireCurrent(connection, path: path)
            let check = try connection.statement("PRAGMA quick_check(1)")
            defer { check.reset() }
            if try check.step(), let verdict = check.optionalText(0), verdict != "ok" {
                throw HistoryError(.notHistory, "\(path) is damaged: \(verdict)")
            }
            if let lack = try HistoryDatabase.lack(connection) {
                throw HistoryError(.notHistory, "\(path) is damaged: \(lack)")
            }
            runCount = Int(try connection.integer("SELECT count(*) FROM run"))
            size = Int(
                try connection.integer("PRAGMA page_count") * connection.integer("PRAGMA page_size"))
        } catch {
            throw HistoryError(error, path: path)
        }
        obstacle = HistoryFolder.writeObstacle(at: path)
        journals = HistoryReader.pendingJournals(of: path)
    }
}
