import BatonDiagnostics
import BatonFiles
import BatonHistory
import BatonRecords
import BatonReports

/// All consumers of a run's events: console, report files and history.
///
/// How this folder works together: `ReportPaths` decides which reports are written where. A `ReportFile` is one of
/// them, with its reporter from BatonReports; an `EventFile` is the stream of events. `RunFacts` and `PastRunsFinder`
/// give reports what the events do not have: commit and CI job, and earlier runs. `RecordedEvents` reads a recorded run,
/// whose reports are written again.
struct Reporters {
    let consumers: [any EventConsumer]
    /// Whether a status line shows the current work.
    let showsProgress: Bool
    private let console: ConsoleReporter
    private let files: [ReportFile]
    /// Where the HTML report is written, and the same path as it is printed; nil for a run without one.
    private let page: (path: String, shown: String)?
    private let events: (reporter: JSONLinesReporter, file: EventFile)?
    private let gitHub: GitHubActions?
    private let history: HistoryRecorder?
    private let facts: RunFacts
    /// Nil for a share of a run, which is revised when it is merged.
    private let compared: Workspace?
    private let messages: Messages

    /// - Parameters:
    ///   - root: the project folder, or the working folder.
    ///   - workspace: nil where it cannot be read; the run is then not compared with earlier ones.
    ///   - isPartial: whether not all steps of a workflow run.
    ///   - known: the surroundings of a recorded run; nil for those of this process.
    ///   - listsAll: whether the console shows each case as it ends, as far as the options want it.
    init(
        _ options: RunOptions, _ context: ProcessContext, _ paths: ReportPaths, root: String,
        workspace: Workspace?,
        recordsHistory: Bool, isPartial: Bool = false, _ messages: Messages, facts known: RunFacts? = nil,
        listsAll: Bool = true,
        sentStep: ConsoleOptions.StepPlace? = nil
    ) {
        self.messages = messages
        var view = Self.view(options, context, listsAll: listsAll)
        view.sentStep = sentStep
        showsProgress = view.isLive

        let environment = context.environment
        let facts = known ?? RunFacts(of: root, environment, written: paths.files, mask: messages.secrets.redact)
        let spool = Spool(environment.temporaryFolder)
        // A share of a run cannot be compared with whole runs.
        let isShare = options.shard != nil
        let history = recordsHistory ? workspace.flatMap { Self.history(of: $0, facts, messages) } : nil
        self.history = history
        self.facts = facts
        compared = isShare ? nil : workspace
        let past = SharedFinding { question in
            isShare
                ? .unknown("This is a share of a run: `baton merge` compares the whole run with earlier ones.")
                : isPartial
                    ? .unknown("Only some steps of a workflow ran: nothing is compared with earlier runs.")
                    : PastRunsFinder.find(question, workspace, history)
        }
        let find: @Sendable (PastRuns.Question) -> PastRuns.Finding = { past.find($0) }
        let isCompared = options.detail != .quiet
        console = ConsoleReporter(
            view, context: { facts.context }, past: isCompared ? find : nil, output: context.serviceOutput)
        var consumers: [any EventConsumer] = [console]
        // If it cannot be made, each report says so.
        if let folder = paths.usualFolder { try? Folder.createIgnored(folder) }
        files = ReportFile.all(
            paths, JUnitForm(options, environment, root: root), facts, spool, past: past.find)
        consumers += files.map(\.report)
        page = paths[.html].map { ($0, PathText.relative($0, to: context.workingFolder)) }
        gitHub = GitHubActions(
            context, isDryRun: options.isDryRun, facts,
            isTaken: { paths.holds($0, or: workspace) }, past: past.find)
        consumers += gitHub?.consumers ?? []

        events = paths[.events].map { path in
            let file = EventFile(path) { messages.show([.notWritten(ReportFormat.events.title, path, $0)]) }
            return (JSONLinesReporter(context: { facts.context }, write: { file.write($0) }), file)
        }
        if let events { consumers.append(events.reporter) }

        if let history { consumers.append(history) }
        self.consumers = consumers
    }

    private static func view(
        _ options: RunOptions, _ context: ProcessContext, listsAll: Bool
    ) -> ConsoleOptions {
        var view = ConsoleOptions(
            detail: detail(options.detail), isColoured: context.terminal.usesColour(options.colour),
            isLive: context.terminal.allowsLiveProgress && options.detail != .quiet,
            width: context.terminal.isTerminal ? context.terminal.width : nil, showsInvalidFiles: false,
            now: context.dependencies.elapsed)
        view.listsCases = listsAll
        if GitHubActions.runs(context) { view.fold = context.serviceOutput }
        return view
    }

