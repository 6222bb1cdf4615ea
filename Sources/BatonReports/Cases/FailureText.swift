import BatonRecords
import BatonSecrets
import BatonValues

/// The text of a failing test case: the message first, because some consumers show nothing else.
enum FailureText {
    static let messageLimit = 1000
    static let bodyLimit = 64_000
    static let outputLimit = 100_000

    /// One line with the first failure and the number of others; the body lists all of them.
    static func message(_ failures: [FailureRecord]) -> String {
        guard let first = failures.first else { return "failed" }
        let more = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
        let message = PrintableText.line(first.message.text)
        return EscapedCICommands.of(CutText.head(message, messageLimit - more.utf8.count) + more)
    }

    /// Text from outside, reduced to one line.
    static func line(_ text: String) -> String {
        EscapedCICommands.of(CutText.head(PrintableText.line(text), messageLimit))
    }

    static func body(
        _ failures: [FailureRecord], in step: StepRecord?, of identity: CaseIdentity
    ) -> String {
        let exchange = step?.exchanges.last
        var text = ""
        for failure in failures {
            if !text.isEmpty { text += "\n" }
            append(failure, to: &text)
        }
        var tail = identity.owner.map { "owner: \(CutText.head($0, messageLimit))\n" } ?? ""
        if let exchange {
            tail += "\n\(CutText.head(ExchangeText.line(exchange, arrow: "->"), FailurePart.valueLimit))\n"
        }
        if let program = step?.program {
            tail += "\n\(CutText.head(ProgramText.line(program, arrow: "->"), FailurePart.valueLimit))\n"
        }
        for failure in failures.prefix(20) {
            tail += "\(CutText.head(failure.place.file, messageLimit)):\(failure.place.line):\(failure.place.column)\n"
            if let related = failure.related {
                let place = related.place
                tail += "\(related.label): \(CutText.head(place.file, messageLimit)):\(place.line):\(place.column)\n"
            }
        }
        if let curl = exchange?.detail?.curl {
            tail += CutText.head(curl.text, FailurePart.valueLimit) + "\n"
        }
        if let failure = failures.first { tail += AnnotationLines(failure, step: step, of: identity).text }
        tail = PrintableText.of(tail)
        return EscapedCICommands.of(CutText.head(PrintableText.of(text), max(0, bodyLimit - tail.utf8.count)) + tail)
    }

    /// The step's log output; for a failing step also its response.
    static func output(of step: StepRecord) -> String? {
        let hasLines =
            step.exchanges.count > 1 || step.exchanges.indices.contains { step.exchanges[$0].cache != nil }
        guard hasLines || step.hasProgram || !step.output.isEmpty || !step.failures.isEmpty else { return nil }
        var text = step.output.map(\.text).joined(separator: "\n")
        if hasLines {
            if !text.isEmpty { text += "\n\n" }
            for exchange in step.exchanges { text += ExchangeText.line(exchange, arrow: "->") + "\n" }
        }
        if !step.failures.isEmpty, let exchange = step.exchanges.last, let detail = exchange.detail {
            if !text.isEmpty { text += "\n\n" }
            text += "\(exchange.method) \(exchange.url)\n"
            append(detail.requestHeaders, detail.requestBody?.text, to: &text)
            if let status = exchange.status {
                text += "\nHTTP/\(exchange.httpVersion ?? "1.1") \(status)\n"
                append(detail.responseHeaders, detail.responseBody?.text, to: &text)
            }
        }
        let attempts = ProgramText.attempts(step)
        if !attempts.isEmpty {
            if !text.isEmpty { text += "\n\n" }
            for program in attempts { text += ProgramText.line(program, arrow: "->") + "\n" }
        }
        if let program = step.program {
            if !text.isEmpty { text += "\n\n" }
            text += ProgramText.line(program, arrow: "->") + "\n"
            for (stream, written) in ProgramText.written(program) { text += "\n\(stream):\n\(written)\n" }
        }
        guard !text.isEmpty else { return nil }
        return EscapedCICommands.of(CutText.headAndTail(PrintableText.of(text), outputLimit))
    }

    private static func append(
        _ headers: [(name: MaskedText, value: MaskedText)], _ body: String?, to text: inout String
    ) {
        for (name, value) in headers { text += "\(name): \(value)\n" }
        if let body, !body.isEmpty { text += "\n\(body)\n" }
    }

    private static func append(_ failure: FailureRecord, to text: inout String) {
        text += "\(failure.message)\n"
        for part in FailurePart.all(of: failure) { text += part.line + "\n" }
    }
}

