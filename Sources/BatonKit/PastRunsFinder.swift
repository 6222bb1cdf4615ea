import BatonHistory
import BatonReports
import BatonRunner
import BatonSystem

/// What the history of a project knows of the runs before this one.
struct PastRunsFinder {
    /// Runs whose outcomes are shown.
    private static let shown = 20
    /// Passes that say how long a case takes now, and before; and how many of the latter there must be.
    private static let latest = 5
    private static let before = 30
    private static let fewest = 5
    /// Reading more of them for each run would take as long as some runs do.
    private static let mostCases = 5000
    /// By how much more a case must take to be slower.
    private static let leastSlower: Microseconds = 100_000

    private let reader: HistoryReader
    private let question: PastRuns.Question

    static func answer(_ question: PastRuns.Question, _ workspace: Workspace) -> PastRuns.Answer {
        guard let project = workspace.project else {
            return .unknown("There is no project (no baton.yaml), and so no history to compare with.")
        }
        do throws(HistoryError) {
            let reader = try HistoryReader(RealPath.join(project.folder, project.history))
            return .known(try PastRunsFinder(reader: reader, question: question).find())
        } catch  where error.code == .missing {
            return .unknown("The history has no earlier run to compare with.")
        } catch {
            return .unknown("The history could not be read: \(error.message)")
        }
    }

    private func find() throws(HistoryError) -> PastRuns {
        let needsDurations = !question.durations.isEmpty && question.run.cases.count <= Self.mostCases
        let runs = try reader.runs(
            onBranch: question.context.branch, in: question.run.environment, except: question.run.id,
            limit: needsDurations ? Self.latest + Self.before : Self.shown)
        var past = PastRuns(runs: runs.prefix(Self.shown).map(Self.run))
        guard let last = runs.first else { return past }
        let bad = try reader.results(of: last.id, onlyBad: true).filter { !$0.value.isQuarantined }
        if !bad.isEmpty {
            for identity in question.run.cases where bad[CaseKey(identity)] != nil {
                past.failedBefore.insert(identity.index)
            }
        }
        guard !question.watched.isEmpty || needsDurations else { return past }
        let watched = question.watched.map { ($0, CaseKey(question.run.cases[$0])) }
        let timed = needsDurations ? question.durations.keys.sorted().map { ($0, CaseKey(question.run.cases[$0])) } : []
        var passes: [Int: [Microseconds]] = [:]
        for (position, run) in runs.enumerated() {
            let results = try reader.results(of: run.id)
            if position < Self.shown {
                for (index, key) in watched {
                    past.outcomes[index, default: []].append(results[key].map(Self.outcome))
                }
            }
            for (index, key) in timed {
                if let result = results[key], result.outcome == .passed {
                    passes[index, default: []].append(result.duration)
                }
            }
        }
        past.slower = timed.compactMap { index, _ in slower(index, passes[index] ?? []) }
        return past
    }

    /// Whether the median of the last passes is at least one and a half times that of those before, and by at least 100
    /// ms and three times their median deviation more.
    ///
    /// - Parameter earlier: of the runs before this one, the latest first.
    private func slower(_ index: Int, _ earlier: [Microseconds]) -> PastRuns.Slower? {
        guard let own = question.durations[index] else { return nil }
        let passes = [own] + earlier
        let (now, before) = (passes.prefix(Self.latest), passes.dropFirst(Self.latest).prefix(Self.before))
        guard before.count >= Self.fewest, let usual = Self.median(before), let median = Self.median(now) else {
            return nil
        }
        let deviation = Self.median(before.map { abs($0 - usual) }[...]) ?? 0
        guard median * 2 >= usual * 3, median - usual >= max(Self.leastSlower, 3 * deviation) else { return nil }
        return PastRuns.Slower(index: index, before: usual, now: median)
    }

    private static func median(_ values: ArraySlice<Microseconds>) -> Microseconds? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return sorted[sorted.count / 2]
    }

    private static func run(_ run: RunSummary) -> PastRuns.Run {
        PastRuns.Run(
            id: run.id, started: run.started, duration: run.duration, state: run.state, commit: run.commit,
            passed: run.passed, failed: run.failed + run.errors, flaky: run.flaky)
    }

    private static func outcome(_ result: CaseResult) -> PastRuns.Outcome {
        if result.isQuarantined { return .quarantined }
        return switch result.outcome {
        case .passed: result.isFlaky ? .flaky : .passed
        case .failed: .failed
        case .error: .error
        case .skipped: .skipped
        }
    }
}
