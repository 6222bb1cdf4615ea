import BatonRecords
import BatonValues

extension HTMLPage {
    /// Number of new causes whose card is open.
    private static let mostOpen = 3
    /// Number of workflows named in the line of a cause, and of those listed in its card.
    private static let mostNamed = 3
    private static let mostListed = 50
    /// Number of cases of a cause that are told in full.
    private static let mostInFull = 10

    /// The list of causes, each with a folded card; those that are new are open. What is fixed and slower stands last.
    func writeCauses(into page: inout HTMLWriter) {
        let comparison = list.comparisons.first
        guard !list.causes.isEmpty || comparison?.fixed.isEmpty == false || comparison?.past.slower.isEmpty == false
        else { return }
        page.raw("<section id=\"causes\">\n<h2>")
        page.raw(causesTitle)
        page.raw("</h2>\n")
        defer { page.raw("</section>\n") }
        let start = page.count
        var (open, left) = (0, 0)
        for (number, cause) in list.causes.enumerated() {
            guard page.count - start < Self.failureLimit else {
                left = list.causes.count - number
                break
            }
            let isOpen = cause.state == .new && open < Self.mostOpen
            if isOpen { open += 1 }
            write(
                cause, number, isOpen: isOpen, isBrief: page.count - start >= Self.exchangeLimit, into: &page)
        }
        if left > 0 {
            page.raw("<p class=\"note\"><strong>")
            page.number(left)
            page.raw(" more causes are left out to keep this file small.</strong> ")
            page.raw("They are in the JUnit file and in the history.</p>\n")
        }
        guard let comparison else { return }
        writeOthers("fixed", comparison.fixed, into: &page) { _, _ in }
        let slower = comparison.past.slower.filter { run.cases.indices.contains($0.index) }
        writeOthers("slower", slower.map(\.index), into: &page) { place, page in
            page.text(": \(TimeText.short(slower[place].before)) before, now \(TimeText.short(slower[place].now))")
        }
    }

    /// The title of the section; it is also its name in the navigation.
    var causesTitle: StaticString {
        list.causes.contains(where: \.isBad)
            ? "What failed" : list.causes.isEmpty ? "What changed" : "What did not simply pass"
    }

    private func write(
        _ cause: Cause, _ number: Int, isOpen: Bool, isBrief: Bool, into page: inout HTMLWriter
    ) {
        page.raw("<details class=\"cause ")
        page.raw(cause.state.word)
        page.raw("\" id=\"c")
        page.number(number)
        writeFindable(cause, into: &page)
        page.raw(isOpen ? "\" open=\"open\"><summary>" : "\"><summary>")
        page.badge(cause)
        page.raw("<h3>")
        page.text(cause.title)
        page.raw("</h3> <small>")
        page.line(line(of: cause))
        page.raw("</small></summary>\n<div class=\"card\">\n")
        if isBrief {
            page.raw(
                "<p class=\"note\">Requests, responses and differences are left out to keep this file small: the JUnit file has them.</p>\n"
            )
        }
        for (position, entry) in cause.cases.prefix(Self.mostInFull).enumerated() {
            if position == 0 {
                write(entry, of: cause, isFirst: true, isBrief: isBrief, into: &page)
                continue
            }
            page.raw("<details class=\"more\">\n<summary>The same in ")
            page.line(CutText.head(run.cases[entry.index].title, 300))
            page.raw("</summary>\n")
            write(entry, of: cause, isFirst: false, isBrief: isBrief, into: &page)
            page.raw("</details>\n")
        }
        writeNames(
            "<p>The same in", cause.cases.dropFirst(Self.mostInFull).map(\.index), into: &page)
        writeNames("<p class=\"blocked\">Did not run because of it:", cause.folded, into: &page)
        page.raw("</div>\n</details>\n")
    }

    /// `4 workflows: Pay, Pay twice, … · payments@shop.example · since commit f0e9c9a (…), build #125, 2026-08-21 03:00`
    private func line(of cause: Cause) -> String {
        let names = cause.cases.prefix(Self.mostNamed).map { CutText.head(run.cases[$0.index].title, 100) }
        let more = cause.count > names.count ? ", …" : ""
        var parts = [
            (cause.count > 1 ? "\(cause.count) workflows: " : "") + names.joined(separator: ", ") + more
        ]
        if !cause.owners.isEmpty { parts.append(cause.owners.prefix(Self.mostNamed).joined(separator: ", ")) }
        if let since = cause.since { parts.append("\(since.isAtLeast ? "at least " : "")since \(since.text)") }
        return parts.joined(separator: " · ")
    }

    /// Words that the search finds beside those of the line: what the search finds its workflows by, and the status.
    private func writeFindable(_ cause: Cause, into page: inout HTMLWriter) {
        var states = Set(cause.cases.map { CaseState($0.record).word.description })
        if !cause.folded.isEmpty { states.insert(CaseState.blocked.word.description) }
        var words = states.sorted().map { "is:\($0)" } + cause.owners.map { "owner:\($0)" }
        if let status = cause.request?.status { words.append("status:\(status)") }
        let workflows = (cause.cases.map(\.index) + cause.folded).map { run.cases[$0] }
        words += Set(workflows.flatMap(\.tags)).sorted().map { "tag:\($0)" }
        words += workflows.prefix(Self.mostListed).flatMap { [$0.title, $0.path] }
        page.raw("\" data-find=\"")
        page.line(CutText.head(words.joined(separator: " "), 4000))
    }

