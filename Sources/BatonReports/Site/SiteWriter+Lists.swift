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
            page.filter()
            page.columns(["Case", "Retried", "Same commit", "Changes", "Results", "Score"])
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
            page.filter()
            page.columns(["Case", "Environment", "p50", "p95", "Before → now"])
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
