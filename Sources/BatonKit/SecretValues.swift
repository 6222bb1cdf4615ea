import BatonDiagnostics
import BatonRunner
import BatonWorkflow

/// Reads the secrets that the selected workflows use.
enum SecretValues {
    /// Throws, naming all of them at once, when something that an expression reads is not provided.
    static func read(_ plan: Plan, _ environment: [String: String]) throws(UsageError) -> [String: String] {
        var used: Set<String> = []
        for case .workflow(let workflow)? in plan.cases.map(\.content) { used.formUnion(workflow.usedSecrets) }
        var values: [String: String] = [:]
        var missing: [String] = []
        for name in used.sorted() {
            if let value = environment[name], !value.isEmpty { values[name] = value } else { missing.append(name) }
        }
        guard missing.isEmpty else {
            throw UsageError(
                missing.map { name in
                    Diagnostic(
                        "run.missing-secret", "the secret `\(name)` has no value", at: nil,
                        help: "set it in the environment: `export \(name)=…`")
                })
        }
        return values
    }
}
