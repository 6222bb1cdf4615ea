import BatonRecords
import BatonSecrets
import BatonValues

extension HTMLPage {
    /// Number of failures of a group that are shown in full; up to `mostListed` others take one line each.
    private static let mostInFull = 10
    private static let mostListed = 7
    private static let bodyLimit = 16_000
    /// Maximum bytes of a value where requests and responses are left out too.
    private static let briefLimit = 500

    func writeFailures(into page: inout HTMLWriter) {
        page.raw("<section id=\"failures\">\n<h2>Failures</h2>\n")
        defer { page.raw("</section>\n") }
        if causes.isEmpty { writeParagraph("None.", into: &page) }
        let start = page.count
        var left = 0
        for (number, cause) in causes.enumerated() {
            guard page.count - start < Self.failureLimit else {
                left = causes.count - number
                break
            }
            write(cause, number, isBrief: page.count - start >= Self.exchangeLimit, into: &page)
        }
        if left > 0 {
            page.raw("<p class=\"note\"><strong>")
            page.number(left)
            page.raw(" more causes are left out to keep this file small.</strong> ")
            page.raw("They are in the JUnit file and in the history.</p>\n")
        }
    }

    /// - Parameter isBrief: whether to leave out requests, responses and program output, with a note that says so.
    private func write(_ cause: Cause, _ number: Int, isBrief: Bool, into page: inout HTMLWriter) {
        page.raw("<section class=\"group\" id=\"f")
        page.number(number)
        page.raw("\">\n<h3>")
        if cause.count > 1 {
            page.number(cause.count)
            page.raw(" × ")
        }
        let entries = cause.entries
        let heading = cause.first.standing.first.message.text
        page.line(cause.title)
        page.raw(" <code class=\"kind\">")
        page.line(CutText.head(cause.first.standing.first.kind, 100))
        page.raw("</code></h3>\n")
        if cause.isQuarantined { writeParagraph("In quarantine: it does not count.", into: &page) }
        if isBrief {
            page.raw(
                "<p class=\"note\">Requests, responses and differences are left out to keep this file small: the JUnit file has them.</p>\n"
            )
        }
        write(entries[0], heading: heading, isBrief: isBrief, into: &page)
        for entry in entries.dropFirst().prefix(Self.mostInFull - 1) {
            page.raw("<details>\n<summary>The same in ")
            writeTitle(of: entry, into: &page)
            page.raw("</summary>\n")
            write(entry, heading: heading, isFolded: true, isBrief: isBrief, into: &page)
            page.raw("</details>\n")
        }
        let others = entries.dropFirst(Self.mostInFull)
        if !others.isEmpty {
            page.raw("<h4>The same in more workflows</h4>\n<ul>\n")
            for entry in others.prefix(Self.mostListed) {
                page.raw("<li>")
                writeLink(to: entry.record.identity.index, into: &page)
                page.raw(" ")
                write(entry.first.place, into: &page)
                page.raw("</li>\n")
            }
            if others.count > Self.mostListed {
                page.raw("<li>and ")
                page.number(others.count - Self.mostListed)
                page.raw(" more</li>\n")
            }
            page.raw("</ul>\n")
        }
        page.raw("</section>\n")
    }

    private func writeTitle(of entry: FailureEntry, into page: inout HTMLWriter) {
        writeLink(to: entry.record.identity.index, into: &page)
        guard let step = entry.step else { return }
        page.raw(" › ")
        page.line(CutText.head(step.name, 300))
    }

    /// - Parameters:
    ///   - heading: the message of the heading above, which is not repeated.
    ///   - isFolded: whether the title is already shown above.
    private func write(
        _ entry: FailureEntry, heading: String, isFolded: Bool = false, isBrief: Bool,
        into page: inout HTMLWriter
    ) {
        let index = entry.record.identity.index
        page.raw("<article>\n")
        if !isFolded {
            page.raw("<h4>")
            writeTitle(of: entry, into: &page)
            page.raw("</h4>\n")
        }
        let most = isBrief ? 3 : 20
        for (position, failure) in entry.failures.prefix(most).enumerated() {
            if position > 0 || failure.message.text != heading { writeMessage(of: failure, into: &page) }
            write(failure, isBrief: isBrief, into: &page)
        }
        if entry.failures.count > most {
            page.raw("<p>and ")
            page.number(entry.failures.count - most)
            page.raw(" more failures of this step</p>\n")
        }
        if let exchange = entry.step?.exchanges.last { write(exchange, isBrief: isBrief, into: &page) }
        if !isBrief { writeTrail(to: entry, into: &page) }
        if let program = entry.step?.program, !isBrief { write(program, into: &page) }
        writeHistory(of: index, into: &page)
        page.raw("</article>\n")
    }

