import BatonHistory
import BatonRecords
import BatonValues

extension SiteWriter {
    /// Cases failing now that the index lists.
    private static let mostFailing = 50

    /// What fails now, and the runs.
    func indexPage() throws(HistoryError) -> [UInt8] {
        let failing = try failing()
        return SitePage(title: "Runs", project: project, tab: .runs, isSearchable: true).bytes { page in
            page.raw("<h1>")
            page.line(project)
            if let latest = history.runs.first {
                page.raw(": ")
                page.outcome(latest.state)
                page.raw("</h1>\n<p class=\"sum\">")
                page.text(Self.counts(latest))
                page.raw(" in the run of ")
                link(latest.id, latest.started, into: &page)
                page.raw(" UTC</p>\n")
            } else {
                page.raw("</h1>\n<p>No run has been recorded yet.</p>\n")
            }
            if !history.runs.isEmpty {
                writeTrend(into: &page)
                writeFailing(failing, into: &page)
                writeRuns(into: &page)
            }
        }
    }

    private struct Failing {
        var entry: SiteHistory.Case
        var streak: Streak
        var message: String?
        var owner: String?
    }

    /// What fails on the branch of the latest run and on the default branch, in any environment, the longest first.
    /// Other branches may have ended long ago.
    private func failing() throws(HistoryError) -> [Failing] {
        var bad: [String: [Int: SiteHistory.Bad]] = [:]
        var found: [Failing] = []
        for entry in history.cases {
            for streak in history.story(of: entry).failing where history.isWatched(streak.branch) {
                let run = streak.latest.run
                if bad[run] == nil, let summary = history.runs.first(where: { $0.id == run }) {
                    bad[run] = Dictionary(try reader.badCases(of: summary).map { ($0.number, $0) }) { first, _ in first
                    }
                }
                let failure = bad[run]?[entry.number]
                if failure?.word == "quarantined" { continue }
                found.append(Failing(entry: entry, streak: streak, message: failure?.message, owner: failure?.owner))
            }
        }
        found.sort { $0.streak.count > $1.streak.count }
        for place in found.indices.prefix(Self.mostFailing) {
            try reader.noteSameFailure(&found[place].streak, of: found[place].entry, in: history)
        }
        return found
    }

    private func writeFailing(_ failing: [Failing], into page: inout HTMLWriter) {
        page.raw("<h2>Failing now</h2>\n")
        if failing.isEmpty { return page.raw("<p>Nothing.</p>\n") }
        // Not the table that the field searches, which is that of the runs.
        for entry in failing.prefix(Self.mostFailing) {
            page.raw("<div class=\"group\"><h3>")
            link(entry.entry.name, Self.page(of: entry.entry), into: &page)
            page.raw("</h3>\n")
            if let message = entry.message {
                page.raw("<p>")
                page.line(CutText.head(message, 500))
                page.raw("</p>\n")
            }
            page.raw("<p><small>")
            since(entry.streak, into: &page)
            if let owner = entry.owner {
                page.raw("; owner: ")
                page.line(CutText.head(owner, 200))
            }
            page.raw("</small></p></div>\n")
        }
        if failing.count > Self.mostFailing {
            page.raw("<p>and ")
            page.number(failing.count - Self.mostFailing)
            page.raw(" more: see <a href=\"cases.html\">Cases</a></p>\n")
        }
    }

    /// The share of bad cases in each run, and the durations.
    private func writeTrend(into page: inout HTMLWriter) {
        let ended = history.runs.filter { ["passed", "failed", "error"].contains($0.state) && !$0.isDryRun }
        let runs = Array(ended.prefix(150).reversed())
        guard runs.count > 1 else { return }
        page.raw("<figure>")
        SiteChart.strip(runs.map { $0.bad > 0 ? .bad : $0.flaky > 0 ? .flaky : .passed }, into: &page)
        page.raw("<figcaption>The last ")
        page.number(runs.count)
        page.raw(" runs, oldest left: high marks are runs that did not pass, low ones passed.</figcaption></figure>\n")
        page.raw("<figure>")
        SiteChart.durations(runs.map { $0.duration ?? 0 }, into: &page)
        page.raw("<figcaption>Their durations, at most ")
        page.text(TimeText.short(runs.compactMap(\.duration).max() ?? 0))
        page.raw(".</figcaption></figure>\n")
    }

    private func writeRuns(into page: inout HTMLWriter) {
        page.raw("<h2>Runs</h2>\n")
        page.filter()
        page.columns(["Started (UTC)", "State", "Cases", "Time", "Environment", "Branch", "Commit", "Build"])
        for run in history.runs {
            page.raw("<tr><th scope=\"row\" class=\"n\">")
            link(run.id, run.started, into: &page)
            page.raw("</th><td>")
            page.outcome(run.state)
            page.raw("</td>")
            page.cell("", Self.counts(run) + (run.isDryRun ? " (dry run)" : run.isStub ? " (stub)" : ""))
            page.cell("took", isNumber: true, run.duration.map(TimeText.short) ?? "")
            page.cell("in", run.environment ?? "")
            page.cell("branch", run.branch ?? "")
            if let commit = run.commit {
                page.cell("commit") { $0.web(run.commitURL, String(commit.prefix(7)) + (run.isDirty ? "+" : "")) }
            } else {
                page.raw("<td></td>")
            }
            if let build = run.build {
                page.cell("build") { $0.web(run.ciURL, "#\(CutText.head(build, 40))") }
            } else {
                page.raw("<td></td>")
            }
            page.raw("</tr>\n")
        }
        page.raw("</tbody>\n</table>\n")
    }
}
