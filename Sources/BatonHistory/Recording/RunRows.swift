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
    private var rowID: Int64 = 0

    private let insertCase: Statement
    private let insertStep: Statement
    private let insertIdentity: Statement

    init(_ connection: Connection, contentHash: @escaping @Sendable ([UInt8]) -> String) throws(SQLiteError) {
        self.connection = connection
        self.contentHash = contentHash
        insertCase = try Statement(Self.caseSQL, in: connection)
        insertStep = try Statement(Self.stepSQL, in: connection)
        insertIdentity = try Statement(Self.identitySQL, in: connection)
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
        insert.bind(CaseKey.plan(run.cases))
        insert.bind(run.toolVersion)
        insert.bind(run.jobs)
        // 2 stands for a run that was answered from samples: like a dry run it counts in no statistics.
        insert.bind(run.isStub ? 2 : run.isDryRun ? 1 : 0)
        insert.bind(run.cases.count)
        try insert.run()
        let find = try connection.statement("SELECT id FROM run WHERE uuid = ?")
        find.bind(run.id)
        rowID = try find.step() ? find.integer(0) : 0
        find.reset()
        if knownCases.isEmpty { try loadKnownCases() }
    }

    /// Throws where the run's row is gone, which somebody else deleted: what is added would belong to nothing.
    ///
    /// To be called in each transaction that adds to a run which an earlier one has begun.
    func checkRun() throws {
        let find = try connection.statement("SELECT 1 FROM run WHERE id = ?")
        find.bind(rowID)
        defer { find.reset() }
        guard try find.step() else { throw HistoryError(.unavailable, "somebody deleted this run from it") }
    }

    func add(_ record: CaseRecord) throws(SQLiteError) {
        let identity = record.identity
        let key = CaseKey(identity).stored
        if !knows(key) { try add(identity, key) }
        insertCase.bind(rowID)
        insertCase.bind(identity.index)
        insertCase.bind(key)
        insertCase.bind(word: record.outcome.word)
        insertCase.bind(record.reason)
        insertCase.bind(record.started)
        insertCase.bind(record.duration)
        insertCase.bind(firstFailure(of: record).map(FailureSignature.of))
        insertCase.bind(record.isFlaky)
        insertCase.bind(record.earlier.count + 1)
        insertCase.bind(record.isQuarantined ? record.identity.quarantine?.sentence(isBad: true) : nil)
        insertCase.bind(identity.role == .selected ? nil : identity.role.rawValue)
        insertCase.bind(identity.owner)
        try insertCase.run()
        for attempt in record.earlier { try add(attempt, case: identity.index) }
        for step in record.steps { try add(step, of: record) }
        if !record.failures.isEmpty {
            try add(record.failures, case: identity.index, step: -1)
        }
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
        update.bind(run.requestCount)
        update.bind(rowID)
        try update.run()
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

    private func add(_ identity: CaseIdentity, _ key: Int64) throws(SQLiteError) {
        let insert = insertIdentity
        insert.bind(key)
        insert.bind(identity.path)
        insert.bind(identity.name)
        insert.bind(identity.row)
        insert.bind(identity.variant)
        try insert.run()
    }

    private func firstFailure(of record: CaseRecord) -> FailureRecord? {
        if record.outcome == .passed || record.outcome == .skipped { return nil }
        if let failure = record.failures.first { return failure }
        for step in record.steps {
            if let failure = step.failures.first { return failure }
        }
        return nil
    }

    private func add(_ step: StepRecord, of record: CaseRecord) throws(SQLiteError) {
        let index = record.identity.index
        let insert = insertStep
        insert.bind(rowID)
        insert.bind(index)
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
        if let exchange = step.exchanges.last {
            insert.bind(exchange.attempt)
            insert.bind(exchange.method)
            insert.bind(exchange.urlTemplate)
            insert.bind(exchange.status.map(Int64.init))
            insert.bind(exchange.phases.dns)
            insert.bind(exchange.phases.connect)
            insert.bind(exchange.phases.tls)
            insert.bind(exchange.phases.send)
            insert.bind(exchange.phases.wait)
            insert.bind(exchange.phases.receive)
            insert.bind(exchange.requestBytes)
            insert.bind(exchange.responseBytes)
            insert.bind(exchange.cache?.use.rawValue)
        } else {
            insert.bind(step.program == nil ? 0 : 1 + step.earlierPrograms.count)
            // What only requests have.
            if step.program != nil { for _ in 0..<12 { insert.bind(nil as String?) } }
        }
        if let program = step.program {
            insert.bind(program.command)
            insert.bind((program.exitCode ?? program.signal.map { -$0 }).map(Int64.init))
        } else {
            insert.clearRest()
        }
        try insert.run()
        try add(step.earlierPrograms, case: index, step: step.index)
        guard !step.failures.isEmpty || step.exchanges.count > 1 else { return }
        if !step.failures.isEmpty { try add(step.failures, case: index, step: step.index) }
        if let program = step.program { try add(program, case: index, step: step.index) }
        for (position, exchange) in step.exchanges.enumerated() {
            try add(exchange, position, case: index, step: step)
        }
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
        try insert.run()
    }

    /// Stores a body once, however many answers are equal; its name is the hash of its content.
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
