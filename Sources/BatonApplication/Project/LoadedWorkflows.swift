package import BatonDiagnostics
import BatonFiles
import BatonJudging
package import BatonLoading
import BatonRecords
package import BatonRunner
import BatonValues
package import BatonWorkflow

/// All workflow files of a command, loaded, so that errors in any of them are known before the first request.
///
/// How this folder works together: `Workspace` finds baton.yaml and knows where history, file root and schemas are.
/// `WorkflowFiles` finds the files that the command names, by `PathPattern` where these have wildcards. This type loads them, on several threads, and with
/// `NeededWorkflows` those that they need; `WrittenPaths` judges the files that they name.
package struct LoadedWorkflows: Sendable {
    package struct Entry: Sendable {
        package let file: WorkflowFiles.File
        package let workflow: Workflow?
        /// The workflow's `name`, also of a file with errors; nil where it has none that can be read.
        package var givenName: String?
        /// API files and OpenAPI documents, which workflows use, cannot be run.
        package var kind = FileKind.workflow
        package var isValid = false
        /// Errors and warnings.
        package let diagnostics: [Diagnostic]

        /// The workflow's name, otherwise the file's name.
        var name: String { workflow?.name ?? givenName ?? FileName.withoutEnding(file.identity) }

        /// Whether the workflow runs only where others call or need it.
        var isLeftAlone: Bool { workflow?.isCalledOnly == true && !file.isNamed }
    }

    /// The files selected by the command.
    package let entries: [Entry]
    /// These files and all files that they need; nil where no file needs another.
    private let needed: NeededWorkflows?
    private let neverCalled: [Diagnostic]
    /// Today, in days since 1970-01-01: decides which quarantines have ended.
    private let day: Int

    /// Number of files up to which starting a second thread is not worthwhile.
    private static let loadedAlone = 24

    /// - Parameters:
    ///   - paths: judges the files that workflows name.
    ///   - width: how many threads may load at the same time.
    ///   - day: today, in days since 1970-01-01.
    init(
        _ files: WorkflowFiles, in workspace: Workspace, context: LoadingContext, paths: WrittenPaths, width: Int,
        on day: Int
    ) async {
        let loaded = await Self.entries(files.files, context, paths, width)
        self.init(loaded, of: files, in: workspace, context, paths, on: day)
    }

    /// Loads the files one after the other.
    init(
        oneByOne files: WorkflowFiles, in workspace: Workspace, context: LoadingContext, paths: WrittenPaths,
        on day: Int
    ) {
        let loaded = Self.entries(files.files[...], context, paths)
        self.init(loaded, of: files, in: workspace, context, paths, on: day)
    }

    private init(
        _ loaded: [Entry], of files: WorkflowFiles, in workspace: Workspace, _ context: LoadingContext,
        _ paths: WrittenPaths, on day: Int
    ) {
        self.day = day
        needed = NeededWorkflows(loaded, workspace, paths.root) { Self.entries($0[...], context, paths) }
        // Some errors show only in combination with other files.
        let entries = needed.map { Array($0.all.prefix(loaded.count)) } ?? loaded
        self.entries = entries
        neverCalled = files.isWholeProject ? Self.neverCalled(entries, needed) : []
    }

    /// A warning for each workflow that runs only where others call or need it, and none does: it tests nothing.
    private static func neverCalled(_ entries: [Entry], _ needed: NeededWorkflows?) -> [Diagnostic] {
        let alone = entries.filter(\.isLeftAlone)
        if alone.isEmpty { return [] }
        // A file with errors may be the one that calls it.
        if entries.contains(where: { $0.workflow == nil && $0.kind == .workflow }) { return [] }
        var used = Set(((needed?.before ?? []) + (needed?.after ?? [])).map { TextKey($0.path) })
        for workflow in (needed?.all ?? entries).compactMap(\.workflow) {
            for need in workflow.needs { used.insert(TextKey(need.path)) }
            for called in workflow.uses.called { used.insert(TextKey(called.path)) }
        }
        return alone.filter { entry in
            let path = (try? RealPath.of(entry.file.path)) ?? entry.file.path
            return ![path, entry.file.path, entry.file.shown].contains { used.contains(TextKey($0)) }
        }.map { .neverCalled($0.file.shown) }
    }

    private static func entries(
        _ files: [WorkflowFiles.File], _ context: LoadingContext, _ paths: WrittenPaths, _ width: Int
    ) async -> [Entry] {
        let width = max(1, min(width, files.count / loadedAlone))
        guard width > 1 else { return entries(files[...], context, paths) }
        let size = (files.count + width - 1) / width
        return await withTaskGroup(of: (Int, [Entry]).self) { group in
            for start in stride(from: 0, to: files.count, by: size) {
                let part = files[start..<min(start + size, files.count)]
                group.addTask { (start, Self.entries(part, context, paths)) }
            }
            var parts: [(Int, [Entry])] = []
            for await part in group { parts.append(part) }
            return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }

    private static func entries(
        _ files: ArraySlice<WorkflowFiles.File>, _ context: LoadingContext, _ paths: WrittenPaths
    ) -> [Entry] {
        let loader = FileLoader(context)
        return files.map { file in
            let sink = DiagnosticSink()
            let source: SourceFile
            do throws(UsageError) {
                source =
                    if let text = file.text {
                        SourceFile(path: file.shown, bytes: text)
                    } else {
                        try SourceReading.file(at: file.path, shownAs: file.shown)
                    }
            } catch {
                return Entry(file: file, workflow: nil, diagnostics: error.diagnostics)
            }
            let loaded = loader.read(source, into: sink)
            var workflow: Workflow?
            if case .workflow(let loaded) = loaded {
                workflow = loaded
                let diagnostics = paths.diagnostics(in: loaded)
                for diagnostic in diagnostics { sink.report(diagnostic) }
                if !diagnostics.isEmpty { workflow = nil }
            }
            var diagnostics = sink.diagnostics
            if sink.omitted > 0 {
                diagnostics.append(
                    Diagnostic(
                        "workflow.more-mistakes", "\(file.shown): and \(sink.omitted) more", at: nil,
                        help: "mend these first; the next check shows the others"))
            }
            var entry = Entry(file: file, workflow: workflow, diagnostics: diagnostics)
            switch loaded {
            case .workflow(let loaded): (entry.isValid, entry.givenName) = (workflow != nil, loaded.name)
            case .api: (entry.kind, entry.isValid) = (.api, true)
            case .openAPI: (entry.kind, entry.isValid) = (.openAPI, true)
            case .invalid(let kind, let name): (entry.kind, entry.givenName) = (kind, name)
            }
            return entry
        }
    }

    /// The diagnostics of all files without duplicates: an error in baton.yaml is reported for every file.
    package var diagnostics: [Diagnostic] {
        var seen: Set<String> = []
        return ((needed?.diagnostics ?? []) + all.flatMap(\.diagnostics) + neverCalled).filter { diagnostic in
            seen.insert("\(diagnostic.range.map(\.description) ?? "") \(diagnostic.message)").inserted
        }
    }

    /// The selected files and all files that they need.
    package var all: [Entry] { needed?.all ?? entries }

    /// The files of `before` and `after`, by their paths relative to the project folder.
    var framePaths: Set<String> {
        Set(((needed?.before ?? []) + (needed?.after ?? [])).compactMap { entry(at: $0.path)?.file.identity })
    }

    /// Whether `before` or `after` of baton.yaml has errors.
    package var hasProjectErrors: Bool { needed?.diagnostics.isEmpty == false }

    /// A selected or needed file, by its absolute path with links resolved; nil where no file needs another.
    func entry(at path: String) -> Entry? { needed?.entries[TextKey(path)] }

    var before: [Plan.Frame] { needed?.before ?? [] }
    var after: [Plan.Frame] { needed?.after ?? [] }

    /// Completes a plan with all cases that its cases need.
    ///
    /// - Parameters:
    ///   - lacks: what a workflow needs and does not get, so that it fails; nothing for commands that only look.
    ///   - provided: outputs of workflows that do not run, by the absolute paths of their files.
    ///   - selected: the path of a file, relative to the project, that runs as a selected one even if `before` lists it;
    ///     of `before`, only what is listed above it runs.
    package func completed(
        _ plan: Plan, lacks: @escaping (Workflow) -> [Diagnostic] = { _ in [] },
        provided: [String: ProvidedOutputs] = [:], selecting selected: String? = nil
    ) -> Plan {
        guard let needed, !plan.cases.isEmpty else { return plan.refusing(lacks) }
        let sources = needed.sources(on: day)
        let before = needed.before.prefix { selected == nil || entry(at: $0.path)?.file.identity != selected }
        return plan.completed(
            with: sources, before: Array(before), after: needed.after, provided: provided, lacks: lacks)
    }

    /// The cases of the selected workflows in file order; files with errors always stay, so that no error is missed.
    package func plan(_ selection: Selection) -> Plan {
        var cases: [Plan.Case] = []
        for entry in entries where entry.kind == .workflow || !entry.isValid {
            if let workflow = entry.workflow {
                if entry.isLeftAlone { continue }
                if let rows = workflow.rows {
                    cases += Self.rows(rows, of: workflow, entry, selection, from: cases.count, day)
                    continue
                }
                guard selection.includes(workflow) else { continue }
            }
            cases.append(
                Plan.Case(
                    identity: Self.identity(entry, cases.count, day),
                    content: entry.content,
                    source: needed == nil ? "" : (try? RealPath.of(entry.file.path)) ?? ""))
        }
        return Plan(cases: cases)
    }

    private static func rows(
        _ rows: RowSet, of workflow: Workflow, _ entry: Entry, _ selection: Selection, from index: Int,
        _ day: Int
    ) -> [Plan.Case] {
        var identities: [(row: Int, identity: CaseIdentity)] = []
        let first = identity(entry, index, day)
        for (row, name) in rows.names.enumerated() where selection.includes(workflow, row: name) {
            identities.append((row, first.row(name, index: index + identities.count)))
        }
        return Plan.Case.rows(of: workflow, identities)
    }

    private static func identity(_ entry: Entry, _ index: Int, _ day: Int) -> CaseIdentity {
        CaseIdentity(
            index: index, path: entry.file.identity,
            name: entry.name, row: nil,
            tags: entry.workflow?.tags ?? [], stepCount: entry.workflow?.stepCount ?? 0,
            quarantine: entry.workflow?.quarantine.map { CaseQuarantine($0, on: day) }, owner: entry.workflow?.owner)
    }
}

extension Diagnostic {
    fileprivate static func neverCalled(_ path: String) -> Diagnostic {
        Diagnostic(
            .warning, "workflow.never-called", "\(path) is `called_only`, and no workflow calls or needs it", at: nil,
            help: "call it, or remove `called_only`: as it is, it tests nothing")
    }
}

/// The last part of a path.
enum FileName {
    static func withoutEnding(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
}

extension LoadedWorkflows {
    /// Loads the files that the options name, for the chosen environment.
    static func load(
        _ files: WorkflowFiles, in workspace: Workspace, _ options: RunOptions, _ context: ProcessContext
    ) async throws(UsageError) -> LoadedWorkflows {
        let (loading, paths) = try settings(workspace, options)
        return await LoadedWorkflows(
            files, in: workspace, context: loading, paths: paths, width: context.processorCount,
            on: context.dependencies.day)
    }

    /// The same, one file after the other, for callers that cannot wait.
    static func loadOneByOne(
        _ files: WorkflowFiles, in workspace: Workspace, _ options: RunOptions, _ context: ProcessContext
    ) throws(UsageError) -> LoadedWorkflows {
        let (loading, paths) = try settings(workspace, options)
        return LoadedWorkflows(
            oneByOne: files, in: workspace, context: loading, paths: paths, on: context.dependencies.day)
    }

    private static func settings(
        _ workspace: Workspace, _ options: RunOptions
    ) throws(UsageError) -> (LoadingContext, WrittenPaths) {
        let environment = try workspace.environment(named: options.environment)
        let fileRoot = try workspace.fileRoot(options)
        let context = LoadingContext(
            workspace, environment, beneath: fileRoot,
            // The file may be run with `--base-url` later, so needing one is not an error here.
            hasBaseURL: true, givenSecrets: Array(options.secretValues.keys),
            // Likewise, a secret may come from `--secret` or a file of secrets.
            mayGetSecrets: environment == nil)
        return (context, WrittenPaths(root: fileRoot, workingFolder: workspace.workingFolder))
    }
}

extension LoadingContext {
    /// What the workflows of a project may name and read.
    convenience init(
        _ workspace: Workspace, _ environment: EnvironmentSpec?, beneath root: FileRoot?, hasBaseURL: Bool,
        givenSecrets: [String], mayGetSecrets: Bool = false
    ) {
        let project = workspace.project
        self.init(
            projectVariables: project?.variables ?? [], projectUses: project?.uses ?? [],
            projectDefaults: project?.defaults, projectLocks: project?.locks ?? [], environment: environment,
            environments: project?.environments ?? [], hasBaseURL: hasBaseURL, givenSecrets: givenSecrets,
            mayGetSecrets: mayGetSecrets, secretNames: workspace.secretNames,
            files: workspace.files(beneath: root), schemas: workspace.schemas(beneath: root))
    }
}

/// Reads source files, with an error message for every failure.
package enum SourceReading {
    /// Maximum bytes of a workflow file; a larger file is a mistake.
    static let limit = 10_000_000

    package static func file(at path: String, shownAs shown: String) throws(UsageError) -> SourceFile {
        do {
            return SourceFile(path: shown, bytes: try FileReading.bytes(of: path, limit: limit))
        } catch {
            if error.code == .missing, PathText.isLink(path) {
                throw UsageError(
                    "file.unreadable", "`\(shown)` cannot be read: it is a link that leads nowhere",
                    help:
                        "remove the link, or make the file that it leads to; `ls -l \(ShellWord.quote(shown))` shows where it leads"
                )
            }
            throw UsageError(
                "file.unreadable", Message(value: error.message.replacing(path, with: shown)),
                help: error.code == .denied
                    ? "`ls -l \(shown)` shows whose file it is; `chmod u+r \(ShellWord.quote(shown))` lets that user read it"
                    : nil)
        }
    }
}
