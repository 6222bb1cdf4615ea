import BatonDiagnostics
import BatonRunner
import BatonWorkflow

/// `baton check`: everything that is wrong, in one go.
package struct CheckJob {
    private let options: RunOptions
    private let surroundings: Surroundings

    package init(_ options: RunOptions, in surroundings: Surroundings) {
        self.options = options
        self.surroundings = surroundings
    }

    package func run() async -> Int32 {
        let messages = Messages(surroundings, options.colour)
        do throws(UsageError) {
            let loaded = try await LoadedWorkflows.load(options, surroundings)
            messages.show(loaded.diagnostics)
            messages.show(notes: loaded.all.compactMap(\.workflow).flatMap(\.defaultBounds))
            let apis = loaded.all.count { $0.isAPI }
            let count = loaded.all.count - apis
            let invalid = loaded.all.count { !$0.isValid }
            let named = [(count, "workflow"), (apis, "API file")].filter { $0.0 > 0 }
            let files = named.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
            if loaded.hasProjectErrors { return ExitCode.invalid }
            guard invalid > 0 else {
                surroundings.output("\(files), no errors\n")
                return ExitCode.passed
            }
            surroundings.output("\(files), \(invalid) with errors\n")
            return ExitCode.invalid
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
    }
}

extension LoadedWorkflows {
    /// Loads what the options name, against the chosen environment.
    static func load(
        _ options: RunOptions, _ surroundings: Surroundings
    ) async throws(UsageError) -> LoadedWorkflows {
        let workspace = try Workspace(surroundings)
        let environment = try workspace.environment(named: options.environment)
        let files = try WorkflowFiles(options.paths, in: workspace)
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
            width: surroundings.processorCount)
    }
}
