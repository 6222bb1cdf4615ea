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
