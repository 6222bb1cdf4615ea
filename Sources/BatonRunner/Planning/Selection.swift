import BatonFiles
package import BatonWorkflow

/// Selects workflows by `--tag`, `--not-tag` and `--name`.
package struct Selection: Sendable {
    /// A workflow must have one of these tags; empty matches all.
    package var tags: [String] = []
    package var excludedTags: [String] = []
    /// Patterns with `*`, `?` and `{a,b}` for the workflow's name alone or followed by its row, `Orders [row=ada]`. One
    /// of them must match; empty matches all.
    package var names: [String] = []

    package init() {}

    /// - Parameter row: the name of the row.
    package func includes(_ workflow: Workflow, row: String? = nil) -> Bool {
        if !tags.isEmpty, !tags.contains(where: workflow.tags.contains) { return false }
        if excludedTags.contains(where: workflow.tags.contains) { return false }
        return names.isEmpty || names.contains { Self.matches($0, workflow.name, row: row) }
    }

    /// Whether the selection includes the workflow, or one of its rows.
    package func includesAny(_ workflow: Workflow) -> Bool {
        guard let rows = workflow.rows else { return includes(workflow) }
        return rows.names.contains { includes(workflow, row: $0) }
    }

    private static func matches(_ pattern: String, _ name: String, row: String?) -> Bool {
        if Glob(pattern, isPath: false).matches(name) { return true }
        guard let row else { return false }
        // The brackets of `[row=ada]` are literal, not a character class.
        guard let mark = pattern.firstRange(of: rowMark), pattern.hasSuffix("]") else {
            return Glob(pattern, isPath: false).matches("\(name) [row=\(row)]")
        }
        var front = String(pattern[..<mark.lowerBound])
        while front.last == " " { front.removeLast() }
        return Glob(front, isPath: false).matches(name)
            && Glob(String(pattern[mark.upperBound...].dropLast()), isPath: false).matches(row)
    }

    private static let rowMark = "[row="
}
