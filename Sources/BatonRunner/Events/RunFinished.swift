/// A run that has ended.
package final class RunFinished: Sendable {
    package enum State: String, Sendable { case passed, failed, error, interrupted }

    /// How many cases ended in each way.
    package struct Counts: Sendable, Equatable {
        package var passed = 0
        package var failed = 0
        /// Those that could not run to their end; the blocked ones are not among them.
        package var errors = 0
        /// Those that never ran because what they need did not pass.
        package var blocked = 0
        package var skipped = 0
        /// Those that failed or could not run while they were in quarantine; they are in no other number.
        package var quarantined = 0
        /// Of those that passed, how many did not at the first attempt.
        package var flaky = 0

        package init() {}

        /// Those that make a run fail.
        package var bad: Int { failed + errors + blocked }
        package var total: Int { passed + bad + skipped + quarantined }
    }

    package let state: State
    package let counts: Counts
    package let requestCount: Int
    /// How many responses came from the cache, with nothing sent.
    package let cachedCount: Int
    /// How many requests were on their way at one moment, at most; 0 where nobody counted.
    package let mostInFlight: Int
    package let duration: Microseconds
    package let exitCode: Int32

    package init(
        state: State, counts: Counts, requestCount: Int, cachedCount: Int = 0, mostInFlight: Int = 0,
        duration: Microseconds, exitCode: Int32
    ) {
        self.state = state
        self.counts = counts
        self.requestCount = requestCount
        self.cachedCount = cachedCount
        self.mostInFlight = mostInFlight
        self.duration = duration
        self.exitCode = exitCode
    }
}
