import BatonJSON
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

    /// Journals of runs that could not be recorded in the history at a path; the next run that can write to it imports
    /// them.
    package static func pendingJournals(of path: String) -> [String] {
        HistoryImport.journals(in: HistoryFolder.of(path)).map(\.path)
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

    /// One run with its cases.
    ///
    /// - Parameter reference: as for `find`.
    package func run(_ reference: String) throws(HistoryError) -> RunDetail {
        let found = try find(reference)
        return try wrapped { () throws(SQLiteError) -> RunDetail in
            RunDetail(
                run: found.run, cases: try cases(of: found.run), contracts: try contracts(of: found.number))
        }
    }

    private func contracts(of number: Int64) throws(SQLiteError) -> [ContractCoverage] {
        let statement = try connection.statement("SELECT contracts FROM run WHERE id = ?")
        defer { statement.reset() }
        statement.bind(number)
        guard try statement.step(), let text = statement.optionalText(0),
            case .array(let values)? = try? JSONParser.parse(text)
        else { return [] }
        return values.compactMap { try? EventForm.coverage($0) }
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
                quarantined, blocked, build, commit_url, default_branch, tested_version, id, whole
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
                        isDirty: statement.integer(12) != 0, ciProvider: statement.optionalText(13),
                        ciURL: statement.optionalText(14), isDryRun: statement.integer(15) == 1,
                        isStub: statement.integer(15) == 2,
                        isWhole: statement.integer(30) != 0, planned: statement.int(16), passed: statement.int(17),
                        failed: statement.int(18),
                        errors: statement.int(19), skipped: statement.int(20), flaky: statement.int(21),
                        requests: statement.int(22), quarantined: statement.int(23),
                        blocked: statement.int(24), build: statement.optionalText(25),
                        commitURL: statement.optionalText(26), defaultBranch: statement.optionalText(27),
                        testedVersion: statement.optionalText(28))
                ))
        }
        return runs
    }

    private func cases(of run: RunSummary) throws(SQLiteError) -> [RunDetail.Case] {
        let statement = try connection.statement(
            """
            SELECT position, path, name, row_name, outcome, reason, case_result.started, case_result.duration, signature,
                flaky, quarantine, role, variant, owner, repetition
            FROM case_result JOIN workflow_case ON workflow_case.id = case_id
            WHERE run = (SELECT id FROM run WHERE uuid = ?) ORDER BY position
            """)
        defer { statement.reset() }
        statement.bind(run.id)
        var earlier = try attempts(of: run)
        var steps = try self.steps(of: run)
        var failures = try self.failures(of: run)
        var exchanges = try self.exchanges(of: run)
        var programs = try self.programs(of: run)
        var cases: [RunDetail.Case] = []
        while try statement.step() {
            let position = statement.int(0)
            var entry = RunDetail.Case(
                position: position, path: statement.text(1), name: statement.text(2), row: statement.optionalText(3),
                outcome: Outcome(rawValue: statement.text(4)) ?? .error, reason: statement.optionalText(5),
                started: statement.integer(6), duration: statement.integer(7), signature: statement.optionalText(8),
                isFlaky: statement.integer(9) != 0, quarantine: statement.optionalText(10),
                role: statement.optionalText(11), variant: statement.optionalText(12),
                owner: statement.optionalText(13),
                repetition: statement.optionalInteger(14))
            entry.earlier = earlier.removeValue(forKey: position) ?? []
            entry.steps = steps.removeValue(forKey: position) ?? []
            for index in entry.steps.indices {
                let key = StepKey(case: position, step: entry.steps[index].position)
                entry.steps[index].failures = failures.removeValue(forKey: key) ?? []
                entry.steps[index].exchanges = exchanges.removeValue(forKey: key) ?? []
                if let written = programs.removeValue(forKey: key) { entry.steps[index].take(written) }
            }
            entry.failures = failures.removeValue(forKey: StepKey(case: position, step: -1)) ?? []
            cases.append(entry)
        }
        return cases
    }

    struct StepKey: Hashable {
        var `case`: Int
        var step: Int
    }

    private func attempts(of run: RunSummary) throws(SQLiteError) -> [Int: [RunDetail.Attempt]] {
        let statement = try connection.statement(
            """
            SELECT case_position, number, outcome, step, message, kind, started, duration
            FROM case_attempt WHERE run = (SELECT id FROM run WHERE uuid = ?) ORDER BY case_position, number
            """)
        defer { statement.reset() }
        statement.bind(run.id)
        var attempts: [Int: [RunDetail.Attempt]] = [:]
        while try statement.step() {
            let attempt = RunDetail.Attempt(
                number: statement.int(1), outcome: Outcome(rawValue: statement.text(2)) ?? .error,
                step: statement.optionalText(3), message: statement.optionalText(4), kind: statement.optionalText(5),
                started: statement.integer(6), duration: statement.integer(7))
            attempts[statement.int(0), default: []].append(attempt)
        }
        return attempts
    }

    private func steps(of run: RunSummary) throws(SQLiteError) -> [Int: [RunDetail.Step]] {
        let statement = try connection.statement(
            """
            SELECT case_position, position, name, outcome, reason, line, duration, method, url_template, status,
                cache, section, kind, started, checks, dns, connect, tls, send, wait, receive, request_bytes,
                response_bytes, command, exit_code, flaky
            FROM step_detail WHERE run = (SELECT id FROM run WHERE uuid = ?) ORDER BY case_position, position
            """)
        defer { statement.reset() }
        statement.bind(run.id)
        var steps = try plannedSteps(of: run)
        while try statement.step() {
            var step = RunDetail.Step(
                position: statement.int(1), name: statement.text(2),
                outcome: Outcome(rawValue: statement.text(3)) ?? .error, reason: statement.optionalText(4),
                line: statement.int(5), duration: statement.integer(6), method: statement.optionalText(7),
                urlTemplate: statement.optionalText(8), status: statement.optionalInteger(9).map { Int($0) },
                cache: statement.optionalText(10), section: StepSection(rawValue: statement.text(11)) ?? .steps,
                kind: StepKind(rawValue: statement.text(12)) ?? .request, started: statement.integer(13),
                checks: statement.int(14), requestBytes: statement.int(21), responseBytes: statement.int(22))
            step.isFlaky = statement.optionalInteger(25) != nil
            step.phases.dns = statement.integer(15)
            step.phases.connect = statement.integer(16)
            step.phases.tls = statement.integer(17)
            step.phases.send = statement.integer(18)
            step.phases.wait = statement.integer(19)
            step.phases.receive = statement.integer(20)
            step.program = statement.optionalText(23).map { command in
                RunDetail.Program(command: command, exitCode: statement.optionalInteger(24).map { Int($0) })
            }
            steps[statement.int(0), default: []].append(step)
        }
        return steps
    }

    /// The steps of the results that simply passed.
    private func plannedSteps(of run: RunSummary) throws(SQLiteError) -> [Int: [RunDetail.Step]] {
        let statement = try connection.statement(
            """
            SELECT position, plan, steps, step_durations FROM result JOIN step_plan ON step_plan.id = plan
            WHERE run = (SELECT id FROM run WHERE uuid = ?)
            """)
        defer { statement.reset() }
        statement.bind(run.id)
        var plans: [Int64: StepPlan] = [:]
        var steps: [Int: [RunDetail.Step]] = [:]
        while try statement.step() {
            let number = statement.integer(1)
            let plan = plans[number] ?? StepPlan(statement.text(2))
            plans[number] = plan
            steps[statement.int(0)] = plan.steps(statement.text(3))
        }
        return steps
    }

    private func exchanges(of run: RunSummary) throws(SQLiteError) -> [StepKey: [RunDetail.Exchange]] {
        let statement = try connection.statement(
            """
            SELECT case_position, step_position, method, url, status, failure, request_headers, sent.content,
                response_headers, received.content, curl, note, attempt, http_version, started, duration, cache,
                response_url, poll
            FROM exchange LEFT JOIN body AS sent ON sent.hash = request_body
                LEFT JOIN body AS received ON received.hash = response_body
            WHERE run = (SELECT id FROM run WHERE uuid = ?) ORDER BY case_position, step_position, position
            """)
        defer { statement.reset() }
        statement.bind(run.id)
        var exchanges: [StepKey: [RunDetail.Exchange]] = [:]
        while try statement.step() {
            let exchange = RunDetail.Exchange(
                method: statement.text(2), url: statement.text(3),
                status: statement.optionalInteger(4).map { Int($0) }, failure: statement.optionalText(5),
                requestHeaders: Self.headers(statement.optionalText(6)), requestBody: statement.optionalText(7),
                responseHeaders: Self.headers(statement.optionalText(8)), responseBody: statement.optionalText(9),
                curl: statement.optionalText(10), note: statement.optionalText(11), attempt: statement.int(12),
                httpVersion: statement.optionalText(13), started: statement.integer(14),
                duration: statement.integer(15), cache: statement.optionalText(16),
                responseURL: statement.optionalText(17), isPoll: statement.optionalInteger(18) != nil)
            exchanges[StepKey(case: statement.int(0), step: statement.int(1)), default: []].append(exchange)
        }
        return exchanges
    }

    /// Names and values from `[["Accept","*/*"]]`.
    private static func headers(_ json: String?) -> [[String]] {
        guard let json, case .array(let list)? = try? JSONParser.parse(Array(json.utf8)) else { return [] }
        return list.compactMap { entry in
            guard case .array(let parts) = entry, parts.count == 2, case .string(let name) = parts[0],
                case .string(let value) = parts[1]
            else { return nil }
            return [name, value]
        }
    }

    private func failures(of run: RunSummary) throws(SQLiteError) -> [StepKey: [RunDetail.Failure]] {
        let statement = try connection.statement(
            """
            SELECT case_position, step_position, kind, message, expected, actual, differences, file, line, column_number,
                cause, check_path, comparison, explanation, server_message, hint, excerpt, width, caret
            FROM failure WHERE run = (SELECT id FROM run WHERE uuid = ?)
            ORDER BY case_position, step_position, position
            """)
        defer { statement.reset() }
        statement.bind(run.id)
        var failures: [StepKey: [RunDetail.Failure]] = [:]
        while try statement.step() {
            let failure = RunDetail.Failure(
                kind: statement.text(2), message: statement.text(3), expected: statement.optionalText(4),
                actual: statement.optionalText(5), differences: Self.differences(statement.optionalText(6)),
                file: statement.text(7), line: statement.int(8), column: statement.int(9),
                cause: statement.optionalText(10), check: statement.optionalText(11),
                comparison: statement.optionalText(12), explanation: Self.explanation(statement.optionalText(13)),
                serverMessage: statement.optionalText(14), hint: statement.optionalText(15),
                excerpt: statement.optionalText(16), width: statement.int(17),
                caret: statement.optionalInteger(18).map { Int(clamping: $0) })
            failures[StepKey(case: statement.int(0), step: statement.int(1)), default: []].append(failure)
        }
        return failures
    }

    private static func explanation(_ text: String?) -> [FailureRecord.SubExpression] {
        guard let text, case .array(let values)? = try? JSONParser.parse(text) else { return [] }
        return values.compactMap { try? EventForm.subExpression($0) }
    }

    private static func differences(_ text: String?) -> [FailureRecord.Difference] {
        guard let text, case .array(let values)? = try? JSONParser.parse(text) else { return [] }
        return values.compactMap { try? EventForm.difference($0) }
    }
}
