import BatonHistory
import BatonRecords
import BatonValues

extension SiteWriter {
    /// Results in the strip of a case on the page of all cases.
    private static let shortStrip = 60
    /// Number of results that any page of a case lists one by one.
    private static let fewestResults = 5
    /// Rows for older results of equal outcome that follow each other.
    private static let mostStretches = 50
    /// Number of the latest bad results whose message is told.
    private static let mostMessages = 25
    /// Branches and environments for which a case's page says since when it fails.
    private static let mostStreaks = 5

    /// Number of results that a page of a case lists one by one, so that a site of very many cases stays small.
    private var room: Int { max(Self.fewestResults, listedResults / max(1, history.cases.count)) }

    func casesPage() -> [UInt8] {
        SitePage(title: "Cases", project: project, tab: .cases, isSearchable: true).bytes { page in
            page.raw("<h1>Cases</h1>\n")
            page.filter("words")
            page.columns(["Case", "Latest", "Last results, oldest left", "#p50", "#p95"])
            for entry in history.cases {
                page.raw("<tr><th scope=\"row\">")
                link(entry.name, Self.page(of: entry), into: &page)
                page.raw("</th><td>")
                page.outcome(latestWord(of: entry))
                page.raw("</td><td>")
                SiteChart.strip(cells(entry, last: Self.shortStrip), into: &page)
                page.raw("</td>")
                let passes = passes(of: entry).sorted()
                for (label, percent) in [("p50", 50), ("p95", 95)] as [(StaticString, Int)] {
                    page.cell(
                        label, isNumber: true,
                        Medians.percentile(percent, ofSorted: passes).map(TimeText.short) ?? "")
                }
                page.raw("</tr>\n")
            }
            page.raw("</tbody>\n</table>\n")
        }
    }

    /// One case over time.
    func casePage(_ entry: SiteHistory.Case, _ owners: CaseOwners) throws(HistoryError) -> [UInt8] {
        var story = history.story(of: entry)
        for place in story.failing.indices.prefix(Self.mostStreaks) {
            try reader.noteSameFailure(&story.failing[place], of: entry, in: history)
        }
        let latest = story.results.prefix(room)
        var messages: [String: String] = [:]
        for result in latest.filter(\.isBad).prefix(Self.mostMessages) {
            messages[result.point.run] = try reader.firstFailure(of: entry, in: result.point.run)
        }
        return SitePage(title: entry.name.name, project: project).bytes { page in
            page.raw("<h1>")
            page.line(CutText.head(entry.name.name + entry.name.label.dropFirst(entry.name.path.count), 300))
            if let result = story.results.first {
                page.raw(" ")
                page.outcome(result.word)
            }
            page.raw("</h1>\n<p><code>")
            page.line(CutText.head(entry.name.path, 1000))
            page.raw("</code>")
            if let (owner, number) = owners.owner(of: entry.number) {
                page.raw(", owner <a href=\"../owners.html#o")
                page.number(number)
                page.raw("\">")
                page.line(CutText.head(owner, 200))
                page.raw("</a>")
            }
            page.raw("</p>\n")
            for streak in story.failing.prefix(Self.mostStreaks) {
                page.raw("<p class=\"sum\">Failing ")
                since(streak, into: &page)
                page.raw("</p>\n")
            }
            for streak in story.gone.prefix(Self.mostStreaks) {
                guard let run = streak.goneSince else { continue }
                page.raw("<p class=\"sum\">No longer there since ")
                page.point(run)
                page.raw("; before, it failed ")
                since(streak, into: &page)
                page.raw("</p>\n")
            }
            writeStrip(entry, story, into: &page)
            page.raw("<h2>All results</h2>\n")
            page.columns(["Run (UTC)", "Outcome", "#Time", "Branch", "Commit", "Build", "Message"])
            for result in latest { write(result, messages[result.point.run], into: &page) }
            var older = story.results.dropFirst(room)
            for _ in 0..<Self.mostStretches {
                guard let word = older.first?.word else { break }
                let stretch = older.prefix { $0.word == word }
                older = older.dropFirst(stretch.count)
                write(stretch, into: &page)
            }
            page.raw("</tbody>\n</table>\n")
            if !older.isEmpty { page.element("p", "and \(older.count) older: baton history sql shows them") }
        }
    }

