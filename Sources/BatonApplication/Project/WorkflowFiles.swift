import BatonDiagnostics
import BatonFiles
package import BatonRecords
import BatonValues

/// The workflow files of a command.
package struct WorkflowFiles: Sendable {
    package struct File: Sendable, Hashable {
        /// Absolute.
        package var path: String
        /// Relative to the working folder, for messages.
        package var shown: String
        /// Relative to the project folder, for reports and history.
        package var identity: String
        /// Whether the command names the file, not only a folder that it is in.
        package var isNamed = false
    }

    package let files: [File]
    /// Files and folders that were skipped, with the reasons.
    package let leftOut: [RunStarted.LeftOut]
    /// The line given after a file, by the file's absolute path; the last one where there are several. A file that was
    /// also given without a line has none.
    let lines: [String: Int]
    /// What fits no file in a pattern that fits others: a sentence for each choice of a `{a,b}`.
    let unmatched: [String]
    /// Whether the command names no path, so that these are all files of the project.
    let isWholeProject: Bool

    /// Throws for a missing path and for a folder without workflows, because a run without cases would prove nothing.
    package init(_ paths: [String], in workspace: Workspace) throws(UsageError) {
        var found: [File] = []
        var leftOut: [RunStarted.LeftOut] = []
        var unmatched: [String] = []
        // The path under which each file runs, by its resolved path.
        var seen: [TextKey: String] = [:]
        var twins = UnicodeNameCollisions()
        var lines: [String: Int] = [:]
        var whole: Set<String> = []
        let starts = try Self.starts(paths, in: workspace)
        let hasLines = starts.contains { $0.line != nil }
        func add(_ file: File) throws(UsageError) -> String {
            // A single folder contains no file twice.
            if starts.count > 1 {
                let place = Self.place(of: file.path)
                if let known = seen[place] { return known }
                seen[place] = file.path
            }
            if twins.hasTwin(file.path) { throw UsageError([.twins(file.shown)]) }
            found.append(file)
            return file.path
        }
        for start in starts {
            let (path, line) = (start.path, start.line)
            let shown = PathText.relative(path, to: workspace.workingFolder)
            let identity = PathText.relative(path, to: workspace.root)
            try Self.refuseOtherProject(path, shownAs: shown, in: workspace)
            switch PathText.kind(of: path) {
            case .file:
                let path = try add(File(path: path, shown: shown, identity: identity))
                if let known = found.lastIndex(where: { $0.path == path }) { found[known].isNamed = true }
                if let line { lines[path] = max(line, lines[path] ?? 0) } else { whole.insert(path) }
            case .folder:
                if let line {
                    throw UsageError(
                        "run.line-of-folder", "\(shown) is a folder, and has no line \(line)",
                        help: "a line belongs to a file: `baton run workflows/sign-in.yaml:\(line)`")
                }
                let walk = try Self.walk(path, shownAs: shown, in: workspace, asking: start.includes)
                let skipped = walk.skipped.filter { start.includes($0.path) }.map {
                    RunStarted.LeftOut(path: PathText.join(identity, $0.path), reason: $0.reason)
                }
                let files = (start.pattern == nil ? walk.files : walk.files(where: start.includes)).filter {
                    RealPath.name(of: $0) != ProjectSearch.fileName
                }
                if files.isEmpty, start.pattern != nil {
                    throw UsageError(
                        "file.missing", "no workflow fits `\(start.text)`",
                        help: skipped.first.map { "left out: \($0)" }
                            ?? "`*` stands for a part of one name, `**` for folders")
                }
                for choice in start.pattern?.choices ?? [] where walk.files(where: choice.pattern.matches).isEmpty {
                    let sentence = "no file fits `\(choice.text)` in `\(start.text)`"
                    if !unmatched.contains(sentence) { unmatched.append(sentence) }
                }
                if files.isEmpty {
                    throw UsageError(
                        "run.no-workflows", "there is no workflow in \(shown)",
                        help: skipped.first.map { (first) -> Message in
                            "left out: \(first)" + (skipped.count > 1 ? ", and \(skipped.count - 1) more" : "")
                        }
                            ?? "workflows are files that end in `.yaml` or `.yml`")
                }
                for entry in skipped where !leftOut.contains(entry) { leftOut.append(entry) }
                for file in files {
                    let whereItIs = RealPath.join(path, file)
                    let shownFile = PathText.join(shown, file)
                    let path = try add(
                        File(
                            path: whereItIs, shown: shownFile,
                            identity: shown == identity ? shownFile : PathText.join(identity, file)))
                    if hasLines { whole.insert(path) }
                }
            case .missing where !paths.isEmpty && PathText.isLink(path):
                _ = try add(File(path: path, shown: shown, identity: identity, isNamed: true))
            case .missing:
                throw UsageError(
                    "file.missing", "\(shown): no such file or folder",
                    help: paths.isEmpty
                        ? Self.folderHelp
                        : MissingPath(text: start.text, workspace: workspace).help.map { Message(value: $0) })
            }
        }
        if found.isEmpty {
            throw UsageError(
                "run.no-workflows", "there is no workflow to run",
                help: "workflows are files that end in `.yaml` or `.yml`")
        }
        isWholeProject = paths.isEmpty
        files = found
        self.leftOut = leftOut
        self.unmatched = unmatched
        self.lines = lines.filter { !whole.contains($0.key) }
    }

    /// What to do about a project whose folder of workflows is missing or empty.
    static let folderHelp: Message = "`workflows` in baton.yaml names another folder; `baton run FILE` runs a file"

    /// The same key for the same file, whichever path leads to it.
    private static func place(of path: String) -> TextKey { TextKey((try? RealPath.of(path)) ?? path) }

    /// Files of data and copies of editors (`.json`, `.bak`) lie beside workflows, and are left out in silence.
    private static let misspeltEndings = [
        ".ymal", ".yalm", ".yaaml", ".yamll", ".yamls", ".yam", ".ylm", ".ymll", ".yaml.txt", ".yml.txt",
    ]

    private static func walk(
        _ folder: String, shownAs shown: String, in workspace: Workspace, asking isAsked: (String) -> Bool
    ) throws(UsageError) -> FolderWalk {
        do {
            return try FolderWalk(
                folder, within: workspace.project?.folder, misspelt: misspeltEndings, asking: isAsked)
        } catch {
            let place = error.path.replacing(folder, with: shown)
            let help: Message? =
                switch error.code {
                case .denied:
                    "`ls -ld \(ShellWord.quote(place))` shows whose it is; `chmod u+rX \(ShellWord.quote(place))` lets that user read it"
                default: nil
                }
            throw UsageError(
                "file.unreadable", Message(value: error.message.replacing(folder, with: shown)), help: help)
        }
    }

    /// Throws for files of a project nested in this one: they belong to its environments, and would run here against
    /// the wrong server.
    private static func refuseOtherProject(
        _ path: String, shownAs shown: String, in workspace: Workspace
    ) throws(UsageError) {
        guard let project = workspace.project, let path = try? RealPath.of(path) else { return }
        var folder = PathText.kind(of: path) == .folder ? path : RealPath.folder(of: path)
        while folder != project.folder, RealPath.contains(project.folder, folder) {
            let file = RealPath.join(folder, ProjectSearch.fileName)
            if PathText.kind(of: file) == .file {
                let other = PathText.relative(file, to: workspace.workingFolder)
                throw UsageError(
                    "run.other-project", "\(shown) belongs to another project, that of \(other)",
                    help: "run it in \(PathText.relative(folder, to: workspace.workingFolder))")
            }
            folder = RealPath.folder(of: folder)
        }
    }

    /// What the command names: a file, a folder, or the files in a folder that fit a pattern.
    private struct Start {
        /// As written.
        var text: String
        /// Absolute.
        var path: String
        var line: Int?
        var pattern: PathPattern?

        /// - Parameter file: relative to the folder.
        func includes(_ file: String) -> Bool { pattern?.matches(file) ?? true }
    }

    private static func starts(_ paths: [String], in workspace: Workspace) throws(UsageError) -> [Start] {
        func exists(_ path: String) -> Bool {
            PathText.kind(of: RealPath.join(workspace.workingFolder, path)) != .missing
        }
        if !paths.isEmpty {
            return try paths.map { text throws(UsageError) in
                // A file whose name has the signs of patterns is named as failures show it: with its line.
                let found = PathWithLine(text, exists: exists)
                if found.line == nil, !exists(text), let error = UsageError.row(inPath: text, exists: exists) {
                    throw error
                }
                if found.line == nil, !exists(text), let pattern = PathPattern(text) {
                    let folder = pattern.folder.isEmpty ? "." : pattern.folder
                    let path = PathText.absolute(RealPath.join(workspace.workingFolder, folder))
                    return Start(text: text, path: path, pattern: pattern)
                }
                return Start(
                    text: text, path: RealPath.join(workspace.workingFolder, found.path), line: found.line)
            }
        }
        guard let project = workspace.project else {
            throw UsageError(
                "run.no-project", "there is no baton.yaml here or above, so it is not known what to run",
                help: "name a file or a folder of files; `baton init` makes a project here")
        }
        return [
            Start(text: project.workflows, path: RealPath.join(project.folder, project.workflows))
        ]
    }
}
