import BatonDiagnostics
import BatonFiles
import BatonHistory
import BatonJudging
import BatonLanguage
package import BatonLoading
import BatonProcesses
import BatonSecrets
import BatonValues
import BatonWorkflow

/// The project of the working folder, if there is one, and access to the files of a command.
package struct Workspace: Sendable {
    package let workingFolder: String
    package let project: Project?
    /// The file of another tool that the command names in the place of workflows; nil for none.
    let imported: ImportedWorkflow?
    private let history: Result<String?, UsageError>
    /// The budget of a command for waiting for locks of other processes on the project's history.
    let historyPatience = LockPatience()

    /// Finds and reads baton.yaml. Throws when it is not trusted, unreadable or invalid.
    package init(_ context: ProcessContext) throws(UsageError) {
        try self.init(context, importing: nil)
    }

    /// Also reads the file of another tool that the options name.
    package init(_ context: ProcessContext, importing options: RunOptions?) throws(UsageError) {
        workingFolder = context.workingFolder
        imported = try options.flatMap { options throws(UsageError) in
            try ImportedWorkflow(options, in: context.workingFolder)
        }
        project = try Self.findProject(context)
        history = Self.place(of: project, context.environment)
    }

    /// A workspace as if there were no baton.yaml: for what can be told without one that cannot be read.
    init(withoutProjectIn folder: String) {
        workingFolder = folder
        imported = nil
        project = nil
        history = .success(nil)
    }

    private static func findProject(_ context: ProcessContext) throws(UsageError) -> Project? {
        let path: String?
        do throws(FileError) {
            path = try ProjectSearch(home: context.environment["HOME"]).find(from: context.workingFolder)
        } catch {
            throw UsageError(ofProjectFile: error, shownFrom: context.workingFolder)
        }
        guard let path else { return nil }
        let shown = PathText.relative(path, to: context.workingFolder)
        let file = try SourceReading.file(at: path, shownAs: shown)
        let sink = DiagnosticSink()
        guard let project = ProjectLoader(into: sink).load(file, folder: RealPath.folder(of: path)) else {
            throw UsageError(sink.diagnostics)
        }
        return project
    }

    /// The folder to which case paths are relative: the project's, otherwise the working folder.
    package var root: String { project?.folder ?? workingFolder }

    /// The names of secret fields in the project.
    var secretNames: SecretNames { project?.secretNames ?? .documented }

    /// The path of the history database; nil without a project.
    ///
    /// Throws where it is outside the project: neither a project file nor a link in the project may cause writing
    /// elsewhere. Throws where git tracks it: who wrote the repository would say what failed last, and with what.
    func historyPath() throws(UsageError) -> String? { try history.get() }

    /// Throws where no history can be written; a tracked one is only told, because a run does without it.
    func checkHistory(_ messages: Messages) throws(UsageError) {
        do {
            _ = try history.get()
        } catch {
            guard error.diagnostics.allSatisfy({ $0.code == "project.history-tracked" }) else { throw error }
            messages.show(
                error.diagnostics.map { diagnostic in
                    var diagnostic = diagnostic
                    diagnostic.severity = .warning
                    return diagnostic
                })
        }
    }

    private static func place(
        of project: Project?, _ environment: EnvironmentVariables
    ) -> Result<String?, UsageError> {
        guard let project else { return .success(nil) }
        let path = project.historyPath
        guard RealPath.leads(path, into: project.folder) else {
            return .failure(
                UsageError(
                    "workflow.path-outside", "the history `\(project.history)` leads out of the project",
                    help: "write `history: .baton/history.sqlite`, with a folder and no link in its place; "
                        + "`baton run --no-history` does without it"))
        }
        if let git = GitRepository(around: project.folder, environment), git.tracks(path) {
            return .failure(
                UsageError(
                    "project.history-tracked",
                    "the history `\(project.history)` came with the repository, which git tracks it in: it is not used",
                    help: "`git rm --cached \(ShellWord.quote(project.history))`, or name another file with `history:`")
            )
        }
        return .success(path)
    }

    /// `--file-root`, otherwise the project's folder; nil where each workflow's own folder is its file root.
    func fileRoot(_ options: RunOptions) throws(UsageError) -> FileRoot? {
        let root = try wholeFileRoot(options)
        guard let project else { return root }
        return root?.closed(to: project.historyPath)
    }

    private func wholeFileRoot(_ options: RunOptions) throws(UsageError) -> FileRoot? {
        guard let folder = options.fileRoot else {
            return try project.map { project throws(UsageError) in try Self.fileRoot(project.folder) }
        }
        let root = try Self.fileRoot(RealPath.join(workingFolder, folder), shownAs: "--file-root \(folder)")
        let names = root.folder.split(separator: "/").map { $0.lowercased() }
        if let closed = names.first(where: FileRoot.closed.contains) {
            throw UsageError("file.unreadable", "--file-root \(folder): `\(closed)` is closed to workflows")
        }
        return root
    }

    private static func fileRoot(_ folder: String, shownAs shown: String? = nil) throws(UsageError) -> FileRoot {
        do {
            return try FileRoot(folder)
        } catch {
            let message =
                switch error.code {
                case .missing: "there is no such folder"
                case .denied: "no permission to enter the folder"
                default: error.message
                }
            throw UsageError("file.unreadable", "\(shown ?? folder): \(message)")
        }
    }

    /// The environment of that name; for nil the default one.
    package func environment(named name: String?) throws(UsageError) -> EnvironmentSpec? {
        if name == nil, let own = imported?.environment { return own }
        guard let name = name ?? project?.defaultEnvironment else { return nil }
        let known = project?.environments ?? []
        if let found = known.first(where: { $0.name == name }) { return found }
        throw UsageError([.unknownEnvironment(name, known: known.map(\.name), at: nil)])
    }
}

