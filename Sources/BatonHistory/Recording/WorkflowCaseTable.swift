import BatonRunner

/// The table `workflow_case`: each case of any run once.
struct WorkflowCaseTable {
    private let connection: Connection
    private let table: TableInsert
    /// Sorted keys of the cases in the database before the run. Cases of this run are not added: each comes once, and
    /// there may be very many.
    private var known: [Int64] = []
    /// Keys of the cases that were added at the start of the run, in plan order.
    private var planned: [Int64] = []
    /// SQLite's data version, which changes when another connection commits.
    private var dataVersion: Int64 = 0

    init(_ connection: Connection) {
        self.connection = connection
        table = TableInsert(into: "workflow_case", ["id", "path", "name", "row_name", "variant"], connection)
    }

    /// Loads the keys of all cases in the database. Called once, before anything is added.
    mutating func load() throws(SQLiteError) {
        if known.isEmpty { try loadKnown() }
        dataVersion = try currentDataVersion()
    }

    /// Adds the new cases of a plan at once, in key order: added one by one as they end, they would be spread over the
    /// table, and each commit would rewrite most of its pages.
    mutating func addPlanned(_ cases: [CaseIdentity], _ keys: [Int64]) throws(SQLiteError) {
        let new = keys.indices.filter { !knows(keys[$0]) }.sorted { keys[$0] < keys[$1] }
        try table.insert(new) { index, insert in Self.bind(cases[index], keys[index], insert) }
        planned = keys
    }

    /// Adds those cases of these records that are new.
    func add(_ records: [CaseRecord], _ keys: [Int64]) throws(SQLiteError) {
        let new = records.indices.filter { !isPlanned(keys[$0], at: records[$0].identity.index) && !knows(keys[$0]) }
        try table.insert(new) { index, insert in Self.bind(records[index].identity, keys[index], insert) }
    }

    /// Discards the known keys if another connection has changed the database, because it may have deleted cases.
    mutating func checkVersion() throws(SQLiteError) {
        let version = try currentDataVersion()
        if version == dataVersion { return }
        dataVersion = version
        planned = []
        known = []
    }

    /// https://sqlite.org/pragma.html#pragma_data_version: commits of this connection do not change the value.
    private func currentDataVersion() throws(SQLiteError) -> Int64 {
        let statement = try connection.statement("PRAGMA data_version")
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    private func isPlanned(_ key: Int64, at index: Int) -> Bool {
        planned.indices.contains(index) && planned[index] == key
    }

    /// Binary search.
    private func knows(_ key: Int64) -> Bool {
        var low = 0
        var high = known.count
        while low < high {
            let middle = (low + high) / 2
            if known[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < known.count && known[low] == key
    }

    private mutating func loadKnown() throws(SQLiteError) {
        known.reserveCapacity(Int(clamping: try connection.integer("SELECT count(*) FROM workflow_case")))
        let statement = try connection.statement("SELECT id FROM workflow_case ORDER BY id")
        while try statement.step() { known.append(statement.integer(0)) }
        statement.reset()
    }

    private static func bind(_ identity: CaseIdentity, _ key: Int64, _ insert: Statement) {
        insert.bind(key)
        insert.bind(identity.path)
        insert.bind(identity.name)
        insert.bind(identity.row)
        insert.bind(identity.variant)
    }
}
