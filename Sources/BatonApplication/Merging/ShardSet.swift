import BatonDiagnostics
import BatonRecords
import BatonRunner
import BatonSecrets
import BatonValues

/// The files of a run's shards: one for each shard, proven to belong together.
struct ShardSet {
    /// By the number of the shard.
    private(set) var files: [ShardFile] = []
    /// What was left out, for the user.
    private(set) var notes: [String] = []
    /// Why the run is not whole; empty for a whole one.
    private(set) var gaps: [String] = []
    /// Number of cases of the plan that no file has.
    private(set) var missingCount = 0

    /// Throws where the files do not belong together.
    init(_ all: [ShardFile]) throws(UsageError) {
        guard let first = all.first(where: \.shard.hasBegun) else {
            let reason = all.first?.obstacle ?? "there is no file"
            throw UsageError("merge.other-run", "no shard of the run could begin: \(reason)")
        }
        for file in all where file.started.id != first.started.id { try Self.compare(first, file) }
        var candidates: [Int: [ShardFile]] = [:]
        var seen: [String: ShardFile] = [:]
        for file in all {
            if let known = seen[file.started.id] {
                notes.append("\(file.shown) tells of the same run as \(known.shown): it counts once")
                // One of them may have been cut.
                guard known.gap != nil, file.gap == nil else { continue }
                candidates[file.shard.index]?.removeAll { $0.started.id == file.started.id }
            }
            seen[file.started.id] = file
            candidates[file.shard.index, default: []].append(file)
        }
        for index in 1...first.shard.total {
            guard var tried = candidates[index] else { continue }
            tried.sort { ($0.shard.attempt, $0.started.started) < ($1.shard.attempt, $1.started.started) }
            let last = tried[tried.count - 1]
            if tried.count > 1 { notes.append(Self.retry(tried, last)) }
            if let obstacle = last.obstacle {
                gaps.append("shard \(index) of \(first.shard.total) could not begin: \(obstacle)")
                continue
            }
            files.append(last)
            if let gap = last.gap {
                gaps.append("shard \(index) of \(first.shard.total) did not end: \(gap)")
            } else if last.finished.state == .interrupted {
                gaps.append("shard \(index) of \(first.shard.total) was interrupted (\(last.shown))")
            }
        }
        let missing = (1...first.shard.total).filter { candidates[$0] == nil }
        if !missing.isEmpty { gaps.append(Self.missing(missing, first.shard.total)) }
        if files.count > 1, files.contains(where: { $0.shard.group == nil }) {
            notes.append("no group tells that these shards are of one run: set BATON_SHARD_GROUP for all of them")
        }
        let bases = Set(files.map { $0.started.baseURL?.text })
        if bases.count > 1 { notes.append("the shards ran against \(bases.count) base URLs") }
        prove(first.shard.proof, isWhole: files.count == first.shard.total)
    }

    /// Counts every case of the plan.
    private mutating func prove(_ proof: PlanProof, isWhole: Bool) {
        var owners: [Int: Int] = [:]
        var keys: [ShardKey] = []
        var known: Set<ShardKey> = []
        var twice: [String] = []
        for (number, file) in files.enumerated() {
            let cases = file.started.cases.filter { $0.role == .selected }
            for (identity, place) in zip(cases, file.shard.places) {
                let key = ShardKey(identity)
                keys.append(key)
                let isNew = known.insert(key).inserted
                if let other = owners.updateValue(number, forKey: place) {
                    twice.append("\(Self.shown(identity)) (\(files[other].shown), \(file.shown))")
                } else if !isNew {
                    twice.append("\(Self.shown(identity)) (\(file.shown))")
                }
            }
        }
        if !twice.isEmpty {
            gaps.append(
                "\(Plural.count(twice.count, "workflow")) ran twice: \(Self.list(twice))")
        }
        let left = proof.caseCount - owners.count
        missingCount = left
        if left > 0 {
            gaps.append("\(left) of \(Plural.count(proof.caseCount, "workflow")) did not run")
        } else if isWhole, twice.isEmpty, ShardKey.digest(of: keys) != proof.cases {
            gaps.append("the workflows that ran are not those of the plan")
        }
    }

    // MARK: - Words

