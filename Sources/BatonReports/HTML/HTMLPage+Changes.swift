import BatonRunner
import BatonText

extension HTMLPage {
    /// Maximum number of cases listed under each heading.
    private static let mostListed = 50

    func writeChanges(into page: inout HTMLWriter) {
        page.raw("<section id=\"changes\">\n<h2>What changed</h2>\n")
        defer { page.raw("</section>\n") }
        let failing = failingFlaky
        writeList("Failing now because flaky (--fail-on-flaky)", failing, into: &page) { index, page in
            page.text(": passed, but only after a failure")
            guard let setback = records.kept[index]?.firstSetback else { return }
            page.raw(": ")
            page.line(CutText.head(setback.text, 400))
        }
        guard case .known(let past) = finding else {
            if case .unknown(let reason) = finding { writeParagraph(reason, into: &page) }
            return
        }
        guard let last = past.runs.first else {
            writeParagraph(
                "The history has no earlier run of this branch in this environment to compare with.", into: &page)
            return
        }
        writeComparison(with: last, into: &page)
        let changes = RunChanges(records, past, failingFlaky: Set(failing))
        writeList("New failures", changes.new, into: &page) { _, _ in }
        writeList("Changed failures", changes.changed, into: &page) { _, page in
            page.text(": failed before too, with another failure")
        }
        writeList("Known failures", changes.known, into: &page) { index, page in
            writeSince(past, index, into: &page)
        }
        writeList("Fixed", changes.fixed, into: &page) { _, _ in }
        writeList("Newly flaky", changes.flaky, into: &page) { _, _ in }
        writeList("Slower", past.slower.map(\.index), into: &page) { index, page in
            guard let slower = past.slower.first(where: { $0.index == index }) else { return }
            page.text(": \(TimeText.short(slower.before)) before, now \(TimeText.short(slower.now))")
        }
        if changes.isEmpty, past.slower.isEmpty, failing.isEmpty {
            writeParagraph("Nothing: each workflow ended as before.", into: &page)
        }
    }

    /// Flaky cases that make the run fail although they passed.
    var failingFlaky: [Int] {
        run.failsOnFlaky ? records.kept.values.filter(\.isFlakyOutsideQuarantine).map(\.identity.index).sorted() : []
    }

    private func writeComparison(with last: PastRuns.Run, into page: inout HTMLWriter) {
        page.raw("<p>Compared with run <code>")
        page.line(last.shortID)
        page.raw("</code> of <time>")
        page.text(TimeText.minute(last.started))
        page.raw("</time>")
        if let commit = last.commit {
            page.raw(", commit <code>")
            page.line(String(commit.prefix(12)))
            page.raw("</code>")
        }
        page.text(": \(last.passed) passed, \(last.failed) failed (\(last.state)).")
        page.raw("</p>\n")
    }

    private func writeSince(_ past: PastRuns, _ index: Int, into page: inout HTMLWriter) {
        let outcomes = past.outcomes[index] ?? []
        let signatures = past.signatures[index] ?? []
        let own = records.kept[index]?.firstFailure.map(FailureSignature.of)
        let bad = outcomes.indices.prefix { place in
            guard let outcome = outcomes[place], outcome != .skipped else { return true }
            let signature = signatures.indices.contains(place) ? signatures[place] : nil
            return (outcome == .failed || outcome == .error) && (signature == nil || signature == own)
        }.map { outcomes[$0] == .skipped ? nil : outcomes[$0] }
        guard let since = bad.lastIndex(where: { $0 != nil }), past.runs.indices.contains(since) else { return }
        let run = past.runs[since]
        let isWhole = since == past.runs.count - 1 && past.runs.count > 1
        page.text(", \(isWhole ? "at least since" : "since") \(TimeText.minute(run.started)) (run ")
        page.raw("<code>")
        page.line(run.shortID)
        page.raw("</code>)")
    }

    private func writeList(
        _ title: StaticString, _ indices: [Int], into page: inout HTMLWriter,
        _ more: (Int, inout HTMLWriter) -> Void
    ) {
        guard !indices.isEmpty else { return }
        page.raw("<h3>")
        page.raw(title)
        page.raw(" (")
        page.number(indices.count)
        page.raw(")</h3>\n<ul>\n")
        for index in indices.prefix(Self.mostListed) where run.cases.indices.contains(index) {
            page.raw("<li>")
            writeLink(to: index, into: &page)
            more(index, &page)
            page.raw("</li>\n")
        }
        if indices.count > Self.mostListed {
            page.raw("<li>and ")
            page.number(indices.count - Self.mostListed)
            page.raw(" more</li>\n")
        }
        page.raw("</ul>\n")
    }

    func writeParagraph(_ text: String, into page: inout HTMLWriter) {
        page.element("p", text)
        page.raw("\n")
    }
}
