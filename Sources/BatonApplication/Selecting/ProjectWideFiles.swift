import BatonFiles

/// The files on which every workflow depends: baton.yaml with the API files that it offers to all workflows and the
/// contracts of its environments, and the variable and secret files of the command line.
struct ProjectWideFiles {
    /// Absolute, without `.` and `..`.
    private let paths: [String]
    /// The paths that may depend on other files.
    private let used: [String]

    init(_ options: RunOptions, _ workspace: Workspace) {
        var paths = options.variableFiles + options.secretFiles
        // Without a project, baton.yaml may be created later.
        paths.append(RealPath.join(workspace.root, ProjectSearch.fileName))
        self.paths = paths.map { PathText.absolute(RealPath.join(workspace.workingFolder, $0)) }
        let project = workspace.project
        let written = (project?.uses ?? []).map(\.path) + (project?.environments ?? []).compactMap(\.contractPath)
        used = written.map { PathText.absolute(RealPath.join(workspace.root, $0)) }
    }

    /// The first project-wide file that is in `files` or depends on one of them; links may be resolved there or not.
    func first(in files: Set<String>, _ mentions: Mentions) -> String? {
        paths.first { files.contains($0) || (try? RealPath.of($0)).map(files.contains) == true }
            ?? used.first { mentions.isAffected($0, by: files) }
    }
}
