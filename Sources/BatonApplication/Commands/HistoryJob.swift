import BatonDiagnostics
import BatonFiles
import BatonHistory
import BatonJSON
package import BatonRecords
import BatonReports
import BatonValues

/// `baton history`: shows earlier runs, answers questions about them, and keeps the history small.
package struct HistoryJob {
    private let options: HistoryOptions
    private let context: ProcessContext
    private let messages: Messages

    package init(_ options: HistoryOptions, in context: ProcessContext) {
        self.options = options
        self.context = context
        messages = Messages(context, .auto)
    }

    package func run() -> Int32 {
        do throws(UsageError) {
            let workspace = try Workspace(context)
            guard let path = try workspace.historyPath() else {
                throw UsageError(
                    "run.no-project", "there is no baton.yaml here or above, so there is no history",
                    help: "run this inside a project")
            }
            do throws(HistoryError) {
                try answer(path, workspace)
                return ExitCode.passed
            } catch {
                messages.show([
                    Diagnostic(
                        Self.code(of: error), Message(value: error.message), at: nil,
                        help: error.help.map { Message(value: $0) } ?? Self.help(for: error))
                ])
                return error.code == .notWritten ? ExitCode.internalError : ExitCode.invalid
            }
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
    }

    private static func code(of error: HistoryError) -> String {
        switch error.code {
        case .noSuchRun, .noSuchCase, .noSuchEnvironment, .noSuchBranch: "history.not-found"
        case .wrongSQL: "history.wrong-sql"
        case .wrongTarget, .notWritten: "file.unwritable"
        default: "run.unavailable"
        }
    }

    private static func help(for error: HistoryError) -> Message? {
        switch error.code {
        case .noSuchRun: "`baton history list` shows the runs; `last`, `previous` and the name of a branch work too"
        case .noSuchCase: "write the path of the workflow, as in `baton history case workflows/orders.yaml`"
        case .wrongSQL: "docs/history.md lists tables, views and columns"
        default: nil
        }
    }

    private var now: Microseconds { context.dependencies.clock() }
    private var text: HistoryText { HistoryText(isColoured: context.terminal.usesColour(.auto)) }
    private var scope: HistoryScope { options.scope(now: now) }

    private func answer(_ path: String, _ workspace: Workspace) throws(HistoryError) {
        let patience = workspace.historyPatience
        switch options.question {
        case .export: try export(path)
        case .import: try importHistory(path, patience)
        case .prune: try prune(path, patience)
        case .sql:
            warnOfJournals(path)
            let rows = try HistoryReader.rows(
                of: options.words[0], in: path, limit: options.limit ?? 10_000, patience: patience)
            show(rows.json, text.rows(rows))
        case .site:
            warnOfJournals(path)
            let reader = try HistoryReader(path, patience: patience)
            try refuseUnknownEnvironment(reader, workspace)
            try refuseUnknownBranch(reader, workspace)
            try writeSite(reader)
        case .list, .show, .flaky, .slow, .timings, .broken, .trend, .case, .compare:
            warnOfJournals(path)
            let reader = try HistoryReader(path, patience: patience)
            try refuseUnknownEnvironment(reader, workspace)
            try refuseUnknownBranch(reader, workspace)
            try answer(reader, workspace)
        }
    }

    /// Throws for an environment that neither a run nor baton.yaml has: its name is misspelt, and the empty answer would
    /// look like a fact. One of baton.yaml in which nothing ran yet has an empty answer, with a warning.
    private func refuseUnknownEnvironment(_ reader: HistoryReader, _ workspace: Workspace) throws(HistoryError) {
        guard let name = options.environment else { return }
        let recorded = try reader.environments()
        if recorded.contains(name) { return }
        let message = "no run in the environment `\(name)` has been recorded"
        let known = workspace.project?.environments.map(\.name) ?? []
        if known.contains(name) { return messages.warn("\(message) yet") }
        let list = Self.list(recorded).map { "there are runs in \($0)" } ?? "no run has an environment"
        throw HistoryError(.noSuchEnvironment, message, help: Self.near(name, recorded) + list)
    }

    /// Throws for a branch that no run has. The branch that is checked out and the default branch, on which nothing ran
    /// yet, have an empty answer, with a warning.
    private func refuseUnknownBranch(_ reader: HistoryReader, _ workspace: Workspace) throws(HistoryError) {
        guard let name = options.branch else { return }
        let recorded = try reader.branches()
        if recorded.contains(name) { return }
        let message = "no run on the branch `\(name)` has been recorded"
        let facts = RunFacts(of: workspace.root, context.environment) { $0 }.context
        if [facts.branch, facts.defaultBranch].contains(name) { return messages.warn("\(message) yet") }
        let list = Self.list(recorded).map { "there are runs on \($0)" } ?? "no run has a branch"
        throw HistoryError(.noSuchBranch, message, help: Self.near(name, recorded) + list)
    }

    private static func near(_ name: String, _ recorded: [String]) -> String {
        Spelling.nearest(to: name, in: recorded).map { "did you mean `\($0)`? " } ?? ""
    }

    /// Nil without names.
    private static func list(_ names: [String]) -> String? {
        guard !names.isEmpty else { return nil }
        let rest = names.count > mostNames ? " and \(names.count - mostNames) more" : ""
        return names.prefix(mostNames).map { "`\($0)`" }.joined(separator: ", ") + rest
    }

    /// Number of environments or branches that a message lists.
    private static let mostNames = 10

    private func warnOfJournals(_ path: String) {
        for journal in HistoryReader.pendingJournals(of: path) {
            messages.warn("a run is missing here: the next run that can write to the history imports \(journal)")
        }
    }

    private func answer(_ reader: HistoryReader, _ workspace: Workspace) throws(HistoryError) {
        let limit = options.limit ?? 20
        switch options.question {
        case .show:
            let detail = try reader.run(options.words.first ?? "last")
            let causes = options.isJSON ? Self.causes(of: detail, workspace) : []
            show(
                detail.json(onlyFailed: options.onlyFailed, causes: causes),
                text.show(detail, onlyFailed: options.onlyFailed))
        case .flaky:
            let found = try reader.flakyCases(scope, limit: limit)
            show(found.json, text.flaky(found))
        case .slow:
            let found = try reader.slowCases(scope, limit: limit)
            show(found.json, text.slow(found))
        case .timings:
            let found = try reader.caseTimings(scope)
            context.output(options.isJSON ? found.json : text.timings(found))
        case .broken:
            let found = try reader.brokenCases(scope, limit: limit)
            show(found.json, text.broken(found))
        case .trend:
            let found = try reader.trend(scope, limit: limit)
            show(found.json, text.trend(found))
        case .case:
            let found = try reader.caseStory(options.words[0], scope, limit: limit)
            show(found.json, text.story(found))
        case .compare:
            guard options.words.count <= 2 else {
                throw HistoryError(.noSuchRun, "two runs can be compared, and \(options.words.count) are named")
            }
            let found = try reader.compare(options.words[0], options.words.dropFirst().first ?? "last")
            show(found.json, text.compare(found))
        case .list, .export, .import, .prune, .site, .sql:
            let runs = try reader.recentRuns(scope, limit: limit)
            show(RunSummary.json(runs), text.list(runs))
        }
    }

    private static func causes(of detail: RunDetail, _ workspace: Workspace) -> [(name: String, value: JSONValue)] {
        CauseList(detail.started, detail.context, detail.records, detail.finished) {
            PastRunsFinder.find($0, workspace)
        }.members
    }

    private func show(_ json: @autoclosure () -> JSONValue, _ text: @autoclosure () -> String) {
        if options.isJSON { context.output(json: json()) } else { context.output(text()) }
    }

    private func export(_ path: String) throws(HistoryError) {
        let target = options.words[0]
        try HistoryCopy.write(path, to: RealPath.join(context.workingFolder, target))
        context.output("wrote \(PrintableText.line(target))\n")
    }

    private func importHistory(_ path: String, _ patience: LockPatience) throws(HistoryError) {
        for source in options.words {
            let added = try HistoryMerge.add(RealPath.join(context.workingFolder, source), to: path, patience: patience)
            let known = added.known > 0 ? ", \(added.known) known" : ""
            context.output(
                "\(PrintableText.line(source)): \(Plural.count(added.runs, "run")) added\(known)\n")
        }
    }

    private func writeSite(_ reader: HistoryReader) throws(HistoryError) {
        let folder = options.words[0]
        let shown = PrintableText.line(folder)
        let workspace = try? Workspace(context)
        let project = workspace?.project?.name ?? RealPath.name(of: workspace?.root ?? context.workingFolder)
        let limit = if let limit = options.limit { limit } else { try siteRuns(reader) }
        let site = try SiteWriter(
            reader, scope, limit: limit, project: project,
            past: { PastRunsFinder.find($0, workspace) })
        var count = 0
        do {
            var target = try SiteFolder(RealPath.join(context.workingFolder, folder))
            do {
                try site.write { page, bytes in
                    try target.write(page, bytes)
                    if page.hasSuffix(".html") { count += 1 }
                }
                try target.finish()
            } catch {
                target.abandon()
                throw error
            }
        } catch let error as HistoryError {
            throw error
        } catch let error as SiteFolder.WriteError {
            throw Self.error(shown, error)
        } catch {
            throw HistoryError(.notWritten, "the site could not be written to \(shown): \(error)")
        }
        context.output("wrote \(count) pages: \(shown)/index.html\n")
    }

    private static func error(_ folder: String, _ error: SiteFolder.WriteError) -> HistoryError {
        switch error {
        case .foreign:
            HistoryError(.wrongTarget, "\(folder) holds other files, and no site: name a new or an empty folder")
        case .link(let name): HistoryError(.wrongTarget, "\(folder)/\(name) is a link that leads out of it")
        case .failed(let error):
            HistoryError(.notWritten, "the site could not be written to \(folder): \(error.message)")
        }
    }

    /// Number of runs of a site, unless `--limit` says another: the last 400, fewer where these have very many results, so that
    /// the pages stay below 20 MB.
    private func siteRuns(_ reader: HistoryReader) throws(HistoryError) -> Int {
        var results = 0
        let fitting = try reader.recentRuns(scope, limit: 400).prefix { run in
            results += run.ended
            return results <= 360_000
        }
        return max(20, fitting.count)
    }

    private func prune(_ path: String, _ patience: LockPatience) throws(HistoryError) {
        let removed = try HistoryPruning.prune(path, now: now, patience: patience)
        context.output(
            removed.isEmpty
                ? "nothing to remove\n"
                : "removed \(removed.runs) runs, details of \(removed.details), \(removed.bodies) bodies\n")
    }
}

/// The options of `baton history`.
package struct HistoryOptions: Sendable {
    package enum Question: Sendable, Equatable {
        case list, show, flaky, slow, timings, broken, trend, prune
        case `case`, compare, export, `import`, site, sql
    }

    package var question = Question.list
    /// The words behind the question: runs, a case, a file, a statement.
    package var words: [String] = []
    package var branch: String?
    package var environment: String?
    /// `14d`, or a date.
    package var since: HistorySince?
    /// Maximum number of lines; nil for the question's own one.
    package var limit: Int?
    package var isJSON = false
    package var onlyFailed = false

    package init() {}

    func scope(now: Microseconds) -> HistoryScope {
        HistoryScope(branch: branch, environment: environment, since: since?.moment(now: now))
    }
}

/// The start of a time span: a date, or a duration before now.
package enum HistorySince: Sendable, Equatable {
    case before(Microseconds)
    case moment(Microseconds)

    func moment(now: Microseconds) -> Microseconds {
        switch self {
        case .before(let span): now - span
        case .moment(let moment): moment
        }
    }
}
