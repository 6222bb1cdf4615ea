import BatonRecords
import BatonValues

extension HTMLPage {
    /// Maximum number of causes in the index, and of workflows named for one cause.
    private static let mostCauses = 100
    private static let mostNamed = 10

    /// A table with a row for each cause: what failed, where, whose it is, and since when.
    func writeFailureIndex(into page: inout HTMLWriter) {
        guard !causes.isEmpty else { return }
        page.raw("<section id=\"failed\">\n<h2>What failed</h2>\n")
        defer { page.raw("</section>\n") }
        page.raw("<table class=\"index\">\n<thead><tr><th scope=\"col\">Failure</th><th scope=\"col\">Workflow</th>")
        page.raw("<th scope=\"col\">Since</th><th scope=\"col\">Owner</th></tr></thead>\n<tbody>\n")
        for (number, cause) in causes.prefix(Self.mostCauses).enumerated() {
            page.raw("<tr><th scope=\"row\"><a href=\"#f")
            page.number(number)
            page.raw("\">")
            if cause.count > 1 { page.text("\(cause.count) × ") }
            page.line(cause.title)
            page.raw("</a></th><td>")
            writeWorkflows(of: cause, into: &page)
            page.raw("</td><td>")
            writeNews(of: cause, into: &page)
            page.raw("</td><td>")
            page.line(CutText.head(cause.owners.joined(separator: ", "), 300))
            page.raw("</td></tr>\n")
        }
        page.raw("</tbody>\n</table>\n")
        if causes.count > Self.mostCauses {
            page.raw("<p>and ")
            page.number(causes.count - Self.mostCauses)
            page.raw(" more causes</p>\n")
        }
    }

    private func writeWorkflows(of cause: Cause, into page: inout HTMLWriter) {
        let indices = cause.cases.map(\.index) + cause.folded
        for (position, index) in indices.prefix(Self.mostNamed).enumerated() {
            if position > 0 { page.raw("<br/>") }
            writeLink(to: index, into: &page)
        }
        if indices.count > Self.mostNamed {
            page.raw("<br/>and ")
            page.number(indices.count - Self.mostNamed)
            page.raw(" more")
        }
    }

    /// `new`, or `known since commit 7da5cfb, build #124, 2026-08-21 03:00`.
    private func writeNews(of cause: Cause, into page: inout HTMLWriter) {
        if cause.isQuarantined { return page.raw("in quarantine") }
        guard past?.runs.isEmpty == false else { return }
        switch cause.state {
        case .new: page.raw("<strong>new</strong>")
        case .changed: page.raw("changed: failed before too, with another failure")
        case .known:
            page.raw("known")
            if let since = cause.since { write(since, into: &page) }
        case .flaky, .quarantined, .interrupted: page.raw(cause.state.word)
        }
    }

    /// The number of the cause of each case.
    static func places(of causes: [Cause]) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for (number, cause) in causes.enumerated() {
            for index in cause.cases.map(\.index) + cause.folded { places[index] = number }
        }
        return places
    }
}
