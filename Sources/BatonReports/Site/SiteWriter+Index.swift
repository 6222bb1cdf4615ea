import BatonHistory
import BatonRecords
import BatonValues

extension SiteWriter {
    /// Causes that the index lists.
    private static let mostFailing = 100
    private static let mostNamed = 3

    /// What fails now, and the runs.
    ///
    /// - Parameter lists: the causes in the latest runs.
    func indexPage(_ lists: [String: CauseList]) throws(HistoryError) -> [UInt8] {
        let failing = try failing(lists)
        return SitePage(title: "Runs", project: project, tab: .runs, isSearchable: true).bytes { page in
            page.raw("<h1>")
            page.line(project)
            if let latest = history.runs.first {
                page.raw(": ")
                page.outcome(latest.state)
                page.raw("</h1>\n")
                if let headline = lists[latest.id]?.headline, !headline.isEmpty {
                    page.raw("<p class=\"sum\">")
                    page.line(headline)
                    page.raw("</p>\n")
                }
                page.raw("<p class=\"faint\">")
                page.text(Self.counts(latest))
                page.raw(" in the run of ")
                link(latest.id, latest.started, into: &page)
                page.raw(" UTC</p>\n")
            } else {
                page.raw("</h1>\n<p>No run has been recorded yet.</p>\n")
            }
            if !history.runs.isEmpty {
                RunChart.draw(bars, into: &page)
                writeFailing(failing, into: &page)
                writeDurations(into: &page)
                writeRuns(into: &page)
            }
        }
    }

    /// Cases that fail now for one cause.
    private struct Failing {
        /// In the report of its latest run; nil where that run is too old to be told in full.
        var cause: Cause?
        /// The page of that run, at the cause.
        var link: String?
        var title: String
        var owners: [String]
        /// Of the case that fails longest.
        var streak: Streak
        var names: [CaseName]

        var started: Microseconds { cause?.since?.run.started ?? streak.firstBad.started }
    }

    /// What fails on the branch of the latest run and on the default branch, in any environment, grouped by cause, that
    /// which began last first. Other branches may have ended long ago.
    private func failing(_ lists: [String: CauseList]) throws(HistoryError) -> [Failing] {
        var bad: [String: [Int: SiteHistory.Bad]] = [:]
        var causes: [String: [CaseName: Int]] = [:]
        var found: [String: Failing] = [:]
        for entry in history.cases {
            for streak in history.story(of: entry).failing where history.isWatched(streak.branch) {
                let run = streak.latest.run
                if bad[run] == nil, let summary = history.runs.first(where: { $0.id == run }) {
                    let cases = try reader.badCases(of: summary).map { ($0.number, $0) }
                    bad[run] = Dictionary(cases) { first, _ in first }
                    causes[run] = lists[run].map(Self.places) ?? [:]
                }
                let failure = bad[run]?[entry.number]
                if failure?.word == "quarantined" { continue }
                let place = causes[run]?[entry.name]
                let message = failure?.message ?? "failed"
                var group =
                    found["\(run) \(place.map(String.init) ?? message)"]
                    ?? Failing(
                        cause: place.flatMap { lists[run]?.causes[$0] },
                        link: Self.page(of: run).map { address in place.map { "\(address)#c\($0)" } ?? address },
                        title: message, owners: [failure?.owner].compactMap(\.self), streak: streak, names: [])
                group.names.append(entry.name)
                if streak.firstBad.started < group.streak.firstBad.started { group.streak = streak }
                found["\(run) \(place.map(String.init) ?? message)"] = group
            }
        }
        return found.values.sorted { left, right in
            let (first, second) = (left.started, right.started)
            return first != second ? first > second : left.title < right.title
        }
    }

    /// The place of the cause of each case.
    private static func places(in list: CauseList) -> [CaseName: Int] {
        var places: [CaseName: Int] = [:]
        for (index, place) in list.places where list.cases.indices.contains(index) {
            places[CaseName(list.cases[index])] = place
        }
        return places
    }

    private func writeFailing(_ failing: [Failing], into page: inout HTMLWriter) {
        page.raw("<h2>Failing now</h2>\n")
        if failing.isEmpty { return page.raw("<p>Nothing.</p>\n") }
        for group in failing.prefix(Self.mostFailing) { write(group, into: &page) }
        if failing.count > Self.mostFailing {
            page.raw("<p>and ")
            page.number(failing.count - Self.mostFailing)
            page.raw(" more: see <a href=\"cases.html\">Cases</a></p>\n")
        }
    }