    private func writeMessage(of failure: FailureRecord, into page: inout HTMLWriter) {
        page.raw("<p class=\"message\">")
        page.text(CutText.head(failure.message.text, 2000))
        page.raw(" <code class=\"kind\">")
        page.line(CutText.head(failure.kind, 100))
        page.raw("</code></p>\n")
    }

    private func write(_ failure: FailureRecord, isBrief: Bool, into page: inout HTMLWriter) {
        page.raw("<p>")
        write(failure.place, into: &page)
        if let related = failure.related {
            page.text(", \(related.label) ")
            write(related.place, into: &page)
        }
        page.raw("</p>\n")
        writeExcerpt(failure.place, into: &page)
        let parts = FailurePart.all(of: failure)
        writeValues(parts, isBrief: isBrief, into: &page)
        if !isBrief { writeDifferences(parts, into: &page) }
        let lines = parts.compactMap { part in
            if case .explanation(let line) = part { line } else { nil }
        }
        if !lines.isEmpty {
            page.raw("<pre>")
            page.text(Self.shown(lines.joined(separator: "\n"), isBrief))
            page.raw("</pre>\n")
        }
    }

    private func write(_ place: Place, into page: inout HTMLWriter) {
        page.raw("<code>")
        page.line("\(CutText.head(place.file, 1000)):\(place.line):\(place.column)")
        page.raw("</code>")
    }

    /// The source line, with the relevant part marked.
    private func writeExcerpt(_ place: Place, into page: inout HTMLWriter) {
        guard let excerpt = place.excerpt else { return }
        let scalars = excerpt.text.unicodeScalars.prefix(2000)
        let before = scalars.prefix(max(0, place.caret))
        let marked = scalars.dropFirst(before.count).prefix(max(1, place.width))
        page.raw("<pre class=\"source\"><span>")
        page.number(place.line)
        page.raw(" </span>")
        page.line(String(String.UnicodeScalarView(before)))
        page.raw("<mark>")
        page.line(String(String.UnicodeScalarView(marked)))
        page.raw("</mark>")
        page.line(String(String.UnicodeScalarView(scalars.dropFirst(before.count + marked.count))))
        page.raw("</pre>\n")
    }

    private static func shown(_ text: String, _ isBrief: Bool) -> String {
        isBrief ? CutText.head(text, briefLimit) : text
    }

    private func writeValues(_ parts: [FailurePart], isBrief: Bool, into page: inout HTMLWriter) {
        var isOpen = false
        for case .value(let label, let text) in parts {
            if !isOpen { page.raw("<dl class=\"values\">\n") }
            isOpen = true
            page.raw("<dt>")
            page.text(label.rawValue)
            page.raw("</dt><dd class=\"")
            page.text(label == .expected || label == .actual ? label.rawValue : "said")
            page.raw("\">")
            page.text(Self.shown(text, isBrief))
            page.raw("</dd>\n")
        }
        if isOpen { page.raw("</dl>\n") }
    }

    private func writeDifferences(_ parts: [FailurePart], into page: inout HTMLWriter) {
        var isOpen = false
        let hasRules = parts.contains { part in
            if case .difference(let difference) = part { difference.rule != nil } else { false }
        }
        for part in parts {
            switch part {
            case .difference(let difference):
                if !isOpen {
                    page.raw("<table>\n<thead><tr><th scope=\"col\">Path</th><th scope=\"col\">Expected</th>")
                    page.raw("<th scope=\"col\">Actual</th>")
                    if hasRules { page.raw("<th scope=\"col\">Rule</th>") }
                    page.raw("</tr></thead>\n<tbody>\n")
                }
                isOpen = true
                page.raw("<tr><th scope=\"row\">")
                page.line(CutText.head(difference.path.text, 1000))
                page.raw("</th>")
                for text in [difference.expected, difference.actual] { page.element("td", text.text) }
                if hasRules { page.element("td", difference.rule?.text ?? "") }
                page.raw("</tr>\n")
            case .more(let count):
                guard isOpen else { continue }
                page.raw(hasRules ? "<tr><td colspan=\"4\">and " : "<tr><td colspan=\"3\">and ")
                page.number(count)
                page.raw(" more</td></tr>\n")
            case .value, .explanation: continue
            }
        }
        if isOpen { page.raw("</tbody>\n</table>\n") }
    }

