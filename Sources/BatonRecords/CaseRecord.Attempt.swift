extension CaseRecord {
    /// A failed attempt at the whole workflow that was retried.
    package struct Attempt: Sendable, Equatable {
        /// Number of the attempt, from 1.
        package var number: Int
        package var outcome: Outcome
        package var started: Microseconds
        package var duration: Microseconds
        /// The first failures only: enough to see whether every attempt failed alike.
        package var failures: [StepFailure]

        package init(
            number: Int, outcome: Outcome, started: Microseconds, duration: Microseconds, failures: [StepFailure]
        ) {
            self.number = number
            self.outcome = outcome
            self.started = started
            self.duration = duration
            self.failures = failures
        }

        package struct StepFailure: Sendable, Equatable {
            /// The step's name; empty for a failure outside the steps.
            package var step: String
            package var failure: FailureRecord

            package init(step: String, failure: FailureRecord) {
                self.step = step
                self.failure = failure
            }
        }

        private static let mostFailures = 10

        /// Keeps the parts of a record that are still needed once the next attempt replaces it.
        package init(_ record: CaseRecord, number: Int) {
            let ofSteps = record.steps.lazy.flatMap { step in
                step.failures.lazy.map { StepFailure(step: step.name, failure: $0) }
            }
            let outside = record.failures.lazy.map { StepFailure(step: "", failure: $0) }
            self.init(
                number: number, outcome: record.outcome, started: record.started, duration: record.duration,
                failures: Array((Array(ofSteps) + Array(outside)).prefix(Self.mostFailures)))
        }
    }

    /// The record of the last attempt, extended to cover all attempts.
    package func following(_ earlier: [Attempt]) -> CaseRecord {
        guard let first = earlier.first else { return self }
        return CaseRecord(
            identity: identity, outcome: outcome, reason: reason, started: first.started,
            duration: started &- first.started &+ duration, steps: steps, failures: failures, outputs: outputs,
            earlier: earlier)
    }
}