extension Workspace {
    /// The errors of files, and before them that no environment was chosen where there are several: without
    /// one, names that environments define are unknown.
    func explained(_ diagnostics: [Diagnostic], _ options: RunOptions) -> [Diagnostic] {
        guard let project, project.environments.count > 1, project.defaultEnvironment == nil,
            options.environment == nil, options.baseURL == nil, diagnostics.contains(where: { $0.severity == .error })
        else { return diagnostics }
        let names = project.environments.map { "`\($0.name)`" }.joined(separator: ", ")
        let first = project.environments[0].name
        return [
            Diagnostic(
                .warning, "project.unknown-environment", "no environment is chosen; baton.yaml has \(names)", at: nil,
                help: "add `--env \(first)`, or write `default_environment: \(first)` in baton.yaml")
        ] + diagnostics
    }
}

extension Workspace {
    /// The environments of the project, and that of a file of another tool.
    var environments: [EnvironmentSpec] { (project?.environments ?? []) + [imported?.environment].compactMap(\.self) }
}

extension Project {
    var historyPath: String { RealPath.join(folder, history) }
}

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

extension UsageError {
    /// Why what is found in the place of baton.yaml is not used, and what to do about it.
    init(ofProjectFile error: FileError, shownFrom workingFolder: String) {
        let shown = PathText.relative(error.path, to: workingFolder)
        self.init(
            "project.refused", Message(value: error.message.replacing(error.path, with: shown)),
            help: error.projectFileHelp)
    }
}

extension FileError {
    /// What to do about what is found in the place of baton.yaml.
    var projectFileHelp: Message? {
        switch code {
        case .denied: "`chown` makes it yours, and so does a copy of the project, as by `git clone`"
        case .isFolder, .notRegular, .failed:
            "move it away: a project file is a text file, and `baton init` writes one"
        default: nil
        }
    }

    /// Whether the error is of something else in the place of a project file of this user.
    var isInPlaceOfProjectFile: Bool { [.isFolder, .notRegular, .failed].contains(code) }
}

extension Messages {
    /// Hides the secrets of all environments of a project, as far as they have values: files may have been written with
    /// them, and messages show lines of files. Hides the values of fields as the project says.
    func hideSecrets(of workspace: Workspace, _ environment: EnvironmentVariables) {
        secrets.use(workspace.secretNames)
        for value in (workspace.imported?.secrets ?? [:]).values { secrets.add(value) }
        for name in workspace.environments.flatMap(\.secrets) {
            if let value = environment[name], !value.isEmpty { secrets.add(value) }
        }
    }
}
