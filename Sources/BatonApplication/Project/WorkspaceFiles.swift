import BatonDiagnostics
import BatonFiles
import BatonLoading
import BatonWorkflow

/// The files that the loader may read: regular files inside the file root.
struct WorkspaceFiles: ProjectFiles {
    /// Nil for each workflow's own folder.
    let root: FileRoot?
    let workingFolder: String

    func path(of workflow: SourceFile) -> String { RealPath.join(workingFolder, workflow.path) }

    func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String {
        let folder = RealPath.folder(of: self.path(of: workflow))
        let located: String
        do {
            located = try fileRoot(folder).resolve(path, relativeTo: folder).path
        } catch {
            throw ProjectFileError(error.message)
        }
        if Folder.isFolder(located) { throw ProjectFileError("`\(path)` is a folder") }
        return located
    }

    func read(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SourceFile {
        let shown = PathText.relative(path, to: workingFolder)
        let folder = RealPath.folder(of: self.path(of: workflow))
        do {
            let bytes = try fileRoot(folder).readFile(path, relativeTo: folder, limit: SourceReading.limit)
            return SourceFile(path: shown, bytes: bytes)
        } catch {
            throw ProjectFileError(error.message.replacing(path, with: shown))
        }
    }

    private func fileRoot(_ folder: String) throws(FileError) -> FileRoot {
        if let root { return root }
        return try FileRoot(folder)
    }
}

extension Workspace {
    /// The files that workflows may use below a root; nil for each workflow's own folder.
    func files(beneath root: FileRoot?) -> WorkspaceFiles {
        WorkspaceFiles(root: root, workingFolder: workingFolder)
    }

    /// The schemas that the workflows of a command name, each read once.
    ///
    /// - Parameter root: the folder that must contain their files; nil for each workflow's own folder.
    func schemas(beneath root: FileRoot?) -> SchemaLibrary {
        SchemaLibrary(files(beneath: root), mappings: project?.schemas ?? [])
    }
}
