import BatonRecords
import BatonValues

extension HTMLPage {
    var verdict: (sign: String, word: String) {
        switch records.finished?.state {
        case .passed where run.isDryRun: ("-", "a dry run, in which nothing was sent")
        case .passed: ("✓", "passed")
        case .failed: ("✗", "failed")
        case .error: ("!", records.finished?.ownFailure?.words ?? "could not run to its end")
        case .interrupted: ("!", "was interrupted")
        case nil: ("!", "has not ended")
        }
    }

    /// Number of cases by state, as the last line of the console counts them: flaky cases have passed.
    private var counts: [(state: CaseState, count: Int)] {
        CaseState.allCases.compactMap { state in
            let count = records.cases.count { $0?.state == state || state == .passed && $0?.state == .flaky }
            return count == 0 ? nil : (state, count)
        }
    }

    func writeVerdict(into page: inout HTMLWriter) {
        page.raw("<header>\n<h1 class=\"")
        page.raw(records.finished?.state == .passed ? "passed" : "failed")
        page.raw("\">")
        page.text("\(verdict.sign) ")
        page.line(CutText.head(run.project, 300))
        page.text(": \(verdict.word)")
        page.raw("</h1>\n<p class=\"sum\">")
        if let finished = records.finished {
            page.text(
                ConsoleSummary.text(
                    finished, isDryRun: run.isDryRun, isStub: run.isStub, leftOut: run.leftOut.count,
                    style: ConsoleStyle(isColoured: false)))
        }
        page.raw("</p>\n<ul class=\"counts\">")
        for (state, count) in counts {
            page.raw("<li>")
            page.state(state)
            page.raw(" <span>")
            page.number(count)
            page.raw(state == .flaky ? "</span> of the passed</li>" : "</span></li>")
        }
        page.raw("</ul>\n")
        writeFacts(into: &page)
        for warning in records.warnings.prefix(20) {
            page.raw("<p class=\"note\"><strong>Warning:</strong> ")
            page.line(CutText.head(warning, 2000))
            page.raw("</p>\n")
        }
        if let command = rerunCommand {
            page.raw("<p>Run again what failed:</p>\n<pre><code>")
            page.line(command)
            page.raw("</code></pre>\n")
        }
        page.raw(
            "<nav aria-label=\"Sections\"><a href=\"#changes\">What changed</a> <a href=\"#failures\">Failures</a> ")
        page.raw("<a href=\"#workflows\">All workflows</a> ")
        if !contracts.isEmpty { page.raw("<a href=\"#contracts\">Contract</a> ") }
        page.raw("<a href=\"#slowest\">Slowest</a> ")
        page.raw("<a href=\"#trend\">Earlier runs</a></nav>\n</header>\n<main>\n")
    }

    private func writeFacts(into page: inout HTMLWriter) {
        page.raw("<dl class=\"facts\">\n")
        func fact(_ name: StaticString, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            page.raw("<div>")
            page.raw("<dt>")
            page.raw(name)
            page.raw("</dt><dd>")
            page.line(CutText.head(value, 1000))
            page.raw("</dd></div>\n")
        }
        fact("Environment", run.environment)
        fact("Base URL", run.baseURL?.text)
        fact("Branch", context.branch)
        if let commit = context.commit {
            page.raw("<div><dt>Commit</dt><dd>")
            page.web(context.commitURL, String(commit.prefix(12)))
            page.raw(context.isDirty ? " with local changes</dd></div>\n" : "</dd></div>\n")
        }
        fact("Version tested", context.testedVersion)
        fact("Started", TimeText.timestamp(run.started) + "Z")
        fact("Duration", records.finished.map { TimeText.short($0.duration) })
        fact("Requests", records.finished.map { String($0.requestCount) })
        fact("Host", run.hostname)
        fact("Run", run.id)
        for entry in run.notes { fact("Selection", entry.text) }
        for entry in RunStarted.LeftOut.shown(run.leftOut) { fact("Left out", entry) }
        if context.ciProvider != nil || context.build != nil {
            page.raw("<div><dt>Build</dt><dd>")
            page.web(context.ciURL) { page in
                let number = context.build.map { " #\(CutText.head($0, 40))" } ?? ""
                page.line((context.ciProvider ?? "build") + number)
            }
            page.raw("</dd></div>\n")
        }
        page.raw("</dl>\n")
    }

    /// A fresh clone has no history, so that `--last-failed` stands only for very many files.
    private static let mostNamed = 30

    /// Nil where no case has to run again.
    private var rerunCommand: String? {
        var paths: [String] = []
        let failing = Set(failingFlaky)
        for (index, entry) in records.cases.enumerated()
        where entry?.state.isBad ?? true || failing.contains(index) {
            let path = run.cases[index].path
            if run.cases[index].role == .gap { continue }
            if paths.last != path, !paths.contains(path) { paths.append(path) }
            if paths.count > Self.mostNamed { break }
        }
        guard !paths.isEmpty else { return nil }
        var words = ["baton", "run"]
        words += paths.count > Self.mostNamed ? ["--last-failed"] : paths.map(ShellWord.quote)
        if let environment = run.environment { words += ["--env", ShellWord.quote(environment)] }
        words += run.givenOptions.map { ShellWord.quote($0.text) }
        return words.joined(separator: " ")
    }
}
