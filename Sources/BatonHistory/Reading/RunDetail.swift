package import BatonRunner

/// A run with its cases, their steps, and what failed.
package struct RunDetail: Sendable {
    package struct Case: Sendable {
        package var path: String
        package var name: String
        package var row: String?
        package var outcome: Outcome
        package var reason: String?
        package var started: Microseconds
        package var duration: Microseconds
        package var signature: String?
        /// Whether it passed only after a failure, of itself or of one of its requests.
        package var isFlaky: Bool
        /// Why it does not count that it failed; nil where it counts.
        package var quarantine: String?
        /// `prerequisite`, `before` or `after`; nil for one that was asked for.
        package var role: String?
        /// What others gave to its inputs: `user=ada`.
        package var variant: String?
        /// Who took care of the workflow.
        package var owner: String?
        /// Attempts at the whole of it before the one whose steps these are.
        package var earlier: [Attempt] = []
        package var steps: [Step] = []
        /// What went wrong outside the steps.
        package var failures: [Failure] = []
    }

    package struct Attempt: Sendable, Equatable {
        package var number: Int
        package var outcome: Outcome
        /// The step of the first failure; nil for one outside the steps.
        package var step: String?
        package var message: String?
    }

    package struct Step: Sendable {
        package var position: Int
        package var name: String
        package var outcome: Outcome
        package var reason: String?
        package var line: Int
        package var duration: Microseconds
        package var method: String?
        package var urlTemplate: String?
        package var status: Int?
        /// `stored`, `revalidated` or `shared`; nil for a response that the server gave to this very request.
        package var cache: String?
        package var failures: [Failure] = []
    }

    package struct Failure: Sendable, Equatable {
        package var kind: String
        package var message: String
        package var expected: String?
        package var actual: String?
        package var differences: [FailureRecord.Difference]
        package var file: String
        package var line: Int
        package var column: Int
        /// What a library or the system said below the message.
        package var cause: String?
    }

    package var run: RunSummary
    package var cases: [Case]
}
