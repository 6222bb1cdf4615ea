import BatonDiagnostics
import BatonFiles
import BatonJudging
import BatonLoading
import BatonRecords
import BatonRunner
import BatonValues
import BatonWorkflow

/// The files of a command, the files that they need, directly or not, and those of `before` and `after`.
struct NeededWorkflows: Sendable {
    /// By absolute path, links resolved.
    private(set) var entries: [TextKey: LoadedWorkflows.Entry] = [:]
    /// The paths of the command's files, in their order, followed by all others.
    private(set) var paths: [String] = []
    private(set) var before: [Plan.Frame] = []
    private(set) var after: [Plan.Frame] = []
    /// Errors of `before` and `after` themselves.
    private(set) var diagnostics: [Diagnostic] = []
    private let workspace: Workspace

    /// Nil where no file needs another.
    ///
    /// - Parameter load: loads further files in the same way.
    init?(
        _ loaded: [LoadedWorkflows.Entry], _ workspace: Workspace, _ fileRoot: FileRoot?,
        load: ([WorkflowFiles.File]) -> [LoadedWorkflows.Entry]
    ) {
        self.workspace = workspace
        before = frames(workspace.project?.before ?? [], fileRoot)
        after = frames(workspace.project?.after ?? [], fileRoot)
        for frame in after where before.contains(where: { $0.path == frame.path }) {
            diagnostics.append(.inBothLists(PathText.relative(frame.path, to: workspace.root), at: frame.origin))
        }
        let hasFrames = !before.isEmpty || !after.isEmpty || !diagnostics.isEmpty
        guard hasFrames || loaded.contains(where: { $0.workflow?.needs.isEmpty == false }) else { return nil }
        for entry in loaded { add(entry) }
        var wanted = (before + after).map(\.path)
        var next = 0
        while true {
            while next < paths.count {
                wanted += entries[TextKey(paths[next])]?.workflow?.needs.map(\.path) ?? []
                next += 1
            }
            var seen: Set<TextKey> = []
            let files = wanted.filter { entries[TextKey($0)] == nil && seen.insert(TextKey($0)).inserted }.map(file)
            if files.isEmpty { break }
            wanted = []
            for entry in load(files) { add(entry) }
        }
        refuseTwins()
        refuseCycles()
        refuseNeedsOfLast()
    }

    private mutating func add(_ entry: LoadedWorkflows.Entry) {
        let path = (try? RealPath.of(entry.file.path)) ?? entry.file.path
        if entries.updateValue(entry, forKey: TextKey(path)) == nil { paths.append(path) }
    }

    private func file(_ path: String) -> WorkflowFiles.File {
        WorkflowFiles.File(
            path: path, shown: PathText.relative(path, to: workspace.workingFolder),
            identity: PathText.relative(path, to: workspace.root))
    }

    private mutating func frames(_ list: [Project.Frame], _ fileRoot: FileRoot?) -> [Plan.Frame] {
        guard let project = workspace.project else { return [] }
        return list.compactMap { frame in
            do {
                let root = if let fileRoot { fileRoot } else { try FileRoot(project.folder) }
                let path = try root.resolve(frame.path, relativeTo: project.folder).path
                if Folder.isFolder(path) {
                    diagnostics.append(
                        Diagnostic(
                            "file.unreadable", "`\(frame.path)` is a folder", at: frame.range,
                            help: "name each workflow: `\(frame.path)/seed.yaml`"))
                    return nil
                }
                return Plan.Frame(path: path, origin: frame.range)
            } catch {
                diagnostics.append(
                    Diagnostic(
                        "file.unreadable", Message(value: "\(error)"), at: frame.range,
                        help: "the path counts from the folder of baton.yaml"))
                return nil
            }
        }
    }

    private mutating func refuseTwins() {
        var names = UnicodeNameCollisions()
        let twins = Set(paths.filter { names.hasTwin($0) }.map { TextKey($0) })
        if twins.isEmpty { return }
        for path in paths {
            let needs = entries[TextKey(path)]?.workflow?.needs ?? []
            guard let need = needs.first(where: { twins.contains(TextKey($0.path)) }) else { continue }
            refuse(path, .twins(shown(need.path), at: need.range))
        }
        for frame in before + after where twins.contains(TextKey(frame.path)) {
            refuse(frame.path, .twins(shown(frame.path)))
        }
    }

    private mutating func refuse(_ path: String, _ diagnostic: Diagnostic) {
        let key = TextKey(path)
        entries[key] = entries[key]?.invalid(because: diagnostic)
    }

    private func shown(_ path: String) -> String { entries[TextKey(path)]?.file.shown ?? path }

    private mutating func refuseCycles() {
        let cycles = NeedCycles.cycles(paths) { entries[TextKey($0)]?.workflow?.needs ?? [] }
        for cycle in cycles {
            let chain = cycle.chain.map(shown)
            let diagnostic = Diagnostic.cycleOfNeeds(chain, at: cycle.range)
            for path in cycle.chain.dropLast() { refuse(path, diagnostic) }
        }
    }

    private mutating func refuseNeedsOfLast() {
        let last = Set(after.map(\.path))
        if last.isEmpty { return }
        for path in paths {
            let needs = entries[TextKey(path)]?.workflow?.needs ?? []
            guard let need = needs.first(where: { last.contains($0.path) }) else { continue }
            refuse(path, .needsWhatIsLast(shown(need.path), at: need.range))
        }
    }

    /// The entries in the order of `paths`.
    var all: [LoadedWorkflows.Entry] { paths.compactMap { entries[TextKey($0)] } }

    /// All files as sources of cases that other cases may need.
    func sources(on day: Int) -> [String: Plan.Source] {
        let known = entries.filter { $0.value.kind == .workflow }
        return Dictionary(known.map { ($0.key.text, $0.value) }, uniquingKeysWith: { first, _ in first }).mapValues {
            entry in
            Plan.Source(
                identity: entry.file.identity,
                name: entry.name,
                content: entry.content,
                quarantine: entry.workflow?.quarantine.map { CaseQuarantine($0, on: day) })
        }
    }
}

extension LoadedWorkflows.Entry {
    var content: Plan.Content { workflow.map(Plan.Content.workflow) ?? .invalid(diagnostics) }

    /// The same file with an error that shows only in combination with other files.
    func invalid(because diagnostic: Diagnostic) -> LoadedWorkflows.Entry {
        LoadedWorkflows.Entry(
            file: file, workflow: nil, givenName: name, kind: kind, diagnostics: diagnostics + [diagnostic])
    }
}

extension Diagnostic {
    fileprivate static func inBothLists(_ path: String, at range: SourceRange?) -> Diagnostic {
        let name = path.split(separator: "/").last ?? ""
        return Diagnostic(
            "workflow.exclusive-keys", "`\(path)` stands in `before` and in `after`, and a file runs once", at: range,
            help: "write a second file with the step `workflow: \(name)`, and name that one here")
    }
}
