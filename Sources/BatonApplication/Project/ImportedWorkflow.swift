import BatonDiagnostics
import BatonFiles
import BatonImport
import BatonLoading

/// A file or folder of another tool that a command names in the place of a workflow: the workflow that `baton import` would
/// write of it, with the environment and the values of secrets that stand in the source.
package struct ImportedWorkflow: Sendable {
    /// The absolute path of the source.
    let path: String
    let shown: String
    /// The text of the workflow.
    let text: [UInt8]
    /// The environment of the source; nil where the command names one of the project.
    let environment: EnvironmentSpec?
    let secrets: [String: String]
    let report: ImportReport
    private let document: Document

    /// Nil where the command names no such source.
    init?(_ options: RunOptions, in workingFolder: String) throws(UsageError) {
        guard let source = try Self.source(options, in: workingFolder) else { return nil }
        if options.isStub {
            throw UsageError(
                "run.unavailable", "--stub answers from samples, and \(source.shown) is no workflow with samples",
                help: "`baton import \(source.shown) --into DIR` writes its saved responses beside a workflow")
        }
        let full = PathText.absolute(RealPath.join(workingFolder, options.paths[0]))
        let project = try source.project()
        var settings = WorkflowWriter.Settings()
        settings.hasProject = options.environment == nil
        let folder = RealPath.folder(of: full)
        let imported = ImportPlace(folder: folder, workingFolder: workingFolder).relating(project)
        settings.hasFile = { PathText.kind(of: RealPath.join(folder, $0)) == .file }
        settings.refusals = ImportPlace.refusals
        let written = WorkflowWriter.write(imported, settings)
        path = full
        shown = source.shown
        text = Array(written.workflowText.utf8)
        report = written.report
        document = written.workflow
        var secrets: [String: String] = [:]
        for secret in project.secrets where !secret.value.isEmpty { secrets[secret.name] = secret.value }
        self.secrets = secrets
        environment = try written.projectText.flatMap { text throws(UsageError) in
            try Self.environment(text, of: source.shown, folder)
        }
    }

    /// Only a lone path that is no workflow by its name is looked at.
    private static func source(_ options: RunOptions, in workingFolder: String) throws(UsageError) -> ImportSource? {
        let given = options.importing.sourceOption
        guard options.paths.count == 1, let path = options.paths.first, path != "-",
            given != nil || !(path.hasSuffix(".yaml") || path.hasSuffix(".yml"))
        else {
            if let given { throw Self.needless(given) }
            return nil
        }
        // A folder of workflows is no collection, and need not be read to know it; what a pipe gives can be read once only.
        if given == nil, !Self.mayBeCollection(RealPath.join(workingFolder, path)) { return nil }
        if let source = try ImportSource.find(path, options.importing, in: workingFolder, isCertain: false) {
            return source
        }
        if let given { throw Self.needless(given) }
        return nil
    }

    private static func mayBeCollection(_ path: String) -> Bool {
        PathText.isRegularFile(path)
            || Folder.holds(in: path) { $0 == ".resources" || $0.hasSuffix(".request.yaml") }
    }

    private static func needless(_ option: String) -> UsageError {
        UsageError(
            "import.no-source", "\(option) belongs to a file of another tool, and the command names none",
            help:
                "name one file, as `baton run collection.json \(option == "--from" ? "--from postman" : "\(option) FILE")`"
        )
    }

    private static func environment(
        _ text: String, of shown: String, _ folder: String
    ) throws(UsageError) -> EnvironmentSpec? {
        let sink = DiagnosticSink()
        let project = ProjectLoader(into: sink).load(
            SourceFile(path: "\(shown) (environment)", text: text), folder: folder)
        guard let project else { throw UsageError(sink.diagnostics) }
        return project.environments.first
    }

    /// Where the tests of the source are checked.
    var tests: TestPlaces { TestPlaces(document) }

    // MARK: - What it does not say

    private static let mostShown = 20

    /// A warning for each statement that is not carried over, and one that counts them.
    var warnings: [Diagnostic] {
        let lost = report.notes.filter { $0.kind == .lost }
        guard !lost.isEmpty else { return [] }
        var warnings = lost.prefix(Self.mostShown).map { note in
            let place = [note.request, note.place].filter { !$0.isEmpty }.joined(separator: ", ")
            return Diagnostic(
                .warning, "import.lost",
                "\(shown): not carried over: \(place)\(note.statement.isEmpty ? "" : ": ")\(Self.line(note.statement)) (\(Self.line(note.reason)))",
                at: nil, help: note.advice.isEmpty ? nil : Message(value: Self.line(note.advice)))
        }
        if lost.count > Self.mostShown {
            warnings.append(
                Diagnostic(
                    .warning, "import.lost", "\(shown): and \(lost.count - Self.mostShown) more are not carried over",
                    at: nil, help: "`baton import --dry-run \(shown)` lists all"))
        }
        return warnings
    }

    private static func line(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 200 ? words.prefix(200) + " …" : words
    }

    /// What the beginning of a run says of it.
    var notes: [String] {
        [gap, "lines of \(shown) are those of the workflow that `baton import --dry-run` shows"].compactMap(\.self)
    }

    /// What a verdict of the run does not cover; nil where everything is carried over.
    var gap: String? {
        guard report.isLossy else { return nil }
        let checks = report.checks.total - report.checks.carried
        let requests = report.requests.total - report.requests.carried
        var parts: [String] = []
        if checks > 0 { parts.append("\(checks) of \(report.checks.total) checks") }
        if requests > 0 { parts.append("something of \(requests) of \(report.requests.total) requests") }
        let what = parts.isEmpty ? "a part" : parts.joined(separator: ", and ")
        return "\(shown): \(what) not carried over: this run says nothing about \(parts.isEmpty ? "it" : "them")"
    }
}

