import BatonRecords
import BatonValues

extension HTMLPage {
    /// Maximum number of groups in the index, and of workflows named for one group.
    private static let mostGroups = 100
    private static let mostNamed = 10

    /// A table with a row for each group of equal failures: what failed, where, whose it is, and since when.
    func writeFailureIndex(into page: inout HTMLWriter) {
        guard !groups.isEmpty else { return }
        page.raw("<section id=\"failed\">\n<h2>What failed</h2>\n")
        defer { page.raw("</section>\n") }
        page.raw("<table class=\"index\">\n<thead><tr><th scope=\"col\">Failure</th><th scope=\"col\">Workflow</th>")
        page.raw("<th scope=\"col\">Since</th><th scope=\"col\">Owner</th></tr></thead>\n<tbody>\n")
        for (number, group) in groups.prefix(Self.mostGroups).enumerated() {
            page.raw("<tr><th scope=\"row\"><a href=\"#f")
            page.number(number)
            page.raw("\">")
            if group.entries.count > 1 { page.text("\(group.entries.count) × ") }
            page.line(CutText.head(group.first.message.text, 300))
            page.raw("</a></th><td>")
            writeWorkflows(of: group, into: &page)
            page.raw("</td><td>")
            writeNews(of: group, into: &page)
            page.raw("</td><td>")
            page.line(CutText.head(owners(of: group), 300))
            page.raw("</td></tr>\n")
        }
        page.raw("</tbody>\n</table>\n")
        if groups.count > Self.mostGroups {
            page.raw("<p>and ")
            page.number(groups.count - Self.mostGroups)
            page.raw(" more groups of failures</p>\n")
        }
    }

    private func writeWorkflows(of group: FailureGroup, into page: inout HTMLWriter) {
        for (position, entry) in group.entries.prefix(Self.mostNamed).enumerated() {
            if position > 0 { page.raw("<br/>") }
            writeLink(to: entry.record.identity.index, into: &page)
        }
        if group.entries.count > Self.mostNamed {
            page.raw("<br/>and ")
            page.number(group.entries.count - Self.mostNamed)
            page.raw(" more")
        }
    }

    private func owners(of group: FailureGroup) -> String {
        var owners: [String] = []
        for entry in group.entries {
            guard let owner = entry.record.identity.owner, !owners.contains(owner) else { continue }
            owners.append(owner)
            if owners.count == Self.mostNamed { break }
        }
        return owners.joined(separator: ", ")
    }

    /// `new`, `changed`, `known since commit 7da5cfb, build #124, 2026-08-21 03:00`, `known, the oldest since …`, or `2 new,
    /// 3 known`.
    private func writeNews(of group: FailureGroup, into page: inout HTMLWriter) {
        if group.isQuarantined { return page.raw("in quarantine") }
        guard let past, !past.runs.isEmpty else { return }
        let indices = group.entries.filter(\.standsForCase).map(\.record.identity.index)
        if indices.isEmpty { return page.raw("beside another failure of its workflow") }
        let new = indices.count { !past.failedBefore.contains($0) }
        let changed = indices.count { past.changed.contains($0) }
        let known = indices.count - new - changed
        if new == indices.count { return page.raw("<strong>new</strong>") }
        if changed == indices.count { return page.raw("changed: failed before too, with another failure") }
        if known == indices.count {
            let ages = indices.map { past.since($0, records.signature(of: $0))?.run.started ?? .max }
            let oldest = ages.indices.min { ages[$0] < ages[$1] } ?? 0
            page.raw(ages.allSatisfy { $0 == ages[oldest] } ? "known" : "known, the oldest")
            return writeSince(past, indices[oldest], into: &page)
        }
        let parts = [(new, "new"), (changed, "changed"), (known, "known")].filter { $0.0 > 0 }
        page.text(parts.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
    }

    /// The number of the group with the first failure of each case.
    static func places(of groups: [FailureGroup]) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for (number, group) in groups.enumerated() {
            for entry in group.entries where places[entry.record.identity.index] == nil {
                places[entry.record.identity.index] = number
            }
        }
        return places
    }
}
