import BatonRecords

/// What the programs of a step wrote, and those that were started before the last one.
struct WrittenByPrograms {
    var output: String?
    var errors: String?
    var earlier: [RunDetail.Program] = []
}

extension HistoryReader {
    /// Of the steps that went wrong.
    func programs(of run: RunSummary) throws(SQLiteError) -> [StepKey: WrittenByPrograms] {
        var written: [StepKey: WrittenByPrograms] = [:]
        let outputs = try connection.statement(
            """
            SELECT case_position, step_position, stdout, stderr
            FROM program_output WHERE run = (SELECT id FROM run WHERE uuid = ?)
            """)
        defer { outputs.reset() }
        outputs.bind(run.id)
        while try outputs.step() {
            written[StepKey(case: outputs.int(0), step: outputs.int(1))] = WrittenByPrograms(
                output: outputs.optionalText(2), errors: outputs.optionalText(3))
        }
        let attempts = try connection.statement(
            """
            SELECT case_position, step_position, command, exit_code, duration, stdout, stderr, note, poll
            FROM program_attempt WHERE run = (SELECT id FROM run WHERE uuid = ?)
            ORDER BY case_position, step_position, position
            """)
        defer { attempts.reset() }
        attempts.bind(run.id)
        while try attempts.step() {
            let program = RunDetail.Program(
                command: attempts.text(2), exitCode: attempts.optionalInteger(3).map { Int($0) },
                duration: attempts.integer(4), output: attempts.optionalText(5), errors: attempts.optionalText(6),
                note: attempts.optionalText(7), isPoll: attempts.optionalInteger(8) != nil)
            let key = StepKey(case: attempts.int(0), step: attempts.int(1))
            written[key, default: WrittenByPrograms()].earlier.append(program)
        }
        return written
    }
}

extension RunDetail.Step {
    mutating func take(_ written: WrittenByPrograms) {
        program?.output = written.output
        program?.errors = written.errors
        program?.duration = duration
        earlierPrograms = written.earlier
    }
}
