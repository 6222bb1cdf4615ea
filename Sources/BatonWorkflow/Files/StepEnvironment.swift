/// An environment that steps name, other than that of the run.
package struct StepEnvironment: Sendable {
    package let name: String
    /// The slot of `env` in expressions of these steps.
    package let slot: Int
    /// The variables under `env.vars`: those of baton.yaml, with slots of their own.
    package let variables: [Workflow.Variable]

    package init(name: String, slot: Int, variables: [Workflow.Variable]) {
        self.name = name
        self.slot = slot
        self.variables = variables
    }
}

extension Workflow {
    /// The names of all environments, other than that of the run, to which the workflow, or one that it calls, sends
    /// requests.
    package var usedEnvironments: Set<String> {
        if environments.isEmpty, uses.called.isEmpty { return [] }
        return uses.called.reduce(into: Set(environments.map(\.name))) { $0.formUnion($1.usedEnvironments) }
    }
}

/// The settings for headers that the sessions of an environment keep in addition to cookies.
package struct SessionSpec: Sendable {
    /// Names of headers, compared without regard to case.
    package var headers: [String] = []
    package var scope = Scope.workflow

    /// The scope in which kept headers are shared; cookies always stay with their workflow.
    package enum Scope: String, Sendable, CaseIterable {
        case workflow
        case run
    }

    package init() {}
}
