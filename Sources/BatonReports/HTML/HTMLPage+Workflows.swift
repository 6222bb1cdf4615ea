import BatonRunner

extension HTMLPage {
    /// Bytes for the steps of cases that passed, and how many such cases are listed at all.
    private static let passingLimit = 1_600_000
    private static let mostPassing = 5000
    private static let mostOthers = 5000

    func writeWorkflows(into page: inout HTMLWriter) {
        page.raw("<section id=\"workflows\">\n<h2>All workflows</h2>\n")
        page.raw("<p id=\"filter\" hidden=\"hidden\"><label>Find <input id=\"words\" type=\"search\"/></label> ")
        page.raw("<label>Show <select id=\"only\"><option value=\"\">all</option>")
        for state in CaseState.allCases {
            page.raw("<option>")
            page.raw(state.word)
            page.raw("</option>")
        }
        page.raw("</select></label> <output id=\"told\"></output></p>\n")
        var budget = page.count > Self.failureLimit ? 0 : Self.passingLimit
        var withoutSteps = 0
        var unlisted: [CaseState: Int] = [:]
        var listed: [Bool: Int] = [:]
        for index in records.cases.indices {
            let entry = records.cases[index]
            let state = entry?.state ?? .error
            let isQuiet = state == .passed || state == .skipped
            guard listed[isQuiet, default: 0] < (isQuiet ? Self.mostPassing : Self.mostOthers),
                page.count < Self.limit
            else {
                unlisted[state, default: 0] += 1
                continue
            }
            listed[isQuiet, default: 0] += 1
            let start = page.count
            let rows = isQuiet && budget <= 0 ? nil : records.rows(of: index)
            if isQuiet, rows == nil { withoutSteps += 1 }
            write(index, state, entry, rows ?? [], into: &page)
            if isQuiet { budget -= page.count - start }
        }
        if withoutSteps > 0 {
            page.raw("<p class=\"note\"><strong>The steps of ")
            page.number(withoutSteps)
            page.raw(" workflows are left out to keep this file small.</strong> The JUnit file has them.</p>\n")
        }
        for state in CaseState.allCases {
            guard let count = unlisted[state] else { continue }
            page.raw("<p class=\"note\">and ")
            page.number(count)
            page.raw(" more: ")
            page.state(state)
            page.raw("</p>\n")
        }
        page.raw("</section>\n")
    }

    private func write(
        _ index: Int, _ state: CaseState, _ entry: HTMLRecords.Case?, _ rows: [StepRow],
        into page: inout HTMLWriter
    ) {
        let identity = run.cases[index]
        page.raw(rows.isEmpty ? "<p class=\"w " : "<details class=\"w ")
        page.raw(state.word)
        page.raw("\" id=\"w")
        page.number(index)
        page.raw(rows.isEmpty ? "\">" : "\"><summary>")
        page.state(state)
        page.raw(" ")
        page.line(CutText.head(identity.title, 300))
        page.raw(" <code>")
        page.line(CutText.head(identity.path, 300))
        page.raw("</code>")
        if identity.role != .selected {
            page.raw(" <i>")
            page.text(identity.role.rawValue)
            page.raw("</i>")
        }
        if entry == nil {
            page.raw(" did not end")
        } else if let entry, state != .skipped, state != .blocked {
            page.raw(" <i>")
            page.text(TimeText.short(entry.duration))
            page.raw("</i>")
        }
        page.raw(rows.isEmpty ? "</p>\n" : "</summary>\n")
        guard !rows.isEmpty else { return }
        writeNotes(of: index, into: &page)
        write(rows, duration: entry?.duration ?? 0, into: &page)
        page.raw("</details>\n")
    }

