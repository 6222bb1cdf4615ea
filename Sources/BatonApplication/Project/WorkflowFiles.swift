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
        /// The text of the workflow, where the file is one of another tool.
        package var text: [UInt8]?
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
        let starts = try Self.starts(paths, in: workspace)
        var gathered = Gathered(starts)
        for start in starts {
            try gathered.add(try Self.found(at: start, in: workspace, isNamed: !paths.isEmpty))
        }
        if gathered.files.isEmpty {
            throw UsageError(
                "run.nothing-selected", "there is no workflow to run",
                help: "workflows are files that end in `.yaml` or `.yml`")
        }
        isWholeProject = paths.isEmpty
        files = gathered.files
        leftOut = gathered.leftOut
        unmatched = gathered.unmatched
        lines = gathered.lines.filter { !gathered.whole.contains($0.key) }
    }

    /// What one path of the command leads to.
    private struct Found {
        var files: [File]
        /// The line up to which the file runs.
        var line: Int?
        var leftOut: [RunStarted.LeftOut] = []
        var unmatched: [String] = []
    }

    /// What all paths of the command lead to, each file once.
    private struct Gathered {
        private(set) var files: [File] = []
        private(set) var leftOut: [RunStarted.LeftOut] = []
        private(set) var unmatched: [String] = []
        private(set) var lines: [String: Int] = [:]
        /// The files that are also given without a line.
        private(set) var whole: Set<String> = []
        /// The place in `files`, by resolved path. A single folder contains no file twice.
        private var seen: [TextKey: Int] = [:]
        private var collisions = UnicodeNameCollisions()
        private let mayRepeat: Bool
        private let hasLines: Bool

        init(_ starts: [Start]) {
            mayRepeat = starts.count > 1
            hasLines = starts.contains { $0.line != nil }
        }

        mutating func add(_ found: Found) throws(UsageError) {
            for file in found.files {
                let index = try index(of: file)
                if file.isNamed { files[index].isNamed = true }
                let path = files[index].path
                if let line = found.line {
                    lines[path] = max(line, lines[path] ?? 0)
                } else if hasLines {
                    whole.insert(path)
                }
            }
            for entry in found.leftOut where !leftOut.contains(entry) { leftOut.append(entry) }
            for sentence in found.unmatched where !unmatched.contains(sentence) { unmatched.append(sentence) }
        }

        /// The place of a file, which is added unless it is known under this or another path.
        private mutating func index(of file: File) throws(UsageError) -> Int {
            if mayRepeat {
                let place = WorkflowFiles.place(of: file.path)
                if let known = seen[place] { return known }
                seen[place] = files.count
            }
            if collisions.hasTwin(file.path) { throw UsageError([.twins(file.shown)]) }
            files.append(file)
            return files.count - 1
        }
    }

    /// - Parameter isNamed: whether the command names the path.
    private static func found(
        at start: Start, in workspace: Workspace, isNamed: Bool
    ) throws(UsageError) -> Found {
        let path = start.path
        let shown = PathText.relative(path, to: workspace.workingFolder)
        try refuseOtherProject(path, shownAs: shown, in: workspace)
        let file = File(
            path: path, shown: shown, identity: PathText.relative(path, to: workspace.root), isNamed: true)
        if let imported = workspace.imported, imported.path == PathText.absolute(path) {
            var file = file
            file.text = imported.text
            return Found(files: [file], line: start.line)
        }
        switch PathText.kind(of: path) {
        case .file: return Found(files: [file], line: start.line)
        case .folder: return try found(inFolder: file, of: start, in: workspace)
        // Reading it tells where the link leads.
        case .missing where isNamed && PathText.isLink(path): return Found(files: [file])
        case .missing:
            throw UsageError(
                "file.unreadable", "\(shown): no such file or folder",
                help: isNamed
                    ? MissingPath(text: start.text, workspace: workspace).help.map { Message(value: $0) } : folderHelp)
        }
    }

    /// The workflows in a folder; with a pattern those that fit it.
    private static func found(
        inFolder folder: File, of start: Start, in workspace: Workspace
    ) throws(UsageError) -> Found {
        let shown = folder.shown
        if let line = start.line {
            throw UsageError(
                "run.nothing-selected", "\(shown) is a folder, and has no line \(line)",
                help: "a line belongs to a file: `baton run workflows/sign-in.yaml:\(line)`")
        }
        let walk = try walk(folder.path, shownAs: shown, in: workspace, asking: start.includes)
        let leftOut = walk.skipped.filter { start.includes($0.path) }.map {
            RunStarted.LeftOut(path: PathText.join(folder.identity, $0.path), reason: $0.reason)
        }
        let files = (start.pattern == nil ? walk.files : walk.files(where: start.includes)).filter {
            RealPath.name(of: $0) != ProjectSearch.fileName
        }
        if files.isEmpty { throw noWorkflow(in: shown, of: start, leftOut) }
        let unmatched = (start.pattern?.choices ?? []).filter { walk.files(where: $0.pattern.matches).isEmpty }
        return Found(
            files: files.map { name in
                let shownFile = PathText.join(shown, name)
                return File(
                    path: RealPath.join(folder.path, name), shown: shownFile,
                    identity: shown == folder.identity ? shownFile : PathText.join(folder.identity, name))
            },
            leftOut: leftOut,
            unmatched: unmatched.map { "no file fits `\($0.text)` in `\(start.text)`" })
    }

    private static func noWorkflow(
        in folder: String, of start: Start, _ leftOut: [RunStarted.LeftOut]
    ) -> UsageError {
        if start.pattern != nil {
            return UsageError(
                "file.unreadable", "no workflow fits `\(start.text)`",
                help: leftOut.first.map { "left out: \($0)" }
                    ?? "`*` stands for a part of one name, `**` for folders")
        }
        return UsageError(
            "run.nothing-selected", "there is no workflow in \(folder)",
            help: leftOut.first.map { (first) -> Message in
                "left out: \(first)" + (leftOut.count > 1 ? ", and \(leftOut.count - 1) more" : "")
            }
                ?? "workflows are files that end in `.yaml` or `.yml`")
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

/// Finds paths that are canonically equivalent in Unicode but different files, such as `é.yaml` with one and with two
/// code points.
///
/// macOS treats such names as one file. On other systems, reports and history could confuse their results, so they
/// cannot run together.
struct UnicodeNameCollisions {
    /// Swift compares strings by canonical equivalence, so equivalent paths share a key.
    private var known: [String: String] = [:]

    /// Whether a path checked earlier is canonically equivalent but different.
    mutating func hasTwin(_ path: String) -> Bool {
        // ASCII text has only one form.
        guard path.utf8.contains(where: { $0 >= 0x80 }) else { return false }
        guard let other = known[path] else {
            known[path] = path
            return false
        }
        return !other.utf8.elementsEqual(path.utf8)
    }
}

extension Diagnostic {
    static func twins(_ shown: String, at range: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            "workflow.name-taken",
            "two files are named \(shown): in one an accented letter is one character, in the other two", at: range,
            help: "rename one of them: on a Mac they are the same file")
    }
}
