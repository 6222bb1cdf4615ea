import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonWorkflow

/// What a run gives to its workflows and may withhold: the right to start programs, and values of secrets. A workflow that
/// lacks one of them fails, and no other does.
package struct RunMeans: Sendable {
    /// Nothing is withheld: what commands assume that only look at workflows.
    package static let unknown = RunMeans()

    private var allowsPrograms = true
    private var secrets: SecretValues?
    private var origin = RunOptions.Origin.commandLine

    private init() {}

    init(_ options: RunOptions, _ secrets: SecretValues) {
        allowsPrograms = options.allowsPrograms
        self.secrets = secrets
        origin = options.origin
    }

    /// The codes of what `lacks(_:)` finds.
    static let codes: Set = [Diagnostic.execNotAllowedCode, Diagnostic.missingSecretCode]

    /// What the workflow needs and does not get; empty where it can run, and where it is left out in any case.
    func lacks(_ workflow: Workflow) -> [Diagnostic] {
        if workflow.absence != nil { return [] }
        if !allowsPrograms, let program = workflow.uses.programs.first { return [.execNotAllowed(at: program)] }
        guard let secrets else { return [] }
        return workflow.uses.secrets.filter { secrets.values[$0.key] == nil }.sorted { $0.key < $1.key }
            .map { .missingSecret($0.key, at: $0.value, origin) }
    }
}
