package import BatonDiagnostics
package import BatonWorkflow

/// What a run will do: its cases in file order, those that cannot run included.
package struct Plan: Sendable {
    package struct Case: Sendable {
        package let identity: CaseIdentity
        package let content: Content

        package init(identity: CaseIdentity, content: Content) {
            self.identity = identity
            self.content = content
        }
    }

    package enum Content: Sendable {
        case workflow(Workflow)
        /// A file with errors: it is reported like a case that could not run.
        case invalid([Diagnostic])
    }

    package let cases: [Case]

    package init(cases: [Case]) {
        self.cases = cases
    }

    /// Every name that `--var` may set.
    package var declaredVariables: Set<String> {
        var names: Set<String> = []
        for case .workflow(let workflow) in cases.map(\.content) { names.formUnion(workflow.variables.map(\.name)) }
        return names
    }

    package var hasInvalidFiles: Bool {
        cases.contains { if case .invalid = $0.content { true } else { false } }
    }
}
