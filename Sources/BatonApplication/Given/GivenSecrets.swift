import BatonDiagnostics
import BatonFiles
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonRunner
import BatonSecrets
import BatonValues
import BatonWorkflow

/// Secrets from `--secrets-file` and `--secret`: later ones override earlier ones, and `--secret` overrides files.
///
/// This folder holds what a run is given beside its workflows: secrets, `GivenVariables`, and the `BaseURL`, from the
/// command line, the environment and the project.
struct GivenSecrets {
    private(set) var values: [String: String] = [:]
    private(set) var warnings: [Diagnostic] = []
    /// What cannot be read, each with its own error. No message contains a value.
    private(set) var failures: [UsageError] = []
    /// Names of `--secret` that have no value.
    private(set) var missing: [String] = []
    /// False where a file cannot be read, so that it is not known which secrets it would give.
    private(set) var knowsAllNames = true

    /// None.
    init() {}

    /// Throws the first of the failures: a file with errors, an invalid name, a name without a value.
    init(_ options: RunOptions, _ environment: [String: String], _ workspace: Workspace) throws(UsageError) {
        self.init(reading: options, environment, workspace)
        if let failure = failures.first { throw failure }
    }

    /// Reads what can be read, and keeps the failures.
    init(reading options: RunOptions, _ environment: [String: String], _ workspace: Workspace) {
        for path in options.secretFiles {
            do throws(UsageError) {
                try add(file: path, workspace)
            } catch {
                failures.append(error)
                knowsAllNames = false
            }
        }
        for (index, text) in options.secrets.enumerated() {
            do throws(UsageError) {
                try add(option: text, number: index + 1, environment)
            } catch {
                failures.append(error)
            }
        }
        for (name, value) in options.secretValues.sorted(by: { $0.key < $1.key }) {
            if !EnvironmentSpec.isSecretName(name) {
                failures.append(UsageError([.badSecretName(name)]))
            } else if value.isEmpty {
                failures.append(UsageError([.emptySecretValue(name)]))
            } else {
                values[name] = value
            }
        }
        for (name, value) in workspace.imported?.secrets ?? [:] where values[name] == nil { values[name] = value }
        let values = values
        missing.removeAll { values[$0] != nil }
    }

    private mutating func add(file path: String, _ workspace: Workspace) throws(UsageError) {
        let full = RealPath.join(workspace.workingFolder, path)
        let file = try SourceReading.file(at: full, shownAs: path)
        if FileReading.isReadableByOthers(full) { warnings.append(.openSecretsFile(path)) }
        do {
            for given in try SecretsFile.read(file) { values[given.name] = given.value }
        } catch {
            throw UsageError(error.diagnostics)
        }
    }

    private mutating func add(
        option text: String, number: Int, _ environment: [String: String]
    ) throws(UsageError) {
        let name = String(text.prefix { $0 != "=" })
        guard EnvironmentSpec.isSecretName(name) else { throw UsageError([.badSecretOption]) }
        if let assignment = RunOptions.Assignment(text) {
            guard !assignment.value.isEmpty else {
                missing.append(name)
                throw UsageError([.emptySecret(name)])
            }
            values[name] = assignment.value
            warnings.append(.visibleSecret(name))
        } else {
            guard let value = environment[name], !value.isEmpty else {
                missing.append(name)
                throw UsageError([
                    Self.looksLikeName(name) ? .secretNotExported(name) : .secretWithoutName(number: number)
                ])
            }
            values[name] = value
        }
    }

    /// Whether a text is written as names of variables are, `API_TOKEN`. Any other text may be the secret itself, put in
    /// the place of its name, and is not shown.
    private static func looksLikeName(_ text: String) -> Bool {
        text.utf8.allSatisfy { 0x41...0x5A ~= $0 || $0 == UInt8(ascii: "_") || 0x30...0x39 ~= $0 }
            && (text.utf8.contains(UInt8(ascii: "_")) || !text.utf8.contains { 0x30...0x39 ~= $0 })
    }
}

extension Diagnostic {
    static var badSecretOption: Diagnostic {
        Diagnostic(
            "workflow.invalid-name", "--secret wants the name of an environment variable, this is none", at: nil,
            help: "a name has letters, digits and underscores: `export TOKEN=…` and `--secret TOKEN`")
    }

    static func badSecretName(_ name: String) -> Diagnostic {
        Diagnostic(
            "workflow.invalid-name", "secrets: `\(name)` is not the name of a secret", at: nil,
            help: "a name has letters, digits and underscores")
    }

    static func emptySecretValue(_ name: String) -> Diagnostic {
        Diagnostic("run.missing-secret", "secrets: `\(name)` has no value, but an empty text", at: nil)
    }

    static func emptySecret(_ name: String) -> Diagnostic {
        Diagnostic(
            "run.missing-secret", "--secret \(name)=: the secret has no value", at: nil,
            help: "`--secret \(name)` reads it from the environment")
    }

    static func secretNotExported(_ name: String) -> Diagnostic {
        Diagnostic(
            "run.missing-secret", "--secret \(name): the environment has no variable `\(name)`, or an empty one",
            at: nil,
            help: "set it first: `export \(name)=…`")
    }

    /// - Parameter number: which `--secret` of the command it is, from 1.
    static func secretWithoutName(number: Int) -> Diagnostic {
        Diagnostic(
            "run.missing-secret",
            "--secret, number \(number): the environment has no variable of this name, or an empty one; it is not shown, because it may be the value",
            at: nil, help: "`export TOKEN=…` and `--secret TOKEN`: the option wants the name")
    }

    static func visibleSecret(_ name: String) -> Diagnostic {
        Diagnostic(
            .warning, "run.visible-secret",
            "--secret \(name)=…: everyone on this machine can see the value in the list of processes",
            at: nil, help: "`export \(name)=…` and `--secret \(name)`, or `--secrets-file FILE`, keep it to yourself")
    }

    static func openSecretsFile(_ path: String) -> Diagnostic {
        Diagnostic(
            .warning, "run.unsafe-file", "other users of this machine can read \(path)", at: nil,
            help: "`chmod 600 \(ShellWord.quote(path))` keeps it to yourself")
    }
}

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