    /// - Parameter isLast: whether the exchange is the one that failed, so that its response is open.
    private func write(_ exchange: ExchangeRecord, isLast: Bool = true, isBrief: Bool, into page: inout HTMLWriter) {
        page.raw("<p class=\"request\"><code>")
        page.line(Self.shown(ExchangeText.line(exchange, arrow: "→"), isBrief))
        page.raw("</code></p>\n")
        guard let detail = exchange.detail, !isBrief else { return }
        page.raw("<details class=\"more\">\n<summary>Request</summary>\n")
        write(detail.requestHeaders, detail.requestBody?.text, into: &page)
        page.raw("</details>\n")
        if exchange.status != nil {
            page.raw(isLast ? "<details class=\"more\" open=\"open\">\n" : "<details class=\"more\">\n")
            page.raw("<summary>Response</summary>\n")
            write(detail.responseHeaders, detail.responseBody?.text, into: &page)
            page.raw("</details>\n")
        }
        guard let curl = detail.curl else { return }
        page.raw(isLast ? "<details class=\"more\" open=\"open\">\n" : "<details class=\"more\">\n")
        page.raw("<summary>Send it again with curl</summary>\n<pre><code>")
        page.text(CutText.head(curl.text, Self.bodyLimit))
        page.raw("</code></pre>\n</details>\n")
    }

    /// The exchanges of the steps before the failure.
    private func writeTrail(to entry: FailureEntry, into page: inout HTMLWriter) {
        let end = entry.step.map(\.index) ?? .max
        let steps = entry.record.steps.filter { $0.index < end && $0.failures.isEmpty && $0.isTraced }
        guard !steps.isEmpty else { return }
        page.raw("<details class=\"more\">\n<summary>What led there</summary>\n<ol>\n")
        for step in steps {
            page.raw("<li>")
            page.line(CutText.head(step.name, 300))
            for exchange in ExchangeText.shown(step.exchanges) {
                if let exchange {
                    write(exchange, isLast: false, isBrief: false, into: &page)
                } else {
                    writeParagraph("…", into: &page)
                }
            }
            page.raw("</li>\n")
        }
        page.raw("</ol>\n</details>\n")
    }

    private func write(_ headers: [(name: MaskedText, value: MaskedText)], _ body: String?, into page: inout HTMLWriter)
    {
        page.raw("<pre>")
        for (name, value) in headers.prefix(100) {
            page.line(CutText.head("\(name): \(value)", 4000))
            page.raw("\n")
        }
        if headers.count > 100 { page.text("… \(headers.count - 100) more headers\n") }
        page.raw("</pre>\n")
        if let body, !body.isEmpty {
            page.raw("<pre>")
            page.text(CutText.headAndTail(body, Self.bodyLimit))
            page.raw("</pre>\n")
        }
    }

    private func write(_ program: ProgramRecord, into page: inout HTMLWriter) {
        page.raw("<p class=\"request\"><code>")
        page.line(CutText.head(ProgramText.line(program, arrow: "→"), 4000))
        page.raw("</code></p>\n")
        for (stream, written) in ProgramText.written(program) {
            page.raw("<details class=\"more\" open=\"open\">\n<summary>")
            page.text(stream)
            page.raw("</summary>\n<pre>")
            page.text(CutText.headAndTail(written, Self.bodyLimit))
            page.raw("</pre>\n</details>\n")
        }
    }

    /// The latest outcomes of a case, oldest first, ending with this run.
    private func writeHistory(of index: Int, into page: inout HTMLWriter) {
        guard let outcomes = past?.outcomes[index], outcomes.contains(where: { $0 != nil }) else { return }
        let (bad, all) = past?.tally(of: index) ?? (0, 0)
        page.raw("<p class=\"history\">Before this run, oldest first: <span>")
        for outcome in outcomes.reversed() {
            page.raw(outcome?.sign ?? "·")
            page.raw(" ")
        }
        page.raw("</span> (failed in ")
        page.number(bad)
        page.raw(" of ")
        page.number(all)
        page.raw(")</p>\n")
    }
}
