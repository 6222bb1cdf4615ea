import BatonFiles

/// The files that every workflow depends on: baton.yaml with the API files that it lets all of them use, and those that
/// give variables and secrets on the command line.
struct ProjectWideFiles {
    /// Absolute, without `.` and `..`.
    private let paths: [String]
    /// Those of them that depend on further files.
    private let used: [String]

    init(_ options: RunOptions, _ workspace: Workspace) {
        var paths = options.variableFiles + options.secretFiles
        // Where there is none, one may be written.
        paths.append(RealPath.join(workspace.root, ProjectSearch.fileName))
        self.paths = paths.map { PathText.absolute(RealPath.join(workspace.workingFolder, $0)) }
        used = (workspace.project?.uses ?? []).map { PathText.absolute(RealPath.join(workspace.root, $0.path)) }
    }

    /// One that is among these files, or depends on one of them; they are named with links followed or as they are
    /// written.
    func first(in files: Set<String>, _ mentions: Mentions) -> String? {
        paths.first { files.contains($0) || (try? RealPath.of($0)).map(files.contains) == true }
            ?? used.first { mentions.isAffected($0, by: files) }
    }
}
