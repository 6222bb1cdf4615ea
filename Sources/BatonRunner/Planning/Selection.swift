import BatonSystem
package import BatonWorkflow

/// Which of the loaded workflows run: `--tag`, `--not-tag`, `--name`.
package struct Selection: Sendable {
    /// A workflow must have one of these, where any is given.
    package var tags: [String] = []
    package var excludedTags: [String] = []
    /// Patterns with `*`, `?` and `{a,b}` for the workflow's name; one of them must fit, where any is given.
    package var names: [String] = []

    package init() {}

    package var isEverything: Bool { tags.isEmpty && excludedTags.isEmpty && names.isEmpty }

    package func includes(_ workflow: Workflow) -> Bool {
        if !tags.isEmpty, !tags.contains(where: workflow.tags.contains) { return false }
        if excludedTags.contains(where: workflow.tags.contains) { return false }
        return names.isEmpty || names.contains { Glob($0, isPath: false).matches(workflow.name) }
    }
}
