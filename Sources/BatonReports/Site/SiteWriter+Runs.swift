import BatonHistory
import BatonRecords
import BatonValues

extension SiteWriter {
    private static let mostBad = 200
    private static let mostExchanges = 30
    /// Cases whose requests and responses are not folded.
    private static let mostOpen = 3
    private static let bodyLimit = 4_000

    /// What did not pass in a run, and the counts.
    ///
    /// - Parameter isDetailed: whether to compare it with the run before, and to show requests and responses.
    func runPage(_ run: RunSummary, isDetailed: Bool) throws(HistoryError) -> [UInt8] {
        let bad = try reader.badCases(of: run)
        let detail = isDetailed && !bad.isEmpty ? try reader.run(run.id) : nil
        let before = isDetailed ? before(run) : nil
        let compared = try before.map { before throws(HistoryError) in try reader.compare(before.id, run.id) }
        return SitePage(title: "Run of \(TimeText.minute(run.started))", project: project).bytes { page in
            page.raw("<h1>Run of ")
            page.moment(run.started)
            page.raw(" UTC ")
            page.outcome(run.state)
            page.raw("</h1>\n<p class=\"sum\">")
            page.text(Self.counts(run))
            if let duration = run.duration { page.text(" in \(TimeText.short(duration))") }
            page.raw("</p>\n<p><small>")
            writeFacts(run, into: &page)
            page.raw("</small></p>\n")
            if let compared { write(compared, into: &page) }
            page.raw("<h2>What did not pass</h2>\n")
            if bad.isEmpty { page.raw("<p>Nothing.</p>\n") }
            for (index, entry) in bad.prefix(Self.mostBad).enumerated() {
                write(
                    entry, detail: index < Self.mostExchanges ? detail : nil, isOpen: index < Self.mostOpen, into: &page
                )
            }
            if bad.count > Self.mostBad {
                page.raw("<p>and ")
                page.number(bad.count - Self.mostBad)
                page.raw(" more</p>\n")
            }
        }
    }

    /// The run before it on the same branch and in the same environment.
    private func before(_ run: RunSummary) -> RunSummary? {
        guard let place = history.runs.firstIndex(where: { $0.id == run.id }) else { return nil }
        return history.runs[(place + 1)...].first { other in
            other.branch == run.branch && other.environment == run.environment && !other.isDryRun && !other.isStub
                && ["passed", "failed", "error"].contains(other.state)
        }
    }

    private func writeFacts(_ run: RunSummary, into page: inout HTMLWriter) {
        var facts: [String] = []
        if let environment = run.environment { facts.append("environment \(environment)") }
        if let url = run.baseURL { facts.append(url) }
        if let branch = run.branch { facts.append("branch \(branch)") }
        facts += ["baton \(run.toolVersion) on \(run.host)", "run \(run.id)"]
        page.line(CutText.head(facts.joined(separator: ", "), 1000))
        if let commit = run.commit {
            page.raw(", commit ")
            page.web(run.commitURL, String(commit.prefix(12)) + (run.isDirty ? " with local changes" : ""))
        }
        if let build = run.build {
            page.raw(", build ")
            page.web(run.ciURL, "#\(CutText.head(build, 40))")
        }
    }

    private func write(_ compared: ComparedRuns, into page: inout HTMLWriter) {
        page.raw("<h2>Compared with the run of ")
        link(compared.before.id, compared.before.started, below: "../", into: &page)
        page.raw("</h2>\n")
        let words: [(ComparedRuns.Change, StaticString)] = [
            (.new, "New failures"), (.changed, "Changed failures"), (.known, "Known failures"), (.fixed, "Fixed"),
            (.flaky, "Newly flaky"), (.slower, "Slower"),
        ]
        var isSame = true
        for (change, title) in words {
            let entries = compared.entries.filter { $0.change == change }
            guard !entries.isEmpty else { continue }
            isSame = false
            page.raw("<h3>")
            page.raw(title)
            page.raw(" (")
            page.number(entries.count)
            page.raw(")</h3>\n<ul>\n")
            for entry in entries.prefix(Self.mostExchanges) {
                page.raw("<li>")
                link(entry.name, self.page(of: entry.name), below: "../", into: &page)
                if change == .slower, let before = entry.before, let now = entry.now {
                    page.text(": \(TimeText.short(before)) → \(TimeText.short(now))")
                } else if change == .new || change == .changed, let message = entry.message {
                    page.raw(": ")
                    page.line(CutText.head(message, 300))
                }
                page.raw("</li>\n")
            }
            if entries.count > Self.mostExchanges {
                page.raw("<li>and ")
                page.number(entries.count - Self.mostExchanges)
                page.raw(" more</li>\n")
            }
            page.raw("</ul>\n")
        }
        if isSame { page.raw("<p>Nothing changed.</p>\n") }
    }

