import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonRunner
import BatonSecrets
import BatonWorkflow

/// The secrets of a run: the names listed by the environments of the project, with values from the process environment,
/// overridden by those from the command line.
struct SecretValues: Sendable {
    private(set) var values: [String: String] = [:]

    /// All secrets with a value are registered, whether a selected workflow reads them or not.
    init(
        _ environments: [EnvironmentSpec], _ given: GivenSecrets, _ environment: [String: String],
        _ registry: SecretRegistry
    ) {
        for name in environments.flatMap(\.secrets) {
            if let value = environment[name], !value.isEmpty { values[name] = value }
        }
        values.merge(given.values) { _, given in given }
        for value in values.values { registry.add(value) }
    }

    /// Warnings of the secrets that workflows of the plan read and that are too short to be masked everywhere.
    func warnings(_ plan: Plan) -> [Diagnostic] {
        let used = plan.workflows.filter { $0.absence == nil }.flatMap(\.uses.secrets.keys)
        return Set(used).sorted().filter { name in values[name].map(SecretRegistry.isSearched) == false }
            .map(Diagnostic.shortSecret)
    }
}

extension Diagnostic {
    static let missingSecretCode = "run.missing-secret"

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