    /// One row for results of equal outcome that follow each other: how many there are, the last and the first of them.
    private func write(_ stretch: ArraySlice<CaseStory.Result>, into page: inout HTMLWriter) {
        guard let last = stretch.first, let first = stretch.last else { return }
        guard stretch.count > 1 else { return write(last, nil, into: &page) }
        page.raw("<tr><th scope=\"row\">")
        link(last.point.run, last.point.started, below: "../", into: &page)
        page.raw(" back to ")
        page.line(TimeText.minute(first.point.started))
        page.raw("</th><td>")
        page.outcome(last.word)
        page.raw(" ")
        page.number(stretch.count)
        page.raw(" times</td>")
        let durations = stretch.map(\.duration).sorted()
        page.cell("took", isNumber: true, Medians.percentile(50, ofSorted: durations).map(TimeText.short) ?? "")
        page.raw("<td colspan=\"4\"></td></tr>\n")
    }

    private func write(_ result: CaseStory.Result, _ message: String?, into page: inout HTMLWriter) {
        let point = result.point
        page.raw("<tr><th scope=\"row\">")
        link(point.run, point.started, below: "../", into: &page)
        page.raw("</th><td>")
        page.outcome(result.word)
        page.raw("</td>")
        page.cell("took", isNumber: true, TimeText.short(result.duration))
        page.placeCells(point)
        page.cell("", CutText.head(message ?? "", 300))
        page.raw("</tr>\n")
    }

    private func writeStrip(_ entry: SiteHistory.Case, _ story: CaseStory, into page: inout HTMLWriter) {
        let cells = cells(entry, last: history.columns.count)
        page.raw("<figure>")
        SiteChart.strip(cells, into: &page)
        page.raw("<figcaption>")
        page.number(story.results.count)
        page.raw(" results, oldest left: ")
        let kinds: [(ResultMatrix.Cell, StaticString)] = [
            (.passed, "passed (low)"), (.flaky, "flaky"), (.quarantined, "in quarantine"), (.bad, "failed (high)"),
            (.slow, "too slow (high)"), (.blocked, "blocked (high)"),
        ]
        var isFirst = true
        for (cell, word) in kinds {
            let count = cells.count { $0 == cell }
            guard count > 0 else { continue }
            if !isFirst { page.raw(", ") }
            isFirst = false
            page.number(count)
            page.raw(" ")
            page.raw(word)
        }
        page.raw("</figcaption></figure>\n")
        let sorted = passes(of: entry).sorted()
        guard let p50 = Medians.percentile(50, ofSorted: sorted), let p95 = Medians.percentile(95, ofSorted: sorted)
        else { return }
        page.raw("<figure>")
        SiteChart.durations(
            story.results.filter { !$0.isBad }.prefix(SiteChart.mostPoints).reversed().map { result in
                SiteChart.Point(span: result.duration, label: Self.label(result.point), link: nil)
            }, withDots: room >= SiteChart.mostPoints, into: &page)
        page.raw("<figcaption>Durations of passed results: p50 ")
        page.text(TimeText.short(p50))
        page.raw(", p95 ")
        page.text(TimeText.short(p95))
        page.raw(", at most ")
        page.text(TimeText.short(sorted.last ?? 0))
        page.raw("</figcaption></figure>\n")
    }

    /// Oldest first, without the runs in which the case has no result.
    func cells(_ entry: SiteHistory.Case, last: Int) -> [ResultMatrix.Cell] {
        var cells: [ResultMatrix.Cell] = []
        for column in history.columns.indices where cells.count < last {
            let cell = history.matrix.cell(column, entry.number)
            if cell != .none { cells.append(cell) }
        }
        return cells.reversed()
    }

    /// Durations of passed results, latest first.
    private func passes(of entry: SiteHistory.Case) -> [Microseconds] {
        history.columns.indices.compactMap { column in
            let cell = history.matrix.cell(column, entry.number)
            return cell == .passed || cell == .flaky ? history.matrix.duration(column, entry.number) : nil
        }
    }

    static func word(_ cell: ResultMatrix.Cell) -> String {
        switch cell {
        case .none: "none"
        case .passed: "passed"
        case .flaky: "flaky"
        case .blocked: "blocked"
        case .slow, .bad: "failed"
        case .quarantined: "quarantined"
        }
    }
}
