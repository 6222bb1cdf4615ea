import BatonHistory
import BatonRecords
import BatonReports
import BatonSecrets
import Synchronization

/// Reads the past runs of a project from its history, for a report.
struct PastRunsFinder {
    /// Maximum number of cases: reading more for each run would take as long as some runs.
    private static let mostCases = 5000
    /// Maximum number of cases of which is asked when they began before the runs that are shown.
    private static let mostBeginnings = 200

    private let reader: HistoryReader
    private let question: PastRuns.Question

    /// - Parameter recorder: records this run, and has the history open.
    static func find(
        _ question: PastRuns.Question, _ workspace: Workspace?, _ recorder: HistoryRecorder? = nil
    ) -> PastRuns.Finding {
        guard let workspace, let path = try? workspace.historyPath() else {
            return .unknown("There is no project (no baton.yaml), and so no history to compare with.")
        }
        do throws(HistoryError) {
            func past(_ reader: HistoryReader) throws(HistoryError) -> PastRuns {
                try PastRunsFinder(reader: reader, question: question).find()
            }
            if let past = try recorder?.reading(past) { return .known(past) }
            return .known(try past(try HistoryReader(path, patience: workspace.historyPatience)))
        } catch  where error.code == .missing {
            return .known(PastRuns(runs: []))
        } catch {
            return .unknown("The history could not be read: \(error.message)")
        }
    }

    /// Compares with the runs that lead up to this one: those of the branch, and of the default branch before them. Where the
    /// branch has some of its own, also with all of the default branch.
    private func find() throws(HistoryError) -> PastRuns {
        let branch = question.context.branch
        let name = try defaultBranch()
        guard let name, name != branch else { return try find(along: BranchLine(branch, to: question.run)) }
        var own = try find(along: BranchLine(branch, from: name, to: question.run))
        if own.runs.isEmpty || own.isDefaultBranch { return own }
        let other = try find(along: BranchLine(name, to: question.run))
        if !other.runs.isEmpty { own.onDefaultBranch = [other] }
        return own
    }

    /// The branch that the CI service or git names, else `main` or `master`.
    private func defaultBranch() throws(HistoryError) -> String? {
        if let name = question.context.defaultBranch { return name }
        for name in ["main", "master"] {
            if try !reader.runs(on: BranchLine(name, to: question.run), limit: 1).isEmpty { return name }
        }
        return nil
    }

    private func find(along line: BranchLine) throws(HistoryError) -> PastRuns {
        let needsDurations = !question.durations.isEmpty && question.run.cases.count <= Self.mostCases
        let runs = try reader.runs(
            on: line, limit: max(PastRuns.most + 1, needsDurations ? Medians.latest + Medians.before : 0))
        var past = PastRuns(runs: runs.prefix(PastRuns.most).map(Self.run))
        past.branch = line.branch
        guard let last = runs.first else { return past }
        past.branch = last.branch
        past.isDefaultBranch = last.branch != line.branch
        try noteNew(runs, &past)
        let bad = try reader.latestBadResults(on: line)
        // Cases that failed before and whose latest outcome is not known yet.
        var open = bad.isEmpty ? [] : question.run.cases.map { ($0.index, CaseKey($0)) }.filter { bad[$0.1] != nil }
        let watched = question.watched.map { ($0, CaseKey(question.run.cases[$0])) }
        let timed = needsDurations ? question.durations.keys.sorted().map { ($0, CaseKey(question.run.cases[$0])) } : []
        var times: [Int: [(duration: Microseconds, run: Int)]] = [:]
        for (position, run) in runs.enumerated() {
            if open.isEmpty, timed.isEmpty, position >= PastRuns.most || watched.isEmpty { break }
            let results = try reader.results(of: run.id)
            if position < PastRuns.most {
                for (index, key) in watched {
                    past.outcomes[index, default: []].append(results[key].map(Self.outcome))
                    past.signatures[index, default: []].append(results[key]?.signature)
                }
            }
            open.removeAll { index, key in
                guard let result = results[key], result.outcome != .skipped, !result.isBlocked else { return false }
                if result.outcome == .failed || result.outcome == .error {
                    past.noteFailed(
                        index, result.signature, now: question.signatures[index], inQuarantine: result.isQuarantined)
                }
                return true
            }
            for (index, key) in timed {
                if let result = results[key], result.isTimed {
                    times[index, default: []].append((result.duration, position))
                }
            }
        }
        try settle(open, bad, line, &past)
        if runs.count > PastRuns.most { try noteBeginnings(watched, line, &past) }
        past.slower = timed.compactMap { index, _ in
            guard let own = question.durations[index] else { return nil }
            let earlier = times[index] ?? []
            guard let change = Medians.change([own] + earlier.map(\.duration)), let span = change.slowerFor else {
                return nil
            }
            let since = span > 1 ? Self.run(runs[earlier[span - 2].run]) : nil
            return PastRuns.Slower(index: index, before: change.before, now: change.now, since: since)
        }
        return past
    }

