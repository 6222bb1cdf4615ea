package import BatonRunner

/// What the history knows of earlier runs of the same branch and environment.
package struct PastRuns: Sendable {
    package struct Run: Sendable {
        package var id: String
        package var started: Microseconds
        /// Nil for a run that died.
        package var duration: Microseconds?
        package var state: String
        package var commit: String?
        package var passed: Int
        /// Those that could not run counted in.
        package var failed: Int
        package var flaky: Int

        package init(
            id: String, started: Microseconds, duration: Microseconds?, state: String, commit: String?, passed: Int,
            failed: Int, flaky: Int
        ) {
            self.id = id
            self.started = started
            self.duration = duration
            self.state = state
            self.commit = commit
            self.passed = passed
            self.failed = failed
            self.flaky = flaky
        }

        /// Enough of the identity to name the run in a command.
        var shortID: String { String(id.prefix(13)) }
    }

    package enum Outcome: Sendable { case passed, flaky, failed, error, quarantined, skipped }

    package struct Slower: Sendable {
        package var index: Int
        /// Medians of passes: before, and of the last ones.
        package var before: Microseconds
        package var now: Microseconds

        package init(index: Int, before: Microseconds, now: Microseconds) {
            self.index = index
            self.before = before
            self.now = now
        }
    }

    /// The latest first.
    package var runs: [Run]
    /// Of the cases that were asked for, by index: how they ended in each of these runs, nil where they did not run.
    package var outcomes: [Int: [Outcome?]]
    /// Failure signatures of these outcomes, in the same order; nil without a signature.
    package var signatures: [Int: [String?]]
    /// Cases of this run whose last result before was bad, in whichever run they had it.
    package var failedBefore: Set<Int>
    /// Of these, those that fail now with another failure than then.
    package var changed: Set<Int>
    package var slower: [Slower]

    package init(
        runs: [Run] = [], outcomes: [Int: [Outcome?]] = [:], signatures: [Int: [String?]] = [:],
        failedBefore: Set<Int> = [], changed: Set<Int> = [], slower: [Slower] = []
    ) {
        self.runs = runs
        self.outcomes = outcomes
        self.signatures = signatures
        self.failedBefore = failedBefore
        self.changed = changed
        self.slower = slower
    }

    /// What a report wants to know.
    package struct Question: Sendable {
        package var run: RunStarted
        package var context: RunContext
        /// The cases whose story is told.
        package var watched: [Int]
        /// The failures of those that failed or could not run.
        package var signatures: [Int: String]
        /// How long the passing cases took that may be slower than they were.
        package var durations: [Int: Microseconds]
    }
}

extension PastRuns {
    package enum Finding: Sendable {
        case known(PastRuns)
        /// Why nothing is known, in a sentence for people.
        case unknown(String)
    }
}
