import BatonRecords

/// The table `step_detail`: the outcome of each step and its last request, unless a plan says enough.
struct StepDetailTable {
    private let connection: Connection
    /// Inserts steps without a program and without a response from the cache, which are not flaky.
    private let plain: TableInsert

    private static let plainColumns: [StaticString] = [
        "run", "case_position", "position", "section", "kind", "name", "outcome", "reason", "line", "started",
        "duration", "checks", "attempts", "method", "url_template", "status", "dns", "connect", "tls", "send", "wait",
        "receive", "request_bytes", "response_bytes",
    ]

    private static let fullSQL = """
        INSERT OR IGNORE INTO step_detail
            (\(plainColumns.map(\.description).joined(separator: ", ")), cache, command, exit_code, flaky)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    init(_ connection: Connection) {
        self.connection = connection
        plain = TableInsert(into: "step_detail", Self.plainColumns, connection)
    }

    /// - Parameter run: the row number of the run.
    func add(_ records: [CaseRecord], run: Int64) throws(SQLiteError) {
        // Indices instead of records, because copying a record would retain it for each step.
        var plainSteps: [(record: Int, step: Int)] = []
        plainSteps.reserveCapacity(records.count)
        for (position, record) in records.enumerated() where !record.hasPlainSteps {
            for (place, step) in record.steps.enumerated() {
                if !step.hasProgram, step.lastCache == nil, !step.isFlaky {
                    plainSteps.append((position, place))
                } else {
                    try addFull(step, of: record, run)
                }
            }
        }
        try plain.insert(plainSteps) { row, insert in
            let record = records[row.record]
            Self.bind(record.steps[row.step], of: record, run, insert)
        }
    }

    /// Inserts a step with a program, or with a response from the cache, or a flaky one.
    private func addFull(_ step: StepRecord, of record: CaseRecord, _ run: Int64) throws(SQLiteError) {
        let insert = try connection.statement(Self.fullSQL)
        Self.bind(step, of: record, run, insert)
        insert.bind(step.lastCache?.use.rawValue)
        insert.bind(step.program?.command)
        insert.bind(step.program.flatMap { $0.exitCode ?? $0.signal.map { -$0 } }.map(Int64.init))
        insert.bind(mark: step.isFlaky)
        try insert.run()
    }

    private static func bind(_ step: StepRecord, of record: CaseRecord, _ run: Int64, _ insert: Statement) {
        insert.bind(run)
        insert.bind(record.identity.index)
        insert.bind(step.index)
        insert.bind(word: step.section.word)
        insert.bind(word: step.kind.word)
        insert.bind(step.name)
        insert.bind(word: step.outcome.word)
        insert.bind(step.reason)
        insert.bind(step.place.line)
        insert.bind(step.started &- record.started)
        insert.bind(step.duration)
        insert.bind(step.checkCount)
        let last = step.exchanges.count - 1
        guard last >= 0 else {
            insert.bind(step.program == nil ? 0 : 1 + step.earlierPrograms.count)
            // Columns of requests only.
            for _ in 0..<11 { insert.bindNull() }
            return
        }
        // Reads fields individually, because copying the exchange would retain a dozen references.
        insert.bind(step.exchanges[last].attempt)
        insert.bind(step.exchanges[last].method)
        insert.bind(step.exchanges[last].urlTemplate)
        insert.bind(step.exchanges[last].status.map(Int64.init))
        let phases = step.exchanges[last].phases
        insert.bind(phases.dns)
        insert.bind(phases.connect)
        insert.bind(phases.tls)
        insert.bind(phases.send)
        insert.bind(phases.wait)
        insert.bind(phases.receive)
        insert.bind(step.exchanges[last].requestBytes)
        insert.bind(step.exchanges[last].responseBytes)
    }
}

extension StepRecord {
    /// The cache use of the last response.
    fileprivate var lastCache: ExchangeRecord.CacheMark? {
        exchanges.isEmpty ? nil : exchanges[exchanges.count - 1].cache
    }
}