    /// Looks behind the runs that are shown for the beginning of what all of them had.
    private func noteBeginnings(
        _ watched: [(Int, CaseKey)], _ line: BranchLine, _ past: inout PastRuns
    ) throws(HistoryError) {
        let failing = watched.filter { past.since($0.0, question.signatures[$0.0])?.isAtLeast == true }
        let found = try reader.beginnings(
            of: Dictionary(
                failing.prefix(Self.mostBeginnings).map { ($0.1, question.signatures[$0.0]) }
            ) { first, _ in first }, on: line)
        for (index, key) in failing {
            guard let found = found[key] else { continue }
            past.beginnings[index] = PastRuns.Beginning(
                run: Self.run(found.first), lastGood: found.lastGood.map(Self.run), isAtLeast: found.isAtLeast)
        }
    }

    /// Counts in each run the cases that made it fail and whose latest result before was good; nothing is known of the oldest.
    ///
    /// - Parameter runs: latest first.
    private func noteNew(_ runs: [RunSummary], _ past: inout PastRuns) throws(HistoryError) {
        var broken: Set<Int64> = []
        for (place, run) in runs.enumerated().reversed() {
            let bad = run.bad + run.quarantined > 0 ? try reader.badResults(of: run.id) : BadResults()
            if past.runs.indices.contains(place), place + 1 < runs.count {
                past.runs[place].new = bad.counting.subtracting(broken).count
            }
            if !broken.isEmpty { broken.subtract(try reader.passes(of: broken, in: run.id)) }
            broken.formUnion(bad.own)
        }
    }

    /// Cases in none of the latest runs: they count as failed unless they passed after their last failure.
    private func settle(
        _ open: [(Int, CaseKey)], _ bad: [CaseKey: (run: Int64, isQuarantined: Bool)], _ line: BranchLine,
        _ past: inout PastRuns
    ) throws(HistoryError) {
        guard let first = open.compactMap({ bad[$0.1]?.run }).min() else { return }
        let passed = try reader.latestPasses(since: first, on: line)
        for (index, key) in open {
            guard let result = bad[key], (passed[key] ?? 0) <= result.run else { continue }
            past.noteFailed(index, nil, now: nil, inQuarantine: result.isQuarantined)
        }
    }

    private static func run(_ run: RunSummary) -> PastRuns.Run {
        PastRuns.Run(
            id: run.id, started: run.started, duration: run.duration, state: run.state, commit: run.commit,
            isDirty: run.isDirty, subject: run.subject, author: run.author, commitURL: run.commitURL,
            build: run.build, buildURL: run.ciURL, passed: run.passed,
            failed: run.bad, flaky: run.flaky)
    }

    private static func outcome(_ result: CaseResult) -> CaseState {
        if result.isQuarantined { return .quarantined }
        if result.isBlocked { return .blocked }
        return switch result.outcome {
        case .passed: result.isFlaky ? .flaky : .passed
        case .failed: .failed
        case .error: .error
        case .skipped: .skipped
        }
    }
}

