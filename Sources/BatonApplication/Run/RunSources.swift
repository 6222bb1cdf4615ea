import BatonFiles

/// The files that a run reads, as far as they are known beforehand: its workflows with all files that they name,
/// baton.yaml, and the files of the command line.
struct RunSources {
    private let options: RunOptions
    private let loaded: LoadedWorkflows
    private let workspace: Workspace

    init(_ options: RunOptions, _ loaded: LoadedWorkflows, _ workspace: Workspace) {
        self.options = options
        self.loaded = loaded
        self.workspace = workspace
    }

    /// - Parameter path: absolute, without links.
    func contains(_ path: String) -> Bool {
        let mentions = Mentions(schemas: workspace.project?.schemas ?? [])
        let provided = options.providedFiles.map { FileIdentity.of(RealPath.join(workspace.workingFolder, $0.value)) }
        return provided.contains(path) || ProjectWideFiles(options, workspace).first(in: [path], mentions) != nil
            || loaded.all.contains { mentions.names(path, in: $0.file.path) }
    }
}
