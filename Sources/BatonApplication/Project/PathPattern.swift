import BatonFiles
import BatonValues

/// A path with wildcards, as users write it where no shell expands it: `workflows/**/auth*.yaml`.
struct PathPattern {
    /// The folder before the first wildcard, as written; empty for the working folder.
    let folder: String
    /// The rest, relative to the folder.
    private let pattern: String
    private let glob: Glob

    /// Nil for a path without wildcards.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.firstIndex(where: { $0.contains(where: "*?[{".contains) }) else { return nil }
        let folder = first == 1 && parts[0].isEmpty ? "/" : parts[..<first].joined(separator: "/")
        self.init(folder: folder, pattern: parts[first...].filter { !$0.isEmpty }.joined(separator: "/"))
    }

    private init(folder: String, pattern: String) {
        self.folder = folder
        self.pattern = pattern
        glob = Glob(pattern)
    }

    /// Each choice of the groups `{a,b}`, with the pattern that has only this one in its group.
    var choices: [(text: String, pattern: PathPattern)] {
        Glob.choices(of: pattern).map { ($0.text, PathPattern(folder: folder, pattern: $0.pattern)) }
    }

    /// Whether a file fits, or a folder that it is in.
    ///
    /// - Parameter path: relative to the folder.
    func matches(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.indices.contains { glob.matches(parts[...$0].joined(separator: "/")) }
    }
}

/// A path as given by the user, optionally with a line: `sign-in.yaml:17`, or `sign-in.yaml:17:5` as failures show
/// places.
struct PathWithLine {
    let path: String
    /// From 1; nil for the whole file.
    let line: Int?

    /// - Parameter exists: whether a file or folder of that name exists, so that a name that ends in `:17` is not
    ///   split.
    init(_ text: String, exists: (String) -> Bool) {
        if !exists(text) {
            var rest = Substring(text)
            var numbers: [Int] = []
            while numbers.count < 2, let colon = rest.lastIndex(of: ":"), colon != rest.startIndex,
                let number = Int(rest[rest.index(after: colon)...]), number > 0
            {
                numbers.insert(number, at: 0)
                rest = rest[..<colon]
                if exists(String(rest)) {
                    path = String(rest)
                    line = numbers[0]
                    return
                }
            }
        }
        path = text
        line = nil
    }
}

/// A path of the command line where there is nothing: what the user may have meant.
struct MissingPath {
    /// As written.
    let text: String
    let workspace: Workspace

    /// Nil where nothing is near.
    var help: String? {
        nearest ?? namesake
            ?? (isPath
                ? nil : "`baton run` and `baton list` select by name with `--name \(ShellWord.quote("*\(text)*"))`")
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
            "run.nothing-selected", "`\(text)`: a path selects no row",
            help: "`--name` does: `baton run \(ShellWord.quote(path)) --name \(name)`")
    }
}
