import BatonDiagnostics
import BatonFiles
import BatonRunner
import BatonWorkflow

/// Secrets from `--secrets-file` and `--secret`: later ones override earlier ones, and `--secret` overrides files.
struct GivenSecrets {
    private(set) var values: [String: String] = [:]
    private(set) var warnings: [Diagnostic] = []

    /// None.
    init() {}

    /// Throws for a file with errors, for an invalid name, and for a name that the environment does not declare. No
    /// error message contains a value.
    init(_ options: RunOptions, _ environment: [String: String], _ workspace: Workspace) throws(UsageError) {
        for path in options.secretFiles {
            let full = RealPath.join(workspace.workingFolder, path)
            let file = try SourceReading.file(at: full, shownAs: path)
            if FileReading.isReadableByOthers(full) { warnings.append(.openSecretsFile(path)) }
            do {
                for given in try SecretsFile.read(file) { values[given.name] = given.value }
            } catch {
                throw UsageError(error.diagnostics)
            }
        }
        for text in options.secrets { try add(text, environment) }
        for (name, value) in options.secretValues.sorted(by: { $0.key < $1.key }) {
            guard EnvironmentSpec.isSecretName(name) else { throw UsageError([.badSecretName(name)]) }
            guard !value.isEmpty else { throw UsageError([.emptySecretValue(name)]) }
            values[name] = value
        }
    }

    private mutating func add(_ text: String, _ environment: [String: String]) throws(UsageError) {
        let name = String(text.prefix { $0 != "=" })
        guard EnvironmentSpec.isSecretName(name) else { throw UsageError([.badSecretOption]) }
        if let assignment = RunOptions.Assignment(text) {
            guard !assignment.value.isEmpty else { throw UsageError([.emptySecret(name)]) }
            values[name] = assignment.value
            warnings.append(.visibleSecret(name))
        } else {
            guard let value = environment[name], !value.isEmpty else { throw UsageError([.secretNotExported(name)]) }
            values[name] = value
        }
    }
}

extension Diagnostic {
    static var badSecretOption: Diagnostic {
        Diagnostic(
            "run.invalid-secret", "--secret wants the name of an environment variable, this is none", at: nil,
            help: "a name has letters, digits and underscores: `export TOKEN=…` and `--secret TOKEN`")
    }

    static func badSecretName(_ name: String) -> Diagnostic {
        Diagnostic(
            "run.invalid-secret", "secrets: `\(name)` is not the name of a secret", at: nil,
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

    static func visibleSecret(_ name: String) -> Diagnostic {
        Diagnostic(
            .warning, "run.visible-secret",
            "--secret \(name)=…: everyone on this machine can see the value in the list of processes",
            at: nil, help: "`export \(name)=…` and `--secret \(name)`, or `--secrets-file FILE`, keep it to yourself")
    }

    static func openSecretsFile(_ path: String) -> Diagnostic {
        Diagnostic(
            .warning, "run.open-secrets-file", "other users of this machine can read \(path)", at: nil,
            help: "`chmod 600 \(path)` keeps it to yourself")
    }
}