    private func write(_ group: Failing, into page: inout HTMLWriter) {
        page.raw("<div class=\"cause ")
        page.raw(group.cause?.state.word ?? "known")
        page.raw("\"><div class=\"head\">")
        if let cause = group.cause { page.badge(cause) } else { page.badge("known", "known") }
        page.raw("<h3>")
        if let link = group.link {
            page.raw("<a href=\"")
            page.text(link)
            page.raw("\">")
        }
        page.line(CutText.head(group.cause?.title ?? group.title, 500))
        page.raw(group.link == nil ? "</h3> <small>" : "</a></h3> <small>")
        if group.names.count > 1 { page.text("\(group.names.count) workflows: ") }
        for (position, name) in group.names.prefix(Self.mostNamed).enumerated() {
            page.raw(position > 0 ? ", " : "")
            link(name, self.page(of: name), isBrief: true, into: &page)
        }
        page.raw(group.names.count > Self.mostNamed ? ", … · " : " · ")
        for owner in (group.cause?.owners ?? group.owners).prefix(Self.mostNamed) {
            page.line(CutText.head(owner, 200))
            page.raw(" · ")
        }
        since(group.streak, asIn: group.cause, into: &page)
        page.raw("</small></div></div>\n")
    }

    /// The runs of the branch and environment of the latest run, oldest first.
    private var bars: [RunChart.Bar] {
        guard let latest = history.columns.first else { return [] }
        let shown = history.columns.indices.filter {
            history.columns[$0].branch == latest.branch && history.columns[$0].environment == latest.environment
        }
        return shown.prefix(RunChart.most).enumerated().map { place, column in
            let bad = history.cases.map(\.number).filter { history.matrix.cell(column, $0).counts }
            let earlier = shown.dropFirst(place + 1)
            // By the latest result before: a run of a few files has none of the others.
            let new = bad.count { number in
                let before = earlier.lazy.map { history.matrix.cell($0, number) }
                    .first { $0 != .none && $0 != .blocked }
                return before?.isBad != true && !earlier.isEmpty
            }
            return bar(column, bad, new: new)
        }.reversed()
    }

    private func bar(_ column: Int, _ bad: [Int], new: Int) -> RunChart.Bar {
        let flaky = history.cases.count { history.matrix.cell(column, $0.number) == .flaky }
        let point = history.columns[column]
        return RunChart.Bar(
            new: new, known: bad.count - new, flaky: flaky, label: Self.label(point), link: Self.page(of: point.run))
    }

    /// `2026-08-21 03:00, commit 7da5cfb, build #124`.
    static func label(_ point: RunPoint) -> String {
        let commit = point.commit.map { "commit \($0.prefix(7))" }
        let build = point.build.map { "build #\(CutText.head($0, 40))" }
        return [TimeText.minute(point.started), commit, build].compactMap(\.self).joined(separator: ", ")
    }

    private func writeDurations(into page: inout HTMLWriter) {
        let ended = history.runs.filter { ["passed", "failed", "error"].contains($0.state) && !$0.isDryRun }
        let points = ended.prefix(SiteChart.mostPoints).reversed().map { run in
            SiteChart.Point(
                span: run.duration ?? 0, label: Self.label(RunPoint(run)),
                link: isShown(run.id) ? Self.page(of: run.id) : nil)
        }
        guard points.count > 1 else { return }
        page.raw("<h2>How long runs take</h2>\n<figure>")
        SiteChart.durations(points, into: &page)
        page.raw("</figure>\n")
    }

    private func writeRuns(into page: inout HTMLWriter) {
        page.raw("<h2>Runs</h2>\n")
        page.filter("words, branch, commit")
        page.columns(["Started (UTC)", "State", "Cases", "#Time", "Environment", "Branch", "Commit", "Build"])
        for run in history.runs {
            page.raw("<tr><th scope=\"row\">")
            link(run.id, run.started, into: &page)
            page.raw("</th><td>")
            page.outcome(run.state)
            page.raw("</td>")
            page.cell("", Self.counts(run) + (run.isDryRun ? " (dry run)" : run.isStub ? " (stub)" : ""))
            page.cell("took", isNumber: true, run.duration.map(TimeText.short) ?? "")
            page.cell("in", run.environment ?? "")
            page.placeCells(RunPoint(run))
            page.raw("</tr>\n")
        }
        page.raw("</tbody>\n</table>\n")
    }
}
