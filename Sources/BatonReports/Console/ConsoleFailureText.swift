package import BatonRecords
import BatonSecrets
import BatonValues

/// A failure in full, as printed at the end, with the most useful information first.
///
/// The message comes first, in colour; its place stands behind it as `file:line:column`, of which terminals make a link.
struct ConsoleFailureText {
    private static let valueLimit = 2000
    /// Maximum bytes of a shown command: a little less than Linux accepts as one argument.
    private static let longestCommand = 128_000
    private static let bodyLines = 24
    private static let mostHeaders = 30
    /// Maximum bytes of a value that is shown without a line of its own.
    private static let shortValue = 24
    private static let differenceLimit = 20
    private static let widestRule = 72

    /// Headers of a response that are always shown: what the body is, and where to go.
    private static let telling: Set<String> = ["content-type", "location", "retry-after", "www-authenticate"]

    let style: ConsoleStyle
    let width: Int
    /// Whether all headers of the response are shown.
    let showsAll: Bool
    /// Nil where no command sends a step again.
    let sending: SendCommand?

    init(style: ConsoleStyle, width: Int?, showsAll: Bool = true, sending: SendCommand? = nil) {
        self.style = style
        self.width = min(width.map { $0 - 1 } ?? Self.widestRule, Self.widestRule)
        self.showsAll = showsAll
        self.sending = sending
    }

    /// The first lines of a block.
    struct Head {
        /// `failure 2 of 7, new`.
        let rule: String
        /// Since when the cause is there, where that is longer than this run.
        let since: String?

        /// - Parameter isCompared: whether the run is compared with earlier ones.
        init(_ number: String, _ cause: Cause, _ isCompared: Bool) {
            rule = isCompared ? "\(number), \(cause.state.word)" : number
            let isOld = isCompared && cause.state != .new
            since = isOld ? cause.since.map { "\($0.isAtLeast ? "since at least" : "since") \($0.text)" } : nil
        }
    }

    /// - Parameters:
    ///   - head: nil for a further failure of the same case.
    ///   - isShort: whether the response and what sends the request again are left out.
    func text(_ entry: FailureEntry, _ head: Head?, isShort: Bool = false) -> String {
        let identity = entry.record.identity
        var title = ConsoleCaseText.title(identity)
        if let step = entry.step { title += " › \(PrintableText.line(step.name))" }
        var text = head.map { "\n\(rule($0.rule))\n" } ?? "\n"
        text += "\(style.strongBad("✗")) \(style.strong(title))\n"
        if head != nil, let owner = identity.owner {
            text += "  \(style.note("owner:")) \(PrintableText.line(owner))\n"
        }
        if let since = head?.since { text += "  \(style.note(PrintableText.line(since)))\n" }
        return text + "\n" + details(entry.failures, entry.step, of: identity, isShort: isShort)
    }

    /// A step that did not fail, or only in quarantine, as `baton send` shows it.
    func text(_ step: StepRecord, of identity: CaseIdentity) -> String {
        let place = PrintableText.line("\(step.place.file):\(step.place.line)")
        var title = "\(ConsoleCaseText.title(identity)) › \(PrintableText.line(step.name))"
        title = style.sign(step.outcome) + " " + style.strong(title)
        if let reason = step.reason { title += ": \(PrintableText.line(reason.text))" }
        let failures = step.failures.isEmpty ? "" : "\n"
        return "\n\(rule(place))\n\(title)\n\(failures)" + details(step.failures, step, of: identity)
    }

    /// - Parameters:
    ///   - step: nil for failures outside the steps.
    ///   - identity: nil where no command that sends the request again is shown but curl.
    func details(
        _ failures: [FailureRecord], _ step: StepRecord?, of identity: CaseIdentity? = nil, isShort: Bool = false
    ) -> String {
        var text = ""
        for (position, failure) in failures.enumerated() {
            if position > 0 { text += "\n" }
            append(failure, hasPlace: identity?.role != .gap, to: &text)
        }
        if let step, !step.exchanges.isEmpty {
            text += "\n"
            appendExchanges(of: step, failures, identity, isShort: isShort, to: &text)
        }
        if isShort { return text }
        if let step { appendEarlier(step.earlierPrograms, to: &text) }
        if let program = step?.program { append(program, to: &text) }
        return text
    }

    private func rule(_ title: String) -> String {
        let head = "── \(title) "
        return style.faint(head + String(repeating: "─", count: max(2, width - TextWidth.of(head))))
    }

