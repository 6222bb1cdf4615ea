import BatonRecords
import BatonSecrets
import BatonValues

extension HTMLPage {
    private static let bodyLimit = 16_000
    /// Maximum bytes of a value where requests and responses are left out too.
    private static let briefLimit = 500

    /// A step that failed: its failures, what was sent and came, and what led there.
    ///
    /// - Parameter title: of the cause, which says what its first failure is.
    func write(_ entry: FailureEntry, title: String, isBrief: Bool, into page: inout HTMLWriter) {
        page.raw("<article>\n<h4>")
        if let step = entry.step {
            page.line(CutText.head(step.name, 300))
            page.raw(" ")
        }
        writeKind(of: entry.first, into: &page)
        page.raw("</h4>\n")
        let most = isBrief ? 3 : 20
        for (position, failure) in entry.failures.prefix(most).enumerated() {
            let isTold = title.hasSuffix(failure.message.text) || failure.check?.text == "status"
            if position > 0 || !isTold {
                writeMessage(of: failure, isFirst: position == 0, into: &page)
            }
            write(failure, isBrief: isBrief, into: &page)
        }
        if entry.failures.count > most {
            page.raw("<p>and ")
            page.number(entry.failures.count - most)
            page.raw(" more failures of this step</p>\n")
        }
        writeExchanges(of: entry, isBrief: isBrief, into: &page)
        if !isBrief { writeTrail(to: entry, into: &page) }
        if let program = entry.step?.program, !isBrief { write(program, into: &page) }
        page.raw("</article>\n")
    }

    /// - Parameter isFirst: whether the heading above has its kind.
    private func writeMessage(of failure: FailureRecord, isFirst: Bool, into page: inout HTMLWriter) {
        page.raw("<p class=\"message\">")
        page.text(CutText.head(failure.message.text, 2000))
        page.raw(" ")
        if !isFirst { writeKind(of: failure, into: &page) }
        page.raw("</p>\n")
    }

