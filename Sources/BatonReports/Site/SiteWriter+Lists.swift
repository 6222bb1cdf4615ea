import BatonHistory
import BatonRecords
import BatonValues

extension SiteWriter {
    func flakyPage() throws(HistoryError) -> [UInt8] {
        let flaky = try reader.flakyCases(scope, limit: Self.listed)
        return SitePage(title: "Flaky", project: project, tab: .flaky, isSearchable: true).bytes { page in
            page.raw("<h1>Flaky cases</h1>\n<p>Cases that pass and fail without a cause in the code, in the last ")
            page.number(flaky.runs)
            page.raw(
                " runs. Retried counts results that passed only after a retry, same commit those commits on which ")
            page.raw(
                "the case both passed and failed; the score is the share of changes between passed and failed.</p>\n")
            if flaky.entries.isEmpty { return page.raw("<p>None.</p>\n") }
            page.filter("words")
            page.columns(["Case", "#Retried", "#Same commit", "#Changes", "#Results", "#Score"])
            for entry in flaky.entries {
                page.raw("<tr><th scope=\"row\">")
                link(entry.name, self.page(of: entry.name), into: &page)
                page.raw("</th>")
                page.cell("retried", isNumber: true, "\(entry.tally.retries)")
                page.cell("same commit", isNumber: true, "\(entry.tally.sameCommit)")
                page.cell("changes", isNumber: true, "\(entry.tally.changes)")
                page.cell("results", isNumber: true, "\(entry.tally.results)")
                page.cell("score", isNumber: true, "\(entry.tally.score) %")
                page.raw("</tr>\n")
            }
            page.raw("</tbody>\n</table>\n")
        }
    }

    func slowPage() throws(HistoryError) -> [UInt8] {
        let slow = try reader.slowCases(scope, limit: Self.listed)
        return SitePage(title: "Slow", project: project, tab: .slow, isSearchable: true).bytes { page in
            page.raw("<h1>Slow cases</h1>\n<p>By their median duration in the last ")
            page.number(slow.runs)
            page.raw(" runs, those that have become slower first.</p>\n")
            if slow.entries.isEmpty { return page.raw("<p>None.</p>\n") }
            page.filter("words")
            page.columns(["Case", "Environment", "#p50", "#p95", "#Before → now"])
            for entry in slow.entries {
                page.raw("<tr><th scope=\"row\">")
                link(entry.name, self.page(of: entry.name), into: &page)
                page.raw("</th>")
                page.cell("in", entry.environment ?? "")
                page.cell("p50", isNumber: true, TimeText.short(entry.p50))
                page.cell("p95", isNumber: true, TimeText.short(entry.p95))
                if let change = entry.change {
                    page.cell("", isNumber: true) { page in
                        page.text("\(TimeText.short(change.before)) → \(TimeText.short(change.now))")
                        if entry.isSlower { page.raw(" <b class=\"failed\">slower</b>") }
                    }
                } else {
                    page.raw("<td></td>")
                }
                page.raw("</tr>\n")
            }
            page.raw("</tbody>\n</table>\n")
        }
    }
}

/// The owner of each case that did not pass in one of the runs; the history keeps no others.
struct CaseOwners {
    private static let most = 2000
    /// By name.
    let names: [String]
    private var byCase: [Int: Int] = [:]

    init(_ site: SiteWriter) throws(HistoryError) {
        var found: [Int: String] = [:]
        for run in site.history.runs {
            for entry in try site.reader.badCases(of: run) where found[entry.number] == nil {
                found[entry.number] = entry.owner
            }
        }
        names = Array(Set(found.values).sorted().prefix(Self.most))
        let numbers = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        for (number, owner) in found { byCase[number] = numbers[owner] }
    }

    /// The owner of a case, with the number of its list.
    func owner(of number: Int) -> (name: String, number: Int)? {
        byCase[number].map { (names[$0], $0) }
    }
}

extension SiteWriter {
    private static let stripOfOwners = 60

    /// For each owner the cases that did not pass in one of the runs, those that fail now first.
    func ownersPage(_ owners: CaseOwners) -> [UInt8] {
        SitePage(title: "Owners", project: project, tab: .owners, isSearchable: true).bytes { page in
            page.raw("<h1>Owners</h1>\n<p>The cases of each owner that did not pass in one of these runs.</p>\n")
            if owners.names.isEmpty { return page.raw("<p>None.</p>\n") }
            page.filter("words")
            let cases = Dictionary(grouping: history.cases) { owners.owner(of: $0.number)?.number }
            for (number, name) in owners.names.enumerated() {
                page.raw("<h2 id=\"o")
                page.number(number)
                page.raw("\">")
                page.line(CutText.head(name, 300))
                page.raw("</h2>\n")
                page.columns(["Case", "Latest", "Last results, oldest left"])
                let words = (cases[number] ?? []).map { ($0, latestWord(of: $0)) }
                for (entry, word) in words.filter({ $0.1 == "failed" }) + words.filter({ $0.1 != "failed" }) {
                    page.raw("<tr><th scope=\"row\">")
                    link(entry.name, Self.page(of: entry), into: &page)
                    page.raw("</th><td>")
                    page.outcome(word)
                    page.raw("</td><td>")
                    SiteChart.strip(cells(entry, last: Self.stripOfOwners), into: &page)
                    page.raw("</td></tr>\n")
                }
                page.raw("</tbody>\n</table>\n")
            }
        }
    }

    /// The outcome of the latest result of a case.
    func latestWord(of entry: SiteHistory.Case) -> String {
        history.latest(entry).map { Self.word(history.matrix.cell($0, entry.number)) } ?? "none"
    }
}