    /// - Parameter hasPlace: whether the place is one in a file.
    private func append(_ failure: FailureRecord, hasPlace: Bool, to text: inout String) {
        let place = "\(failure.place.file):\(failure.place.line):\(failure.place.column)"
        let message = PrintableText.of(CutText.head(failure.message.text, Self.valueLimit))
        let kind = style.faint("[\(PrintableText.line(failure.kind))]")
        text += "\(style.strongBad(message)) \(kind)\(hasPlace ? "  \(PrintableText.line(place))" : "")\n"
        appendExcerpt(failure.place, to: &text)
        if let related = failure.related {
            let place = "\(related.place.file):\(related.place.line):\(related.place.column)"
            // A difference names the place of its rule itself.
            if !failure.differences.contains(where: { $0.rule?.text.hasPrefix(place) == true }) {
                text += "  \(style.note("\(related.label):")) \(PrintableText.line(place))\n"
            }
        }
        if !failure.differences.isEmpty {
            appendDifferences(of: failure, to: &text)
        } else if !saysBoth(failure) {
            ConsoleComparison(style: style).append(failure.expected?.text, failure.actual?.text, to: &text)
        }
        append(failure.explanation, to: &text)
        if let message = failure.serverMessage {
            text += "  \(style.note("the server says:")) \(indented(message.text, by: "  "))\n"
        }
        if let cause = failure.cause { text += "  \(style.note("cause:")) \(indented(cause.text, by: "  "))\n" }
        for (label, advice) in [
            ("not looked at", failure.notLookedAt), ("hint", failure.hint), ("if that is right", failure.acceptance),
        ] {
            guard let advice else { continue }
            text += "  \(style.note("\(label):")) \(indented(advice.text, by: "  "))\n"
        }
    }

    /// Whether the message contains both values, and they are short enough to be noticed in it.
    private func saysBoth(_ failure: FailureRecord) -> Bool {
        guard let expected = failure.expected, let actual = failure.actual else { return false }
        if actual == "nothing", failure.message.text.contains("expected \(expected), but ") { return true }
        return saysBoth(failure.message.text, expected.text, actual.text)
    }

    private func saysBoth(_ message: String, _ expected: String, _ actual: String) -> Bool {
        max(expected.utf8.count, actual.utf8.count) <= Self.shortValue && message.contains(expected)
            && message.contains(actual)
    }

    private func appendExcerpt(_ place: Place, to text: inout String) {
        guard let excerpt = place.excerpt else { return }
        let line = PrintableText.line(excerpt.text)
        let number = String(place.line)
        let margin = String(repeating: " ", count: number.utf8.count)
        // The caret counts code points; wide characters take two terminal columns.
        let before = excerpt.text.unicodeScalars.prefix(max(0, place.caret))
        let marked = excerpt.text.unicodeScalars.dropFirst(max(0, place.caret)).prefix(max(1, place.width))
        let indent = TextWidth.of(PrintableText.line(String(String.UnicodeScalarView(before))))
        let caret = max(1, TextWidth.of(PrintableText.line(String(String.UnicodeScalarView(marked)))))
        text += "  \(style.faint("\(number) |")) \(line)\n"
        text += "  \(style.faint("\(margin) |")) \(String(repeating: " ", count: indent))"
        text += "\(style.bad(String(repeating: "^", count: caret)))\n"
    }

    /// Short differences take one line each. A single difference that the message contains is not repeated.
    private func appendDifferences(of failure: FailureRecord, to text: inout String) {
        let differences = failure.differences
        let more = failure.moreDifferences + max(0, differences.count - Self.differenceLimit)
        if differences.count == 1, more == 0,
            saysBoth(failure.message.text, differences[0].expected.text, differences[0].actual.text)
        {
            if let rule = differences[0].rule {
                text += "  \(style.note("schema:")) \(PrintableText.line(rule.text))\n"
            }
            return
        }
        for difference in differences.prefix(Self.differenceLimit) {
            let path = PrintableText.line(difference.path.text)
            let rule = difference.rule.map { "  \(style.faint(PrintableText.line($0.text)))" } ?? ""
            if max(difference.expected.text.utf8.count, difference.actual.text.utf8.count) <= Self.shortValue {
                let values = "expected \(difference.expected), got \(difference.actual)"
                text += "  \(style.strong("\(path):")) \(PrintableText.line(values))\(rule)\n"
            } else {
                text += "  \(style.strong(path))\(rule)\n"
                ConsoleComparison(style: style, indent: "    ").append(
                    difference.expected.text, difference.actual.text, to: &text)
            }
        }
        if more > 0 { text += "  and \(Plural.count(more, "more difference"))\n" }
    }