/// The details of a failure after its message, in reading order; the same in every report.
enum FailurePart {
    case value(Label, String)
    case difference(FailureRecord.Difference)
    /// Number of differences that are not listed.
    case more(Int)
    /// The value of a part of a condition: `total  = 3`.
    case explanation(String)

    enum Label: String {
        case expected, actual
        case server = "the server says"
        case cause, hint
        case acceptance = "if that is right"
        case notLookedAt = "not looked at"

        /// Whether it is a value of the check, and no sentence about it.
        var isDocument: Bool { self == .expected || self == .actual }
    }

    /// Maximum bytes of a value.
    static let valueLimit = 8000
    private static let mostDifferences = 100

    static func all(of failure: FailureRecord) -> [FailurePart] {
        var parts: [FailurePart] = []
        func add(_ label: Label, _ text: String?) {
            if let text { parts.append(.value(label, CutText.head(text, valueLimit))) }
        }
        add(.expected, failure.expected?.text)
        add(.actual, failure.actual?.text)
        for difference in failure.differences.prefix(mostDifferences) {
            parts.append(
                .difference(
                    FailureRecord.Difference(
                        path: difference.path, expected: difference.expected.reshaped { CutText.head($0, valueLimit) },
                        actual: difference.actual.reshaped { CutText.head($0, valueLimit) },
                        rule: difference.rule?.reshaped { CutText.head($0, FailureText.messageLimit) })))
        }
        let more = failure.moreDifferences + max(0, failure.differences.count - mostDifferences)
        if more > 0 { parts.append(.more(more)) }
        for line in ExplanationText.lines(failure.explanation) {
            parts.append(.explanation(CutText.head(line, valueLimit)))
        }
        add(.server, failure.serverMessage?.text)
        add(.cause, failure.cause?.text)
        add(.notLookedAt, failure.notLookedAt?.text)
        add(.hint, failure.hint?.text)
        add(.acceptance, failure.acceptance?.text)
        return parts
    }

    /// Without a trailing line break.
    var line: String {
        switch self {
        case .value(.actual, let text): "actual:   \(text)"
        case .value(let label, let text): "\(label.rawValue): \(text)"
        case .difference(let difference):
            "  \(difference.path): expected \(difference.expected), got \(difference.actual)"
                + (difference.rule.map { " (\($0))" } ?? "")
        case .more(let count): "  and \(count) more"
        case .explanation(let line): "  \(line)"
        }
    }
}

/// A request and its response as one line of text.
enum ExchangeText {
    /// The first and last of many attempts; nil stands for those left out.
    static func shown(_ exchanges: [ExchangeRecord]) -> [ExchangeRecord?] {
        guard exchanges.count > 10 else { return exchanges }
        var shown: [ExchangeRecord?] = Array(exchanges.prefix(3))
        shown.append(nil)
        shown += exchanges.suffix(5).map(Optional.some)
        return shown
    }

    /// Maximum bytes of a URL in UTF-8; servers hardly accept longer ones.
    private static let longestURL = 8192

    /// `GET http://127.0.0.1:8080/me → 503 in 84 ms`; `arrow` is `->` in files that other programs read.
    static func line(_ exchange: ExchangeRecord, arrow: String) -> String {
        var text = "\(exchange.method) \(CutText.head(exchange.url.text, longestURL)) \(arrow) "
        if let failure = exchange.failure {
            text += failure
        } else {
            text += exchange.status.map(String.init) ?? "no response"
        }
        switch exchange.cache?.use {
        case .stored: text += " from the cache, stored \(TimeText.short(exchange.cache?.age ?? 0)) ago"
        case .revalidated: text += " in \(TimeText.short(exchange.duration)), confirmed: the body is from the cache"
        case .shared: text += " in \(TimeText.short(exchange.duration)), sent once for several steps"
        case nil: text += " in \(TimeText.short(exchange.duration))"
        }
        if exchange.failure != nil, let status = exchange.status {
            let size = exchange.responseBytes
            text += " (status \(status) came, and \(Plural.count(size, "byte")) of the body)"
        }
        if let url = exchange.responseURL { text += " (redirected to \(CutText.head(url.text, longestURL)))" }
        if exchange.attempt > 1 || exchange.page != nil {
            text += " (\(ExchangeRecord.position(attempt: exchange.attempt, page: exchange.page)))"
        }
        if let purpose = exchange.purpose { text += ": \(CutText.head(purpose.text, 200))" }
        if let note = exchange.note { text += ": \(CutText.head(note.text, 200))" }
        return text
    }
}

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
