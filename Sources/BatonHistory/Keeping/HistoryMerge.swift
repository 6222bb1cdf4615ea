/// Adds the runs of another history to this one.
///
/// A run is known by its identity, so that importing a file twice, or two histories with a common part, adds no run
/// twice. A run that this history knows as going on, and the other one as ended, is replaced.
package struct HistoryMerge {
    package struct Added: Sendable, Equatable {
        package var runs: Int
        /// Runs that were known before.
        package var known: Int
    }

    /// Tables whose rows belong to a run, with all columns behind `run`.
    private static let tables = ["result_note", "case_event"]

    /// - Parameters:
    ///   - source: the other history; it is only read.
    ///   - path: this history; created where it is missing.
    package static func add(
        _ source: String, to path: String, patience: LockPatience = LockPatience()
    ) throws(HistoryError) -> Added {
        // What helps the history of the project does not help this one.
        func ofSource(_ error: HistoryError) -> HistoryError {
            HistoryError([.notHistory, .denied].contains(error.code) ? .unavailable : error.code, error.message)
        }
        do throws(HistoryError) { try HistoryFolder.check(source) } catch { throw ofSource(error) }
        guard HistoryFolder.exists(source) else { throw HistoryError(.missing, "\(source) does not exist") }
        if HistoryFolder.isSame(source, path) { throw HistoryError(.unavailable, "\(source) is the history itself") }
        // Refuses what is no history, or of another version, before this history is touched.
        do {
            let other = try Connection(source, .readOnly, patience: patience)
            try HistoryDatabase.requireCurrent(other, path: source)
            try check(other, source)
        } catch {
            throw ofSource(HistoryError(error, path: source))
        }
        let connection = try HistoryDatabase.openForWriting(path, patience: patience)
        do {
            let attach = try connection.statement("ATTACH ? AS other")
            attach.bind(source)
            try attach.run()
            var added = Added(runs: 0, known: 0)
            try connection.transaction { added = try copy(connection) }
            return added
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// Refuses a file in which tables were replaced by views, or have other columns: its rows are copied as they are.
    private static func check(_ other: Connection, _ source: String) throws {
        guard try HistoryDatabase.digest(other) == HistoryMigrations.digest else {
            throw HistoryError(.notHistory, "\(source) has other tables than a history of Baton")
        }
        let verdict = try other.statement("PRAGMA quick_check(1)")
        // The check reads missing bytes at the end of the file as zeros.
        let size = try other.integer("PRAGMA page_count") * other.integer("PRAGMA page_size")
        guard HistoryFolder.size(of: source) == size, try verdict.step(), verdict.text(0) == "ok" else {
            throw HistoryError(.notHistory, "\(source) is damaged")
        }
        let strange = try other.integer(
            """
            SELECT count(*) FROM run WHERE state NOT IN ('running', 'passed', 'failed', 'error', 'interrupted', 'infra')
                OR started NOT BETWEEN 0 AND \(latestMoment) OR duration NOT BETWEEN 0 AND \(latestMoment)
            """)
        guard strange == 0 else {
            throw HistoryError(.notHistory, "\(source) has runs with a state or a time that no run can have")
        }
        let nameless = try other.integer(
            "SELECT count(*) FROM run WHERE length(uuid) <> 36 OR uuid GLOB '*[^0-9a-f-]*'")
        guard nameless == 0 else {
            throw HistoryError(.notHistory, "\(source) has runs with an identity that no run can have")
        }
        if let column = try columnBeyondBounds(other) {
            throw HistoryError(.notHistory, "\(source) has a number in \(column) that nothing can have")
        }
        if let foreign = try misplaced(other) {
            throw HistoryError(.notHistory, "\(source) has a \(foreign) under the key of another")
        }
    }

    /// The column of a number that no time, count or code reaches; nil where there is none. Keys may be any number.
    private static func columnBeyondBounds(_ other: Connection) throws(SQLiteError) -> String? {
        for table in ["run", "result"] + tables {
            let columns = try Statement(
                "SELECT name FROM pragma_table_info('\(table)') WHERE type = 'INTEGER'", in: other)
            while try columns.step() {
                let column = columns.text(0)
                let most = Statement.most
                let found = try other.integer(
                    "SELECT count(*) FROM \(table) WHERE \(column) NOT BETWEEN -\(most) AND \(most)")
                if found > 0 { return "\(table).\(column)" }
            }
        }
        return nil
    }

    /// What stands under a key that is not made of it, and would stand for another in this history; nil for nothing.
    private static func misplaced(_ other: Connection) throws(SQLiteError) -> String? {
        let cases = try other.statement("SELECT key, path, name, row_name, variant FROM workflow_case")
        while try cases.step() {
            let key = CaseKey(
                path: cases.text(1), name: cases.text(2), row: cases.optionalText(3), variant: cases.optionalText(4))
            if key.stored != cases.bits(0) { return "workflow" }
        }
        let plans = try other.statement("SELECT key, steps FROM step_plan")
        while try plans.step() {
            if StepPlanTable.key(of: plans.text(1)) != UInt64(bitPattern: plans.bits(0)) { return "list of steps" }
        }
        return nil
    }

    /// The end of the year 9999, in microseconds since 1970.
    private static let latestMoment: Int64 = 253_402_300_799_999_999

    private static func copy(_ connection: Connection) throws(SQLiteError) -> Added {
        // A run that goes on elsewhere has no end here; its own history will have it.
        try connection.execute(
            """
            CREATE TEMP TABLE taken AS
            SELECT theirs.id AS old, 0 AS new, mine.id AS replaced
            FROM other.run AS theirs LEFT JOIN main.run AS mine ON mine.uuid = theirs.uuid
            WHERE theirs.state != 'running' AND (mine.id IS NULL OR mine.state = 'running')
            ORDER BY theirs.id;
            """)
        let known = try connection.integer(
            "SELECT count(*) FROM other.run WHERE state != 'running' AND id NOT IN (SELECT old FROM taken)")
        let runs = try connection.integer("SELECT count(*) FROM taken")
        try HistoryPruning.delete(runs: "SELECT replaced FROM taken WHERE replaced IS NOT NULL", connection)
        try connection.execute(
            """
            UPDATE taken SET new = (SELECT ifnull(max(id), 0) FROM main.run)
                + (SELECT count(*) FROM taken AS earlier WHERE earlier.old <= taken.old);
            INSERT OR IGNORE INTO main.workflow_case (key, path, name, row_name, variant)
                SELECT key, path, name, row_name, variant FROM other.workflow_case;
            INSERT OR IGNORE INTO main.step_plan (key, steps) SELECT key, steps FROM other.step_plan;
            """)
        let columns = try Self.columns(of: "run", connection).filter { $0 != "id" }.joined(separator: ", ")
        try connection.execute(
            """
            INSERT INTO main.run (id, \(columns))
                SELECT taken.new, \(columns) FROM taken JOIN other.run AS theirs ON theirs.id = taken.old
                ORDER BY taken.new;
            INSERT INTO main.result (run, position, case_id, outcome, mark, started, duration, plan, step_durations)
                SELECT taken.new, position, mine.id, outcome, mark, started, duration,
                    (SELECT id FROM main.step_plan WHERE key =
                        (SELECT key FROM other.step_plan WHERE id = theirs.plan)),
                    step_durations
                FROM taken JOIN other.result AS theirs ON theirs.run = taken.old
                    JOIN other.workflow_case ON other.workflow_case.id = theirs.case_id
                    JOIN main.workflow_case AS mine ON mine.key = other.workflow_case.key
                ORDER BY taken.new, position;
            """)
        for table in tables {
            let columns = try Self.columns(of: table, connection).filter { $0 != "run" }.joined(separator: ", ")
            try connection.execute(
                """
                INSERT INTO main.\(table) (run, \(columns))
                    SELECT taken.new, \(columns) FROM taken JOIN other.\(table) AS theirs ON theirs.run = taken.old;
                """)
        }
        try sort(connection)
        try connection.execute("DROP TABLE taken")
        return Added(runs: Int(runs), known: Int(known))
    }

    /// Numbers the runs by their start, from the first one that an added run precedes: questions take a run with a
    /// higher number for the later one. Runs that go on keep theirs, which their recorders know.
    private static func sort(_ connection: Connection) throws(SQLiteError) {
        try connection.execute(
            """
            CREATE TEMP TABLE moved AS
            WITH late AS (
                SELECT id, row_number() OVER (ORDER BY id) AS place, row_number() OVER (ORDER BY started, id) AS rank
                FROM main.run WHERE state != 'running' AND id >= (
                    SELECT min(id) FROM main.run WHERE state != 'running' AND started >
                        (SELECT min(started) FROM main.run WHERE id IN (SELECT new FROM taken)))
            )
            SELECT late.id AS old, target.id AS new FROM late JOIN late AS target ON target.place = late.rank
            WHERE late.id != target.id;
            CREATE UNIQUE INDEX temp.moved_old ON moved (old);
            """)
        if try connection.integer("SELECT count(*) FROM moved") > 0 {
            try connection.execute("PRAGMA defer_foreign_keys = ON")
            for (table, column) in [("run", "id"), ("result", "run")] + tables.map({ ($0, "run") }) {
                // Negative first, since the numbers change places.
                try connection.execute(
                    """
                    UPDATE main.\(table) SET \(column) = -(SELECT new FROM moved WHERE old = \(column))
                        WHERE \(column) IN (SELECT old FROM moved);
                    UPDATE main.\(table) SET \(column) = -\(column) WHERE \(column) < 0;
                    """)
            }
        }
        try connection.execute("DROP TABLE moved")
    }

    private static func columns(of table: String, _ connection: Connection) throws(SQLiteError) -> [String] {
        let statement = try Statement("SELECT name FROM pragma_table_info('\(table)')", in: connection)
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0)) }
        return names
    }
}