    private func append(_ parts: [FailureRecord.SubExpression], to text: inout String) {
        for line in ExplanationText.lines(parts) { text += "  \(line)\n" }
    }

    private func appendExchanges(
        of step: StepRecord, _ failures: [FailureRecord], _ identity: CaseIdentity?, isShort: Bool,
        to text: inout String
    ) {
        let shown = ExchangeText.shown(step.exchanges)
        for (position, exchange) in shown.enumerated() {
            guard let exchange else {
                text += "  …\n"
                continue
            }
            text += "  \(PrintableText.line(ExchangeText.line(exchange, arrow: "→")))\n"
            guard position == shown.count - 1, !isShort, let detail = exchange.detail else { continue }
            let headers = detail.responseHeaders.filter { isTold($0.name.text, failures) }
            for (name, value) in headers.prefix(Self.mostHeaders) {
                let line = CutText.head("\(name): \(value)", Self.valueLimit)
                text += "    \(style.faint(PrintableText.line(line)))\n"
            }
            let more = headers.count - Self.mostHeaders
            if more > 0 { text += "    … \(Plural.count(more, "more header"))\n" }
            if let body = detail.responseBody { appendBody(body.text, around: detail.responseLine, to: &text) }
            if let curl = detail.curl { appendCommand(curl.text, step, identity, to: &text) }
        }
    }

    /// Whether a header of a response says something about a failure.
    private func isTold(_ name: String, _ failures: [FailureRecord]) -> Bool {
        if showsAll { return true }
        let name = name.lowercased()
        return Self.telling.contains(name) || failures.contains { $0.check?.text.lowercased() == "headers.\(name)" }
    }

    /// The command that sends the request again, and `baton send` where curl lacks a secret.
    private func appendCommand(_ curl: String, _ step: StepRecord, _ identity: CaseIdentity?, to text: inout String) {
        let send = curl.contains("***") ? identity.flatMap { sending?.text(step, of: $0) } : nil
        let size = curl.utf8.count
        text += "\n  "
        if size > Self.longestCommand {
            text += style.faint("curl would need \(size) bytes to send it again, more than a command line takes") + "\n"
        } else {
            text += "\(style.faint("send it again with"))\n"
            for command in [curl, send].compactMap(\.self) { text += "    \(indented(command, by: "    "))\n" }
        }
    }

    /// The attempts before the last one, one line each.
    private func appendEarlier(_ programs: [ProgramRecord], to text: inout String) {
        if programs.isEmpty { return }
        text += "\n"
        for program in programs.prefix(Self.bodyLines) {
            text += "  \(style.faint(PrintableText.line(ProgramText.line(program, arrow: "→"))))\n"
        }
        let rest = programs.count - Self.bodyLines
        if rest > 0 { text += "  … \(Plural.count(rest, "more attempt"))\n" }
    }

    private func append(_ program: ProgramRecord, to text: inout String) {
        text += "\n  \(PrintableText.line(ProgramText.line(program, arrow: "→")))\n"
        for (stream, written) in ProgramText.written(program) {
            text += "\n    \(style.faint("\(stream):"))\n"
            var lines = PrintableText.of(written).split(separator: "\n", omittingEmptySubsequences: false)
            while lines.last?.isEmpty == true { lines.removeLast() }
            if lines.count > Self.bodyLines { text += "    … \(lines.count - Self.bodyLines) lines before\n" }
            for line in lines.suffix(Self.bodyLines) { text += line.isEmpty ? "\n" : "    \(line)\n" }
        }
    }

    /// - Parameter focus: the line around which a long body is cut; nil for its beginning.
    private func appendBody(_ body: String, around focus: Int?, to text: inout String) {
        var lines = PrintableText.of(focus == nil ? CutText.head(body, Self.valueLimit) : body)
            .split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        guard !lines.isEmpty else { return }
        text += "\n"
        let first = max(0, min((focus ?? 0) - Self.bodyLines / 2, lines.count - Self.bodyLines))
        // A single line is shown instead of a line that says it is left out.
        let start = first == 1 ? 0 : first
        if start > 0 { text += "    … \(start) lines before\n" }
        for line in lines[start...].prefix(Self.bodyLines) {
            text += line.isEmpty ? "\n" : "    \(CutText.head(String(line), Self.valueLimit))\n"
        }
        let more = lines.count - start - Self.bodyLines
        if more > 0 { text += "    … \(Plural.count(more, "more line"))\n" }
    }

