import BatonJSON
import BatonRecords

/// The tables `result`, `result_note` and `case_event`: how each case of a run ended.
struct CaseResultTable {
    private let connection: Connection
    private let notes: TableInsert
    private let plans: StepPlanTable

    /// The case is found by its key, because its number differs between histories.
    private static let sql = """
        INSERT OR IGNORE INTO result (run, position, case_id, outcome, mark, started, duration, plan, step_durations)
        VALUES (?, ?, (SELECT id FROM workflow_case WHERE key = ?), ?, ?, ?, ?, ?, ?)
        """

    init(_ connection: Connection) {
        self.connection = connection
        notes = TableInsert(
            into: "result_note",
            [
                "run", "position", "reason", "attempts", "signature", "quarantine", "role", "owner", "repetition",
                "message", "file", "line",
            ], connection)
        plans = StepPlanTable(connection)
    }

    /// Must be called in each transaction that follows one of another process, which may have deleted plans.
    func forgetPlans() { plans.forget() }

    /// - Parameters:
    ///   - keys: the keys of the cases, in the order of the records.
    ///   - run: the row number of the run.
    ///   - start: the start of the run.
    func add(_ records: [CaseRecord], _ keys: [CaseKey], run: Int64, start: Microseconds) throws(SQLiteError) {
        let insert = try connection.statement(Self.sql)
        for (record, key) in zip(records, keys) {
            let isPlain = record.isPlain
            let plan = isPlain && !record.steps.isEmpty ? try plans.number(of: record.steps) : nil
            insert.bind(run)
            insert.bind(record.identity.index)
            insert.bind(key.stored)
            insert.bind(record.outcome.number)
            insert.bind(record.mark.rawValue)
            insert.bind(record.started &- start)
            insert.bind(record.duration)
            insert.bind(plan)
            insert.bind(plan == nil ? nil : StepPlanTable.durations(of: record.steps))
            try insert.run()
            if !isPlain { try addEvent(record, run) }
        }
        try notes.insert(records.filter(\.hasNote)) { record, insert in
            insert.bind(run)
            insert.bind(record.identity.index)
            insert.bind(record.reason)
            insert.bind(record.earlier.count + 1)
            let failure = record.firstFailure
            insert.bind(failure.map(FailureSignature.of))
            insert.bind(record.countedQuarantine)
            insert.bind(record.identity.role == .selected ? nil : record.identity.role.rawValue)
            insert.bind(record.identity.owner)
            insert.bind(record.identity.repetition.map(Int64.init))
            insert.bind(failure?.message ?? record.firstSetback)
            insert.bind(failure?.place.file)
            insert.bind(failure.map { Int64($0.place.line) })
        }
    }

    private func addEvent(_ record: CaseRecord, _ run: Int64) throws(SQLiteError) {
        let insert = try connection.statement(
            "INSERT OR IGNORE INTO case_event (run, position, event) VALUES (?, ?, ?)")
        insert.bind(run)
        insert.bind(record.identity.index)
        insert.bind(JSONWriter.compact(EventForm.whole(record)))
        try insert.run()
    }
}

/// The column `mark`: what an outcome alone does not say.
enum ResultMark: Int64 {
    case none, flaky, quarantined, blocked, slow, cancelled
    /// Blocked or cancelled in quarantine.
    case idle

    /// SQL condition for all but what the end of a run cut or kept from beginning.
    static let isResult = "mark NOT IN (5, 6)"
    /// SQL condition for what makes a run fail, of results that are bad.
    static let counts = "mark NOT IN (2, 5, 6)"
    /// SQL condition for what says something of the case itself.
    static let isOwn = "mark NOT IN (3, 5, 6)"
}

extension CaseRecord {
    fileprivate var mark: ResultMark {
        if outcome == .passed { return isFlaky ? .flaky : .none }
        if isQuarantined { return isBlocked || isCancelled ? .idle : .quarantined }
        return isBlocked ? .blocked : isTooSlow ? .slow : isCancelled ? .cancelled : .none
    }

    /// Whether the result has anything to store beside its times; a passed one needs no owner.
    fileprivate var hasNote: Bool {
        outcome != .passed || isFlaky || identity.role != .selected || identity.repetition != nil
    }

    /// Whether a row, a plan and durations say all that is told of the case: nothing of it ran, or each step passed at
    /// its first attempt, with nothing to show of it.
    fileprivate var isPlain: Bool {
        guard outcome == .passed || outcome == .skipped, failures.isEmpty, earlier.isEmpty, identity.quarantine == nil
        else { return false }
        if steps.isEmpty { return true }
        return outcome == .passed && steps.count <= Self.mostPlainSteps
            && steps.enumerated().allSatisfy { position, step in step.index == position && step.isPlain }
    }

    private static var mostPlainSteps: Int { 500 }
}

extension StepRecord {
    fileprivate var isPlain: Bool {
        guard outcome == .passed, !hasProgram, output.isEmpty, exchanges.count <= 1 else { return false }
        // Reads fields individually, because copying the exchange would retain a dozen references.
        return exchanges.isEmpty
            || exchanges[0].attempt == 1 && exchanges[0].cache == nil && exchanges[0].detail == nil
    }
}

extension Outcome {
    /// The number in the table `result`.
    var number: Int {
        switch self {
        case .passed: 0
        case .failed: 1
        case .error: 2
        case .skipped: 3
        }
    }

    init(number: Int64) {
        switch number {
        case 0: self = .passed
        case 1: self = .failed
        case 3: self = .skipped
        default: self = .error
        }
    }
}

/// The table `workflow_case`: each case of any run once.
final class WorkflowCaseTable {
    private let table: TableInsert
    /// The keys of cases that the table has, at most `mostKnown`.
    private var known: Set<UInt64> = []
    private static let mostKnown = 10_000

    init(_ connection: Connection) {
        table = TableInsert(into: "workflow_case", ["key", "path", "name", "row_name", "variant"], connection)
    }

    /// Must be called in each transaction that follows one of another process, which may have deleted cases.
    func forget() { known = [] }

    /// Adds the cases that are missing, in the order of their keys, because neighbours in the index share its pages.
    func add(_ cases: [CaseIdentity], _ keys: [CaseKey]) throws(SQLiteError) {
        let order = keys.indices.filter { !known.contains(keys[$0].value) }
            .sorted { keys[$0].stored < keys[$1].stored }
        if order.isEmpty { return }
        try table.insert(order) { index, insert in
            insert.bind(keys[index].stored)
            insert.bind(cases[index].path)
            insert.bind(cases[index].name)
            insert.bind(cases[index].row)
            insert.bind(cases[index].variant)
        }
        if known.count + order.count <= Self.mostKnown { known.formUnion(order.map { keys[$0].value }) }
    }
}

extension CaseRecord {
    /// Why the failure of the case does not count: `quarantined until 2026-12-01: ORD-7`; nil where it counts.
    var countedQuarantine: String? { isQuarantined ? identity.quarantine?.sentence(isBad: true) : nil }
}