    private func write(_ bad: SiteHistory.Bad, detail: RunDetail?, isOpen: Bool, into page: inout HTMLWriter) {
        guard let entry = history.cases.first(where: { $0.number == bad.number }) else { return }
        page.raw("<div class=\"group\"><h3>")
        link(entry.name, self.page(ofCase: bad.number), below: "../", into: &page)
        page.raw(" ")
        page.outcome(bad.word)
        page.raw("</h3>\n")
        if let message = bad.message {
            page.raw("<p>")
            page.line(CutText.head(message, 1000))
            page.raw("</p>\n")
        }
        page.raw("<p><small>")
        if let file = bad.file {
            page.line("\(CutText.head(file, 500)):\(bad.line)")
            page.raw(", ")
        }
        page.text("took \(TimeText.short(bad.duration))")
        if let owner = bad.owner { page.line(", owner: \(CutText.head(owner, 200))") }
        page.raw("</small></p>\n")
        let found = detail?.records.first { $0.isBroken && CaseName($0.identity).label == entry.name.label }
        for step in found?.steps ?? [] where !step.failures.isEmpty {
            write(step, isOpen: isOpen, into: &page)
        }
        page.raw("</div>\n")
    }

    /// The failures of a step besides the message above, its request, response and curl line.
    private func write(_ step: StepRecord, isOpen: Bool, into page: inout HTMLWriter) {
        page.raw(isOpen ? "<details open=\"open\"><summary>" : "<details><summary>")
        page.line(CutText.head(step.name, 300))
        page.raw("</summary>\n")
        for failure in step.failures.prefix(10) {
            page.raw("<p>")
            let (place, message) = (failure.place, failure.message.text)
            page.line("\(CutText.head(place.file, 500)):\(place.line): \(CutText.head(message, 1000))")
            page.raw("</p>\n")
            guard let expected = failure.expected, let actual = failure.actual else { continue }
            page.raw("<pre>expected  ")
            page.text(CutText.head(expected.text, 1000))
            page.raw("\nactual    ")
            page.text(CutText.head(actual.text, 1000))
            page.raw("</pre>\n")
        }
        if let exchange = step.exchanges.last { write(exchange, into: &page) }
        page.raw("</details>\n")
    }

    private func write(_ exchange: ExchangeRecord, into page: inout HTMLWriter) {
        page.raw("<p><code>")
        let end = exchange.status.map(String.init) ?? exchange.failure ?? "no response"
        page.line(CutText.head("\(exchange.method) \(exchange.url.text) → \(end)", 2000))
        page.raw("</code></p>\n")
        guard let detail = exchange.detail else { return }
        var sent = detail.requestHeaders.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        if let body = detail.requestBody { sent += "\n\n\(body)" }
        var received = detail.responseHeaders.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        if let body = detail.responseBody { received += "\n\n\(body)" }
        let curl = detail.curl.map { "\($0)" } ?? ""
        let parts: [(StaticString, String)] = [
            ("Request", sent), ("Response", received), ("Send it again with curl", curl),
        ]
        for (title, text) in parts {
            guard !text.isEmpty else { continue }
            page.raw("<h3>")
            page.raw(title)
            page.raw("</h3>\n<pre>")
            page.text(CutText.headAndTail(text, Self.bodyLimit))
            page.raw("</pre>\n")
        }
    }
}