    private func writeKind(of failure: FailureRecord, into page: inout HTMLWriter) {
        // Of a run in a site that is too old for it no kind may be known.
        if failure.kind.isEmpty { return }
        page.raw("<code class=\"kind\">")
        page.line(CutText.head(failure.kind, 100))
        page.raw("</code>")
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
        let hasDifferences = !failure.differences.isEmpty && !isBrief
        if hasDifferences { writeDifferences(parts, into: &page) }
        writeValues(parts, isFolded: hasDifferences, isBrief: isBrief, into: &page)
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

    /// Expected, actual, and what the server, the system and Baton say of it.
    ///
    /// - Parameter isFolded: whether a table of differences says what is wrong, so that both documents are folded.
    private func writeValues(
        _ parts: [FailurePart], isFolded: Bool, isBrief: Bool, into page: inout HTMLWriter
    ) {
        func write(_ title: StaticString?, where fits: (FailurePart.Label) -> Bool, into page: inout HTMLWriter) {
            var isOpen = false
            for case .value(let label, let text) in parts where fits(label) {
                if !isOpen {
                    if let title {
                        page.raw("<details class=\"more\">\n<summary>")
                        page.raw(title)
                        page.raw("</summary>\n")
                    }
                    page.raw("<dl class=\"values\">\n")
                }
                isOpen = true
                page.raw("<dt>")
                page.text(label.rawValue)
                page.raw("</dt><dd class=\"")
                page.text(label.isDocument ? label.rawValue : "said")
                page.raw("\">")
                page.text(Self.shown(text, isBrief))
                page.raw("</dd>\n")
            }
            if isOpen { page.raw(title == nil ? "</dl>\n" : "</dl>\n</details>\n") }
        }
        if isFolded {
            write("Expected and actual in full", where: \.isDocument, into: &page)
            write(nil, where: { !$0.isDocument }, into: &page)
        } else {
            write(nil, where: { _ in true }, into: &page)
        }
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
                    page.raw(
                        "<table class=\"diff\">\n<thead><tr><th scope=\"col\">Path</th><th scope=\"col\">Expected</th>")
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

    /// The requests of a step, and what was sent and came in the one that failed.
    private func writeExchanges(of entry: FailureEntry, isBrief: Bool, into page: inout HTMLWriter) {
        guard let exchange = entry.exchange else { return }
        write(exchange, of: entry.failures, isBrief: isBrief, into: &page)
    }

    /// - Parameter failures: what is wrong with the response; empty for an exchange that led to the failure, which is
    ///   folded.
    private func write(
        _ exchange: ExchangeRecord, of failures: [FailureRecord], isBrief: Bool, into page: inout HTMLWriter
    ) {
        let line = ExchangeText.line(exchange, arrow: "→")
        page.raw("<p class=\"request\"><code>")
        let status = exchange.status.map { " → \($0) " }
        if let status, failures.contains(where: { $0.check?.text == "status" }), let range = line.firstRange(of: status)
        {
            page.line(Self.shown(String(line[..<range.lowerBound]), isBrief))
            page.raw(" → <mark>")
            page.number(exchange.status ?? 0)
            page.raw("</mark> ")
            page.line(Self.shown(String(line[range.upperBound...]), isBrief))
        } else {
            page.line(Self.shown(line, isBrief))
        }
        page.raw("</code></p>\n")
        guard let detail = exchange.detail, !isBrief else { return }
        fold("Request", into: &page) { page in
            write(detail.requestHeaders, ResponseText(detail.requestBody?.text), into: &page)
        }
        if exchange.status != nil {
            fold("Response", isOpen: !failures.isEmpty, into: &page) { page in
                let body = ResponseText(detail.responseBody?.text, line: detail.responseLine, failures)
                write(detail.responseHeaders, body, marked: ResponseText.headers(of: failures), into: &page)
            }
        }
        guard let curl = detail.curl else { return }
        fold("Send it again with curl", into: &page) { page in
            page.raw("<pre><code>")
            page.text(CutText.head(curl.text, Self.bodyLimit))
            page.raw("</code></pre>\n")
        }
    }

    private func fold(
        _ title: String, isOpen: Bool = false, into page: inout HTMLWriter, _ write: (inout HTMLWriter) -> Void
    ) {
        page.raw(isOpen ? "<details class=\"more\" open=\"open\">\n<summary>" : "<details class=\"more\">\n<summary>")
        page.text(title)
        page.raw("</summary>\n")
        write(&page)
        page.raw("</details>\n")
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
                    write(exchange, of: [], isBrief: false, into: &page)
                } else {
                    page.element("p", "…")
                }
            }
            page.raw("</li>\n")
        }
        page.raw("</ol>\n</details>\n")
    }

    /// - Parameter marked: names of headers that are not as expected, in lower case.
    private func write(
        _ headers: [(name: MaskedText, value: MaskedText)], _ body: ResponseText, marked: Set<String> = [],
        into page: inout HTMLWriter
    ) {
        page.raw("<pre>")
        for (name, value) in headers.prefix(100) {
            let isMarked = marked.contains(name.text.lowercased())
            page.raw(isMarked ? "<mark>" : "")
            page.line(CutText.head("\(name): \(value)", 4000))
            page.raw(isMarked ? "</mark>\n" : "\n")
        }
        if headers.count > 100 { page.text("… \(headers.count - 100) more headers\n") }
        page.raw("</pre>\n")
        guard !body.text.isEmpty else { return }
        page.raw("<pre>")
        for (index, part) in body.parts(limit: Self.bodyLimit).enumerated() {
            page.raw(index == 1 ? "<mark>" : "")
            page.text(part)
            page.raw(index == 1 ? "</mark>" : "")
        }
        page.raw("</pre>\n")
    }

    private func write(_ program: ProgramRecord, into page: inout HTMLWriter) {
        page.raw("<p class=\"request\"><code>")
        page.line(CutText.head(ProgramText.line(program, arrow: "→"), 4000))
        page.raw("</code></p>\n")
        for (stream, written) in ProgramText.written(program) {
            fold(stream, isOpen: true, into: &page) { page in
                page.raw("<pre>")
                page.text(CutText.headAndTail(written, Self.bodyLimit))
                page.raw("</pre>\n")
            }
        }
    }

    /// The latest outcomes of a case, oldest first, before this run; of an older run of a site only where they all are.
    func writeHistory(of index: Int, into page: inout HTMLWriter) {
        let address = site?.page(ofCase: run.cases[index])
        let outcomes = isDetailed ? past?.outcomes[index] ?? [] : []
        guard outcomes.contains(where: { $0 != nil }) || address != nil else { return }
        page.raw("<p class=\"history\">")
        if outcomes.contains(where: { $0 != nil }) {
            page.raw("Before this run, oldest first: <span>")
            for outcome in outcomes.reversed() {
                page.raw(outcome?.sign ?? "·")
                page.raw(" ")
            }
            let tally = past?.tally(of: index) ?? (bad: 0, all: 0)
            page.raw("</span> (failed in ")
            page.number(tally.bad)
            page.raw(" of ")
            page.number(tally.all)
            page.raw(")")
        }
        if let address {
            page.raw(" <a href=\"")
            page.text(address)
            page.raw("\">all its results</a>")
        }
        page.raw("</p>\n")
    }
}
