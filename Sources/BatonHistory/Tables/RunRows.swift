import BatonJSON
import BatonRecords

/// Inserts one run into the tables; the caller holds the transaction.
///
/// All inserts can be repeated, so that a journal with rows that already exist can be imported.
final class RunRows {
    private let connection: Connection
    /// The row number and the identity of the run.
    private var rowID: Int64 = 0
    private var runID = ""
    private var start: Microseconds = 0
    private var outages = OutageGuard()
    private let workflowCases: WorkflowCaseTable
    private let results: CaseResultTable
    /// The version of the data in the latest transaction.
    private var dataVersion: Int64 = 0
    /// Cases that were added but not yet inserted.
    private var waiting: [CaseRecord] = []

    init(_ connection: Connection) {
        self.connection = connection
        workflowCases = WorkflowCaseTable(connection)
        results = CaseResultTable(connection)
    }

    private static let startSQL = """
        INSERT OR IGNORE INTO run (id, uuid, state, started, project, environment, base_url, host, tested_version, branch,
            commit_hash, parent_hash, dirty, ci_provider, ci_url, build, commit_url, commit_subject,
            commit_author, default_branch, attempt, plan_hash, tool_version, jobs, dry_run,
            planned, whole)
        VALUES (\(unusedNumber), ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
            ?, ?)
        """

    /// A number above all runs and all results: a tool that ignores foreign keys may have deleted a run but not its
    /// results, which must not be assigned to another run.
    private static let unusedNumber = """
        1 + max(ifnull((SELECT max(id) FROM run), 0), ifnull((SELECT max(run) FROM result), 0))
        """

    /// Called once, before all other methods.
    func start(_ run: RunStarted, _ context: RunContext) throws(SQLiteError) {
        let insert = try connection.statement(Self.startSQL)
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
        insert.bind(context.build)
        insert.bind(context.commitURL)
        insert.bind(context.subject)
        insert.bind(context.author)
        insert.bind(context.defaultBranch)
        insert.bind(context.attempt)
        let cases = run.cases.filter { $0.role != .gap }
        let keys = cases.map { CaseKey($0) }
        insert.bind(CaseKey.plan(keys))
        insert.bind(run.toolVersion)
        insert.bind(run.jobs)
        // 2 stands for a run with responses from samples: like a dry run (1) it is left out of the statistics.
        insert.bind(run.isStub ? 2 : run.isDryRun ? 1 : 0)
        insert.bind(run.cases.count(where: { $0.role != .gap }) + run.missingCount)
        insert.bind(run.hasWholeProject)
        try insert.run()
        dataVersion = try connection.dataVersion()
        runID = run.id
        let find = try connection.statement("SELECT id FROM run WHERE uuid = ?")
        find.bind(run.id)
        rowID = try find.step() ? find.integer(0) : 0
        find.reset()
        start = run.started
        if cases.count <= Self.mostPlanned { try workflowCases.add(cases, keys) }
    }

    /// The cases of a larger plan are added together with their results.
    static let mostPlanned = 5000

    /// Throws where another process has deleted the run's row, because new rows would belong to no run.
    ///
    /// Must be called in each transaction that adds to a run begun by an earlier transaction.
    func checkRun() throws {
        let find = try connection.statement("SELECT 1 FROM run WHERE id = ? AND uuid = ?")
        find.bind(rowID)
        find.bind(runID)
        defer { find.reset() }
        guard try find.step() else { throw HistoryError(.unavailable, "somebody deleted this run from it") }
        let version = try connection.dataVersion()
        guard version != dataVersion else { return }
        dataVersion = version
        workflowCases.forget()
        results.forgetPlans()
    }

    /// Adds a case, which `flush` inserts into the tables.
    func add(_ record: CaseRecord) throws(SQLiteError) {
        outages.add(record)
        waiting.append(record)
        if waiting.count == Self.mostWaiting { try flush() }
    }

    /// Maximum number of cases inserted together.
    private static let mostWaiting = 256

    /// Inserts the added cases. Must be called before the transaction ends.
    func flush() throws(SQLiteError) {
        guard !waiting.isEmpty else { return }
        let records = waiting
        waiting.removeAll(keepingCapacity: true)
        let keys = records.map { CaseKey($0.identity) }
        try workflowCases.add(records.map(\.identity), keys)
        try results.add(records, keys, run: rowID, start: start)
    }

    private static let finishSQL = """
        UPDATE run SET state = ?, duration = ?, exit_code = ?, passed = ?, failed = ?, errors = ?, skipped = ?,
            flaky = ?, quarantined = ?, blocked = ?, requests = ?, contracts = ?
        WHERE id = ?
        """

    func finish(_ run: RunFinished) throws(SQLiteError) {
        let update = try connection.statement(Self.finishSQL)
        update.bind(outages.isOutage && run.state != .interrupted ? "infra" : run.state.rawValue)
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
        update.bind(run.contracts.isEmpty ? nil : JSONWriter.compact(.array(run.contracts.map(EventForm.json))))
        update.bind(rowID)
        try update.run()
    }
}
