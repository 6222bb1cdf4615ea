import BatonJSON
package import BatonRecords
import BatonSecrets

/// A run with its cases as the runner told them.
///
/// How workflows were selected is missing, of results that simply passed also tags and what was sent and came, of runs of
/// long ago also steps and failures.
package struct RunDetail: Sendable {
    package var run: RunSummary
    /// In the order of the plan, numbered from 0.
    package var records: [CaseRecord]
    /// What the run covered of its contracts.
    package var contracts: [ContractCoverage] = []

    package init(run: RunSummary, records: [CaseRecord], contracts: [ContractCoverage] = []) {
        self.run = run
        self.records = records
        self.contracts = contracts
    }

    package var started: RunStarted {
        RunStarted(
            id: run.id, started: run.started, toolVersion: run.toolVersion, environment: run.environment,
            baseURL: run.baseURL.map { MaskedText(recorded: $0) }, hostname: run.host, project: run.project,
            cases: records.map(\.identity), jobs: 1, isDryRun: run.isDryRun, isStub: run.isStub, isWhole: run.isWhole)
    }

    package var context: RunContext {
        RunContext(
            branch: run.branch, commit: run.commit, isDirty: run.isDirty, subject: run.subject, author: run.author,
            ciProvider: run.ciProvider,
            ciURL: run.ciURL, build: run.build, commitURL: run.commitURL, defaultBranch: run.defaultBranch,
            testedVersion: run.testedVersion)
    }

    package var finished: RunFinished {
        var counts = RunFinished.Counts()
        for record in records { counts.count(record) }
        return finished(counts)
    }

    /// The end of the run, where its cases are not all here.
    package func finished(_ counts: RunFinished.Counts) -> RunFinished {
        var verdict = ExitCode.Verdict()
        for record in records { verdict.add(record) }
        let exitCode = run.exitCode.map { Int32(clamping: $0) } ?? ExitCode.interrupted
        let state: RunFinished.State =
            switch run.state {
            case "passed": .passed
            case "failed": .failed
            case "interrupted", "running": .interrupted
            default: .error
            }
        return RunFinished(
            state: state, counts: counts, requestCount: run.requests ?? 0, duration: run.duration ?? 0,
            exitCode: exitCode, answeredUntil: verdict.answeredUntil(exitCode: exitCode), contracts: contracts)
    }
}

extension CaseRecord {
    /// Whether the case failed or could not run, in quarantine too.
    package var isBroken: Bool { outcome == .failed || outcome == .error }
}

extension StepRecord {
    /// The exchanges that `history show` tells: of a step that went wrong, led to a failure or sent several requests.
    var shownExchanges: [ExchangeRecord] {
        !failures.isEmpty || exchanges.count > 1 || isTraced ? exchanges : []
    }
}

extension HistoryReader {
    /// One run with its cases.
    ///
    /// - Parameter reference: as for `find`.
    package func run(_ reference: String) throws(HistoryError) -> RunDetail {
        let found = try find(reference)
        return try wrapped { () throws(SQLiteError) -> RunDetail in
            RunDetail(
                run: found.run, records: try records(of: found.number), contracts: try contracts(of: found.number))
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

    private func records(of run: Int64) throws(SQLiteError) -> [CaseRecord] {
        let statement = try connection.statement(
            """
            SELECT path, name, row_name, variant, outcome, (SELECT started FROM run WHERE id = result.run) + started,
                duration, reason, role, owner, repetition, event, plan, step_durations
            FROM result JOIN workflow_case ON workflow_case.id = case_id
                LEFT JOIN result_note ON result_note.run = result.run AND result_note.position = result.position
                LEFT JOIN case_event ON case_event.run = result.run AND case_event.position = result.position
            WHERE result.run = ? ORDER BY result.position
            """)
        defer { statement.reset() }
        statement.bind(run)
        var plans: [Int64: StepPlan] = [:]
        var records: [CaseRecord] = []
        while try statement.step() { records.append(try record(statement, index: records.count, &plans)) }
        return records
    }

    /// The case of a row: what its event tells, else what the columns say. One whose event cannot be read is said to be
    /// so: whoever wrote the event may have been a later version, or somebody else.
    private func record(
        _ row: Statement, index: Int, _ plans: inout [Int64: StepPlan]
    ) throws(SQLiteError) -> CaseRecord {
        var reason = row.optionalText(7).map { MaskedText(recorded: $0) }
        if let event = row.optionalText(11) {
            do {
                let record = try EventForm.wholeCase(event)
                return record.identified(as: record.identity.numbered(index))
            } catch {
                reason = MaskedText(recorded: "what happened in it cannot be read: \(error.message)")
            }
        }
        let (path, started) = (row.text(0), row.integer(5))
        var steps: [StepRecord] = []
        if let number = row.optionalInteger(12) {
            if plans[number] == nil { plans[number] = try stepPlan(number) }
            steps = plans[number]?.records(ofCase: index, in: path, started: started, durations: row.text(13)) ?? []
        }
        let identity = CaseIdentity(
            index: index, path: path, name: row.text(1), row: row.optionalText(2), tags: [], stepCount: steps.count,
            repetition: row.optionalInteger(10).map { Int($0) },
            role: row.optionalText(8).flatMap(CaseIdentity.Role.init) ?? .selected, variant: row.optionalText(3),
            owner: row.optionalText(9))
        return CaseRecord(
            identity: identity, outcome: Outcome(number: row.integer(4)), reason: reason, started: started,
            duration: row.integer(6), steps: steps)
    }

    func stepPlan(_ number: Int64) throws(SQLiteError) -> StepPlan {
        let statement = try connection.statement("SELECT steps FROM step_plan WHERE id = ?")
        defer { statement.reset() }
        statement.bind(number)
        return StepPlan(try statement.step() ? statement.text(0) : "")
    }
}
