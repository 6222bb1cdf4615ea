import BatonDiagnostics
import BatonRunner
import BatonSecrets
import BatonWorkflow

/// The secrets of a run: the names listed by its environments, with values from the process environment, overridden by
/// those from the command line.
struct SecretValues {
    private(set) var values: [String: String] = [:]
    private(set) var warnings: [Diagnostic] = []

    /// Throws one error with all missing secrets that expressions read.
    ///
    /// All secrets with a value are registered, whether a selected workflow reads them or not.
    init(
        _ plan: Plan, _ environments: [EnvironmentSpec], _ given: GivenSecrets, _ environment: [String: String],
        into registry: SecretRegistry, origin: RunOptions.Origin
    ) throws(UsageError) {
        for name in environments.flatMap(\.secrets) {
            if let value = environment[name], !value.isEmpty { values[name] = value }
        }
        values.merge(given.values) { _, given in given }
        for value in values.values { registry.add(value) }
        var missing: [Diagnostic] = []
        for (name, range) in Self.used(plan).sorted(by: { $0.key < $1.key }) {
            if let value = values[name] {
                if !SecretRegistry.isSearched(value) { warnings.append(.shortSecret(name)) }
            } else {
                missing.append(.missingSecret(name, at: range, origin))
            }
        }
        guard missing.isEmpty else { throw UsageError(missing) }
    }

    /// The first place where each secret is read.
    static func used(_ plan: Plan) -> [String: SourceRange] {
        var used: [String: SourceRange] = [:]
        for workflow in plan.workflows where workflow.absence == nil {
            used.merge(workflow.uses.secrets) { first, _ in first }
        }
        return used
    }
}

extension Diagnostic {
    static func missingSecret(
        _ name: String, at range: SourceRange, _ origin: RunOptions.Origin
    ) -> Diagnostic {
        Diagnostic(
            "run.missing-secret", "the secret `\(name)` has no value", at: range,
            help: "set it in the environment, `export \(name)=…`, or "
                + (origin == .swift
                    ? "give it in Swift: `secrets: [\"\(name)\": …]`"
                    : "name a file that has it: `--secrets-file FILE`"))
    }

    static func shortSecret(_ name: String) -> Diagnostic {
        Diagnostic(
            .warning, "run.short-secret",
            "the secret `\(name)` has fewer than \(SecretRegistry.shortestSearched) characters: it is masked only in the steps that use it",
            at: nil, help: "give it a longer value; elsewhere, as in a later response of the server, this one is shown")
    }
}
