import BatonDiagnostics
import BatonRecords
import BatonValues

/// A case as printed during the run: one line, followed by its steps where they matter.
struct ConsoleCaseText {
    private static let widestPath = 56
    private static let widestName = 44
    /// Columns of a line beside path and name: the sign, spaces, the time and a note.
    private static let beside = 30

    let style: ConsoleStyle
    let isVerbose: Bool
    /// Whether requests and responses are shown in full.
    let isFull: Bool
    let width: Int?
    private let showsInvalidFiles: Bool
    private let pathWidth: Int
    private let nameWidth: Int

    /// Column widths fit the widest of all cases, so that the columns are aligned from the first line on.
    init(style: ConsoleStyle, _ options: ConsoleOptions, cases: [CaseIdentity]) {
        self.style = style
        isVerbose = options.detail.isVerbose
        isFull = options.detail == .full
        width = options.isLive ? options.width : nil
        showsInvalidFiles = options.showsInvalidFiles
        // A wide terminal has room for more than the usual columns.
        let spare = max(0, (width ?? 0) - Self.widestPath - Self.widestName - Self.beside)
        pathWidth = min(
            cases.map { TextWidth.of(PrintableText.line($0.path)) }.max() ?? 0, Self.widestPath + spare / 2)
        nameWidth = min(cases.map { TextWidth.of(Self.title($0)) }.max() ?? 0, Self.widestName + spare / 2)
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
            text += "    \(style.note(word)): \(PrintableText.line(reason.text))\n"
        }
        for attempt in record.earlier { text += line(attempt) }
        for failure in record.failures.prefix(10) { text += "    \(line(failure))" }
        for step in record.steps {
            if isVerbose {
                text += line(step)
            } else {
                for entry in step.output { text += output(entry.text, indent: "    ") }
                if isBad, let failure = step.failures.first { text += "    \(line(failure, of: step))" }
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
        "    \(style.note("output")) \(PrintableText.line(output.name)) = \(PrintableText.line(output.value.text))\n"
    }

    func headline(_ record: CaseRecord) -> String {
        let note = Self.note(record)
        let path = Column(text: PrintableText.line(record.identity.path), width: pathWidth)
        let name = Column(text: Self.title(record.identity), width: nameWidth)
        let time = Column(
            text: record.outcome == .skipped || record.isBlocked ? "" : TimeText.short(record.duration), width: 9)
        guard let width else { return line(record.outcome, path, name, time, note) }
        // On a terminal, a case takes one line: the name is shortened first, then the path.
        let room = max(width - 1 - 2 - 2 - 10 - (note.isEmpty ? 0 : 2 + note.utf8.count), 8)
        let taken = max(TextWidth.of(path.text), path.width)
        if taken + 8 > room {
            let fitted = TextWidth.fitting(TextWidth.padded(path.text, path.width), max(room - 2, 8))
            return line(
                record.outcome, Column(text: fitted, width: 0), Column(text: "", width: 0),
                Column(text: time.text, width: 0), note)
        }
        let rest = min(nameWidth, room - taken)
        return line(
            record.outcome, path, Column(text: TextWidth.fitting(name.text, rest), width: rest), time, note)
    }

    /// A text and its minimum width in columns.
    private struct Column {
        let text: String
        let width: Int

        var spaces: Int { width - TextWidth.of(text) }
    }

    /// Remarks about a case, such as its retries.
    private static func note(_ record: CaseRecord) -> String {
        var words: [String] = []
        switch record.identity.role {
        case .selected: break
        case .prerequisite: words.append("needed")
        case .before, .after, .gap: words.append(record.identity.role.rawValue)
        }
        if record.isBlocked { words.append("blocked") }
        if record.isFlaky {
            words.append(
                record.firstSetback.map { "flaky: \(PrintableText.line(CutText.head($0.text, 200)))" } ?? "flaky")
        } else if record.isQuarantined {
            words.append("quarantined")
        }
        return words.joined(separator: ", ")
    }

    private func line(
        _ outcome: Outcome, _ path: Column, _ name: Column, _ time: Column, _ note: String
    ) -> String {
        var line = TextBuffer(capacity: 256)
        line.append(text: style.sign(outcome))
        line.append(UInt8(ascii: " "))
        let isStrong = outcome == .failed || outcome == .error
        if isStrong { style.begin(.strong, in: &line) }
        line.append(text: path.text)
        line.append(spaces: path.spaces)
        if isStrong { style.end(in: &line) }
        if !name.text.isEmpty || name.width > 0 {
            line.append("  ")
            line.append(text: name.text)
            line.append(spaces: name.spaces)
        }
        if !time.text.isEmpty {
            line.append(UInt8(ascii: " "))
            style.begin(.faint, in: &line)
            line.append(spaces: time.spaces)
            line.append(text: time.text)
            style.end(in: &line)
        }
        line.removeTrailingBlanks()
        if !note.isEmpty {
            line.append("  ")
            line.append(text: style.note(note))
        }
        line.append(UInt8(ascii: "\n"))
        return String(decoding: line.bytes, as: UTF8.self)
    }

    private func line(_ step: StepRecord) -> String {
        var text = "    \(style.sign(step.outcome)) \(PrintableText.line(step.name))"
        if step.section != .steps { text += style.faint(" (\(step.section.rawValue))") }
        if step.outcome == .skipped {
            text += ": \(PrintableText.line(step.reason?.text ?? "skipped"))"
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
        if isFull {
            for exchange in step.exchanges {
                if step.exchanges.count > 1 { text += "      \(self.exchange(exchange))\n" }
                text += ConsoleExchangeText(style: style).text(exchange)
            }
        } else if isVerbose, step.exchanges.count > 1 {
            for exchange in ExchangeText.shown(step.exchanges) {
                text += "      \(exchange.map(self.exchange) ?? "…")\n"
            }
        }
        if isVerbose {
            for line in ExplanationText.lines(step.explanation) { text += "      \(style.faint(line))\n" }
        }
        for entry in step.output { text += output(entry.text, indent: "      ") }
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

    /// A step that failed in one line: the end shows it in full.
    private func line(_ failure: FailureRecord, of step: StepRecord) -> String {
        let section = step.section == .steps ? "" : style.faint(" (\(step.section.rawValue))")
        let more = step.failures.count > 1 ? " and \(step.failures.count - 1) more" : ""
        return "\(style.sign(step.outcome)) \(PrintableText.line(step.name))\(section): \(line(failure, more))"
    }

    /// The message, with its place behind it.
    private func line(_ failure: FailureRecord, _ more: String = "") -> String {
        let place = "\(failure.place.file):\(failure.place.line):\(failure.place.column)"
        let message = PrintableText.line(CutText.head(failure.message.text, 400))
        return "\(style.bad(message))\(more)  \(style.faint(PrintableText.line(place)))\n"
    }
}