/// Where the workflow of a source stands, and how its files are named from there.
struct ImportPlace {
    /// The folder of the workflow.
    let folder: String
    let workingFolder: String

    /// The project with the path of its data relative to the folder. Where a file lies outside, which a workflow cannot read,
    /// its rows stand in the workflow.
    func relating(_ project: ImportedProject) -> ImportedProject {
        guard let path = project.collection.rows?.path else { return project }
        var project = project
        if project.collection.rowList != nil, !isInside(path) {
            project.collection.rows = .list
        } else {
            project.collection.rows?.path = relative(path)
        }
        return project
    }

    private func isInside(_ path: String) -> Bool {
        guard let folder = try? RealPath.of(folder), let file = try? RealPath.of(RealPath.join(workingFolder, path))
        else { return false }
        return RealPath.contains(folder, file)
    }

    private func relative(_ path: String) -> String {
        PathText.relative(PathText.absolute(RealPath.join(workingFolder, path)), to: folder)
    }

    /// The mistakes that the loader finds in a written workflow. That it may need a base URL is none.
    @Sendable static func refusals(_ written: WorkflowWriter.Written) -> [Refusal] {
        let environment = written.projectText.flatMap { text in
            ProjectLoader(into: DiagnosticSink()).load(SourceFile(path: "baton.yaml", text: text), folder: "/")
        }?.environments.first
        let sink = DiagnosticSink()
        let context = LoadingContext(
            projectVariables: [], environment: environment, hasBaseURL: true, mayGetSecrets: true)
        _ = FileLoader(context).load(SourceFile(path: "workflow", text: written.workflowText), into: sink)
        return sink.diagnostics.compactMap { diagnostic in
            guard diagnostic.severity == .error, let range = diagnostic.range else { return nil }
            return Refusal(
                offset: range.lower, reason: diagnostic.message.text, advice: diagnostic.help?.text ?? "")
        }
    }
}
