import BatonFiles

/// The files on which every workflow depends: baton.yaml with all that it names, such as API files, contracts, workflows of
/// `before` and files that its expressions read, and the variable and secret files of the command line.
struct ProjectWideFiles {
    /// Absolute, without `.` and `..`.
    private let paths: [String]
    private let project: String

    init(_ options: RunOptions, _ workspace: Workspace) {
        var paths = options.variableFiles + options.secretFiles
        // Without a project, baton.yaml may be created later.
        project = PathText.absolute(RealPath.join(workspace.root, ProjectSearch.fileName))
        paths.append(project)
        self.paths = paths.map { PathText.absolute(RealPath.join(workspace.workingFolder, $0)) }
    }

    /// The first project-wide file that is in `files` or depends on one of them; links may be resolved there or not.
    func first(in files: Set<String>, _ mentions: Mentions) -> String? {
        paths.first { files.contains($0) || (try? RealPath.of($0)).map(files.contains) == true }
            ?? mentions.cause(in: project, of: files)
    }
}
