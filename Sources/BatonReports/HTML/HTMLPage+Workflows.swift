import BatonRecords
import BatonValues

extension HTMLPage {
    /// Maximum bytes for the steps of passed cases; `mostListed` limits the number of such cases.
    private static let passingLimit = 1_600_000
    private var mostPassing: Int { site == nil ? 5000 : 100 }
    private static let mostOthers = 5000

    /// A run of this many workflows, or without a cause, shows them at once.
    private static let mostOpen = 20

    func writeWorkflows(into page: inout HTMLWriter) {
        let count = records.cases.count
        let isOpen = list.causes.isEmpty || count <= Self.mostOpen
        section("workflows", "All workflows (\(count))", isOpen: isOpen, into: &page) { page in
            page.raw("<div class=\"wh\" aria-hidden=\"true\"><span>Result</span><span>Workflow</span>")
            page.raw("<span>File</span><span>Owner</span><span class=\"n\">Steps</span>")
            page.raw("<span class=\"n\">Time</span></div>\n")
            writeRows(into: &page)
        }
    }

    /// A row for each workflow, those that did not pass first.
    private func writeRows(into page: inout HTMLWriter) {
        var budget = page.count > Self.failureLimit ? 0 : Self.passingLimit
        var withoutSteps = 0
        var unlisted: [CaseState: Int] = [:]
        var (passing, others) = (0, 0)
        for index in ordered {
            let entry = records.cases[index]
            let state = entry?.state ?? .error
            let isQuiet = state == .passed || state == .skipped
            guard isQuiet ? passing < mostPassing : others < Self.mostOthers, page.count < Self.limit else {
                unlisted[state, default: 0] += 1
                continue
            }
            if isQuiet { passing += 1 } else { others += 1 }
            let start = page.count
            let showsSteps =
                (!isQuiet || budget > 0)
                && records.readSteps(of: index) { write(index, state, entry, steps: &$0, into: &page) }
            if !showsSteps {
                writeHead(index, state, entry, isFolded: false, into: &page)
                if isQuiet { withoutSteps += 1 }
            }
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
    }

    /// The indices of all cases: failed ones first, passed ones last, each kind in the order of the run.
    private var ordered: [Int] {
        var places: [[Int]] = CaseState.allCases.map { _ in [] }
        for (index, entry) in records.cases.enumerated() {
            places[Int((entry?.state ?? .error).rawValue)].append(index)
        }
        let order: [CaseState] = [.failed, .error, .blocked, .flaky, .quarantined, .skipped, .passed]
        return order.flatMap { places[Int($0.rawValue)] }
    }

    private func write(
        _ index: Int, _ state: CaseState, _ entry: RunRecords.Case?, steps: inout PackedSteps.Reader,
        into page: inout HTMLWriter
    ) {
        let count = steps.int()
        writeHead(index, state, entry, isFolded: count > 0, into: &page)
        guard count > 0 else { return }
        if state != .passed, state != .skipped { writeNotes(of: index, into: &page) }
        if let place = list.places[index], list.causes.indices.contains(place) {
            page.raw("<p>Cause: <a href=\"#c")
            page.number(place)
            page.raw("\">")
            page.text(list.causes[place].title)
            page.raw("</a></p>\n")
        }
        let scale = Waterfall(duration: max(entry?.duration ?? 0, steps.span()))
        write(&steps, count, scale, into: &page)
        page.raw("</details>\n")
    }

    /// - Parameter isFolded: whether the steps follow in a folded part.
    private func writeHead(
        _ index: Int, _ state: CaseState, _ entry: RunRecords.Case?, isFolded: Bool, into page: inout HTMLWriter
    ) {
        let identity = run.cases[index]
        page.raw(isFolded ? "<details class=\"w " : "<p class=\"w ")
        page.raw(state.word)
        page.raw("\" id=\"w")
        page.number(index)
        writeFindable(of: index, into: &page)
        page.raw(isFolded ? "\"><summary>" : "\">")
        page.state(state)
        page.raw(" <span>")
        page.line(CutText.head(identity.title, 300))
        if identity.role != .selected {
            page.raw(" <i>")
            page.text(identity.role.rawValue)
            page.raw("</i>")
        }
        page.raw("</span> <code>")
        page.line(CutText.head(identity.path, 300))
        page.raw("</code> <span class=\"o\">")
        if let owner = identity.owner { page.line(CutText.head(owner, 100)) }
        page.raw("</span> <span class=\"o n\">")
        page.number(identity.stepCount)
        page.raw("</span> <span class=\"n\">")
        if entry == nil {
            page.raw("did not end")
        } else if let entry, state != .skipped, state != .blocked {
            page.text(TimeText.short(entry.duration))
        }
        page.raw(isFolded ? "</span></summary>\n" : "</span></p>\n")
    }

    /// Words that the search finds beside those of the line: owner, tags, and of a failure message and status; and the
    /// state of its cause.
    private func writeFindable(of index: Int, into page: inout HTMLWriter) {
        let identity = run.cases[index]
        var words: [String] = []
        if let owner = identity.owner { words.append("owner:\(owner)") }
        for tag in identity.tags.prefix(20) { words.append("tag:\(tag)") }
        if let record = records.kept[index] {
            let statuses = record.steps.lazy.flatMap(\.exchanges).compactMap(\.status)
            words += Set(statuses).sorted().prefix(20).map { "status:\($0)" }
            if let failure = record.firstFailure { words.append(CutText.head(failure.message.text, 300)) }
        }
        guard !words.isEmpty else { return }
        page.raw("\" data-find=\"")
        page.line(CutText.head(words.joined(separator: " "), 1000))
    }

    /// Details of a case that did not simply pass: the reason, and earlier attempts.
    private func writeNotes(of index: Int, into page: inout HTMLWriter) {
        guard let record = records.kept[index] else { return }
        if let quarantine = record.identity.quarantine {
            let isBad = record.outcome == .failed || record.outcome == .error
            page.element("p", CutText.head(quarantine.sentence(isBad: isBad), 1000))
        }
        if let reason = record.reason { page.element("p", CutText.head(reason.text, 1000)) }
        for attempt in record.earlier.prefix(20) {
            let first = attempt.failures.first
            let why = first.map { ": \($0.step.isEmpty ? "" : $0.step + ": ")\($0.failure.message)" } ?? ""
            page.element("p", CutText.head("Attempt \(attempt.number) \(attempt.outcome.rawValue)\(why)", 1000))
        }
    }

    private func write(
        _ steps: inout PackedSteps.Reader, _ count: Int, _ scale: Waterfall, into page: inout HTMLWriter
    ) {
        let columns = steps.columns()
        page.raw(
            """
            <div class="scroll"><table class="steps">
            <thead><tr><th scope="col">Step</th><th scope="col">Result</th><th scope="col">Request</th>\
            <th scope="col" class="n">Status</th><th scope="col" class="n">At, ms</th>
            """)
        if columns.contains(.dns) { page.raw("<th scope=\"col\" class=\"n k0\">DNS</th>") }
        if columns.contains(.connect) { page.raw("<th scope=\"col\" class=\"n k1\">Connect</th>") }
        if columns.contains(.tls) { page.raw("<th scope=\"col\" class=\"n k2\">TLS</th>") }
        page.raw(
            """
            <th scope="col" class="n k3">Send</th><th scope="col" class="n k4">Wait</th>\
            <th scope="col" class="n k5">Receive</th><th scope="col" class="n">Total</th><th scope="col">Waterfall</th></tr></thead>
            <tbody>

            """)
        for _ in 0..<min(count, PackedSteps.mostRows) { writeStep(&steps, columns, scale, into: &page) }
        if count > PackedSteps.mostRows {
            page.raw("<tr><td>and ")
            page.number(count - PackedSteps.mostRows)
            page.raw(" more</td></tr>\n")
        }
        page.raw("</tbody>\n</table></div>\n")
    }

    private func writeStep(
        _ steps: inout PackedSteps.Reader, _ columns: PackedSteps.Columns, _ scale: Waterfall,
        into page: inout HTMLWriter
    ) {
        page.raw("<tr><th scope=\"row\">")
        page.line(steps.text())
        let section = steps.section()
        if section != .steps {
            page.raw(" <i>")
            page.text(section.rawValue)
            page.raw("</i>")
        }
        page.raw("</th><td>")
        page.state(steps.state())
        page.raw("</td>")
        let note = steps.text()
        let (offset, duration) = (steps.span(), steps.span())
        let count = steps.int()
        if count == 1 { return writeRequest(&steps, columns, isOnly: true, of: duration, scale, into: &page) }
        page.raw("<td colspan=\"2\">")
        page.line(note)
        page.raw("</td><td>")
        page.milliseconds(offset)
        page.raw("</td><td colspan=\"")
        page.number(columns.count)
        page.raw("\"></td><td>")
        page.milliseconds(duration)
        page.raw("</td><td>")
        if count == 0 { scale.draw(from: offset, duration, into: &page) }
        page.raw("</td></tr>\n")
        for _ in 0..<count { writeRequest(&steps, columns, isOnly: false, of: duration, scale, into: &page) }
    }

    /// - Parameters:
    ///   - isOnly: whether the request stands in the row of its step, which already shows the duration.
    ///   - step: the duration of the step.
    private func writeRequest(
        _ steps: inout PackedSteps.Reader, _ columns: PackedSteps.Columns, isOnly: Bool, of step: Microseconds,
        _ scale: Waterfall, into page: inout HTMLWriter
    ) {
        let (method, url) = (steps.text(), steps.text())
        let (failure, status) = (steps.text(), steps.int())
        let (role, attempt, number) = (steps.role(), steps.int(), steps.int())
        let (offset, duration) = (steps.span(), steps.span())
        let phases = steps.phases()
        if !isOnly {
            page.raw("<tr><td>↳ ")
            page.text(
                role == .poll
                    ? "poll \(attempt)" : ExchangeRecord.position(attempt: attempt, page: number > 0 ? number : nil))
            page.raw(role == .failedAttempt ? "</td><td><b class=\"failed\">✗ failed</b></td>" : "</td><td></td>")
        }
        page.raw("<td><code>")
        page.line(method)
        page.raw(" ")
        page.line(url)
        page.raw("</code></td><td>")
        if !failure.isEmpty {
            page.line(failure)
        } else if status > 0 {
            page.number(status)
        } else {
            page.raw("none")
        }
        if steps.flag() { page.raw(" cache") }
        page.raw("</td><td>")
        page.milliseconds(offset)
        if columns.contains(.dns) { writePhase(phases.dns, into: &page) }
        if columns.contains(.connect) { writePhase(phases.connect, into: &page) }
        if columns.contains(.tls) { writePhase(phases.tls, into: &page) }
        writePhase(phases.send, into: &page)
        writePhase(phases.wait, into: &page)
        writePhase(phases.receive, into: &page)
        page.raw("</td><td>")
        page.milliseconds(isOnly ? step : duration)
        page.raw("</td><td>")
        scale.draw(phases, from: offset, into: &page)
        page.raw("</td></tr>\n")
    }
    private func writePhase(_ span: Microseconds, into page: inout HTMLWriter) {
        page.raw("</td><td>")
        if span > 0 { page.milliseconds(span) }
    }
}
