import BatonRunner

/// The table `case_result`: how each case of a run ended.
struct CaseResultTable {
    private let table: TableInsert

    init(_ connection: Connection) {
        table = TableInsert(
            into: "case_result",
            [
                "run", "position", "case_id", "outcome", "reason", "attempts", "flaky", "started", "duration",
                "signature", "quarantine", "role", "owner",
            ], connection)
    }

    /// - Parameters:
    ///   - keys: the keys of the cases, in the order of the records.
    ///   - run: the row number of the run.
    func add(_ records: [CaseRecord], _ keys: [Int64], run: Int64) throws(SQLiteError) {
        try table.insert(Array(records.indices)) { index, insert in
            Self.bind(records[index], keys[index], run, insert)
        }
    }

    private static func bind(_ record: CaseRecord, _ key: Int64, _ run: Int64, _ insert: Statement) {
        let identity = record.identity
        insert.bind(run)
        insert.bind(identity.index)
        insert.bind(key)
        insert.bind(word: record.outcome.word)
        insert.bind(record.reason)
        insert.bind(record.earlier.count + 1)
        insert.bind(record.isFlaky)
        insert.bind(record.started)
        insert.bind(record.duration)
        insert.bind(record.firstFailure.map(FailureSignature.of))
        insert.bind(record.isQuarantined ? record.identity.quarantine?.sentence(isBad: true) : nil)
        insert.bind(identity.role == .selected ? nil : identity.role.rawValue)
        insert.bind(identity.owner)
    }
}
