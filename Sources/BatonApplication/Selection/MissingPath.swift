import BatonFiles
import BatonValues

/// A path of the command line where there is nothing: what the user may have meant.
struct MissingPath {
    /// As written.
    let text: String
    let workspace: Workspace

    /// Nil where nothing is near.
    var help: String? {
        nearest ?? namesake
            ?? (isPath ? nil : "`baton run` and `baton list` select by name with `--name \(ShellWord.quote(text))`")
    }

    /// Whether it can be no name of a workflow.
    private var isPath: Bool { text.contains("/") || Self.endings.contains { FileEnding.has(text, $0) } }

    private static let endings = [".yaml", ".yml"]

    /// The name in the same folder that was probably meant.
    private var nearest: String? {
        let path = RealPath.join(workspace.workingFolder, text)
        let folder = RealPath.folder(of: path)
        guard let names = try? Folder.names(in: folder),
            let near = Spelling.nearest(to: RealPath.name(of: path), in: names.sorted())
        else { return nil }
        return meant(RealPath.join(folder, near))
    }

    /// A workflow of the project whose path ends with the text, with or without the ending.
    private var namesake: String? {
        guard let project = workspace.project, !text.isEmpty else { return nil }
        let folder = RealPath.join(project.folder, project.workflows)
        let wanted = ([""] + Self.endings).map { "/" + (text + $0).lowercased() }
        let files = (try? FolderWalk(folder, within: project.folder))?.files ?? []
        return files.first { file in wanted.contains { "/\(file)".lowercased().hasSuffix($0) } }
            .map { meant(RealPath.join(folder, $0)) }
    }

    private func meant(_ path: String) -> String {
        "did you mean `\(PathText.relative(path, to: workspace.workingFolder))`?"
    }
}

extension UsageError {
    /// A path with the row of a case behind it, as reports and history show cases: `orders.yaml [row=ada]`.
    ///
    /// - Parameter exists: whether there is a file or folder.
    /// - Returns: nil for any other path.
    static func row(inPath text: String, exists: (String) -> Bool) -> UsageError? {
        guard text.hasSuffix("]"), let mark = text.firstRange(of: "[row=") else { return nil }
        var path = String(text[..<mark.lowerBound])
        while path.last == " " { path.removeLast() }
        guard !path.isEmpty, exists(PathWithLine(path, exists: exists).path) else { return nil }
        let name = ShellWord.quote("* \(text[mark.lowerBound...])")
        return UsageError(
            "run.row-in-path", "`\(text)`: a path selects no row",
            help: "`--name` does: `baton run \(ShellWord.quote(path)) --name \(name)`")
    }
}
