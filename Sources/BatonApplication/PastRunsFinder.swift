import BatonHistory
import BatonReports
import BatonRunner

/// Reads the past runs of a project from its history, for a report.
struct PastRunsFinder {
    /// Number of runs whose outcomes are shown.
    private static let shown = 20
    /// Number of passed results that give a case's current and its earlier duration; and the minimum of the latter.
    private static let latest = 5
    private static let before = 30
    private static let fewest = 5
    /// Maximum number of cases: reading more for each run would take as long as some runs.
    private static let mostCases = 5000
    /// Minimum difference for a case to count as slower.
    private static let leastSlower: Microseconds = 100_000

    private let reader: HistoryReader
    private let question: PastRuns.Question

    static func find(_ question: PastRuns.Question, _ workspace: Workspace?) -> PastRuns.Finding {
        guard let workspace, let path = try? workspace.historyPath() else {
            return .unknown("There is no project (no baton.yaml), and so no history to compare with.")
        }
        do throws(HistoryError) {
            let reader = try HistoryReader(path, patience: workspace.historyPatience)
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
        guard !runs.isEmpty else { return past }
        let bad = try reader.latestBadResults(
            onBranch: question.context.branch, in: question.run.environment, except: question.run.id)
        // Cases that failed before and whose latest outcome is not known yet.
        var open = bad.isEmpty ? [] : question.run.cases.map { ($0.index, CaseKey($0)) }.filter { bad[$0.1] != nil }
        let watched = question.watched.map { ($0, CaseKey(question.run.cases[$0])) }
        let timed = needsDurations ? question.durations.keys.sorted().map { ($0, CaseKey(question.run.cases[$0])) } : []
        var passes: [Int: [Microseconds]] = [:]
        for (position, run) in runs.enumerated() {
            if open.isEmpty, timed.isEmpty, position >= Self.shown || watched.isEmpty { break }
            let results = try reader.results(of: run.id)
            if position < Self.shown {
                for (index, key) in watched {
                    past.outcomes[index, default: []].append(results[key].map(Self.outcome))
                    past.signatures[index, default: []].append(results[key]?.signature)
                }
            }
            open.removeAll { index, key in
                guard let result = results[key], result.outcome != .skipped else { return false }
                let isBad = (result.outcome == .failed || result.outcome == .error) && !result.isQuarantined
                if isBad { past.noteFailed(index, result.signature, now: question.signatures[index]) }
                return true
            }
            for (index, key) in timed {
                if let result = results[key], result.outcome == .passed {
                    passes[index, default: []].append(result.duration)
                }
            }
        }
        try settle(open, bad, &past)
        past.slower = timed.compactMap { index, _ in slower(index, passes[index] ?? []) }
        return past
    }

    /// Cases in none of the latest runs: they count as failed unless they passed after their last failure.
    private func settle(
        _ open: [(Int, CaseKey)], _ bad: [CaseKey: (run: Int64, isQuarantined: Bool)], _ past: inout PastRuns
    ) throws(HistoryError) {
        guard let first = open.compactMap({ bad[$0.1]?.run }).min() else { return }
        let passed = try reader.latestPasses(
            since: first, onBranch: question.context.branch, in: question.run.environment, except: question.run.id)
        for (index, key) in open {
            guard let result = bad[key], !result.isQuarantined, (passed[key] ?? 0) <= result.run else { continue }
            past.noteFailed(index, nil, now: nil)
        }
    }

    /// Whether the median of the latest passes exceeds that of the earlier ones by at least half, 100 ms, and three
    /// times the earlier ones' median deviation.
    ///
    /// - Parameter earlier: durations in earlier runs, latest first.
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
            passed: run.passed, failed: run.bad, flaky: run.flaky)
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

extension PastRuns {
    /// - Parameters:
    ///   - signature: of the case's last failure; nil where it is not known.
    ///   - now: of the case's failure in this run; nil where it has none.
    fileprivate mutating func noteFailed(_ index: Int, _ signature: String?, now: String?) {
        failedBefore.insert(index)
        if let signature, let now, signature != now { changed.insert(index) }
    }
}
