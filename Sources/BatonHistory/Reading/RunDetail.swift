package import BatonRecords

/// A run with its cases, their steps and their failures.
package struct RunDetail: Sendable {
    package struct Case: Sendable {
        /// The place in the plan of the run, from 0.
        package var position: Int
        package var path: String
        package var name: String
        package var row: String?
        package var outcome: Outcome
        package var reason: String?
        package var started: Microseconds
        package var duration: Microseconds
        package var signature: String?
        /// Whether the case passed only after a retry of the workflow or of a request.
        package var isFlaky: Bool
        /// Why the failure does not count; nil where it counts.
        package var quarantine: String?
        /// `prerequisite`, `before` or `after`; nil for a selected case.
        package var role: String?
        /// The values that other workflows passed to its inputs: `user=ada`.
        package var variant: String?
        /// The owner of the workflow at the time of the run.
        package var owner: String?
        /// From 1; nil where each case ran once.
        package var repetition: Int64?
        /// The attempts at the workflow before the last one; `steps` are those of the last one.
        package var earlier: [Attempt] = []
        package var steps: [Step] = []
        /// Failures outside the steps.
        package var failures: [Failure] = []
    }

    package struct Attempt: Sendable, Equatable {
        package var number: Int
        package var outcome: Outcome
        /// The step of the first failure; nil for one outside the steps.
        package var step: String?
        package var message: String?
        /// The kind of the first failure.
        var kind: String?
        var started: Microseconds = 0
        var duration: Microseconds = 0
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
        var section = StepSection.steps
        var kind = StepKind.request
        /// Since the start of the case.
        var started: Microseconds = 0
        var checks = 0
        /// Whether the step passed only after a failed attempt.
        var isFlaky = false
        var phases = ExchangeRecord.Phases()
        var requestBytes = 0
        var responseBytes = 0
        var program: Program?
        var earlierPrograms: [Program] = []
        package var failures: [Failure] = []
        /// The requests of a step that went wrong, as far as they are stored.
        package var exchanges: [Exchange] = []
    }

    /// A program that a step started.
    package struct Program: Sendable, Equatable {
        var command: String
        /// Minus the number of a signal.
        var exitCode: Int?
        var duration: Microseconds = 0
        var output: String?
        var errors: String?
        var note: String?
        /// Whether another attempt followed because `until` did not hold yet.
        var isPoll = false
    }

    /// A request and its response, masked, with the beginnings of the bodies.
    package struct Exchange: Sendable, Equatable {
        package var method: String
        package var url: String
        package var status: Int?
        package var failure: String?
        package var requestHeaders: [[String]]
        package var requestBody: String?
        package var responseHeaders: [[String]]
        package var responseBody: String?
        package var curl: String?
        /// The reason why another attempt followed.
        package var note: String?
        var attempt = 1
        var httpVersion: String?
        var started: Microseconds = 0
        var duration: Microseconds = 0
        var cache: String?
        var responseURL: String?
        /// Whether another attempt followed because `until` did not hold yet.
        var isPoll = false
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
        /// The error text of a library or of the operating system.
        package var cause: String?
        var check: String?
        var comparison: String?
        var explanation: [FailureRecord.SubExpression] = []
        var serverMessage: String?
        var hint: String?
        var excerpt: String?
        var width = 1
        /// Nil in histories that did not record it.
        var caret: Int?
    }

    package var run: RunSummary
    package var cases: [Case]
    /// What the run covered of its contracts.
    package var contracts: [ContractCoverage] = []
}
