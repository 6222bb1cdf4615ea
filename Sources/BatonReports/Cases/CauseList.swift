package import BatonRecords
import BatonValues

/// What made the cases of a run bad, each cause once, in the order in which every report shows it: new, changed, flaky,
/// known, quarantined; of each the one with the most cases first, then by place.
///
/// Each case that is bad, flaky or in quarantine belongs to one cause, by what stands for it (`CauseCase.standing`). Two
/// cases have one cause where both began now or both before, and
/// - what failed is of one kind at one place in the files, or
/// - they began in one run with one request (method and path) that failed in one way, or
/// - one server (host and port) took no connection from them or broke it off.
///
/// A case that did not run because another one did not pass is folded into the cause of that one.
package struct CauseList: Sendable {
    package let causes: [Cause]
    /// What a reader wants to know first, in one line; empty where there is no cause.
    ///
    /// `2 new causes since 49d8ea7 → f0e9c9a ('release candidate', Ida Berg): POST /payments breaks off (4), GET
    /// /shipping/rates 502 (3). 10 known, 1 flaky.`
    package let headline: String
    /// Against the earlier runs of this branch, then against those of the default branch; empty for an outage and an
    /// interrupted run, which say nothing of changes.
    package let comparisons: [RunComparison]
    /// What cannot be said, and why: an outage, no history, no earlier run; nil where the run is compared.
    package let note: String?
    /// The cases of the run, by which causes name theirs.
    package let cases: [CaseIdentity]
    /// The place in `causes` of each case that belongs to one, folded ones too, by case index.
    package let places: [Int: Int]

    /// The causes of a recorded run.
    package init(
        _ run: RunStarted, _ context: RunContext, _ cases: [CaseRecord], _ finished: RunFinished,
        past: (PastRuns.Question) -> PastRuns.Finding
    ) {
        var records = RunRecords(packsSteps: false)
        records.start(run)
        for record in cases { records.add(record) }
        records.finished = finished
        self.init(records, run, context, past(records.question(run, context)))
    }

    init(_ records: RunRecords, _ run: RunStarted, _ context: RunContext, _ finding: PastRuns.Finding) {
        var compared: [RunComparison] = []
        if case .known(let past) = finding {
            compared = ([past] + past.onDefaultBranch).compactMap { RunComparison(records, $0) }
        }
        // What an outage or an interrupted run had says nothing of changes.
        let isComparable = !records.isOutage && records.finished?.state != .interrupted
        let past = isComparable ? compared.first?.past : nil
        let now = PastRuns.Run(run, context, records.finished)
        causes = CauseGroups(records).groups(past).map { group in
            Cause(group, past, now)
        }.sorted { $0.precedes($1) }
        cases = run.cases
        var places: [Int: Int] = [:]
        for (place, cause) in causes.enumerated() {
            for index in cause.cases.map(\.index) + cause.folded { places[index] = place }
        }
        self.places = places
        headline = CauseHeadline(causes, past?.runs.first, now).text
        comparisons = isComparable ? compared : []
        note = Self.note(records, finding, isCompared: past != nil)
    }

    private static func note(_ records: RunRecords, _ finding: PastRuns.Finding, isCompared: Bool) -> String? {
        if records.isOutage {
            return
                "an outage: nearly nothing had a response other than 502, 503 or 504; the history leaves this run out of scores and comparisons"
        }
        if case .unknown(let reason) = finding { return reason }
        return isCompared
            ? nil : "The history has no earlier run of this branch in this environment to compare with."
    }
}

extension Cause {
    /// - Parameter past: nil where the run is compared with none.
    fileprivate init(_ group: CauseGroup, _ past: PastRuns?, _ now: PastRuns.Run) {
        let starts = group.cases.map { group.start(of: $0, past) }
        let oldest = starts.indices.filter { starts[$0] != nil }
            .min { (starts[$0]?.run.started ?? 0) < (starts[$1]?.run.started ?? 0) }
        let start = oldest.flatMap { starts[$0] }
        let witness = group.cases.firstIndex { past?.knows($0.index) == true }
        let standing = group.cases[0].standing
        let request = standing.request
        state = group.state
        title = CauseText.title(standing, request)
        brief = CauseText.brief(standing, request)
        self.request = request
        cases = group.cases
        folded = group.folded
        owners = group.owners
        let since: CauseStart? =
            if past == nil || group.state == .interrupted {
                nil
            } else if let start {
                CauseStart(start.run, isAtLeast: start.isAtLeast, now)
            } else {
                // What no earlier run has may be older than this one.
                group.state == .known ? nil : CauseStart(now, isAtLeast: witness == nil, now)
            }
        let good = past?.lastGood(
            group.cases[oldest ?? witness ?? 0].index, before: (start?.place).map { $0 + 1 } ?? 0)
        self.since = since
        lastGood = good
        comparisonURL = since.flatMap { good?.comparisonURL(to: $0.run) }
        tally = past?.tally(of: group.cases[0].index, withFlaky: group.state == .flaky) ?? (0, 0)
    }

