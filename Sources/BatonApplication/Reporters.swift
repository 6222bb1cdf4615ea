import BatonDiagnostics
import BatonDigest
import BatonHistory
import BatonReports
import BatonRunner

/// Everyone who listens to a run: the console, the reports in files, the history.
struct Reporters {
    let consumers: [any EventConsumer]
    /// Whether a status line tells what is being worked on.
    let showsProgress: Bool
    private let console: ConsoleReporter
    private let files: [ReportFile]
    private let events: (reporter: JSONLinesReporter, file: EventFile)?
    private let history: HistoryRecorder?
    private let messages: Messages

    init(_ options: RunOptions, _ context: ProcessContext, _ prepared: PreparedRun, _ messages: Messages) {
        // A dry run proved nothing, and a part of a workflow is not what its name stands for: neither leaves a trace.
        self.init(
            options, context, prepared.reports, root: prepared.workspace.root, workspace: prepared.workspace,
            recordsHistory: options.recordsHistory && !options.isDryRun && !prepared.isPartial, messages)
    }

    /// - Parameters:
    ///   - root: where the run happens.
    ///   - workspace: nil where it cannot be read: then nothing is compared with.
    init(
        _ options: RunOptions, _ context: ProcessContext, _ paths: ReportPaths, root: String,
        workspace: Workspace?,
        recordsHistory: Bool, _ messages: Messages
    ) {
        self.messages = messages
        let isLive = context.terminal.allowsLiveProgress && options.detail != .quiet
        console = ConsoleReporter(
            ConsoleOptions(
                detail: Self.detail(options.detail),
                isColoured: context.terminal.usesColour(options.colour), isLive: isLive,
                width: context.terminal.isTerminal ? context.terminal.width : nil,
                showsInvalidFiles: false, now: context.dependencies.elapsed),
            output: context.output)
        showsProgress = isLive
        var consumers: [any EventConsumer] = [console]

        let environment = context.environment
        let facts = RunFacts(of: root, environment)
        let spool = Spool(environment["TMPDIR"] ?? "/tmp")
        files = [
            paths.junit.map { ReportFile.junit($0, spool) },
            paths.html.map { path in
                ReportFile.html(path, facts) { PastRunsFinder.find($0, workspace) }
            },
            paths.json.map { ReportFile.ctrf($0, spool, facts) },
        ].compactMap(\.self)
        consumers += files.map(\.consumer)

        events = paths.events.map { path in
            let file = EventFile(path) { reason in messages.show([.notWritten("the events", path, reason)]) }
            return (JSONLinesReporter { file.write($0) }, file)
        }
        if let events { consumers.append(events.reporter) }

        if let workspace, recordsHistory, let path = try? workspace.historyPath() {
            var settings = HistorySettings(
                database: path,
                context: { facts.context },
                contentHash: { SHA256.hex(of: $0) },
                warn: { messages.warn($0) })
            settings.patience = workspace.historyPatience
            let recorder = HistoryRecorder(settings)
            history = recorder
            consumers.append(recorder)
        } else {
            history = nil
        }
        self.consumers = consumers
    }

    /// Whether somebody wants to know when a step starts.
    var followsSteps: Bool { showsProgress || events != nil }

    /// Keeps the status line true while an operation goes on, also when nothing happens for long.
    ///
    /// - Parameter transfers: the large bodies that are on their way.
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

    /// Writes the files that a run leaves behind, side by side; false, with a message, when one could not be written.
    ///
    /// The history commits meanwhile what it has of the run, all but its end.
    ///
    /// - Parameter ending: how the run ends unless a file cannot be written.
    func writeFiles(_ ending: RunFinished) async -> Bool {
        history?.commitSoon()
        let reasons = await withTaskGroup(of: (index: Int, reason: String?).self) { group in
            for (index, file) in files.enumerated() {
                group.addTask {
                    file.consumer.receive(.runFinished(ending))
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
            isWritten = false
        }
        return isWritten
    }

    /// Whether the stream of events holds all that was told.
    var areEventsWritten: Bool { events?.file.isWhole ?? true }

    /// The reports of a run that ended before its first case: those of an earlier run would be taken for its own.
    ///
    /// - Parameter records: what became of its cases; none where nothing had to run.
    /// - Returns: the exit code, which is another one when a report could not be written.
    func writeReports(_ started: RunStarted, _ records: [CaseRecord] = [], exitCode: Int32) async -> Int32 {
        var counts = RunFinished.Counts()
        for record in records { counts.count(record) }
        for report in files.map(\.consumer) + [events?.reporter].compactMap({ $0 }) {
            report.receive(.runStarted(started))
            for record in records { report.receive(.caseFinished(record)) }
        }
        func ending(_ exitCode: Int32) -> RunFinished {
            RunFinished(
                state: records.isEmpty ? .passed : .error, counts: counts, requestCount: 0, duration: 0,
                exitCode: exitCode)
        }
        let isWritten = await writeFiles(ending(exitCode)) && areEventsWritten
        events?.reporter.receive(.runFinished(ending(isWritten ? exitCode : ExitCode.internalError)))
        return isWritten && areEventsWritten ? exitCode : ExitCode.internalError
    }

    /// Waits until everything is recorded.
    func close() {
        console.finish()
        history?.finish()
    }

    /// Leaves the terminal as it should be, because the process ends this moment, and no report of an earlier run in the
    /// place of one that was not written.
    func abandon() {
        for file in files { file.withdraw() }
        console.abandon()
    }

    private static func detail(_ detail: RunOptions.Detail) -> ConsoleOptions.Detail {
        switch detail {
        case .quiet: .quiet
        case .normal: .normal
        case .verbose: .verbose
        }
    }
}

extension Diagnostic {
    fileprivate static func notWritten(_ report: String, _ path: String, _ reason: String) -> Diagnostic {
        Diagnostic("report.not-written", "\(report) could not be written to \(path): \(reason)", at: nil)
    }
}
