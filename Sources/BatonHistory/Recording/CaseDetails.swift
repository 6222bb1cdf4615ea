import BatonJSON
import BatonRecords

/// The tables for data that few cases have: earlier attempts, failures, program output, more than one exchange.
struct CaseDetails {
    private let connection: Connection
    private let exchanges: ExchangeTable

    init(_ connection: Connection) {
        self.connection = connection
        exchanges = ExchangeTable(connection)
    }

    /// - Parameter run: the row number of the run.
    func add(_ record: CaseRecord, run: Int64) throws(SQLiteError) {
        let index = record.identity.index
        for attempt in record.earlier { try add(attempt, run, case: index) }
        for step in record.steps {
            let place = StepPlace(run: run, caseIndex: index, stepIndex: step.index)
            if !step.earlierPrograms.isEmpty { try add(step.earlierPrograms, of: place) }
            guard !step.failures.isEmpty || step.exchanges.count > 1 || step.isTraced else { continue }
            if !step.failures.isEmpty { try add(step.failures, of: place) }
            if let program = step.program { try add(program, of: place) }
            try exchanges.add(step.exchanges, of: place)
        }
        if !record.failures.isEmpty {
            try add(record.failures, of: StepPlace(run: run, caseIndex: index, stepIndex: -1))
        }
    }

    private static let attemptSQL = """
        INSERT OR IGNORE INTO case_attempt (run, case_position, number, outcome, started, duration, step, kind, message)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    private func add(_ attempt: CaseRecord.Attempt, _ run: Int64, case index: Int) throws(SQLiteError) {
        let insert = try connection.statement(Self.attemptSQL)
        insert.bind(run)
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

    private static let failureSQL = """
        INSERT OR IGNORE INTO failure (run, case_position, step_position, position, kind, message, check_path,
            comparison, expected, actual, differences, explanation, server_message, hint, cause, file, line,
            column_number, excerpt, width, signature, caret)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    private func add(_ failures: [FailureRecord], of step: StepPlace) throws(SQLiteError) {
        for (position, failure) in failures.enumerated() {
            let insert = try connection.statement(Self.failureSQL)
            step.bind(to: insert)
            insert.bind(position)
            insert.bind(failure.kind)
            insert.bind(failure.message)
            insert.bind(failure.check)
            insert.bind(failure.comparison)
            insert.bind(failure.expected)
            insert.bind(failure.actual)
            insert.bind(JSONWriter.columnText(failure.differences.map(EventForm.json)))
            insert.bind(JSONWriter.columnText(failure.explanation.map(EventForm.json)))
            insert.bind(failure.serverMessage)
            insert.bind(failure.hint)
            insert.bind(failure.cause)
            insert.bind(failure.place.file)
            insert.bind(failure.place.line)
            insert.bind(failure.place.column)
            insert.bind(failure.place.excerpt)
            insert.bind(failure.place.width)
            insert.bind(FailureSignature.of(failure))
            insert.bind(failure.place.caret)
            try insert.run()
        }
    }

    private static let programAttemptSQL = """
        INSERT OR IGNORE INTO program_attempt (run, case_position, step_position, position, command, exit_code,
            duration, stdout, stderr, note, poll)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    private func add(_ earlier: [ProgramRecord], of step: StepPlace) throws(SQLiteError) {
        for (position, program) in earlier.enumerated() {
            let insert = try connection.statement(Self.programAttemptSQL)
            step.bind(to: insert)
            insert.bind(position)
            insert.bind(program.command)
            insert.bind((program.exitCode ?? program.signal.map { -$0 }).map(Int64.init))
            insert.bind(program.duration)
            insert.bind(program.output)
            insert.bind(program.errors)
            insert.bind(program.note)
            insert.bind(mark: program.isPoll)
            try insert.run()
        }
    }

    private static let programSQL = """
        INSERT OR IGNORE INTO program_output (run, case_position, step_position, stdout, stderr)
        VALUES (?, ?, ?, ?, ?)
        """

    private func add(_ program: ProgramRecord, of step: StepPlace) throws(SQLiteError) {
        let insert = try connection.statement(Self.programSQL)
        step.bind(to: insert)
        insert.bind(program.output)
        insert.bind(program.errors)
        try insert.run()
    }
}

extension CaseRecord {
    /// Whether the case has data for these tables.
    var hasDetails: Bool {
        !earlier.isEmpty || !failures.isEmpty
            || steps.contains {
                $0.exchanges.count > 1 || !$0.failures.isEmpty || !$0.earlierPrograms.isEmpty || $0.isTraced
            }
    }
}
