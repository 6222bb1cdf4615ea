import BatonWorkflow

extension LoadedWorkflows {
    /// Loads what the options name, against the chosen environment.
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
                // A file may be run with `--base-url` later: without an environment it is not wrong to need one.
                hasBaseURL: true,
                // Nor is it wrong to read a secret that `--secret` or a file of secrets gives.
                mayGetSecrets: environment == nil, files: workspace.files(beneath: fileRoot),
                schemas: workspace.schemas(beneath: fileRoot)),
            paths: WrittenPaths(root: fileRoot, workingFolder: workspace.workingFolder),
            width: context.processorCount, on: context.dependencies.day)
    }
}
