import BatonDiagnostics
package import BatonFiles

/// Where the files lie that workflows read and save.
package struct RunFiles: Sendable {
    /// The folder that paths shown to users are relative to.
    package let workingFolder: String
    /// `--file-root`, else the folder of baton.yaml; without one each workflow's own folder is its file root.
    private let root: FileRoot?
    /// What killed runs left beside files that this one saves.
    let leftovers = LeftoverSweep()
    /// Notes the files that the run saves; nil where no caller asks for them.
    let saved: SavedFiles?

    package init(workingFolder: String, root: FileRoot? = nil, saved: SavedFiles? = nil) {
        self.workingFolder = workingFolder
        self.root = root
        self.saved = saved
    }

    /// The folder that a file's relative paths count from.
    func folder(of file: SourceFile) -> String {
        RealPath.folder(of: RealPath.join(workingFolder, file.path))
    }

    /// Where files that a workflow names must lie.
    func root(of file: SourceFile) throws(FileError) -> FileRoot {
        if let root { return root }
        return try FileRoot(folder(of: file))
    }
}
