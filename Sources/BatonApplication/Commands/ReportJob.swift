import BatonDiagnostics
import BatonFiles
import BatonHistory
import BatonJSON
import BatonRecords
import BatonReports
import BatonSecrets
import BatonValues

/// `baton report`: writes the reports of a recorded run, from the history or from a file of events.
package struct ReportJob {
    private let options: RunOptions
    private let context: ProcessContext
    private let messages: Messages

    /// - Parameter options: the reports, the secrets to mask, and in `paths` the run or the file.
    package init(_ options: RunOptions, in context: ProcessContext) {
        self.options = options
        self.context = context
        messages = Messages(context, options.colour)
    }

    package func run() async -> Int32 {
        do throws(UsageError) {
            let workspace = try Workspace(context)
            let source = options.paths[0]
            let path = RealPath.join(context.workingFolder, source)
            let isFile = source.hasSuffix(".jsonl") || PathText.kind(of: path) == .file
            var paths = ReportPaths(options, workspace, in: context)
            let read = isFile ? (try? RealPath.of(path)) : nil
            paths.refuseSources { $0 == read }
            guard paths.diagnostics.isEmpty else { throw UsageError(paths.diagnostics) }
            guard !paths.isEmpty else {
                throw UsageError(
                    "usage.wrong-arguments", "no report is asked for",
                    help: "such as `baton report \(source) --html report.html`")
            }
            let masking = RecordedMasking(
                secrets: try RecordedSecrets.all(options, workspace, context, messages))
            let recorded: RecordedRun
            if isFile {
                var events = RecordedEvents(shown: PrintableText.line(source), masking: masking)
                recorded = try events.run(at: path)
            } else {
                recorded = try history(source, workspace, masking)
            }
            return await write(recorded, to: paths, workspace)
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
    }

    private func history(
        _ reference: String, _ workspace: Workspace, _ masking: RecordedMasking
    ) throws(UsageError) -> RecordedRun {
        guard let path = try workspace.historyPath() else {
            throw UsageError(
                "report.wrong-events",
                "`\(reference)` is no file, and without a baton.yaml here or above there is no history",
                help: "name a file that `baton run --events FILE` wrote, or run this inside a project")
        }
        let detail: RunDetail
        do throws(HistoryError) {
            detail = try HistoryReader(path, patience: workspace.historyPatience).run(reference)
        } catch {
            throw UsageError(
                "report.wrong-events", "\(error.message)",
                help: "name a run as `baton history list` shows it, `last`, `previous` or a branch, or a file of events"
            )
        }
        guard detail.run.state != "running" else {
            throw UsageError(
                "report.wrong-events", "the run \(detail.run.id) has not ended yet", help: "render it when it has")
        }
        let left = detail.run.planned - detail.records.count
        let gap = left > 0 ? "\(left) workflows of the run are not in the history: it was interrupted" : nil
        do throws(RunEventError) {
            return RecordedRun(
                context: detail.context, started: try masking.masked(detail.started),
                records: try masking.masked(detail.records), finished: try masking.masked(detail.finished),
                gap: gap)
        } catch {
            throw UsageError(
                "report.wrong-events", "the history holds something that cannot be shown: \(error.message)")
        }
    }

    private func write(_ run: RecordedRun, to paths: ReportPaths, _ workspace: Workspace) async -> Int32 {
        let spool = Spool(context.environment.temporaryFolder)
        let files = ReportFile.all(
            paths, JUnitForm(options, context.environment, root: workspace.root), RunFacts(known: run.context), spool,
            past: SharedFinding { PastRunsFinder.find($0, workspace) }.find)
        var isWritten = true
        for file in files {
            file.report.receive(.runStarted(run.started))
            for record in run.records { file.report.receive(.caseFinished(record)) }
            for warning in run.warnings { file.report.receive(.warning(warning)) }
            if let gap = run.gap { file.report.receive(.warning("\(MaskedText(harmless: gap))")) }
            file.report.receive(.runFinished(run.finished))
            do {
                try file.finish()
                context.output(
                    "\(file.name): \(PrintableText.line(PathText.relative(file.path, to: context.workingFolder)))\n")
            } catch {
                messages.show([.notWritten(file.name, file.path, "\(error)")])
                isWritten = false
            }
        }
        if let gap = run.gap { messages.warn(Message(value: gap)) }
        return isWritten && run.gap == nil ? ExitCode.passed : ExitCode.internalError
    }
}

extension RecordedMasking {
    fileprivate func masked(_ run: RunStarted) throws(RunEventError) -> RunStarted {
        var decoder = RunEventDecoder()
        guard case .runStarted(let masked) = try decoder.event(masked(RunEventEncoder().json(.runStarted(run)))) else {
            return run
        }
        return masked
    }

    fileprivate func masked(_ run: RunFinished) throws(RunEventError) -> RunFinished {
        var decoder = RunEventDecoder()
        guard case .runFinished(let masked) = try decoder.event(masked(RunEventEncoder().json(.runFinished(run))))
        else {
            return run
        }
        return masked
    }

    fileprivate func masked(_ records: [CaseRecord]) throws(RunEventError) -> [CaseRecord] {
        let encoder = RunEventEncoder(embedsSteps: true)
        return try records.map { record throws(RunEventError) in
            let value = masked(encoder.json(.caseFinished(record)))
            return try EventForm.caseRecord(EventFields(value, "a case"), identity: record.identity, steps: [])
        }
    }
}
