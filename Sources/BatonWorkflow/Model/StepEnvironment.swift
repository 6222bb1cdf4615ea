/// An environment that steps name although the workflow runs in another one.
package struct StepEnvironment: Sendable {
    package let name: String
    /// Where expressions of these steps find `env`.
    package let slot: Int
    /// What they find under `env.vars`: those of baton.yaml, with slots that nothing else writes.
    package let variables: [Workflow.Variable]
}

extension Workflow {
    /// The names of all environments but the run's that it, or a workflow that it calls, sends requests to.
    package var usedEnvironments: Set<String> {
        if environments.isEmpty, called.isEmpty { return [] }
        return called.reduce(into: Set(environments.map(\.name))) { $0.formUnion($1.usedEnvironments) }
    }
}