    /// What only a case that did not plainly pass has: why, and its earlier attempts.
    private func writeNotes(of index: Int, into page: inout HTMLWriter) {
        guard let record = records.kept[index] else { return }
        if let quarantine = record.identity.quarantine {
            let isBad = record.outcome == .failed || record.outcome == .error
            writeParagraph(CutText.head(quarantine.sentence(isBad: isBad), 1000), into: &page)
        }
        if let reason = record.reason { writeParagraph(CutText.head(reason, 1000), into: &page) }
        for attempt in record.earlier.prefix(20) {
            let first = attempt.failures.first
            let why = first.map { ": \($0.step.isEmpty ? "" : $0.step + ": ")\($0.failure.message)" } ?? ""
            writeParagraph(
                CutText.head("Attempt \(attempt.number) \(attempt.outcome.rawValue)\(why)", 1000), into: &page)
        }
    }

    private func write(_ rows: [StepRow], duration: Microseconds, into page: inout HTMLWriter) {
        page.raw("<table class=\"steps\">\n<thead><tr><th scope=\"col\">Step</th><th scope=\"col\">Result</th>")
        page.raw("<th scope=\"col\">Request</th><th scope=\"col\">Status</th><th scope=\"col\">At, ms</th>")
        page.raw("<th scope=\"col\">DNS</th><th scope=\"col\">Connect</th><th scope=\"col\">TLS</th>")
        page.raw("<th scope=\"col\">Send</th><th scope=\"col\">Wait</th><th scope=\"col\">Receive</th>")
        page.raw("<th scope=\"col\">Total</th><th scope=\"col\">Waterfall</th></tr></thead>\n<tbody>\n")
        let scale = Waterfall(duration: max(duration, rows.map { $0.offset + $0.duration }.max() ?? 0))
        for row in rows.prefix(500) { write(row, scale, into: &page) }
        if rows.count > 500 {
            page.raw("<tr><td colspan=\"13\">and ")
            page.number(rows.count - 500)
            page.raw(" more</td></tr>\n")
        }
        page.raw("</tbody>\n</table>\n")
    }

    private func write(_ row: StepRow, _ scale: Waterfall, into page: inout HTMLWriter) {
        page.raw("<tr><th scope=\"row\">")
        page.line(row.name)
        if row.section != .steps {
            page.raw(" <i>")
            page.text(row.section.rawValue)
            page.raw("</i>")
        }
        page.raw("</th><td>")
        page.state(row.state)
        page.raw("</td>")
        if row.requests.count == 1 {
            write(row.requests[0], scale, total: row.duration, into: &page)
        } else {
            page.raw("<td colspan=\"2\">")
            page.line(CutText.head(row.note, 600))
            page.raw("</td><td>")
            page.milliseconds(row.offset)
            page.raw("</td><td colspan=\"6\"></td><td>")
            page.milliseconds(row.duration)
            page.raw("</td><td>")
            if row.requests.isEmpty { scale.draw(row, into: &page) }
            page.raw("</td></tr>\n")
            for request in row.requests {
                page.raw("<tr><td>↳ attempt ")
                page.number(request.attempt)
                page.raw("</td><td></td>")
                write(request, scale, total: request.duration, into: &page)
            }
        }
    }

    private func write(
        _ request: StepRow.Request, _ scale: Waterfall, total: Microseconds, into page: inout HTMLWriter
    ) {
        page.raw("<td><code>")
        page.line(request.method)
        page.raw(" ")
        page.line(request.url)
        page.raw("</code></td><td>")
        if request.status > 0 { page.number(request.status) } else { page.raw("none") }
        if request.isCached { page.raw(" cache") }
        page.raw("</td><td>")
        page.milliseconds(request.offset)
        let phases = request.phases
        for span in [phases.dns, phases.connect, phases.tls, phases.send, phases.wait, phases.receive] {
            page.raw("</td><td>")
            if span > 0 { page.milliseconds(span) }
        }
        page.raw("</td><td>")
        page.milliseconds(total)
        page.raw("</td><td>")
        scale.draw(request, into: &page)
        page.raw("</td></tr>\n")
    }
}