    private static func shown(_ identity: CaseIdentity) -> String {
        identity.marks.isEmpty ? identity.path : "\(identity.path) \(identity.marks)"
    }

    private static func list(_ texts: [String]) -> String {
        let shown = texts.prefix(10).joined(separator: ", ")
        return texts.count > 10 ? "\(shown) and \(texts.count - 10) more" : shown
    }

    private static func missing(_ indices: [Int], _ total: Int) -> String {
        indices.count == 1
            ? "shard \(indices[0]) of \(total) is missing"
            : "\(indices.count) of \(total) shards are missing: \(list(indices.map { "\($0)" }))"
    }

    private static func retry(_ tried: [ShardFile], _ last: ShardFile) -> String {
        let ends = tried.map { "\($0.shown) \($0.gap != nil ? "did not end" : "\($0.finished.state.rawValue)")" }
        return
            "shard \(last.shard.index) of \(last.shard.total) was tried \(tried.count) times, and the last counts: \(ends.joined(separator: ", "))"
    }

    // MARK: - Files that do not belong together

    private static func compare(_ first: ShardFile, _ other: ShardFile) throws(UsageError) {
        func fail(_ message: Message, _ help: Message) -> UsageError {
            UsageError("merge.other-run", message, help: help)
        }
        let (one, two) = (first.shard, other.shard)
        if one.group != two.group {
            func run(_ group: String?) -> Message { group.map { "the run \($0)" } ?? "no named run" }
            throw fail(
                "\(first.shown) belongs to \(run(one.group)), and \(other.shown) to \(run(two.group))",
                "merge the files of one run; BATON_SHARD_GROUP names it for all of them")
        }
        guard one.total == two.total else {
            throw fail(
                "\(first.shown) is shard \(one.index) of \(one.total), and \(other.shown) is shard \(two.index) of \(two.total)",
                "merge the files of one run, all with the same number of shards")
        }
        // What could not begin knows nothing else.
        guard two.hasBegun else { return }
        guard first.started.project == other.started.project else {
            throw fail(
                "\(first.shown) ran the project \(first.started.project), and \(other.shown) the project \(other.started.project)",
                "merge the files of one run")
        }
        guard first.started.toolVersion == other.started.toolVersion else {
            throw fail(
                "\(first.shown) was run by Baton \(first.started.toolVersion), and \(other.shown) by Baton \(other.started.toolVersion)",
                "install the same version on all machines")
        }
        guard first.started.isStub == other.started.isStub else {
            throw fail(
                "one of \(first.shown) and \(other.shown) had its responses from samples (`--stub`), the other from a server",
                "run all shards with the same options")
        }
        guard first.started.environment == other.started.environment else {
            throw fail(
                "\(first.shown) ran in the environment \(first.started.environment ?? "(none)"), and \(other.shown) in \(other.started.environment ?? "(none)")",
                "run all shards with the same `--env`")
        }
        if let commit = first.context.commit, let second = other.context.commit, commit != second {
            throw fail(
                "\(first.shown) ran the commit \(commit.prefix(12)), and \(other.shown) the commit \(second.prefix(12))",
                "let all shards check out the same commit")
        }
        guard one.proof.caseCount == two.proof.caseCount, one.proof.cases == two.proof.cases else {
            throw fail(
                "\(first.shown) and \(other.shown) planned different workflows: \(one.proof.caseCount) and \(two.proof.caseCount) in all shards",
                "run all shards with the same files, paths and options; `--last-failed` needs the same history everywhere"
            )
        }
        guard one.proof.basis == two.proof.basis else {
            throw fail(
                "\(first.shown) and \(other.shown) planned the same workflows from different files",
                "let all shards have the same workflow files and the same file of `--balance`")
        }
    }
}

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
                "report.wrong-events", "\(shown) is the run of one machine, not a shard of a run",
                help:
                    "merge files that `baton run --shard … --events FILE` wrote; one run alone is rendered by `baton report`"
            )
        }
        guard !run.started.isDryRun else {
            throw UsageError("report.wrong-events", "\(shown) is a dry run, which ran nothing", help: "leave it out")
        }
        guard !shard.hasBegun || shard.places.count == run.started.cases.count(where: { $0.role == .selected }) else {
            throw UsageError(
                "report.wrong-events", "\(shown): the places of the shard's workflows are not as many as its workflows",
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
