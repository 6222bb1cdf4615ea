import BatonRecords
import BatonValues

extension HTMLPage {
    var verdict: (sign: String, word: String) {
        switch records.finished?.state {
        case .passed where run.isDryRun: ("-", "a dry run, in which nothing was sent")
        case .passed: ("✓", "passed")
        case .failed: ("✗", "failed")
        case .error: ("!", records.finished?.ownFailure?.words ?? "could not run to its end")
        case .interrupted: ("!", records.finished?.ownFailure?.words ?? "was interrupted")
        case nil: ("!", "has not ended")
        }
    }

    /// Number of cases by state, as the last line of the console counts them: flaky cases have passed.
    private var counts: [(state: CaseState, count: Int)] {
        let counts = records.finished?.counts
        return CaseState.allCases.compactMap { state in
            let count =
                counts?.count(state)
                ?? records.cases.count { $0?.state == state || state == .passed && $0?.state == .flaky }
            return count == 0 ? nil : (state, count)
        }
    }

    /// What happened, where, and what to do: all that fits above the list of causes.
    func writeVerdict(into page: inout HTMLWriter) {
        page.raw("<header>\n<div class=\"top\"><div>\n<h1 class=\"")
        page.raw(records.finished?.state == .passed ? "passed" : "failed")
        page.raw("\">")
        page.text("\(verdict.sign) ")
        page.line(CutText.head(run.project, 300))
        page.text(": \(verdict.word)")
        page.raw("</h1>\n")
        if !list.headline.isEmpty {
            page.raw("<p class=\"sum\">")
            page.line(list.headline)
            page.raw("</p>\n")
        }
        writeFacts(into: &page)
        if list.headline.isEmpty { writeComparisons(into: &page) }
        if isDetailed, let command = rerunCommand {
            page.raw("<pre class=\"command\"><code>")
            page.line(command)
            page.raw("</code></pre>\n")
        }
        page.raw("</div>\n")
        if isDetailed { RunChart.draw(bars, into: &page) }
        page.raw("</div>\n")
        for warning in records.warnings.prefix(20) {
            page.raw("<p class=\"note\"><strong>Warning:</strong> ")
            page.line(CutText.head(warning, 2000))
            page.raw("</p>\n")
        }
        page.raw("</header>\n")
        writeNavigation(into: &page)
        page.raw("<main>\n")
        if isDetailed { writeTools(into: &page) }
    }

    /// The counts, which filter, and a field to search.
    private func writeTools(into page: inout HTMLWriter) {
        page.raw("<div class=\"tools\"><ul class=\"counts\">")
        for (state, count) in counts {
            page.raw("<li><a href=\"#workflows\" data-only=\"")
            page.raw(state.word)
            page.raw("\">")
            page.state(state)
            page.raw(" ")
            page.number(count)
            page.raw(state == .flaky ? " of the passed</a></li>" : "</a></li>")
        }
        page.raw("</ul>\n")
        page.filter("words, owner:, tag:, status:500")
        page.raw("</div>\n")
    }

    private func writeNavigation(into page: inout HTMLWriter) {
        page.raw("<nav aria-label=\"Sections\">")
        if site != nil {
            page.tabs(nil, below: "../")
            page.raw("<span></span>")
        }
        if !list.causes.isEmpty {
            page.raw("<a href=\"#causes\">")
            page.raw(causesTitle)
            page.raw("</a> ")
        }
        if isDetailed {
            page.raw("<a href=\"#workflows\">All workflows</a> ")
            if !contracts.isEmpty { page.raw("<a href=\"#contracts\">Contract</a> ") }
            page.raw("<a href=\"#slowest\">Slowest</a> <a href=\"#trend\">Earlier runs</a>")
        }
        page.raw("</nav>\n")
    }

    /// The facts that a reader asks for first, on one line; the others are folded.
    private func writeFacts(into page: inout HTMLWriter) {
        page.raw("<p class=\"facts\">")
        func fact(_ value: String?) {
            guard let value, !value.isEmpty else { return }
            page.raw("<span>")
            page.line(CutText.head(value, 200))
            page.raw("</span>")
        }
        fact(run.environment)
        fact(context.branch)
        if let commit = context.commit {
            page.raw("<span>commit ")
            page.web(context.commitURL, String(commit.prefix(12)))
            page.raw(context.isDirty ? " with local changes</span>" : "</span>")
        }
        if context.ciProvider != nil || context.build != nil {
            page.raw("<span>")
            page.web(context.ciURL) { page in
                let number = context.build.map { " #\(CutText.head($0, 40))" } ?? ""
                page.line((context.ciProvider ?? "build") + number)
            }
            page.raw("</span>")
        }
        fact(TimeText.minute(run.started))
        fact(records.finished.map { TimeText.short($0.duration) })
        fact(records.finished.map { Plural.count($0.requestCount, "request") })
        if run.isStub { fact("stubs: nothing was sent") }
        if !isDetailed { fact(counts.map { "\($0.count) \($0.state.word)" }.joined(separator: ", ")) }
        page.raw("</p>\n")
        writeMoreFacts(into: &page)
    }

