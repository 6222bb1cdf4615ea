import BatonRecords

extension HTMLPage {
    func writeSlowest(into page: inout HTMLWriter) {
        page.raw("<section id=\"slowest\">\n<h2>Slowest steps</h2>\n")
        defer { page.raw("</section>\n") }
        guard !records.slow.isEmpty else { return writeParagraph("No step sent anything.", into: &page) }
        page.raw("<table>\n<thead><tr><th scope=\"col\">Time</th><th scope=\"col\">Step</th>")
        page.raw("<th scope=\"col\">Workflow</th><th scope=\"col\">Longest part</th></tr></thead>\n<tbody>\n")
        for slow in records.slow {
            page.raw("<tr><td>")
            page.text(TimeText.short(slow.duration))
            page.raw("</td><th scope=\"row\">")
            page.line(slow.name)
            page.raw("</th><td>")
            writeLink(to: slow.caseIndex, into: &page)
            page.raw("</td><td>")
            page.text(Self.longest(of: slow.phases))
            page.raw("</td></tr>\n")
        }
        page.raw("</tbody>\n</table>\n</section>\n<section id=\"phases\">\n<h2>Words of the tables</h2>\n<dl>\n")
        for (index, phase) in Self.phases.enumerated() {
            page.raw("<dt>")
            if Waterfall.colours.indices.contains(index) {
                page.raw("<svg width=\"12\" height=\"12\" aria-hidden=\"true\"><path fill=\"")
                page.raw(Waterfall.colours[index])
                page.raw("\" d=\"M0 1h12v10h-12z\"/></svg> ")
            }
            page.text(phase.0)
            page.raw("</dt>")
            page.element("dd", phase.1)
            page.raw("\n")
        }
        page.raw("</dl>\n")
    }

    private static let phases = [
        ("DNS", "Finding the address of the host."), ("Connect", "Opening the connection; nothing where one was open."),
        ("TLS", "Agreeing on keys, for https."), ("Send", "Sending the request."),
        ("Wait", "From the request to the first byte of the response: the server's own time."),
        ("Receive", "Reading the response."), ("Total", "The whole step, checks included."),
    ]

    private static func longest(of spans: ExchangeRecord.Phases) -> String {
        let spans = [spans.dns, spans.connect, spans.tls, spans.send, spans.wait, spans.receive]
        guard let most = spans.max(), most > 0, let index = spans.firstIndex(of: most) else { return "" }
        return "\(phases[index].0) \(TimeText.short(most))"
    }

    func writeTrend(into page: inout HTMLWriter) {
        page.raw("<section id=\"trend\">\n<h2>Earlier runs</h2>\n")
        defer { page.raw("</section>\n</main>\n") }
        guard let runs = past?.runs, !runs.isEmpty else { return writeParagraph("None is known.", into: &page) }
        writeParagraph("Runs of this branch in this environment, the latest first.", into: &page)
        page.raw(
            "<table>\n<thead><tr><th scope=\"col\">Run</th><th scope=\"col\">When</th><th scope=\"col\">State</th>")
        page.raw("<th scope=\"col\">Passed</th><th scope=\"col\">Failed</th><th scope=\"col\">Flaky</th>")
        page.raw(
            "<th scope=\"col\">Time</th><th scope=\"col\">Commit</th><th scope=\"col\">Passed of all</th></tr></thead>")
        page.raw("\n<tbody>\n")
        for run in runs {
            page.raw("<tr><th scope=\"row\"><code>")
            page.line(run.shortID)
            page.raw("</code></th><td>")
            page.text(TimeText.minute(run.started))
            page.raw("</td><td>")
            page.line(run.state)
            for count in [run.passed, run.failed, run.flaky] {
                page.raw("</td><td>")
                page.number(count)
            }
            page.raw("</td><td>")
            page.text(run.duration.map(TimeText.short) ?? "")
            page.raw("</td><td><code>")
            page.line(String((run.commit ?? "").prefix(12)))
            page.raw("</code></td><td>")
            writeShare(run.passed, of: run.passed + run.failed, into: &page)
            page.raw("</td></tr>\n")
        }
        page.raw("</tbody>\n</table>\n")
    }

    private func writeShare(_ passed: Int, of all: Int, into page: inout HTMLWriter) {
        guard all > 0 else { return }
        let share = passed * 100 / all
        page.raw("<svg width=\"100\" height=\"12\" viewBox=\"0 0 100 12\" aria-hidden=\"true\">")
        page.raw("<path fill=\"#c8453b\" d=\"M0 1h100v10h-100z\"/><path fill=\"#2f9455\" d=\"M0 1h")
        page.number(share)
        page.raw("v10h-")
        page.number(share)
        page.raw("z\"/></svg> ")
        page.number(share)
        page.raw(" %")
    }
}
