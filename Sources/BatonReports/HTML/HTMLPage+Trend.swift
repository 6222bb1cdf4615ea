import BatonRecords

extension HTMLPage {
    func writeSlowest(into page: inout HTMLWriter) {
        section("slowest", "Slowest steps", into: &page) { page in
            guard !records.slow.isEmpty else { return page.element("p", "No step sent anything.") }
            page.columns(["#Time", "Step", "Workflow", "Longest part"], isFindable: false)
            for slow in records.slow {
                page.raw("<tr><td class=\"n\">")
                page.text(TimeText.short(slow.duration))
                page.raw("</td><th scope=\"row\">")
                page.line(slow.name)
                page.raw("</th><td>")
                writeLink(to: slow.caseIndex, into: &page)
                page.raw("</td><td>")
                page.text(Self.longest(of: slow.phases))
                page.raw("</td></tr>\n")
            }
            page.raw("</tbody>\n</table>\n<h3>What the parts are</h3>\n<dl>\n")
            for (name, meaning) in Self.phases {
                page.element("dt", name)
                page.element("dd", meaning)
                page.raw("\n")
            }
            page.raw("</dl>\n")
        }
    }

    private static let phases = [
        ("DNS", "Finding the address of the host."), ("Connect", "Opening the connection; nothing where one was open."),
        ("TLS", "Agreeing on keys, for https."), ("Send", "Sending the request."),
        ("Wait", "From the request to the first byte of the response: the server's own time."),
        ("Receive", "Reading the response."),
    ]

    private static func longest(of spans: ExchangeRecord.Phases) -> String {
        let spans = [spans.dns, spans.connect, spans.tls, spans.send, spans.wait, spans.receive]
        guard let most = spans.max(), most > 0, let index = spans.firstIndex(of: most) else { return "" }
        return "\(phases[index].0) \(TimeText.short(most))"
    }

    func writeTrend(into page: inout HTMLWriter) {
        section("trend", "Earlier runs", into: &page) { page in
            guard let runs = past?.runs, !runs.isEmpty else { return page.element("p", "None is known.") }
            page.element("p", "Runs of this branch in this environment, the latest first.")
            page.columns(["Run", "State", "#Passed", "#Failed", "#New", "#Flaky", "#Time"], isFindable: false)
            for run in runs {
                page.raw("<tr><th scope=\"row\"><span class=\"where\">")
                write(run, into: &page)
                page.raw("</span></th><td>")
                page.outcome(run.state)
                page.raw("</td>")
                for (label, count) in [
                    ("passed", run.passed), ("failed", run.failed), ("new", run.new), ("flaky", run.flaky),
                ] as [(StaticString, Int)] { page.cell(label, isNumber: true) { $0.number(count) } }
                page.cell("took", isNumber: true, run.duration.map(TimeText.short) ?? "")
                page.raw("</tr>\n")
            }
            page.raw("</tbody>\n</table>\n")
        }
    }
}
