import BatonRecords
import BatonValues

extension HTMLPage {
    /// Maximum number of cases listed under each heading.
    private static let mostListed = 50
    /// Maximum number of known failures, which stand above with all the others.
    private static let mostKnown = 10

    func writeChanges(into page: inout HTMLWriter) {
        page.raw("<section id=\"changes\">\n<h2>What changed</h2>\n")
        defer { page.raw("</section>\n") }
        if records.isOutage, let note = list.note { writeParagraph("This is \(note).", into: &page) }
        let failing = failingFlaky
        writeList("Failing now because flaky (--fail-on-flaky)", failing, into: &page) { index, page in
            page.text(": passed, but only after a failure")
            guard let setback = records.kept[index]?.firstSetback else { return }
            page.raw(": ")
            page.line(CutText.head(setback.text, 400))
        }
        for comparison in list.comparisons { write(comparison, into: &page) }
        guard let changes = list.comparisons.first else {
            if let note = list.note, !records.isOutage { writeParagraph(note, into: &page) }
            return
        }
        let past = changes.past
        writeList("New failures", changes.new, into: &page) { _, _ in }
        writeList("Changed failures", changes.changed, into: &page) { _, page in
            page.text(": failed before too, with another failure")
        }
        writeList("Known failures", changes.known, most: Self.mostKnown, into: &page) { index, page in
            page.raw(",")
            writeSince(past, index, into: &page)
        }
        writeList("Fixed", changes.fixed, into: &page) { _, _ in }
        writeList("Newly flaky", changes.flaky.filter { !failing.contains($0) }, into: &page) { _, _ in }
        writeList("Slower", past.slower.map(\.index), into: &page) { index, page in
            guard let slower = past.slower.first(where: { $0.index == index }) else { return }
            page.text(": \(TimeText.short(slower.before)) before, now \(TimeText.short(slower.now))")
        }
        if changes.isEmpty, failing.isEmpty {
            writeParagraph("Nothing: each workflow ended as before.", into: &page)
        }
    }

    /// Flaky cases that make the run fail although they passed.
    var failingFlaky: [Int] {
        run.failsOnFlaky ? records.kept.values.filter(\.isFlakyOutsideQuarantine).map(\.identity.index).sorted() : []
    }

    private func write(_ comparison: RunComparison, into page: inout HTMLWriter) {
        guard let last = comparison.past.runs.first else { return }
        page.raw("<p>Compared with ")
        if let branch = comparison.past.branch {
            page.raw("<code>")
            page.line(CutText.head(branch, 200))
            page.raw("</code>, ")
        }
        page.raw("run <code>")
        page.line(last.shortID)
        page.raw("</code> of <time>")
        page.text(TimeText.minute(last.started))
        page.raw("</time>")
        if last.commit != nil || last.build != nil {
            page.raw(", ")
            writePlace(of: last, into: &page)
        }
        page.text(": \(comparison.sentence).")
        page.raw("</p>\n")
    }

    /// Writes a link from a workflow to its failure; nothing where it did not fail.
    func writeLinkToFailure(of index: Int, into page: inout HTMLWriter) {
        guard let place = failurePlaces[index], let failure = records.kept[index]?.firstFailure else { return }
        page.raw(" <a href=\"#f")
        page.number(place)
        page.raw("\">")
        page.line(CutText.head(failure.message.text, 200))
        page.raw("</a>")
    }

    /// ` since commit 7da5cfb, build #124, 2026-08-21 03:00`, with links where pages are known.
    func writeSince(_ past: PastRuns, _ index: Int, into page: inout HTMLWriter) {
        guard let since = past.since(index, records.signature(of: index)) else { return }
        writeSince(since.run, isAtLeast: since.isAtLeast, into: &page)
    }

    func write(_ start: CauseStart, into page: inout HTMLWriter) {
        writeSince(start.run, isAtLeast: start.isAtLeast, into: &page)
    }

    private func writeSince(_ run: PastRuns.Run, isAtLeast: Bool, into page: inout HTMLWriter) {
        page.raw(isAtLeast ? " at least since " : " since ")
        writePlace(of: run, into: &page)
        page.text(", \(TimeText.minute(run.started))")
    }

    /// `commit 7da5cfb, build #124`, else the run.
    private func writePlace(of run: PastRuns.Run, into page: inout HTMLWriter) {
        if let commit = run.shortCommit {
            page.raw("commit ")
            page.web(run.commitURL) { page in
                page.raw("<code>")
                page.line(commit)
                page.raw("</code>")
            }
        }
        if let build = run.build {
            if run.commit != nil { page.raw(", ") }
            page.raw("build ")
            page.web(run.buildURL, "#\(CutText.head(build, 40))")
        }
        if run.commit == nil, run.build == nil {
            page.raw("run <code>")
            page.line(run.shortID)
            page.raw("</code>")
        }
    }

    private func writeList(
        _ title: StaticString, _ indices: [Int], most: Int = mostListed, into page: inout HTMLWriter,
        _ more: (Int, inout HTMLWriter) -> Void
    ) {
        guard !indices.isEmpty else { return }
        page.raw("<h3>")
        page.raw(title)
        page.raw(" (")
        page.number(indices.count)
        page.raw(")</h3>\n<ul>\n")
        for index in indices.prefix(most) where run.cases.indices.contains(index) {
            page.raw("<li>")
            writeLink(to: index, into: &page)
            writeLinkToFailure(of: index, into: &page)
            more(index, &page)
            page.raw("</li>\n")
        }
        if indices.count > most {
            page.raw("<li>and ")
            page.number(indices.count - most)
            page.raw(" more</li>\n")
        }
        page.raw("</ul>\n")
    }

    func writeParagraph(_ text: String, into page: inout HTMLWriter) {
        page.element("p", text)
        page.raw("\n")
    }
}
