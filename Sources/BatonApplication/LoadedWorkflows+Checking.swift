import BatonWorkflow

extension LoadedWorkflows {
    /// Loads the files that the options name, for the chosen environment.
    static func load(
        _ files: WorkflowFiles, in workspace: Workspace, _ options: RunOptions, _ context: ProcessContext
    ) async throws(UsageError) -> LoadedWorkflows {
        let environment = try workspace.environment(named: options.environment)
        let fileRoot = try workspace.fileRoot(options)
        return await LoadedWorkflows(
            files, in: workspace,
            context: LoadingContext(
                projectVariables: workspace.project?.variables ?? [],
                projectUses: workspace.project?.uses ?? [], environment: environment,
                environments: workspace.project?.environments ?? [],
                // The file may be run with `--base-url` later, so needing one is not an error here.
                hasBaseURL: true,
                // Likewise, a secret may come from `--secret` or a file of secrets.
                mayGetSecrets: environment == nil, files: workspace.files(beneath: fileRoot),
                schemas: workspace.schemas(beneath: fileRoot)),
            paths: WrittenPaths(root: fileRoot, workingFolder: workspace.workingFolder),
            width: context.processorCount, on: context.dependencies.day)
    }
}