    private func indented(_ text: String, by indent: String) -> String {
        PrintableText.of(text).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + indent)
    }
}

/// Expected and actual value one below the other, with a mark where two long texts begin to differ.
struct ConsoleComparison {
    private static let limit = 2000

    let style: ConsoleStyle
    var indent = "  "

    func append(_ expected: String?, _ actual: String?, to text: inout String) {
        if let expected { append("expected", expected, to: &text) }
        if let actual { append("actual  ", actual, to: &text) }
        if let expected, let actual, let column = firstDifference(expected, actual) {
            text += "\(indent)          \(String(repeating: " ", count: column))\(style.bad("^"))\n"
        }
    }

    private func append(_ label: String, _ value: String, to text: inout String) {
        let lines = PrintableText.of(CutText.head(value, Self.limit))
            .split(separator: "\n", omittingEmptySubsequences: false)
        text += "\(indent)\(style.faint(label))  \(lines.first ?? "")\n"
        for line in lines.dropFirst() { text += "\(indent)          \(line)\n" }
    }

    /// The column of the first difference; nil unless both texts are one line, long, and similar enough to need the
    /// mark.
    private func firstDifference(_ expected: String, _ actual: String) -> Int? {
        let left = PrintableText.of(expected)
        let right = PrintableText.of(actual)
        guard min(left.count, right.count) >= 8, max(left.utf8.count, right.utf8.count) <= Self.limit,
            !left.contains("\n"), !right.contains("\n")
        else { return nil }
        let common = zip(left, right).prefix { $0 == $1 }
        let shared = String(common.map(\.0))
        return shared.count >= 3 && left != right ? TextWidth.of(shared) : nil
    }
}

/// A request and its response in full, as `-vv` shows them: `>` begins the lines that were sent, `<` those received.
struct ConsoleExchangeText {
    private static let mostLines = 200

    let style: ConsoleStyle

    /// Empty where the exchange was not recorded in full.
    func text(_ exchange: ExchangeRecord) -> String {
        guard let detail = exchange.detail else { return "" }
        var text = ""
        add(">", "\(exchange.method) \(exchange.url)", detail.requestHeaders, detail.requestBody, to: &text)
        if let status = exchange.status {
            let version = exchange.httpVersion.map { "HTTP/\($0) " } ?? ""
            for interim in detail.interim {
                add("<", "\(version)\(interim.status)", interim.headers, nil, to: &text)
            }
            add("<", "\(version)\(status)", detail.responseHeaders, detail.responseBody, detail.trailers, to: &text)
        }
        return text
    }

    private func add(
        _ sign: String, _ first: String, _ headers: [(name: MaskedText, value: MaskedText)], _ body: MaskedText?,
        _ trailers: [(name: MaskedText, value: MaskedText)] = [], to text: inout String
    ) {
        func add(_ line: String) { text += "        \(style.faint(line.isEmpty ? sign : "\(sign) \(line)"))\n" }
        add(PrintableText.line(first))
        func add(_ fields: [(name: MaskedText, value: MaskedText)]) {
            for (name, value) in fields { add(PrintableText.line("\(name): \(value)")) }
        }
        add(headers)
        if let body, !body.text.isEmpty {
            var lines = PrintableText.of(body.text).split(separator: "\n", omittingEmptySubsequences: false)
            while lines.last?.isEmpty == true { lines.removeLast() }
            add("")
            for line in lines.prefix(Self.mostLines) { add(String(line)) }
            if lines.count > Self.mostLines { add("… \(lines.count - Self.mostLines) more lines") }
        }
        if !trailers.isEmpty { add("") }
        add(trailers)
    }
}

/// A failure in full, as the console shows it, without colour and title.
package enum PlainFailureText {
    /// The place and the message first; then the line of the file, what was expected, the request with its response, and a
    /// curl command.
    ///
    /// - Parameter step: the step that failed; nil for a failure outside the steps.
    package static func text(_ failure: FailureRecord, _ step: StepRecord?) -> String {
        ConsoleFailureText(style: ConsoleStyle(isColoured: false), width: nil).details([failure], step)
    }

    /// A request and what came back in one line: `GET http://127.0.0.1:8080/me → 503 in 84 ms`.
    package static func line(_ exchange: ExchangeRecord) -> String {
        PrintableText.line(ExchangeText.line(exchange, arrow: "→"))
    }
}
