import BatonRecords

/// Writes a run's events into the history, or, if that fails, into a journal next to it.
///
/// Used by one thread at a time. It throws no errors: a failure is reported once, and does not change the outcome of the run.
final class HistoryWriter {
    private enum Target {
        case none
        case database(Connection, RunRows)
        case journal(HistoryJournal)
        /// Neither history nor journal could be written.
        case lost
    }

    private let settings: HistorySettings
    private var target = Target.none
    private var run: RunStarted?
    private var context = RunContext()
    private var lock: RunLock?
    private var hasEnded = false

    init(_ settings: HistorySettings) {
        self.settings = settings
    }

    /// The connection to the history; nil while there is none.
    var connection: Connection? {
        if case .database(let connection, _) = target { connection } else { nil }
    }

    /// Commits the events in one transaction; the start of the run has a transaction of its own before them.
    func write(_ events: [RunEvent]) {
        var rest = events[...]
        while let index = rest.firstIndex(where: { if case .runStarted = $0 { true } else { false } }) {
            if case .runStarted(let run) = rest[index] { start(run) }
            rest = rest[(index + 1)...]
        }
        guard !rest.isEmpty else { return }
        for event in rest {
            if case .runFinished = event { hasEnded = true }
        }
        if case .database(let connection, let rows) = target {
            do {
                try connection.transaction {
                    try rows.checkRun()
                    for event in rest { try rows.add(event) }
                    try rows.flush()
                }
                if hasEnded { pruneALittle(connection) }
                return
            } catch {
                fallBack(error)
            }
        }
        addToJournal(rest)
    }

    /// Number of runs that lose what is due after each run, so that no run waits long for it.
    private static let prunedAtOnce = 5

    /// Removes old data; where that fails, a later run does it.
    private func pruneALittle(_ connection: Connection) {
        guard let run else { return }
        try? connection.transaction {
            _ = try HistoryPruning.removeDue(connection, now: run.started, most: Self.prunedAtOnce)
        }
    }

    /// Closes history and journal; a run without an end is recorded as interrupted. The lock is released last.
    func close() {
        if run != nil, !hasEnded, case .database(let connection, _) = target {
            lock = nil
            try? HistoryImport.settleDeadRuns(connection, in: settings.folder, except: nil)
        }
        target = .none
        lock = nil
    }

    private func start(_ run: RunStarted) {
        self.run = run
        HistoryFolder.create(settings.folder)
        lock = RunLock(run: run.id, in: settings.folder, creating: true)
        context = settings.context()
        do {
            let connection = try HistoryDatabase.openForWriting(settings.database, patience: settings.patience)
            // Journals are imported first, because runs are numbered in this order, and because a journal's run may
            // have died too.
            HistoryImport(connection: connection, settings: settings).takeJournals(except: run.id)
            let rows = RunRows(connection)
            try connection.transaction { try rows.start(run, context) }
            target = .database(connection, rows)
            try? HistoryImport.settleDeadRuns(connection, in: settings.folder, except: run.id)
            RunLock.removeDead(in: settings.folder)
        } catch {
            fallBack(error)
        }
    }

    private func fallBack(_ error: any Error) {
        let reason = HistoryError(error, path: settings.database)
        guard let run else { return }
        if let journal = HistoryJournal(run, context, in: settings.folder) {
            target = .journal(journal)
            settings.warn("the history is not written: \(reason); \(reason.outlook(journal: journal.path))")
        } else {
            target = .lost
            settings.warn(
                "the history is not written: \(reason); nor can anything be written beside it, so this run is not recorded"
                    + (reason.help.map { "; \($0)" } ?? ""))
        }
    }

    private func addToJournal(_ events: ArraySlice<RunEvent>) {
        guard case .journal(let journal) = target else { return }
        for event in events {
            guard journal.add(event) else {
                target = .lost
                settings.warn("\(journal.path) cannot be written any more: the rest of this run is not recorded")
                return
            }
        }
    }
}
