import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonRecords
import BatonReports
import BatonSecrets
import BatonValues

/// `baton merge`: makes one run of the events of its shards, and proves that every case ran exactly once.
///
/// Each file is read twice, so that never more than one is held: first who ran what, then the results.
///
/// A `ShardFile` is the stream of events of one machine, and the `ShardSet` proves that the files belong together and
/// says what is missing. `MergedPlan` numbers the cases anew, and `MergedRun` adds up what stands in the ends of the
/// shards. The reports are then written from the replayed events as in any run.
package struct MergeJob {
    private let options: RunOptions
    private let context: ProcessContext
    private let messages: Messages

    /// - Parameter options: the reports, the secrets to mask, and in `paths` the files and folders.
    package init(_ options: RunOptions, in context: ProcessContext) {
        self.options = options
        self.context = context
        messages = Messages(context, options.colour)
    }

    package func run() async -> Int32 {
        do throws(UsageError) {
            let workspace = try Workspace(context)
            let masking = RecordedMasking(secrets: try RecordedSecrets.all(options, workspace, context, messages))
            let paths = try Self.files(options.paths, context)
            var reports = ReportPaths(options, workspace, in: context)
            let read = Set(paths.compactMap { try? RealPath.of($0) })
            reports.refuseSources { read.contains($0) }
            guard reports.diagnostics.isEmpty else { throw UsageError(reports.diagnostics) }
            var files: [ShardFile] = []
            var unread: [String] = []
            for path in paths {
                let shown = PathText.relative(path, to: context.workingFolder)
                do throws(UsageError) {
                    files.append(try ShardFile(path, shownAs: shown, masking))
                } catch {
                    // Its machine was killed before it had written anything, so that its shard is missing.
                    guard paths.count > 1, error.diagnostics.first?.code == RecordedEvents.notBegunCode else {
                        throw error
                    }
                    unread.append(shown)
                }
            }
            guard !files.isEmpty else { throw UsageError("report.wrong-events", "none of the files tells of a run") }
            for shown in unread { messages.warn("\(shown) tells of no run: it is left out") }
            return try await merge(try ShardSet(files), reports, workspace, masking)
        } catch {
            messages.show(error.diagnostics)
            let isIncomplete = error.diagnostics.contains { $0.code == "merge.other-run" }
            return await UnstartedRun(options, in: context, messages, of: .merge).writeReports(
                because: error.diagnostics, exitCode: isIncomplete ? ExitCode.incomplete : ExitCode.invalid)
        }
    }

    /// The files of the operands; a folder stands for the files of events in it.
    private static func files(_ operands: [String], _ context: ProcessContext) throws(UsageError) -> [String] {
        var paths: [String] = []
        for operand in operands {
            let path = RealPath.join(context.workingFolder, operand)
            guard PathText.kind(of: path) == .folder else {
                paths.append(path)
                continue
            }
            let found: [String]
            do {
                found = try FolderWalk(path, endings: [".jsonl"]).files
            } catch {
                throw UsageError("file.unreadable", "\(operand) cannot be read: \(error.message)")
            }
            paths += found.map { RealPath.join(path, $0) }
        }
        // An empty folder among others is that of a missing shard.
        if paths.isEmpty {
            throw UsageError(
                "report.wrong-events", "there is no file of events (`.jsonl`) in \(operands.joined(separator: ", "))",
                help: "name the files that `baton run --shard … --events FILE` wrote, or a folder with them")
        }
        return paths
    }

    private func merge(
        _ set: ShardSet, _ reports: ReportPaths, _ workspace: Workspace, _ masking: RecordedMasking
    ) async throws(UsageError) -> Int32 {
        let gap = set.gaps.isEmpty ? nil : MergeGap(set)
        let plan = MergedPlan(set.files, gap: gap?.identity)
        let facts = RunFacts(known: MergedRun.context(set.files))
        var options = options
        options.isStub = set.files.contains(where: \.started.isStub)
        let reporters = Reporters(
            options, context, reports, root: workspace.root, workspace: workspace,
            recordsHistory: options.recordsHistory, messages, facts: facts, listsAll: false)
        let started = MergedRun.started(set, plan.cases, toolVersion: Version.text)
        let hub = EventHub(reporters.consumers, showsProgress: false, revise: reporters.revision(of: started))
        hub.emit(.runStarted(started))
        // No workflow, so it is not counted.
        if let gap { hub.emit(.caseFinished(gap.record(of: started))) }
        // Shards of an empty plan, as `--last-failed` without a failure makes one, had nothing to prove.
        let isEmpty = set.files.allSatisfy { $0.shard.proof.caseCount == 0 }
        var tally = Tally(verdict: ExitCode.Verdict(failsOnFlaky: started.failsOnFlaky, isShared: isEmpty))
        try replay(set, plan, masking, into: &tally, hub)
        let isWritten = await reporters.writeFiles(tally.ending(of: set, isWritten: true))
        let finished = tally.ending(of: set, isWritten: isWritten)
        hub.emit(.runFinished(finished))
        reporters.close()
        return finished.exitCode
    }

    /// Sends the events of all shards, each case of the plan once.
    private func replay(
        _ set: ShardSet, _ plan: MergedPlan, _ masking: RecordedMasking, into tally: inout Tally, _ hub: EventHub
    ) throws(UsageError) {
        var warnings: Set<String> = []
        for (file, numbers) in zip(set.files, plan.numbers) {
            let run = try ShardFile.run(file.path, shownAs: file.shown, masking)
            guard run.started.id == file.started.id, run.records.count == numbers.count else {
                throw UsageError("report.wrong-events", "\(file.shown) was changed while it was read")
            }
            for case (let record, let number?) in zip(run.records, numbers) {
                let record = record.identified(as: plan.cases[number])
                tally.add(record)
                hub.emit(.caseFinished(record))
            }
            for warning in run.warnings where warning.text != RunJob.interruptedNotice.text {
                if warnings.insert(warning.text).inserted { hub.emit(.warning(warning)) }
            }
        }
    }

    /// The results of the merged cases.
    private struct Tally {
        private var counts = RunFinished.Counts()
        private var verdict: ExitCode.Verdict

        init(verdict: ExitCode.Verdict) { self.verdict = verdict }

        mutating func add(_ record: CaseRecord) {
            counts.count(record)
            verdict.add(record)
        }

        func ending(of set: ShardSet, isWritten: Bool) -> RunFinished {
            let code = verdict.exitCode(isInterrupted: false, isDryRun: false, reportFailed: !isWritten)
            let isWhole = set.gaps.isEmpty
            return RunFinished(
                state: verdict.state(isInterrupted: !isWhole, reportFailed: !isWritten), counts: counts,
                requestCount: set.files.reduce(0) { $0 &+ $1.finished.requestCount },
                cachedCount: set.files.reduce(0) { $0 &+ $1.finished.cachedCount },
                mostInFlight: set.files.map(\.finished.mostInFlight).max() ?? 0,
                duration: MergedRun.duration(set.files),
                exitCode: isWhole || code == ExitCode.internalError ? code : ExitCode.incomplete,
                answeredUntil: verdict.answeredUntil(exitCode: code),
                contracts: MergedRun.contracts(set.files))
        }
    }
}

/// The case that stands for what is missing in a merged run, so that no report of it looks whole.
private struct MergeGap {
    let identity = CaseIdentity(
        index: 0, path: "baton merge", name: "The run is not whole", row: nil, tags: [], stepCount: 0, role: .gap)
    private let reasons: [String]

    init(_ set: ShardSet) { reasons = set.gaps }

    func record(of run: RunStarted) -> CaseRecord {
        CaseRecord(
            identity: identity, outcome: .error, reason: "the run is not whole", started: run.started,
            duration: 0, steps: [],
            failures: reasons.map { reason in
                FailureRecord(
                    kind: Failure.Kind.cancelled.rawValue, message: MaskedText(harmless: reason),
                    hint: "run the shard again, and merge all files",
                    place: Place(file: identity.path, line: 1, column: 1))
            })
    }
}
