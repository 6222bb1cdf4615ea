import BatonSecrets

/// What is masked in recorded runs: the secrets of all environments, as far as they have values, and those of the
/// command line.
enum RecordedSecrets {
    static func all(
        _ options: RunOptions, _ workspace: Workspace, _ context: ProcessContext, _ messages: Messages
    ) throws(UsageError) -> SecretRegistry {
        let given = try GivenSecrets(options, context.environment.values, workspace)
        messages.show(given.warnings)
        messages.hideSecrets(of: workspace, context.environment)
        for value in given.values.values { messages.secrets.add(value) }
        return messages.secrets
    }
}
