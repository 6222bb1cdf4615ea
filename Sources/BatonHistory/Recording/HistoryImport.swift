import BatonJSON
import BatonRunner

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Takes in what earlier runs could not record, and settles those that died.
struct HistoryImport {
    /// A journal larger than this was not written by a run of ours.
    private static let largest = 512 << 20

    let connection: Connection
    let settings: HistorySettings

    /// Whoever can take the lock of a running run knows that it is dead.
    static func settleDeadRuns(_ connection: Connection, in folder: String, except own: String?) throws {
        let select = try connection.statement("SELECT uuid FROM run WHERE state = 'running'")
        var dead: [String] = []
        while try select.step() {
            let run = select.text(0)
            if run != own, RunLock.isDead(run: run, in: folder) { dead.append(run) }
        }
        select.reset()
        guard !dead.isEmpty else { return }
        try connection.transaction {
            for run in dead {
                let update = try connection.statement(
                    """
                    UPDATE run SET state = 'interrupted',
                        passed = (SELECT count(*) FROM case_result WHERE run = run.id AND outcome = 'passed'),
                        failed = (SELECT count(*) FROM case_result WHERE run = run.id AND outcome = 'failed'),
                        errors = (SELECT count(*) FROM case_result WHERE run = run.id AND outcome = 'error'),
                        skipped = (SELECT count(*) FROM case_result WHERE run = run.id AND outcome = 'skipped')
                    WHERE uuid = ? AND state = 'running'
                    """)
                update.bind(run)
                try update.run()
            }
        }
    }

    /// Imports the journals of dead runs; one that cannot be read is kept under another name, and said.
    func takeJournals(except own: String) {
        let names = HistoryFolder.names(in: settings.folder).filter { name in
            name.hasPrefix(HistoryJournal.prefix) && name.hasSuffix(HistoryJournal.suffix)
        }
        for name in names {
            let run = String(name.dropFirst(HistoryJournal.prefix.count).dropLast(HistoryJournal.suffix.count))
            guard run != own, RunLock.isDead(run: run, in: settings.folder) else { continue }
            let path = "\(settings.folder)/\(name)"
            do {
                try take(path)
                unlink(path)
            } catch let error as RunEventError where error.code == .newer {
                settings.warn("\(path) is left for a later version of Baton: \(error)")
            } catch let error as RunEventError {
                rename(path, path + ".unreadable")
                settings.warn("\(path) could not be imported and is now \(path).unreadable: \(error)")
            } catch {
                // The database's fault: the next run tries again.
                settings.warn("\(path) could not be imported: \(HistoryError(error, path: settings.database))")
            }
        }
    }

    private func take(_ path: String) throws {
        guard let bytes = HistoryFolder.content(of: path, limit: Self.largest) else {
            throw RunEventError(.malformed, "not readable")
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first, let value = try? JSONParser.parse(Array(first)) else {
            throw RunEventError(.malformed, "the first line is not JSON")
        }
        let context = try RunContext(value)
        var decoder = RunEventDecoder()
        let rows = try RunRows(connection, contentHash: settings.contentHash)
        try connection.transaction {
            var isStarted = false
            for line in lines.dropFirst() {
                let event: RunEvent
                do {
                    event = try decoder.event(line: Array(line))
                } catch let error as RunEventError where isStarted && error.code != .newer {
                    // The last line of a run that died may be torn; a later version's events may be unknown.
                    continue
                }
                if case .runStarted(let run) = event {
                    try rows.start(run, context)
                    isStarted = true
                } else if isStarted {
                    try rows.add(event)
                }
            }
            guard isStarted else { throw RunEventError(.malformed, "no run begins in it") }
        }
    }
}

extension RunRows {
    /// What of an event belongs into the tables once the run's row is there.
    func add(_ event: RunEvent) throws(SQLiteError) {
        switch event {
        case .caseFinished(let record): try add(record)
        case .runFinished(let run): try finish(run)
        case .runStarted, .caseStarted, .stepStarted, .stepFinished, .warning: break
        }
    }
}