    fileprivate func precedes(_ other: Cause) -> Bool {
        if state != other.state { return state.rawValue < other.state.rawValue }
        if count != other.count { return count > other.count }
        let (left, right) = (place, other.place)
        if left.file != right.file { return left.file.utf8.lexicographicallyPrecedes(right.file.utf8) }
        return (left.line, left.column, first.index) < (right.line, right.column, other.first.index)
    }
}

extension CauseStart {
    fileprivate init(_ run: PastRuns.Run, isAtLeast: Bool, _ now: PastRuns.Run) {
        let day: Microseconds = 24 * 3600 * 1_000_000
        self.init(run: run, isAtLeast: isAtLeast, days: Int(max(0, now.started &- run.started) / day))
    }
}

extension PastRuns.Run {
    /// This run, in the form of the earlier ones.
    fileprivate init(_ run: RunStarted, _ context: RunContext, _ finished: RunFinished?) {
        self.init(
            id: run.id, started: run.started, duration: finished?.duration,
            state: finished?.state.rawValue ?? "running",
            commit: context.commit, isDirty: context.isDirty, subject: context.subject, author: context.author,
            commitURL: context.commitURL, build: context.build,
            buildURL: context.ciURL, passed: finished?.counts.passed ?? 0, failed: finished?.counts.bad ?? 0,
            flaky: finished?.counts.flaky ?? 0)
    }
}

/// The first line of every report of a run that is not simply good.
private struct CauseHeadline {
    /// Number of causes that are named.
    private static let mostNamed = 3

    let text: String

    init(_ causes: [Cause], _ last: PastRuns.Run?, _ now: PastRuns.Run) {
        let new = causes.filter { $0.state == .new }
        let rest = Self.counts(causes.filter { $0.state != .new })
        if causes.isEmpty {
            text = ""
        } else if let last {
            // The last run may not have run what is new.
            let good = new.compactMap(\.lastGood)
            let oldest = good.count == new.count ? good.min { $0.started < $1.started } : nil
            let since = " since \(Self.span(oldest ?? last, now))"
            let found =
                new.isEmpty
                ? "No new cause\(since)" : "\(Plural.count(new.count, "new cause"))\(since): \(Self.names(new))"
            text = rest.isEmpty ? "\(found)." : "\(found). \(rest)."
        } else {
            let found = new.isEmpty ? "" : "\(Plural.count(new.count, "cause")): \(Self.names(new))."
            text = [found, rest.isEmpty ? "" : "\(rest)."].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// `49d8ea7 → f0e9c9a ('release candidate', Ida Berg)`; the time of the run before where a commit is not known.
    private static func span(_ last: PastRuns.Run, _ now: PastRuns.Run) -> String {
        let before = "the run of \(TimeText.minute(last.started))"
        guard let own = now.commitText, let commit = last.shortCommit else { return before }
        if commit == now.shortCommit { return "\(before), both at \(own)" }
        return "\(CauseText.line(commit, 80)) → \(own)"
    }

    private static func names(_ causes: [Cause]) -> String {
        var names = causes.prefix(mostNamed).map { "\($0.brief) (\($0.count))" }
        if causes.count > mostNamed { names.append("and \(causes.count - mostNamed) more") }
        return names.joined(separator: ", ")
    }

    /// `1 changed, 10 known, 1 flaky`.
    private static func counts(_ causes: [Cause]) -> String {
        [Cause.State.changed, .known, .flaky, .quarantined, .interrupted].compactMap { state in
            let count = causes.count { $0.state == state }
            return count == 0 ? nil : "\(count) \(state.word)"
        }.joined(separator: ", ")
    }
}
