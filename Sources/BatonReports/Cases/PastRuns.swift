import BatonHistory
package import BatonRecords

/// Earlier runs in the same environment, of this branch and of the default branch that it came from, from the history.
package struct PastRuns: Sendable {
    /// Number of runs that reports show, and of earlier ones that are read for it.
    package static let most = 30

    package struct Run: Sendable {
        package var id: String
        package var started: Microseconds
        /// Nil for a run that did not end.
        package var duration: Microseconds?
        package var state: String
        package var commit: String?
        /// Whether files differed from the commit.
        package var isDirty: Bool
        /// The first line of the commit's message, and who wrote it; nil where git did not say.
        package var subject: String?
        package var author: String?
        /// The pages of the commit and of the CI build, where they are known.
        package var commitURL: String?
        package var build: String?
        package var buildURL: String?
        package var passed: Int
        /// Includes the cases that could not run.
        package var failed: Int
        package var flaky: Int
        /// Those of `failed` that had not failed in the run before; 0 where that is not known.
        package var new = 0

        package init(
            id: String, started: Microseconds, duration: Microseconds?, state: String, commit: String?,
            isDirty: Bool = false, subject: String? = nil, author: String? = nil, commitURL: String? = nil,
            build: String? = nil, buildURL: String? = nil, passed: Int, failed: Int, flaky: Int
        ) {
            self.id = id
            self.started = started
            self.duration = duration
            self.state = state
            self.commit = commit
            self.isDirty = isDirty
            self.subject = subject
            self.author = author
            self.commitURL = commitURL
            self.build = build
            self.buildURL = buildURL
            self.passed = passed
            self.failed = failed
            self.flaky = flaky
        }

        /// The beginning of the identity, long enough to name the run in a command.
        package var shortID: String { String(id.prefix(13)) }

        /// The beginning of the commit, as git shows it; with a `+` for local changes.
        package var shortCommit: String? { commit.map { String($0.prefix(7)) + (isDirty ? "+" : "") } }
    }

    package struct Slower: Sendable {
        package var index: Int
        /// Median durations of results that passed or failed for taking too long: of earlier runs, and of the latest ones.
        package var before: Microseconds
        package var now: Microseconds
        /// The earlier run since which it is so; nil for this one.
        package var since: Run?

        package init(index: Int, before: Microseconds, now: Microseconds, since: Run? = nil) {
            self.index = index
            self.before = before
            self.now = now
            self.since = since
        }
    }

    /// Where a failure began before these runs.
    package struct Beginning: Sendable {
        let run: Run
        let lastGood: Run?
        let isAtLeast: Bool

        package init(run: Run, lastGood: Run?, isAtLeast: Bool) {
            self.run = run
            self.lastGood = lastGood
            self.isAtLeast = isAtLeast
        }
    }

    /// The branch of the latest of these runs; nil where it is not known.
    package var branch: String?
    /// Whether the branch has no run yet, so that these are runs of the default branch.
    package var isDefaultBranch = false
    /// The same for the runs of the default branch, where these are runs of another one; else empty.
    package var onDefaultBranch: [PastRuns] = []
    /// Latest first.
    package var runs: [Run]
    /// Outcomes of the watched cases, by case index, in each of these runs; nil where the case did not run.
    package var outcomes: [Int: [CaseState?]]
    /// Failure signatures of these outcomes, in the same order; nil where there is none.
    package var signatures: [Int: [String?]]
    /// Cases of this run whose latest earlier result was bad, in any earlier run.
    package var failedBefore: Set<Int>
    /// Cases whose latest earlier result was bad in quarantine, so that it did not count.
    package var quarantinedBefore: Set<Int> = []
    /// Where failures began that all of these runs had.
    package var beginnings: [Int: Beginning] = [:]
    /// Cases of `failedBefore` that now fail with a different failure.
    package var changed: Set<Int>
    package var slower: [Slower]

    package init(
        runs: [Run] = [], branch: String? = nil, outcomes: [Int: [CaseState?]] = [:],
        signatures: [Int: [String?]] = [:], failedBefore: Set<Int> = [], changed: Set<Int> = [], slower: [Slower] = []
    ) {
        self.runs = runs
        self.branch = branch
        self.outcomes = outcomes
        self.signatures = signatures
        self.failedBefore = failedBefore
        self.changed = changed
        self.slower = slower
    }

    /// The data that a report requests.
    package struct Question: Sendable {
        package var run: RunStarted
        package var context: RunContext
        /// The cases whose past outcomes are requested.
        package var watched: [Int]
        /// Failure signatures of the cases that failed or could not run.
        package var signatures: [Int: String]
        /// Durations of the cases that passed, or failed for taking too long, and may have become slower.
        package var durations: [Int: Microseconds]

        package init(
            run: RunStarted, context: RunContext, watched: [Int], signatures: [Int: String],
            durations: [Int: Microseconds]
        ) {
            self.run = run
            self.context = context
            self.watched = watched
            self.signatures = signatures
            self.durations = durations
        }
    }
}

