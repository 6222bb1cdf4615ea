import BatonRunner

/// A case as it passes by: one line, and its steps below where they matter.
struct ConsoleCaseText {
    private static let widestPath = 56
    private static let widestName = 44

    let style: ConsoleStyle
    let isVerbose: Bool
    let width: Int?
    private let showsInvalidFiles: Bool
    private let pathWidth: Int
    private let nameWidth: Int

    /// Columns are as wide as the widest of all cases needs, so that they stand under one another from the first.
    init(style: ConsoleStyle, _ options: ConsoleOptions, cases: [CaseIdentity]) {
        self.style = style
        isVerbose = options.detail == .verbose
        width = options.isLive ? options.width : nil
        showsInvalidFiles = options.showsInvalidFiles
        pathWidth = min(cases.map { TextWidth.of(PrintableText.line($0.path)) }.max() ?? 0, Self.widestPath)
        nameWidth = min(cases.map { TextWidth.of(Self.title($0)) }.max() ?? 0, Self.widestName)
    }

    /// The workflow's name with its row and repetition.
    static func title(_ identity: CaseIdentity) -> String {
        PrintableText.line(identity.title)
    }

    func text(_ record: CaseRecord) -> String {
        let isBad = record.outcome == .failed || record.outcome == .error
        var text = headline(record)
        if record.isInvalidFile, !showsInvalidFiles {
            let count = record.steps.reduce(0) { $0 + $1.failures.count }
            let errors = count == 1 ? "its error stands" : "its \(count) errors stand"
            return text + "    \(style.note("error")): \(record.reason ?? "the file is not valid"); \(errors) above\n"
        }
        if let quarantine = record.identity.quarantine, record.outcome != .skipped {
            text += "    \(style.note("quarantine")): \(PrintableText.line(quarantine.sentence(isBad: isBad)))\n"
        }
        if let reason = record.reason, record.outcome != .passed {
            let word = record.outcome == .skipped ? "skipped" : record.outcome == .error ? "error" : "failed"
            text += "    \(style.note(word)): \(PrintableText.line(reason))\n"
        }
        for attempt in record.earlier { text += line(attempt) }
        for failure in record.failures.prefix(10) { text += "    \(line(failure))" }
        for step in record.steps {
            if isBad || isVerbose {
                text += line(step)
            } else {
                for entry in step.output { text += output(entry, indent: "    ") }
            }
        }
        if isVerbose { for entry in record.outputs { text += line(entry) } }
        return text
    }

    private func line(_ attempt: CaseRecord.Attempt) -> String {
        var text = "    \(style.note("attempt \(attempt.number)")) \(attempt.outcome.rawValue)"
        if let first = attempt.failures.first {
            let name = first.step.isEmpty ? "" : "\(first.step): "
            text += ": \(PrintableText.line(CutText.head("\(name)\(first.failure.message)", 400)))"
        }
        return text + "\n"
    }

    private func line(_ output: CaseRecord.Output) -> String {
        "    \(style.note("output")) \(PrintableText.line(output.name)) = \(PrintableText.line(output.value))\n"
    }

    private func headline(_ record: CaseRecord) -> String {
        let note = Self.note(record)
        let path = TextWidth.padded(PrintableText.line(record.identity.path), pathWidth)
        let name = Self.title(record.identity)
        let time = record.outcome == .skipped || record.isBlocked ? "" : TimeText.short(record.duration)
        guard let width else {
            return line(record.outcome, path, TextWidth.padded(name, nameWidth), aligned(time), note)
        }
        // On a terminal a line stays one line: the name gives way first, then the path.
        let room = max(width - 1 - 2 - 2 - 10 - (note.isEmpty ? 0 : 2 + note.utf8.count), 8)
        if TextWidth.of(path) + 8 > room {
            return line(record.outcome, TextWidth.fitting(path, max(room - 2, 8)), "", time, note)
        }
        let rest = min(nameWidth, room - TextWidth.of(path))
        let fitted = TextWidth.padded(TextWidth.fitting(name, rest), rest)
        return line(record.outcome, path, fitted, aligned(time), note)
    }

    /// What is special about a case, in words.
    private static func note(_ record: CaseRecord) -> String {
        var words: [String] = []
        switch record.identity.role {
        case .selected: break
        case .prerequisite: words.append("needed")
        case .before, .after: words.append(record.identity.role.rawValue)
        }
        if record.isBlocked { words.append("blocked") }
        if record.isFlaky { words.append("flaky") } else if record.isQuarantined { words.append("quarantined") }
        return words.joined(separator: ", ")
    }

    private func aligned(_ time: String) -> String { time.isEmpty ? "" : TextWidth.aligned(time, 9) }

    private func line(
        _ outcome: Outcome, _ path: String, _ name: String, _ time: String, _ note: String
    ) -> String {
        let shown = outcome == .failed || outcome == .error ? style.strong(path) : path
        var text = "\(style.sign(outcome)) \(shown)"
        if !name.isEmpty { text += "  \(name)" }
        if !time.isEmpty { text += " \(style.faint(time))" }
        while text.utf8.last == UInt8(ascii: " ") { text.unicodeScalars.removeLast() }
        return text + (note.isEmpty ? "" : "  \(style.note(note))") + "\n"
    }

    private func line(_ step: StepRecord) -> String {
        var text = "    \(style.sign(step.outcome)) \(PrintableText.line(step.name))"
        if step.section != .steps { text += style.faint(" (\(step.section.rawValue))") }
        if step.outcome == .skipped {
            text += ": \(PrintableText.line(step.reason ?? "skipped"))"
        } else if isVerbose, step.exchanges.count == 1 {
            text += "  \(exchange(step.exchanges[0]))"
        } else if isVerbose, step.earlierPrograms.isEmpty, let program = step.program {
            text += "  \(style.faint(PrintableText.line(ProgramText.line(program, arrow: "→"))))"
        } else {
            text += "  \(style.faint(TimeText.short(step.duration)))"
        }
        if step.isFlaky { text += "  \(style.note("flaky"))" }
        text += "\n"
        if isVerbose {
            for program in ProgramText.attempts(step) {
                text += "      \(style.faint(PrintableText.line(ProgramText.line(program, arrow: "→"))))\n"
            }
        }
        if isVerbose, step.exchanges.count > 1 {
            for exchange in ExchangeText.shown(step.exchanges) {
                text += "      \(exchange.map(self.exchange) ?? "…")\n"
            }
        }
        if isVerbose {
            for line in ExplanationText.lines(step.explanation) { text += "      \(style.faint(line))\n" }
        }
        for entry in step.output { text += output(entry, indent: "      ") }
        for failure in step.failures.prefix(10) { text += "      \(line(failure))" }
        if step.failures.count > 10 { text += "      and \(step.failures.count - 10) more\n" }
        return text
    }

    private func exchange(_ exchange: ExchangeRecord) -> String {
        style.faint(PrintableText.line(ExchangeText.line(exchange, arrow: "→")))
    }

    private func output(_ entry: String, indent: String) -> String {
        PrintableText.of(entry).split(separator: "\n", omittingEmptySubsequences: false)
            .map { "\(indent)\(style.faint("|")) \($0)\n" }.joined()
    }

    private func line(_ failure: FailureRecord) -> String {
        let place = "\(failure.place.file):\(failure.place.line):\(failure.place.column):"
        let message = PrintableText.line(CutText.head(failure.message, 400))
        return "\(style.strong(PrintableText.line(place))) \(message)\n"
    }
}