    private func writeMoreFacts(into page: inout HTMLWriter) {
        page.raw("<details class=\"more\"><summary>More about this run</summary><dl>\n")
        func fact(_ name: StaticString, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            page.raw("<dt>")
            page.raw(name)
            page.raw("</dt><dd>")
            page.line(CutText.head(value, 1000))
            page.raw("</dd>\n")
        }
        fact("Base URL", run.baseURL?.text)
        fact("Version tested", context.testedVersion)
        fact("Started", TimeText.timestamp(run.started) + "Z")
        if let finished = records.finished {
            let cached = finished.cachedCount
            fact("From the cache", cached > 0 ? Plural.count(cached, "response") : nil)
            fact("The server answered until", finished.answeredUntil.map { "\(TimeText.timestamp($0))Z, not after it" })
        }
        fact("Host", run.hostname)
        fact("Run", run.id)
        for entry in run.notes { fact("Selection", entry.text) }
        for entry in RunStarted.LeftOut.shown(run.leftOut) { fact("Left out", entry) }
        page.raw("</dl>\n")
        if !list.headline.isEmpty { writeComparisons(into: &page) }
        page.raw("</details>\n")
    }

    /// What changed since the last run of this branch, and of the default branch, or why that is not known.
    private func writeComparisons(into page: inout HTMLWriter) {
        for comparison in list.comparisons {
            guard let last = comparison.past.runs.first else { continue }
            page.raw("<p class=\"faint compared\">Compared with ")
            if let branch = comparison.past.branch {
                page.line(CutText.head(branch, 200))
                page.raw(", ")
            }
            write(last, into: &page)
            page.text(": \(comparison.sentence).")
            page.raw("</p>\n")
        }
        guard let note = list.note else { return }
        page.raw("<p class=\"faint compared\">")
        page.line(CutText.head(note, 1000))
        page.raw("</p>\n")
    }

    /// This run and those before it, oldest first.
    private var bars: [RunChart.Bar] {
        guard let past, let newest = past.runs.first, records.finished != nil else { return [] }
        var bars = past.runs.prefix(RunChart.most - 1).reversed().map { run in
            RunChart.Bar(
                new: run.new, known: max(0, run.failed - run.new), flaky: run.flaky,
                label: run.text,
                link: site?.page(ofRun: run.id) ?? HTMLWriter.web(run.buildURL) ?? HTMLWriter.web(run.commitURL))
        }
        let counts = records.finished?.counts ?? RunFinished.Counts()
        let isCompared = newest.id != run.id && !list.comparisons.isEmpty
        let new = isCompared ? list.causes.filter { $0.state == .new }.reduce(0) { $0 + $1.count } : 0
        bars.append(
            RunChart.Bar(
                new: new, known: max(0, counts.bad - new), flaky: counts.flaky, label: "this run",
                link: HTMLWriter.web(context.ciURL) ?? HTMLWriter.web(context.commitURL)))
        return bars
    }

    /// The most files that the command names where there is no history to ask.
    private static let mostNamed = 30

    /// The command that runs again what did not pass; nil where no case has to run again.
    private var rerunCommand: String? {
        let failing = Set(failingFlaky)
        var paths: [String] = []
        var isInHistory = past != nil
        for (index, entry) in records.cases.enumerated()
        where (entry?.state.isBad ?? true || failing.contains(index)) && run.cases[index].role != .gap {
            // The history holds a flaky result for a good one.
            if failing.contains(index) { isInHistory = false }
            let path = run.cases[index].path
            if paths.count <= Self.mostNamed, !paths.contains(path) { paths.append(path) }
        }
        if paths.isEmpty { return nil }
        var words = ["baton", "run"]
        words += isInHistory || paths.count > Self.mostNamed ? ["--last-failed"] : paths.map(ShellWord.quote)
        if let environment = run.environment { words += ["--env", ShellWord.quote(environment)] }
        words += run.givenOptions.map { ShellWord.quote($0.text) }
        return words.joined(separator: " ")
    }
}

extension RunFinished.Counts {
    fileprivate func count(_ state: CaseState) -> Int {
        switch state {
        case .passed: passed
        case .flaky: flaky
        case .failed: failed
        case .error: errors
        case .blocked: blocked
        case .quarantined: quarantined
        case .skipped: skipped
        }
    }
}
