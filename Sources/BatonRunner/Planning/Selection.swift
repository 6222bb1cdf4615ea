import BatonFiles
import BatonJudging
package import BatonWorkflow

/// Selects workflows by `--tag`, `--not-tag`, `--name` and `--owner`.
package struct Selection: Sendable {
    /// One of these must hold for the tags of a workflow; empty matches all.
    package var tags: [TagExpression] = []
    /// None of these may hold.
    package var excludedTags: [TagExpression] = []
    /// Patterns with `*`, `?` and `{a,b}` for the workflow's name alone or followed by its row, `Orders [row=ada]`. One
    /// of them must match; empty matches all.
    package var names: [String] = []
    /// Patterns for the workflow's owner. One of them must match; empty matches all. A workflow without an owner
    /// matches none.
    package var owners: [String] = []

    package init() {}

    /// - Parameter row: the name of the row.
    package func includes(_ workflow: Workflow, row: String? = nil) -> Bool {
        matchesTags(workflow.tags) && matchesOwner(workflow.owner) && matchesName(workflow.name, row: row)
    }

    /// Whether the selection includes the workflow, or one of its rows.
    package func includesAny(_ workflow: Workflow) -> Bool {
        guard let rows = workflow.rows else { return includes(workflow) }
        return rows.names.contains { includes(workflow, row: $0) }
    }

    package func matchesTags(_ tags: [String]) -> Bool {
        (self.tags.isEmpty || self.tags.contains { $0.holds(for: tags) })
            && !excludedTags.contains { $0.holds(for: tags) }
    }

    package func matchesOwner(_ owner: String?) -> Bool {
        guard !owners.isEmpty else { return true }
        guard let owner else { return false }
        return owners.contains { Self.fits($0, owner) }
    }

    private func matchesName(_ name: String, row: String?) -> Bool {
        names.isEmpty || names.contains { Self.matches($0, name, row: row) }
    }

    private static func matches(_ pattern: String, _ name: String, row: String?) -> Bool {
        if fits(pattern, name) { return true }
        guard let row else { return false }
        // The brackets of `[row=ada]` are literal, not a character class.
        guard let mark = pattern.firstRange(of: rowMark), pattern.hasSuffix("]") else {
            return fits(pattern, "\(name) [row=\(row)]")
        }
        var front = String(pattern[..<mark.lowerBound])
        while front.last == " " { front.removeLast() }
        return fits(front, name) && fits(String(pattern[mark.upperBound...].dropLast()), row)
    }

    /// A name that holds `*` or brackets is selected by itself as well, as it is copied and completed.
    private static func fits(_ pattern: String, _ text: String) -> Bool {
        pattern == text || Glob(pattern, isPath: false).matches(text)
    }

    private static let rowMark = "[row="
}