    /// What the line of the cause tells, with links: since when, and the last good run.
    private func writeStart(of cause: Cause, into page: inout HTMLWriter) {
        guard let since = cause.since else { return }
        page.raw(since.isAtLeast ? "At least since " : "Since ")
        write(since.run, into: &page)
        if let good = cause.lastGood {
            page.raw("; last good in ")
            write(good, into: &page)
        }
        if let url = cause.comparisonURL {
            page.raw("; ")
            page.web(url, "what changed between the two")
        }
        page.raw(". ")
    }

    /// `commit 7da5cfb ('prices as text', Mei Tanaka), build #122, 2026-08-21 03:00`, with links where pages are known.
    func write(_ run: PastRuns.Run, into page: inout HTMLWriter) {
        if let commit = run.commitText {
            page.raw("commit ")
            page.web(run.commitURL, commit)
            page.raw(", ")
        }
        if let build = run.build {
            page.raw("build ")
            page.web(run.buildURL, "#\(CutText.head(build, 40))")
            page.raw(", ")
        }
        if run.commit == nil, run.build == nil {
            page.raw("run <code>")
            page.line(run.shortID)
            page.raw("</code>, ")
        }
        if let address = site?.page(ofRun: run.id) {
            page.raw("<a href=\"")
            page.text(address)
            page.raw("\">")
            page.moment(run.started)
            page.raw("</a>")
        } else {
            page.moment(run.started)
        }
    }

    private func write(
        _ entry: CauseCase, of cause: Cause, isFirst: Bool, isBrief: Bool, into page: inout HTMLWriter
    ) {
        page.raw("<div class=\"case\">\n<p class=\"faint\">")
        if isFirst { writeStart(of: cause, into: &page) }
        page.raw("In ")
        writeLink(to: entry.index, into: &page)
        if let owner = entry.record.identity.owner {
            page.raw(", owner ")
            page.line(CutText.head(owner, 200))
        }
        page.raw("</p>\n")
        if let quarantine = entry.record.identity.quarantine {
            page.element("p", CutText.head(quarantine.sentence(isBad: entry.record.isBroken), 1000))
        }
        if cause.state == .flaky, run.failsOnFlaky {
            page.element("p", "It passed, but only after a failure, and --fail-on-flaky makes the run fail for that.")
        }
        for failed in entry.entries.prefix(isBrief ? 3 : 20) {
            write(failed, title: cause.title, isBrief: isBrief, into: &page)
        }
        writeHistory(of: entry.index, into: &page)
        page.raw("</div>\n")
    }

    /// - Parameter title: with the beginning of the paragraph.
    private func writeNames(_ title: StaticString, _ indices: [Int], into page: inout HTMLWriter) {
        guard !indices.isEmpty else { return }
        page.raw(title)
        for (position, index) in indices.prefix(Self.mostListed).enumerated() {
            page.raw(position > 0 ? ", " : " ")
            writeLink(to: index, into: &page)
        }
        if indices.count > Self.mostListed { page.text(" and \(indices.count - Self.mostListed) more") }
        page.raw("</p>\n")
    }

    /// The workflows that are fixed, or slower: one row for all of them.
    private func writeOthers(
        _ state: StaticString, _ indices: [Int], into page: inout HTMLWriter,
        _ more: (Int, inout HTMLWriter) -> Void
    ) {
        guard !indices.isEmpty else { return }
        page.raw("<details class=\"cause ")
        page.raw(state)
        page.raw("\" data-find=\"is:passed\"><summary>")
        page.badge(state, state.description)
        page.raw("<h3>")
        page.text(Plural.count(indices.count, "workflow"))
        page.raw("</h3> <small>")
        let names = indices.prefix(Self.mostNamed).map { CutText.head(run.cases[$0].title, 100) }
        page.line(names.joined(separator: ", ") + (indices.count > Self.mostNamed ? ", …" : ""))
        page.raw("</small></summary>\n<div class=\"card\"><ul>\n")
        for (place, index) in indices.prefix(Self.mostListed).enumerated() {
            page.raw("<li>")
            writeLink(to: index, into: &page)
            more(place, &page)
            page.raw("</li>\n")
        }
        if indices.count > Self.mostListed { page.text("and \(indices.count - Self.mostListed) more") }
        page.raw("</ul></div>\n</details>\n")
    }
}

extension HTMLWriter {
    /// `new`, `known 16 d`, in the colour of the state.
    mutating func badge(_ cause: Cause) {
        let days = cause.since?.days ?? 0
        guard let word = cause.word else { return badge(Cause.State.known.word, "failed") }
        badge(word, word.description + (cause.state == .known && days > 0 ? " \(days) d" : ""))
    }
}
