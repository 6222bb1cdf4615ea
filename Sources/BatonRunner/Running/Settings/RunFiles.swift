import BatonDiagnostics
package import BatonFiles

/// The folders of the files that workflows read and save.
package struct RunFiles: Sendable {
    /// The folder that paths shown to users are relative to.
    package let workingFolder: String
    /// `--file-root`, otherwise the folder of baton.yaml; if nil, the file root is each workflow's own folder.
    private let root: FileRoot?
    /// Removes unfinished files that killed runs left next to the files saved by this run.
    let leftovers = LeftoverSweep()
    /// Records the files that the run saves; nil where no caller needs them.
    let saved: SavedFiles?

    package init(workingFolder: String, root: FileRoot? = nil, saved: SavedFiles? = nil) {
        self.workingFolder = workingFolder
        self.root = root
        self.saved = saved
    }

    /// The folder to which a file's relative paths refer.
    func folder(of file: SourceFile) -> String {
        RealPath.folder(of: RealPath.join(workingFolder, file.path))
    }

    /// The folder that must contain the files that a workflow names.
    func root(of file: SourceFile) throws(FileError) -> FileRoot {
        if let root { return root }
        return try FileRoot(folder(of: file))
    }
}
