import BatonRecords
import BatonValues

/// Reads past runs from the history. Used by one task.
package final class HistoryReader {
    let connection: Connection
    private let path: String

    /// Opens a history and marks dead runs as ended. Throws `missing` where no run was ever recorded.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for locks of other processes.
    ///   - settlesDeadRuns: false where nothing may be written.
    package init(
        _ path: String, patience: LockPatience = LockPatience(), settlesDeadRuns: Bool = true
    ) throws(HistoryError) {
        self.path = path
        connection = try HistoryDatabase.openForReading(path, patience: patience)
        guard settlesDeadRuns else { return }
        // If the history is read-only, dead runs are shown as running.
        try? HistoryImport.settleDeadRuns(connection, in: HistoryFolder.of(path), except: nil)
    }

    init(_ connection: Connection, path: String) {
        self.connection = connection
        self.path = path
    }

    /// Journals of runs that could not be recorded in the history at a path; the next run that can write to it imports
    /// them.
    package static func pendingJournals(of path: String) -> [String] {
        HistoryFolder.journals(in: HistoryFolder.of(path)).map(\.path)
    }

    /// The latest runs, newest first.
    package func recentRuns(
        _ scope: HistoryScope = HistoryScope(), limit: Int = 20
    ) throws(HistoryError) -> [RunSummary] {
        try wrapped { () throws(SQLiteError) -> [RunSummary] in
            let conditions = ["1"] + scope.conditions
            return try runs("WHERE \(conditions.joined(separator: " AND ")) ORDER BY id DESC LIMIT ?") {
                scope.bind(to: $0)
                $0.bind(max(0, limit))
            }
        }
    }

    /// The environments of all runs, by name.
    package func environments() throws(HistoryError) -> [String] {
        try wrapped { () throws(SQLiteError) -> [String] in
            let statement = try connection.statement(
                "SELECT DISTINCT environment FROM run WHERE environment IS NOT NULL ORDER BY environment")
            defer { statement.reset() }
            var names: [String] = []
            while try statement.step() { names.append(statement.text(0)) }
            return names
        }
    }

    /// The branches of all runs, that of the latest run first.
    package func branches() throws(HistoryError) -> [String] {
        try wrapped { () throws(SQLiteError) -> [String] in
            let statement = try connection.statement(
                "SELECT branch FROM run WHERE branch IS NOT NULL GROUP BY branch ORDER BY MAX(id) DESC")
            defer { statement.reset() }
            var names: [String] = []
            while try statement.step() { names.append(statement.text(0)) }
            return names
        }
    }

    /// The run that a reference names: `last`, `previous`, the beginning of a run's identity, or a branch, which stands
    /// for its latest run.
    func find(_ reference: String) throws(HistoryError) -> (number: Int64, run: RunSummary) {
        if let place = ["last", "previous"].firstIndex(of: reference) {
            let latest = try wrapped { () throws(SQLiteError) in try numberedRuns("ORDER BY id DESC LIMIT 2") { _ in } }
            guard latest.indices.contains(place) else {
                throw HistoryError(
                    .noSuchRun,
                    latest.isEmpty ? "no run has been recorded yet" : "only one run has been recorded yet")
            }
            return latest[place]
        }
        let ofBranch = try wrapped { () throws(SQLiteError) in
            try numberedRuns("WHERE branch = ? AND state != 'running' AND dry_run = 0 ORDER BY id DESC LIMIT 1") {
                $0.bind(reference)
            }
        }
        if let run = ofBranch.first { return run }
        let prefix = reference.lowercased()
        guard !prefix.isEmpty, prefix.utf8.allSatisfy(Self.isInIdentity) else {
            let branches = try branches()
            let similar = Spelling.nearest(to: reference, in: ["last", "previous"] + branches)
            throw HistoryError(
                .noSuchRun, "`\(reference)` is neither the beginning of a run's identity nor a branch in the history",
                help: similar.map { "did you mean `\($0)`?" })
        }
        let found = try wrapped { () throws(SQLiteError) in
            // `g` sorts after every hexadecimal digit.
            try numberedRuns("WHERE uuid >= ?1 AND uuid < ?1 || 'g' ORDER BY id DESC LIMIT 6") { $0.bind(prefix) }
        }
        guard let run = found.first else { throw HistoryError(.noSuchRun, "no run begins with `\(reference)`") }
        guard found.count == 1 else {
            let list = found.prefix(5).map(\.run.id).joined(separator: ", ")
            throw HistoryError(.noSuchRun, "several runs begin with `\(reference)`: \(list)")
        }
        return run
    }

    private static func isInIdentity(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
            || byte == UInt8(ascii: "-")
    }

    func wrapped<Value>(_ body: () throws(SQLiteError) -> Value) throws(HistoryError) -> Value {
        do {
            return try body()
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    func runs(_ condition: String, _ bind: (Statement) -> Void) throws(SQLiteError) -> [RunSummary] {
        try numberedRuns(condition, bind).map(\.run)
    }

    /// The runs that meet a condition, with their row numbers.
    func numberedRuns(
        _ condition: String, _ bind: (Statement) -> Void
    ) throws(SQLiteError) -> [(number: Int64, run: RunSummary)] {
        let statement = try connection.statement(
            """
            SELECT uuid, state, started, duration, exit_code, project, environment, base_url, host, tool_version, branch,
                commit_hash, dirty, ci_provider, ci_url, dry_run, planned, passed, failed, errors, skipped, flaky, requests,
                quarantined, blocked, build, commit_url, default_branch, tested_version, id, whole, commit_subject,
                commit_author
            FROM run \(condition)
            """)
        defer { statement.reset() }
        bind(statement)
        var runs: [(number: Int64, run: RunSummary)] = []
        while try statement.step() {
            runs.append(
                (
                    statement.integer(29),
                    RunSummary(
                        id: statement.text(0), state: statement.text(1), started: statement.integer(2),
                        duration: statement.optionalInteger(3), exitCode: statement.optionalInteger(4).map { Int($0) },
                        project: statement.text(5), environment: statement.optionalText(6),
                        baseURL: statement.optionalText(7), host: statement.text(8), toolVersion: statement.text(9),
                        branch: statement.optionalText(10), commit: statement.optionalText(11),
                        isDirty: statement.integer(12) != 0, subject: statement.optionalText(31),
                        author: statement.optionalText(32), ciProvider: statement.optionalText(13),
                        ciURL: statement.optionalText(14), isDryRun: statement.integer(15) == 1,
                        isStub: statement.integer(15) == 2,
                        isWhole: statement.integer(30) != 0, planned: statement.int(16), passed: statement.int(17),
                        failed: statement.int(18),
                        errors: statement.int(19), skipped: statement.int(20), flaky: statement.int(21),
                        requests: statement.optionalInteger(3).map { _ in statement.int(22) },
                        quarantined: statement.int(23),
                        blocked: statement.int(24), build: statement.optionalText(25),
                        commitURL: statement.optionalText(26), defaultBranch: statement.optionalText(27),
                        testedVersion: statement.optionalText(28))
                ))
        }
        return runs
    }
}

extension HistoryRecorder {
    /// What the body reads over the connection of the recording run, between two commits; nil while it has none.
    package func reading<Value: Sendable>(
        _ body: (HistoryReader) throws(HistoryError) -> Value
    ) throws(HistoryError) -> Value? {
        try connected { connection throws(HistoryError) in
            try body(HistoryReader(connection, path: settings.database))
        }
    }
}
