import BatonRunner

/// What a failing test case says: the message first, since some consumers show nothing else.
enum JUnitFailureText {
    static let messageLimit = 1000
    static let bodyLimit = 64_000
    static let outputLimit = 100_000
    private static let valueLimit = 8000

    /// One line; further failures of the same step are counted, the body has them all.
    static func message(_ failures: [FailureRecord]) -> String {
        guard let first = failures.first else { return "failed" }
        let more = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
        let message = PrintableText.line(first.message)
        return DefusedText.of(CutText.head(message, messageLimit - more.utf8.count) + more)
    }

    static func body(
        _ failures: [FailureRecord], exchange: ExchangeRecord?, program: ProgramRecord? = nil,
        of identity: CaseIdentity
    ) -> String {
        var text = ""
        for failure in failures {
            if !text.isEmpty { text += "\n" }
            append(failure, to: &text)
        }
        var tail = identity.owner.map { "owner: \(CutText.head($0, messageLimit))\n" } ?? ""
        if let exchange {
            tail += "\n\(CutText.head(ExchangeText.line(exchange, arrow: "->"), valueLimit))\n"
        }
        if let program { tail += "\n\(CutText.head(ProgramText.line(program, arrow: "->"), valueLimit))\n" }
        for failure in failures.prefix(20) {
            tail += "\(CutText.head(failure.place.file, messageLimit)):\(failure.place.line):\(failure.place.column)\n"
            if let related = failure.related {
                let place = related.place
                tail += "\(related.label): \(CutText.head(place.file, messageLimit)):\(place.line):\(place.column)\n"
            }
        }
        if let curl = exchange?.detail?.curl {
            tail += CutText.head(curl, valueLimit) + "\n"
        }
        if let place = failures.first?.place {
            tail += JUnitNames.frame(identity, file: CutText.head(place.file, messageLimit), line: place.line)
        }
        tail = PrintableText.of(tail)
        return DefusedText.of(CutText.head(PrintableText.of(text), max(0, bodyLimit - tail.utf8.count)) + tail)
    }

    /// What the step itself logged, then, for a failing one, the answer that it saw.
    static func output(of step: StepRecord) -> String? {
        var text = step.output.joined(separator: "\n")
        if step.exchanges.count > 1 || step.exchanges.contains(where: { $0.cache != nil }) {
            if !text.isEmpty { text += "\n\n" }
            for exchange in step.exchanges { text += ExchangeText.line(exchange, arrow: "->") + "\n" }
        }
        if !step.failures.isEmpty, let exchange = step.exchanges.last, let detail = exchange.detail {
            if !text.isEmpty { text += "\n\n" }
            text += "\(exchange.method) \(exchange.url)\n"
            append(detail.requestHeaders, detail.requestBody, to: &text)
            if let status = exchange.status {
                text += "\nHTTP/\(exchange.httpVersion ?? "1.1") \(status)\n"
                append(detail.responseHeaders, detail.responseBody, to: &text)
            }
        }
        if let program = step.program {
            if !text.isEmpty { text += "\n\n" }
            text += ProgramText.line(program, arrow: "->") + "\n"
            for (stream, written) in ProgramText.written(program) { text += "\n\(stream):\n\(written)\n" }
        }
        guard !text.isEmpty else { return nil }
        return DefusedText.of(CutText.headAndTail(PrintableText.of(text), outputLimit))
    }

    private static func append(_ headers: [(name: String, value: String)], _ body: String?, to text: inout String) {
        for (name, value) in headers { text += "\(name): \(value)\n" }
        if let body, !body.isEmpty { text += "\n\(body)\n" }
    }

    private static func append(_ failure: FailureRecord, to text: inout String) {
        text += "\(failure.message)\n"
        if let expected = failure.expected { text += "expected: \(CutText.head(expected, valueLimit))\n" }
        if let actual = failure.actual { text += "actual:   \(CutText.head(actual, valueLimit))\n" }
        for difference in failure.differences.prefix(100) {
            text += "  \(difference.path): expected \(CutText.head(difference.expected, valueLimit))"
            text += ", got \(CutText.head(difference.actual, valueLimit))"
            if let rule = difference.rule { text += " (\(CutText.head(rule, messageLimit)))" }
            text += "\n"
        }
        let more = failure.moreDifferences + max(0, failure.differences.count - 100)
        if more > 0 { text += "  and \(more) more\n" }
        for line in ExplanationText.lines(failure.explanation) { text += "  \(CutText.head(line, valueLimit))\n" }
        if let message = failure.serverMessage { text += "the server says: \(message)\n" }
        if let cause = failure.cause { text += "cause: \(CutText.head(cause, valueLimit))\n" }
        if let hint = failure.hint { text += "hint: \(hint)\n" }
    }
}
