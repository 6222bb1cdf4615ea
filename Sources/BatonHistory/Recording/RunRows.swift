import BatonJSON
import BatonRunner

/// Puts one run into the tables; the caller holds the transaction.
///
/// Everything can be put in twice, so that a journal may be imported that holds what is there already.
final class RunRows {
    private let connection: Connection
    private let contentHash: @Sendable ([UInt8]) -> String
    /// The cases that the database had before the run, in order. Those of the run are not added: each comes once, and there
    /// may be very many.
    private var knownCases: [Int64] = []
    /// The keys of the cases that were added with the run's row, by their place in its plan.
    private var plannedKeys: [Int64] = []
    /// Another one as soon as somebody else has committed anything.
    private var dataVersion: Int64 = 0
    private var rowID: Int64 = 0
    private var runID = ""

    private let newCases: TableInsert
    private let results: TableInsert
    /// Of steps that started no program and took nothing from a cache.
    private let plainSteps: TableInsert
    /// What `add` has taken in and `flush` inserts.
    private var cases: [CaseRecord] = []

    init(_ connection: Connection, contentHash: @escaping @Sendable ([UInt8]) -> String) {
        self.connection = connection
        self.contentHash = contentHash
        newCases = TableInsert(into: "workflow_case", Self.identityColumns, connection)
        results = TableInsert(into: "case_result", Self.caseColumns, connection)
        plainSteps = TableInsert(into: "step_result", Self.stepColumns, connection)
    }

    /// Once, before anything else of the run.
    func start(_ run: RunStarted, _ context: RunContext) throws(SQLiteError) {
        let insert = try connection.statement(Self.runSQL)
        insert.bind(run.id)
        insert.bind(run.started)
        insert.bind(run.project)
        insert.bind(run.environment)
        insert.bind(run.baseURL)
        insert.bind(run.hostname)
        insert.bind(context.testedVersion)
        insert.bind(context.branch)
        insert.bind(context.commit)
        insert.bind(context.parent)
        insert.bind(context.isDirty)
        insert.bind(context.ciProvider)
        insert.bind(context.ciURL)
        insert.bind(context.attempt)
        let keys = run.cases.map { CaseKey($0) }
        insert.bind(CaseKey.plan(keys))
        insert.bind(run.toolVersion)
        insert.bind(run.jobs)
        // 2 stands for a run that was answered from samples: like a dry run it counts in no statistics.
        insert.bind(run.isStub ? 2 : run.isDryRun ? 1 : 0)
        insert.bind(run.cases.count)
        try insert.run()
        runID = run.id
        let find = try connection.statement("SELECT id FROM run WHERE uuid = ?")
        find.bind(run.id)
        rowID = try find.step() ? find.integer(0) : 0
        find.reset()
        if knownCases.isEmpty { try loadKnownCases() }
        dataVersion = try currentDataVersion()
        if run.cases.count <= Self.mostPlanned { try addPlanned(run.cases, keys.map(\.stored)) }
    }

    /// The cases of a larger plan are added with their results.
    static let mostPlanned = 5000

    /// Adds those that are new, all at once and in the order of their table: one after the other, as they end, they would
    /// be put all over it, and each commit would write most of its pages anew.
    private func addPlanned(_ cases: [CaseIdentity], _ keys: [Int64]) throws(SQLiteError) {
        let new = keys.indices.filter { !knows(keys[$0]) }.sorted { keys[$0] < keys[$1] }
        try newCases.insert(new) { index, insert in bind(cases[index], keys[index], insert) }
        plannedKeys = keys
    }

    /// Throws where the run's row is gone, which somebody else deleted: what is added would belong to nothing.
    ///
    /// To be called in each transaction that adds to a run which an earlier one has begun.
    func checkRun() throws {
        let find = try connection.statement("SELECT 1 FROM run WHERE id = ? AND uuid = ?")
        find.bind(rowID)
        find.bind(runID)
        defer { find.reset() }
        guard try find.step() else { throw HistoryError(.unavailable, "somebody deleted this run from it") }
        try checkCases()
    }

    /// Relies on no case of before where somebody else has changed the database: they may have deleted some.
    private func checkCases() throws(SQLiteError) {
        let version = try currentDataVersion()
        if version == dataVersion { return }
        dataVersion = version
        plannedKeys = []
        knownCases = []
    }

