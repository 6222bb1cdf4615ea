import BatonRecords

/// A program and its result as text.
enum ProgramText {
    /// `python3 seed.py 3 → exit code 1 in 84 ms`; `arrow` is `->` in files that other programs read.
    static func line(_ program: ProgramRecord, arrow: String) -> String {
        var text = "\(program.command) \(arrow) "
        if let code = program.exitCode {
            text += "exit code \(code)"
        } else if let signal = program.signal {
            text += "signal \(signal)"
        } else if program.duration == 0 {
            return text + "not started"
        } else {
            text += "no exit code"
        }
        text += " in \(TimeText.short(program.duration))"
        return program.note.map { "\(text): \($0)" } ?? text
    }

    /// The programs that a step started, first to last; empty where there was only one.
    static func attempts(_ step: StepRecord) -> [ProgramRecord] {
        step.earlierPrograms.isEmpty ? [] : step.earlierPrograms + (step.program.map { [$0] } ?? [])
    }

    /// The program's output by stream name; empty streams are left out.
    static func written(_ program: ProgramRecord) -> [(stream: String, text: String)] {
        [("stdout", program.output), ("stderr", program.errors)].compactMap { stream, text in
            text.flatMap { $0.isEmpty ? nil : (stream, $0.text) }
        }
    }
}