extension PastRuns {
    /// When a failure began.
    package struct Since {
        /// The place of the run in `runs`; of the last of these for an older one.
        var place: Int
        var run: Run
        /// Whether the failure was there in every known run, and may be older.
        package var isAtLeast: Bool
    }

    /// The first of the latest runs that had this failure one after the other; nil where the latest had another outcome.
    ///
    /// - Parameter signature: of the failure; results whose signature is not known count as equal.
    package func since(_ index: Int, _ signature: String?) -> Since? {
        let signatures = signatures[index] ?? []
        let found = since(index) { place, outcome in
            let other = signatures.indices.contains(place) ? signatures[place] : nil
            return outcome.isFailure && (other == nil || other == signature)
        }
        guard let found, found.isAtLeast, let older = beginnings[index] else { return found }
        return Since(place: found.place, run: older.run, isAtLeast: older.isAtLeast)
    }

    /// The first run in which a flaky case was flaky, or failed, without ten good results in between; nil where none of
    /// the known runs had that.
    func flakySince(_ index: Int) -> Since? {
        let results = (outcomes[index] ?? []).map { outcome -> Bool? in
            switch outcome {
            case .flaky, .failed, .error, .quarantined: true
            case .passed: false
            case .blocked, .skipped, nil: nil
            }
        }
        guard let start = FlakyCases.start(results) else { return nil }
        return since(index, at: start.place).map { Since(place: $0.place, run: $0.run, isAtLeast: start.isAtLeast) }
    }

    private func since(_ index: Int, isSame: (Int, CaseState) -> Bool) -> Since? {
        let outcomes = outcomes[index] ?? []
        let same = outcomes.indices.prefix { place in
            guard let outcome = outcomes[place], outcome.isOwn else { return true }
            return isSame(place, outcome)
        }
        return same.last { outcomes[$0]?.isOwn == true }.flatMap { since(index, at: $0) }
    }

    private func since(_ index: Int, at place: Int) -> Since? {
        guard runs.indices.contains(place) else { return nil }
        let isFirst = !(outcomes[index] ?? []).dropFirst(place + 1).contains { $0?.isOwn == true }
        return Since(place: place, run: runs[place], isAtLeast: isFirst)
    }

    /// Whether one of these runs has a result of the case.
    func knows(_ index: Int) -> Bool { (outcomes[index] ?? []).contains { $0?.isOwn == true } }

    /// Whether the latest result of a case, or what kept it from running, was bad.
    func wasBad(_ index: Int) -> Bool {
        (outcomes[index] ?? []).lazy.compactMap(\.self).first { $0 != .skipped }?.isBad == true
    }

    /// The latest run before a place in `runs` in which the case passed; nil where none is known.
    func lastGood(_ index: Int, before place: Int) -> Run? {
        let outcomes = outcomes[index] ?? []
        let found = outcomes.indices.first { $0 >= place && (outcomes[$0] == .passed || outcomes[$0] == .flaky) }
        return found.map { runs.indices.contains($0) ? runs[$0] : nil } ?? beginnings[index]?.lastGood
    }

    /// In how many of the known runs a case did not pass, those in quarantine included, and in how many it ran.
    ///
    /// - Parameter withFlaky: whether runs in which it passed only after a failure count too.
    package func tally(of index: Int, withFlaky: Bool = false) -> (bad: Int, all: Int) {
        let ran = (outcomes[index] ?? []).compactMap(\.self).filter(\.isOwn)
        return (ran.count { $0.isFailure || withFlaky && $0 == .flaky }, ran.count)
    }

    /// Whether a case that fails now is new, changed or known.
    func state(of index: Int) -> Cause.State {
        let isOld = failedBefore.contains(index) || quarantinedBefore.contains(index)
        return !isOld ? .new : changed.contains(index) ? .changed : .known
    }

    package enum Finding: Sendable {
        case known(PastRuns)
        /// The history could not be read; the text is a sentence for the user.
        case unknown(String)
    }
}

extension CaseState {
    /// Whether it says something of the case itself.
    var isOwn: Bool { self != .skipped && self != .blocked }
    /// Whether the case ran and did not pass, in quarantine or not.
    fileprivate var isFailure: Bool { self == .failed || self == .error || self == .quarantined }
}