    /// https://sqlite.org/pragma.html#pragma_data_version: what this connection commits itself does not change it.
    private func currentDataVersion() throws(SQLiteError) -> Int64 {
        let statement = try connection.statement("PRAGMA data_version")
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Takes in a case; it stands in the tables after `flush`.
    func add(_ record: CaseRecord) throws(SQLiteError) {
        cases.append(record)
        if cases.count == Self.mostWaiting { try flush() }
    }

    /// As many wait for one another.
    private static let mostWaiting = 256

    /// Inserts what was added. To be called before the transaction ends.
    func flush() throws(SQLiteError) {
        guard !cases.isEmpty else { return }
        let records = cases
        cases.removeAll(keepingCapacity: true)
        let keys = records.map { CaseKey($0.identity).stored }
        let new = records.indices.filter { !isPlanned(keys[$0], at: records[$0].identity.index) && !knows(keys[$0]) }
        try newCases.insert(new) { index, insert in
            bind(records[index].identity, keys[index], insert)
        }
        try results.insert(Array(records.indices)) { index, insert in bind(records[index], keys[index], insert) }
        // By their places: the records themselves would be counted for each step.
        var plain: [(record: Int, step: Int)] = []
        plain.reserveCapacity(records.count)
        for (position, record) in records.enumerated() {
            var hasMore = !record.earlier.isEmpty || !record.failures.isEmpty
            for (place, step) in record.steps.enumerated() {
                if !step.hasProgram, step.lastCache == nil {
                    plain.append((position, place))
                } else {
                    try add(step, of: record)
                }
                if step.exchanges.count > 1 || !step.failures.isEmpty || !step.earlierPrograms.isEmpty {
                    hasMore = true
                }
            }
            if hasMore { try addRest(of: record) }
        }
        try plainSteps.insert(plain) { row, insert in
            let record = records[row.record]
            bind(record.steps[row.step], of: record, insert)
        }
    }

    private func bind(_ record: CaseRecord, _ key: Int64, _ insert: Statement) {
        let identity = record.identity
        insert.bind(rowID)
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

    /// What few cases have: earlier attempts, failures, more than one exchange.
    private func addRest(of record: CaseRecord) throws(SQLiteError) {
        let index = record.identity.index
        for attempt in record.earlier { try add(attempt, case: index) }
        for step in record.steps {
            if !step.earlierPrograms.isEmpty { try add(step.earlierPrograms, case: index, step: step.index) }
            guard !step.failures.isEmpty || step.exchanges.count > 1 else { continue }
            if !step.failures.isEmpty { try add(step.failures, case: index, step: step.index) }
            if let program = step.program { try add(program, case: index, step: step.index) }
            for (position, exchange) in step.exchanges.enumerated() {
                try add(exchange, position, case: index, step: step)
            }
        }
        if !record.failures.isEmpty { try add(record.failures, case: index, step: -1) }
    }

    private func add(_ attempt: CaseRecord.Attempt, case index: Int) throws(SQLiteError) {
        let insert = try connection.statement(Self.attemptSQL)
        insert.bind(rowID)
        insert.bind(index)
        insert.bind(attempt.number)
        insert.bind(word: attempt.outcome.word)
        insert.bind(attempt.started)
        insert.bind(attempt.duration)
        insert.bind(attempt.failures.first?.step)
        insert.bind(attempt.failures.first?.failure.kind)
        insert.bind(attempt.failures.first?.failure.message)
        try insert.run()
    }

    func finish(_ run: RunFinished) throws(SQLiteError) {
        let update = try connection.statement(Self.finishSQL)
        update.bind(run.state.rawValue)
        update.bind(run.duration)
        update.bind(Int64(run.exitCode))
        update.bind(run.counts.passed)
        update.bind(run.counts.failed)
        update.bind(run.counts.errors)
        update.bind(run.counts.skipped)
        update.bind(run.counts.flaky)
        update.bind(run.counts.quarantined)
        update.bind(run.counts.blocked)
        update.bind(run.requestCount)
        update.bind(rowID)
        try update.run()
    }

    private func isPlanned(_ key: Int64, at index: Int) -> Bool {
        plannedKeys.indices.contains(index) && plannedKeys[index] == key
    }

    /// Bisection.
    private func knows(_ key: Int64) -> Bool {
        var low = 0
        var high = knownCases.count
        while low < high {
            let middle = (low + high) / 2
            if knownCases[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < knownCases.count && knownCases[low] == key
    }

    private func loadKnownCases() throws(SQLiteError) {
        knownCases.reserveCapacity(Int(clamping: try connection.integer("SELECT count(*) FROM workflow_case")))
        let statement = try connection.statement("SELECT id FROM workflow_case ORDER BY id")
        while try statement.step() { knownCases.append(statement.integer(0)) }
        statement.reset()
    }

    private func bind(_ identity: CaseIdentity, _ key: Int64, _ insert: Statement) {
        insert.bind(key)
        insert.bind(identity.path)
        insert.bind(identity.name)
        insert.bind(identity.row)
        insert.bind(identity.variant)
    }

    /// A step that started a program, or whose response a cache had to do with.
    private func add(_ step: StepRecord, of record: CaseRecord) throws(SQLiteError) {
        let insert = try connection.statement(Self.fullStepSQL)
        bind(step, of: record, insert)
        insert.bind(step.lastCache?.use.rawValue)
        insert.bind(step.program?.command)
        insert.bind(step.program.flatMap { $0.exitCode ?? $0.signal.map { -$0 } }.map(Int64.init))
        try insert.run()
    }

    private func bind(_ step: StepRecord, of record: CaseRecord, _ insert: Statement) {
        insert.bind(rowID)
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
            // What only requests have.
            for _ in 0..<11 { insert.bindNull() }
            return
        }
        // Field by field: a copy of the whole would count a dozen references.
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

    private func add(_ failures: [FailureRecord], case index: Int, step: Int) throws(SQLiteError) {
        for (position, failure) in failures.enumerated() {
            let insert = try connection.statement(Self.failureSQL)
            insert.bind(rowID)
            insert.bind(index)
            insert.bind(step)
            insert.bind(position)
            insert.bind(failure.kind)
            insert.bind(failure.message)
            insert.bind(failure.check)
            insert.bind(failure.comparison)
            insert.bind(failure.expected)
            insert.bind(failure.actual)
            insert.bind(Self.text(failure.differences.map(\.json)))
            insert.bind(Self.text(failure.explanation.map(\.json)))
            insert.bind(failure.serverMessage)
            insert.bind(failure.hint)
            insert.bind(failure.cause)
            insert.bind(failure.place.file)
            insert.bind(failure.place.line)
            insert.bind(failure.place.column)
            insert.bind(failure.place.excerpt)
            insert.bind(failure.place.width)
            insert.bind(FailureSignature.of(failure))
            try insert.run()
        }
    }

    private func add(_ earlier: [ProgramRecord], case index: Int, step: Int) throws(SQLiteError) {
        for (position, program) in earlier.enumerated() {
            let insert = try connection.statement(Self.programAttemptSQL)
            insert.bind(rowID)
            insert.bind(index)
            insert.bind(step)
            insert.bind(position)
            insert.bind(program.command)
            insert.bind((program.exitCode ?? program.signal.map { -$0 }).map(Int64.init))
            insert.bind(program.duration)
            insert.bind(program.output)
            insert.bind(program.errors)
            insert.bind(program.note)
            try insert.run()
        }
    }

    private func add(_ program: ProgramRecord, case index: Int, step: Int) throws(SQLiteError) {
        let insert = try connection.statement(Self.programSQL)
        insert.bind(rowID)
        insert.bind(index)
        insert.bind(step)
        insert.bind(program.output)
        insert.bind(program.errors)
        try insert.run()
    }

    private func add(
        _ exchange: ExchangeRecord, _ position: Int, case index: Int, step: StepRecord
    ) throws(SQLiteError) {
        let requestBody = try body(exchange.detail?.requestBody)
        let responseBody = try body(exchange.detail?.responseBody)
        let insert = try connection.statement(Self.exchangeSQL)
        insert.bind(rowID)
        insert.bind(index)
        insert.bind(step.index)
        insert.bind(position)
        insert.bind(exchange.attempt)
        insert.bind(exchange.method)
        insert.bind(exchange.url)
        insert.bind(exchange.status.map(Int64.init))
        insert.bind(exchange.httpVersion)
        insert.bind(exchange.failure)
        insert.bind(exchange.started)
        insert.bind(exchange.duration)
        insert.bind(exchange.detail.flatMap { Self.text($0.requestHeaders) })
        insert.bind(requestBody)
        insert.bind(exchange.detail.flatMap { Self.text($0.responseHeaders) })
        insert.bind(responseBody)
        insert.bind(exchange.detail?.curl)
        insert.bind(exchange.note)
        insert.bind(exchange.cache?.use.rawValue)
        insert.bind(exchange.responseURL)
        try insert.run()
    }

    /// Stores a body once, however many responses are equal; its name is the hash of its content.
    private func body(_ text: String?) throws(SQLiteError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        let bytes = Array(text.utf8)
        let hash = contentHash(bytes)
        let insert = try connection.statement("INSERT OR IGNORE INTO body (hash, content) VALUES (?, ?)")
        insert.bind(hash)
        insert.bind(bytes)
        try insert.run()
        return hash
    }

    private static func text(_ values: [JSONValue]) -> String? {
        values.isEmpty ? nil : JSONWriter.compact(.array(values))
    }

    private static func text(_ headers: [(name: String, value: String)]) -> String? {
        text(headers.map { .array([.string($0.name), .string($0.value)]) })
    }
}

extension StepRecord {
    /// What a cache had to do with the last response.
    fileprivate var lastCache: ExchangeRecord.CacheMark? {
        exchanges.isEmpty ? nil : exchanges[exchanges.count - 1].cache
    }
}
