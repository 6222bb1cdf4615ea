import BatonRecords
import BatonValues

/// Opens a history and migrates it to the current schema.
enum HistoryDatabase {
    /// Opens a history for a run; creates it where it is missing, mode 0600.
    static func openForWriting(_ path: String, patience: LockPatience = LockPatience()) throws(HistoryError)
        -> Connection
    {
        do {
            try HistoryFolder.createFile(path)
            let connection = try Connection(path, .create, patience: patience)
            // In KiB: enough for a batch of results and the inner pages of their tables, which is all that a run reads.
            try connection.execute("PRAGMA cache_size = -512")
            try migrate(connection, path: path)
            return connection
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// Opens a history for reading; an old schema is migrated if the file can be written.
    static func openForReading(_ path: String, patience: LockPatience = LockPatience()) throws(HistoryError)
        -> Connection
    {
        try HistoryFolder.check(path)
        guard HistoryFolder.exists(path) else { throw HistoryError(.missing, "\(path): no run has been recorded yet") }
        do {
            if let connection = try? Connection(path, .readWrite, patience: patience),
                (try? migrate(connection, path: path)) != nil
            {
                return connection
            }
            let connection = try Connection(path, .readOnly, patience: patience)
            if try isPresent(connection, path: path) {
                try requireOwnSchema(connection, path: path)
            } else {
                if try connection.integer("PRAGMA user_version") == 0 {
                    throw HistoryError(.missing, "\(path): no run has been recorded yet")
                }
                throw HistoryError(.unavailable, "\(path) has an older form and cannot be written")
            }
            return connection
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// Throws for a database that is no history, and for one of another version.
    static func requireCurrent(_ connection: Connection, path: String) throws {
        guard try isPresent(connection, path: path) else {
            throw HistoryError(.notHistory, "\(path) is not a history of Baton")
        }
    }

    /// The table, view or index that a database of the current version lacks, or has in another form, as a sentence; nil
    /// for a whole one, and for one that cannot be opened.
    static func lack(in path: String) -> String? {
        guard let connection = try? Connection(path, .readOnly), (try? isPresent(connection, path: path)) == true else {
            return nil
        }
        return try? lack(connection)
    }

    static func lack(_ connection: Connection) throws -> String? {
        let present = Set(try schema(connection))
        return try ownSchema().first { !present.contains($0) }.map {
            "its \($0[0]) `\($0[1])` is missing or changed"
        }
    }

    /// Type, name, table and SQL of all that a database holds, tables first; without what SQLite itself makes.
    static func schema(_ connection: Connection) throws -> [[String]] {
        let statement = try Statement(
            """
            SELECT type, name, tbl_name, sql FROM sqlite_schema
            WHERE NOT (type = 'index' AND sql IS NULL) AND NOT (type = 'table' AND name = 'sqlite_stat1')
            ORDER BY type <> 'table', type, name
            """, in: connection)
        var rows: [[String]] = []
        while try statement.step() { rows.append((0..<4).map { statement.text($0) }) }
        return rows
    }

    /// The schema that all migrations make.
    private static func ownSchema() throws -> [[String]] {
        let reference = try Connection(":memory:", .create)
        for step in HistoryMigrations.steps { try reference.execute(step) }
        return try schema(reference)
    }

    /// SHA-256 of the schema.
    static func digest(_ connection: Connection) throws -> String {
        SHA256.hex(of: try schema(connection).flatMap { $0.flatMap { Array($0.utf8) + [0] } })
    }

    /// Throws where a database holds more than tables, indices and views of ours: a trigger or another view is code that
    /// somebody else wrote, and runs with every command.
    private static func requireOwnSchema(_ connection: Connection, path: String) throws {
        guard try digest(connection) != HistoryMigrations.digest else { return }
        let own = Set(try ownSchema())
        guard let foreign = try schema(connection).first(where: { !own.contains($0) }) else { return }
        throw HistoryError(.notHistory, "\(path) has the \(foreign[0]) `\(foreign[1])`, which no history has")
    }

    private static func migrate(_ connection: Connection, path: String) throws {
        if try isPresent(connection, path: path) { return try requireOwnSchema(connection, path: path) }
        var wasEmpty = false
        try connection.transaction {
            wasEmpty = try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
            // Another process may have migrated while this one waited.
            let version = try connection.integer("PRAGMA user_version")
            for step in HistoryMigrations.steps.dropFirst(Int(version)) { try connection.execute(step) }
            try connection.execute("PRAGMA application_id = \(HistoryMigrations.applicationID)")
            try connection.execute("PRAGMA user_version = \(HistoryMigrations.steps.count)")
        }
        if !wasEmpty { try requireOwnSchema(connection, path: path) }
    }

    /// Whether the schema is the current one. Throws for a file that is not a history, and for an unknown schema.
    private static func isPresent(_ connection: Connection, path: String) throws -> Bool {
        // A snapshot, because another process may be creating the tables at this moment.
        let (count, application, version) = try connection.snapshot {
            (
                try connection.integer("SELECT count(*) FROM sqlite_schema"),
                try connection.integer("PRAGMA application_id"), try connection.integer("PRAGMA user_version")
            )
        }
        if count == 0, application == 0, version == 0 { return false }
        guard application == HistoryMigrations.applicationID, version >= 0 else {
            throw HistoryError(.notHistory, "\(path) is a database, but not a history of Baton")
        }
        guard version <= HistoryMigrations.steps.count else {
            throw HistoryError(.otherVersion, "\(path) was written by a later version of Baton (schema \(version))")
        }
        return version == HistoryMigrations.steps.count
    }
}

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
        journals = HistoryFolder.journals(in: HistoryFolder.of(path)).map(\.path)
    }
}
