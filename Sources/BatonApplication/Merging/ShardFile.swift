import BatonDiagnostics
import BatonRecords
import BatonRunner
import BatonSecrets

/// What `baton merge` keeps of a file of events after it was read the first time: who ran what, without the results.
struct ShardFile {
    enum Ending: UInt8 {
        case fine, bad
        /// The workflow's file has errors, which every shard reports.
        case invalidFile
    }

    let path: String
    /// The path as given.
    let shown: String
    let started: RunStarted
    let shard: Shard
    let context: RunContext
    let finished: RunFinished
    let warnings: [MaskedText]
    /// For each case of the run, in its order.
    let endings: [Ending]
    /// Why the file is not whole; nil for a whole one.
    let gap: String?
    /// Why the run could not begin; nil for one that did.
    let obstacle: String?

    init(_ path: String, shownAs shown: String, _ masking: RecordedMasking) throws(UsageError) {
        var events = RecordedEvents(shown: shown, masking: masking)
        // Nothing of the results is kept.
        events.masksResults = false
        var run = try events.run(at: path)
        if run.started.shard?.hasBegun == false { run = try Self.run(path, shownAs: shown, masking) }
        guard let shard = run.started.shard else {
            throw UsageError(
                "merge.no-shard", "\(shown) is the run of one machine, not a shard of a run",
                help:
                    "merge files that `baton run --shard … --events FILE` wrote; one run alone is rendered by `baton report`"
            )
        }
        guard !run.started.isDryRun else {
            throw UsageError("merge.dry-run", "\(shown) is a dry run, which ran nothing", help: "leave it out")
        }
        guard !shard.hasBegun || shard.places.count == run.started.cases.count(where: { $0.role == .selected }) else {
            throw UsageError(
                "report.no-events", "\(shown): the places of the shard's workflows are not as many as its workflows",
                help: "the file was changed after it was written, or another program wrote it")
        }
        self.path = path
        self.shown = shown
        self.shard = shard
        started = run.started
        context = run.context
        finished = run.finished
        warnings = run.warnings
        gap = run.gap
        obstacle =
            shard.hasBegun
            ? nil : run.records.lazy.flatMap(\.failures).first.map(\.message.text) ?? "the run did not begin"
        endings = run.records.map { $0.isInvalidFile ? .invalidFile : $0.isBad ? .bad : .fine }
    }

    static func run(
        _ path: String, shownAs shown: String, _ masking: RecordedMasking
    ) throws(UsageError) -> RecordedRun {
        var events = RecordedEvents(shown: shown, masking: masking)
        return try events.run(at: path)
    }

    /// `shard 3 of 12, attempt 2 (shard-3.jsonl)`.
    var title: String {
        let attempt = shard.attempt > 1 ? ", attempt \(shard.attempt)" : ""
        return "shard \(shard.index) of \(shard.total)\(attempt) (\(shown))"
    }
}
