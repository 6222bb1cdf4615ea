import BatonJSON
import BatonRecords
import BatonSystem

/// Imports the journals of earlier runs, and marks dead runs as ended.
struct HistoryImport {
    /// Maximum bytes of a journal; a larger file was not written by Baton.
    private static let largest = 512 << 20

    let connection: Connection
    let settings: HistorySettings

    /// A run recorded as running is dead if its lock can be taken.
    static func settleDeadRuns(_ connection: Connection, in folder: String, except own: String?) throws {
        let select = try connection.statement("SELECT uuid FROM run WHERE state = 'running'")
        var dead: [String] = []
        while try select.step() {
            let run = select.text(0)
            // The end of a run with a journal is recorded in the journal.
            let hasJournal = HistoryFolder.exists(HistoryFolder.journal(of: run, in: folder))
            if run != own, !hasJournal, RunLock.isDead(run: run, in: folder) { dead.append(run) }
        }
        select.reset()
        guard !dead.isEmpty else { return }
        try connection.transaction {
            for run in dead {
                let update = try connection.statement(
                    """
                    UPDATE run SET state = 'interrupted',
                        (passed, failed, errors, blocked, quarantined, skipped, flaky) = (
                            SELECT count(*) FILTER (WHERE outcome = 0),
                                count(*) FILTER (WHERE outcome = 1 AND mark <> 2),
                                count(*) FILTER (WHERE outcome = 2 AND mark NOT IN (2, 3, 6)),
                                count(*) FILTER (WHERE outcome = 2 AND mark = 3), count(*) FILTER (WHERE mark IN (2, 6)),
                                count(*) FILTER (WHERE outcome = 3), count(*) FILTER (WHERE mark = 1)
                            FROM result WHERE result.run = run.id)
                    WHERE uuid = ? AND state = 'running'
                    """)
                update.bind(run)
                try update.run()
            }
        }
    }

    /// Imports the journals of dead runs. An unreadable journal is renamed and reported.
    func takeJournals(except own: String) {
        for (run, path) in HistoryFolder.journals(in: settings.folder) where run != own {
            // Held until the journal is removed: proves that its run is dead, and keeps other processes from importing
            // it.
            guard let lock = RunLock(run: run, in: settings.folder, creating: true) else { continue }
            // Another process may have imported it already.
            guard HistoryFolder.exists(path) else { continue }
            do {
                let unreadable = try take(path)
                if unreadable == 0 {
                    unlink(path)
                } else {
                    let lines = "\(unreadable) line\(unreadable == 1 ? "" : "s")"
                    settings.warn("\(path) was imported without \(lines), and \(Self.setAside(path))")
                }
            } catch let error as RunEventError where error.code == .newer {
                settings.warn("\(path) is left for a later version of Baton: \(error)")
            } catch let error as RunEventError {
                settings.warn("\(path) could not be imported and \(Self.setAside(path)): \(error)")
            } catch let error as HistoryFolder.NotNow {
                settings.warn("\(path) cannot be read now (\(error.reason)): the next run tries again")
            } catch {
                // An error of the database, so the next run tries again.
                settings.warn("\(path) could not be imported: \(HistoryError(error, path: settings.database))")
            }
            _ = lock
        }
    }

    /// Renames a journal so that no run imports it again; returns a sentence about the result.
    private static func setAside(_ path: String) -> String {
        let name = path + ".unreadable"
        return rename(path, name) == 0 ? "is now \(name)" : "could not be renamed"
    }

    /// Returns the number of unreadable lines. An incomplete last line does not count: the run died while writing it.
    private func take(_ path: String) throws -> Int {
        let bytes = try HistoryFolder.content(of: path, limit: Self.largest)
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        var decoder = RunEventDecoder()
        let rows = RunRows(connection)
        var unreadable = 0
        try connection.transaction {
            var isStarted = false
            for (index, line) in lines.enumerated() {
                let event: RunEvent
                do {
                    event = try decoder.event(line: Array(line))
                } catch let error as RunEventError where isStarted && error.code != .newer {
                    if index < lines.count - 1 || bytes.last == UInt8(ascii: "\n") { unreadable += 1 }
                    continue
                }
                if case .runStarted(let run) = event {
                    try rows.start(run, run.context ?? RunContext())
                    isStarted = true
                } else if isStarted {
                    try rows.add(event)
                }
            }
            guard isStarted else { throw RunEventError(.malformed, "no run begins in it") }
            try rows.flush()
        }
        return unreadable
    }
}

extension RunRows {
    /// Adds the events that follow the run's own row.
    func add(_ event: RunEvent) throws(SQLiteError) {
        switch event {
        case .caseFinished(let record): try add(record)
        case .runFinished(let run): try finish(run)
        case .runStarted, .caseStarted, .stepStarted, .stepFinished, .warning: break
        }
    }
}