extension PastRuns {
    /// - Parameters:
    ///   - signature: of the case's last failure; nil where it is not known.
    ///   - now: of the case's failure in this run; nil where it has none.
    fileprivate mutating func noteFailed(_ index: Int, _ signature: String?, now: String?, inQuarantine: Bool) {
        if inQuarantine { quarantinedBefore.insert(index) } else { failedBefore.insert(index) }
        if let signature, let now, signature != now { changed.insert(index) }
    }
}

/// What the history knows of earlier runs: searched once, for the first report that asks.
final class SharedFinding: Sendable {
    private let known = Mutex<PastRuns.Finding?>(nil)
    private let search: @Sendable (PastRuns.Question) -> PastRuns.Finding

    init(_ search: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding) { self.search = search }

    /// All reports of a run ask the same question.
    func find(_ question: PastRuns.Question) -> PastRuns.Finding {
        known.withLock { known in
            let finding = known ?? search(question)
            known = finding
            return finding
        }
    }
}

/// Finds for a case that fails the latest earlier run in which it simply passed, of those that lead up to this run. The history is
/// read when the first case asks, each run at most once.
final class EarlierPasses: Sendable {
    private struct Known {
        var runs: [PastRuns.Run]?
        /// Of the first runs, which were looked at.
        var plans: [[CaseKey: Int64]] = []
        var steps: [Int64: [PassedBefore.Step]] = [:]
    }

    private let known = Mutex(Known())
    private let run: RunStarted
    private let context: @Sendable () -> RunContext
    private let workspace: Workspace?
    private let recorder: HistoryRecorder?

    init(
        before run: RunStarted, _ context: @escaping @Sendable () -> RunContext, _ workspace: Workspace?,
        _ recorder: HistoryRecorder?
    ) {
        self.run = run
        self.context = context
        self.workspace = workspace
        self.recorder = recorder
    }

    /// Nil where there is no such run, and where the history cannot be read: then nothing is known of the test.
    func passed(_ identity: CaseIdentity) -> PassedBefore? {
        guard let workspace, let path = try? workspace.historyPath() else { return nil }
        return known.withLock { known in
            do throws(HistoryError) {
                func find(_ reader: HistoryReader) throws(HistoryError) -> PassedBefore? {
                    try self.find(CaseKey(identity), reader, &known)
                }
                if let found = try recorder?.reading(find) { return found }
                return try find(try HistoryReader(path, patience: workspace.historyPatience))
            } catch {
                known.runs = []
                return nil
            }
        }
    }

    private func find(
        _ key: CaseKey, _ reader: HistoryReader, _ known: inout Known
    ) throws(HistoryError) -> PassedBefore? {
        if known.runs == nil { known.runs = try PastRunsFinder.runs(before: run, context(), reader) }
        let runs = known.runs ?? []
        for (index, run) in runs.enumerated() {
            if known.plans.count == index { known.plans.append(try reader.passedPlans(of: run.id)) }
            guard let plan = known.plans[index][key] else { continue }
            if known.steps[plan] == nil { known.steps[plan] = try Self.steps(ofPlan: plan, reader) }
            let mark = run.shortCommit ?? "the run of \(TimeText.minute(run.started))"
            return PassedBefore(run: MaskedText(recorded: mark), steps: known.steps[plan] ?? [])
        }
        return nil
    }

    private static func steps(ofPlan plan: Int64, _ reader: HistoryReader) throws(HistoryError) -> [PassedBefore.Step] {
        try reader.steps(ofPlan: plan).map { step in
            PassedBefore.Step(name: step.name, line: step.line, checkCount: step.checkCount, status: step.status)
        }
    }
}

extension PastRunsFinder {
    /// Latest first.
    fileprivate static func runs(
        before run: RunStarted, _ context: RunContext, _ reader: HistoryReader
    ) throws(HistoryError) -> [PastRuns.Run] {
        let question = PastRuns.Question(run: run, context: context, watched: [], signatures: [:], durations: [:])
        return try PastRunsFinder(reader: reader, question: question).find().runs
    }
}
