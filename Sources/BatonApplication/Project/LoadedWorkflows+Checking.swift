import BatonWorkflow

extension LoadedWorkflows {
    /// Loads the files that the options name, for the chosen environment.
    static func load(
        _ files: WorkflowFiles, in workspace: Workspace, _ options: RunOptions, _ context: ProcessContext
    ) async throws(UsageError) -> LoadedWorkflows {
        let (loading, paths) = try settings(workspace, options)
        return await LoadedWorkflows(
            files, in: workspace, context: loading, paths: paths, width: context.processorCount,
            on: context.dependencies.day)
    }

    /// The same, one file after the other, for callers that cannot wait.
    static func loadOneByOne(
        _ files: WorkflowFiles, in workspace: Workspace, _ options: RunOptions, _ context: ProcessContext
    ) throws(UsageError) -> LoadedWorkflows {
        let (loading, paths) = try settings(workspace, options)
        return LoadedWorkflows(
            oneByOne: files, in: workspace, context: loading, paths: paths, on: context.dependencies.day)
    }

    private static func settings(
        _ workspace: Workspace, _ options: RunOptions
    ) throws(UsageError) -> (LoadingContext, WrittenPaths) {
        let environment = try workspace.environment(named: options.environment)
        let fileRoot = try workspace.fileRoot(options)
        let context = LoadingContext(
            projectVariables: workspace.project?.variables ?? [],
            projectUses: workspace.project?.uses ?? [], projectDefaults: workspace.project?.defaults,
            projectLocks: workspace.project?.locks ?? [], environment: environment,
            environments: workspace.project?.environments ?? [],
            // The file may be run with `--base-url` later, so needing one is not an error here.
            hasBaseURL: true, givenSecrets: Array(options.secretValues.keys),
            // Likewise, a secret may come from `--secret` or a file of secrets.
            mayGetSecrets: environment == nil, secretNames: workspace.secretNames,
            files: workspace.files(beneath: fileRoot), schemas: workspace.schemas(beneath: fileRoot))
        return (context, WrittenPaths(root: fileRoot, workingFolder: workspace.workingFolder))
    }
}
