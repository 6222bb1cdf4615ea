extension CaseRecord {
    /// A run of the whole workflow that failed, and that another followed.
    package struct Attempt: Sendable, Equatable {
        /// From 1.
        package var number: Int
        package var outcome: Outcome
        package var started: Microseconds
        package var duration: Microseconds
        /// The first of them: enough to see whether every attempt failed alike.
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
            /// The step's name; empty for what happened outside the steps.
            package var step: String
            package var failure: FailureRecord

            package init(step: String, failure: FailureRecord) {
                self.step = step
                self.failure = failure
            }
        }

        private static let mostFailures = 10

        /// What is kept of a record that another attempt replaces.
        init(_ record: CaseRecord, number: Int) {
            let ofSteps = record.steps.lazy.flatMap { step in
                step.failures.lazy.map { StepFailure(step: step.name, failure: $0) }
            }
            let outside = record.failures.lazy.map { StepFailure(step: "", failure: $0) }
            self.init(
                number: number, outcome: record.outcome, started: record.started, duration: record.duration,
                failures: Array((Array(ofSteps) + Array(outside)).prefix(Self.mostFailures)))
        }
    }

    /// The record of the last attempt as that of all of them.
    func following(_ earlier: [Attempt]) -> CaseRecord {
        guard let first = earlier.first else { return self }
        return CaseRecord(
            identity: identity, outcome: outcome, reason: reason, started: first.started,
            duration: started &- first.started &+ duration, steps: steps, failures: failures, outputs: outputs,
            earlier: earlier)
    }
}