    /// Nil without a project.
    private static func history(
        of workspace: Workspace, _ facts: RunFacts, _ messages: Messages
    ) -> HistoryRecorder? {
        guard let path = try? workspace.historyPath() else { return nil }
        var settings = HistorySettings(
            database: path,
            context: { facts.context },
            warn: { messages.warn(Message(value: $0)) })
        settings.patience = workspace.historyPatience
        return HistoryRecorder(settings)
    }

    /// What the history changes in the advice of failures, before anything tells of them.
    func revision(of run: RunStarted) -> @Sendable (RunEvent) -> RunEvent {
        let passes = EarlierPasses(before: run, { [facts] in facts.context }, compared, history)
        let revision = HintRevision(run.cases, passed: passes.passed)
        return { revision.revised($0) }
    }

    /// Whether any consumer needs an event when a step starts.
    var followsSteps: Bool { showsProgress || events != nil }

    /// Redraws the status line regularly during an operation, even if there are no events.
    ///
    /// - Parameter transfers: the large transfers in progress.
    func refreshing<Value: Sendable>(
        _ transfers: TransferBoard, _ operation: @Sendable () async -> Value
    ) async -> Value {
        guard showsProgress else { return await operation() }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(100))
                    console.refresh(transfers.shown)
                }
            }
            let value = await operation()
            group.cancelAll()
            return value
        }
    }

    /// Writes the report files concurrently; returns false, after printing a message, when one could not be written.
    ///
    /// Meanwhile the history commits everything except the end of the run.
    ///
    /// - Parameters:
    ///   - ending: the end of the run, unless a file cannot be written.
    ///   - notes: lines of the console before the last one.
    func writeFiles(_ ending: RunFinished, notes: [String] = []) async -> Bool {
        history?.commitSoon()
        let reasons = await withTaskGroup(of: (index: Int, reason: String?).self) { group in
            for (index, file) in files.enumerated() {
                group.addTask {
                    file.report.receive(.runFinished(ending))
                    do {
                        try file.finish()
                        return (index, nil)
                    } catch {
                        return (index, "\(error)")
                    }
                }
            }
            var reasons = [String?](repeating: nil, count: files.count)
            for await (index, reason) in group { reasons[index] = reason }
            return reasons
        }
        var isWritten = true
        for (file, reason) in zip(files, reasons) {
            guard let reason else { continue }
            messages.show([.notWritten(file.name, file.path, reason)])
            // What an earlier run wrote there would be taken for the report of this one.
            file.withdraw()
            isWritten = false
        }
        let written = Set(zip(files, reasons).filter { $0.1 == nil }.map(\.0.path))
        console.close(with: notes, page: page.flatMap { written.contains($0.path) ? $0.shown : nil }, of: ending)
        return isWritten
    }

    /// Whether the event stream holds all events.
    var areEventsWritten: Bool { events?.file.isWhole ?? true }

    /// Writes the reports of a run that ended before its first case, so that those of an earlier run are not taken for
    /// its own.
    ///
    /// - Parameter records: the records of its cases; empty where there was nothing to run.
    /// - Returns: the exit code, which changes when a report could not be written.
    func writeReports(_ started: RunStarted, _ records: [CaseRecord] = [], exitCode: Int32) async -> Int32 {
        var counts = RunFinished.Counts()
        for record in records { counts.count(record) }
        for report in files.map(\.report) + (gitHub?.consumers ?? []) + [events?.reporter].compactMap({ $0 }) {
            report.receive(.runStarted(started))
            for record in records { report.receive(.caseFinished(record)) }
        }
        func ending(_ exitCode: Int32) -> RunFinished {
            RunFinished(
                state: records.isEmpty ? .passed : .error, counts: counts, requestCount: 0, duration: 0,
                exitCode: exitCode)
        }
        let isWritten = await writeFiles(ending(exitCode)) && areEventsWritten
        for consumer in gitHub?.consumers ?? [] { consumer.receive(.runFinished(ending(exitCode))) }
        gitHub?.finish(messages)
        events?.reporter.receive(.runFinished(ending(isWritten ? exitCode : ExitCode.internalError)))
        return isWritten && areEventsWritten ? exitCode : ExitCode.internalError
    }

    /// Waits until everything is recorded.
    func close() {
        console.finish()
        gitHub?.finish(messages)
        history?.finish()
    }

    /// Cleans up when the process is about to exit: restores the terminal, and removes reports of an earlier run in
    /// places that this run has not written.
    func abandon() {
        for file in files { file.withdraw() }
        console.abandon()
    }

    private static func detail(_ detail: RunOptions.Detail) -> ConsoleOptions.Detail {
        switch detail {
        case .quiet: .quiet
        case .normal: .normal
        case .verbose: .verbose
        case .full: .full
        }
    }
}

extension Diagnostic {
    static func notWritten(_ report: String, _ path: String, _ reason: String) -> Diagnostic {
        Diagnostic("file.unwritable", "\(report) could not be written to \(path): \(reason)", at: nil)
    }
}
