import BatonHTTP
package import BatonSecrets

/// A case that has ended.
package final class CaseRecord: Sendable {
    package let identity: CaseIdentity
    package let outcome: Outcome
    /// Why the case was skipped, or what stopped it outside its steps.
    package let reason: MaskedText?
    package let started: Microseconds
    package let duration: Microseconds
    package let steps: [StepRecord]
    /// Failures outside the steps: an output that could not be computed, a needed case that did not pass.
    package let failures: [FailureRecord]
    /// The workflow's outputs as JSON, masked.
    package let outputs: [Output]
    /// The attempts before the last one; `steps` are those of the last one.
    package let earlier: [Attempt]
    /// Whether the case passed, but only after a retry of the workflow or of a request.
    package let isFlaky: Bool

    package struct Output: Sendable, Equatable {
        package let name: String
        package let value: MaskedText

        package init(name: String, value: MaskedText) {
            self.name = name
            self.value = value
        }
    }

    package init(
        identity: CaseIdentity, outcome: Outcome, reason: MaskedText? = nil, started: Microseconds,
        duration: Microseconds, steps: [StepRecord], failures: [FailureRecord] = [], outputs: [Output] = [],
        earlier: [Attempt] = []
    ) {
        self.identity = identity
        self.outcome = outcome
        self.reason = reason
        self.started = started
        self.duration = duration
        self.steps = steps
        self.failures = failures
        self.outputs = outputs
        self.earlier = earlier
        isFlaky = outcome == .passed && (!earlier.isEmpty || steps.contains { $0.isFlaky })
    }

    /// The same record under another identity. Its steps keep theirs, which count only in a stream of events.
    package func identified(as identity: CaseIdentity) -> CaseRecord {
        CaseRecord(
            identity: identity, outcome: outcome, reason: reason, started: started,
            duration: duration, steps: steps, failures: failures, outputs: outputs, earlier: earlier)
    }

    /// The same record with its steps told differently.
    package func copy(steps: [StepRecord]) -> CaseRecord {
        CaseRecord(
            identity: identity, outcome: outcome, reason: reason, started: started,
            duration: duration, steps: steps, failures: failures, outputs: outputs, earlier: earlier)
    }

    /// Whether the case makes the run fail: it failed or could not run, and is not in quarantine.
    package var isBad: Bool { (outcome == .failed || outcome == .error) && !isQuarantined }

    /// Whether the case is flaky and not in quarantine, so that `--fail-on-flaky` makes the run fail.
    package var isFlakyOutsideQuarantine: Bool { isFlaky && identity.quarantine?.isOver != false }

    /// For a flaky case, the first failure of its first failed attempt: `Log in: status: expected 200, got 503`.
    package var firstSetback: MaskedText? {
        guard isFlaky else { return nil }
        if let first = earlier.first?.failures.first {
            let message = first.failure.message
            return first.step.isEmpty ? message : "\(MaskedText(harmless: first.step)): \(message)"
        }
        for step in steps where step.isFlaky {
            let exchange = step.exchanges.first { !$0.isPoll && $0.note != nil }?.note
            let program = step.earlierPrograms.first { !$0.isPoll && $0.note != nil }?.note
            if let note = exchange ?? program { return "\(MaskedText(harmless: step.name)): \(note)" }
        }
        return nil
    }

    /// Whether nothing of the case ran because a case that it needs did not pass.
    package var isBlocked: Bool {
        outcome == .error && steps.isEmpty && failures.first?.kind == Failure.Kind.blocked.rawValue
    }

    /// Whether the case failed only because the run was ended from outside.
    package var isCancelled: Bool {
        guard outcome == .error else { return false }
        let kinds = (failures + steps.lazy.flatMap(\.failures)).map(\.kind)
        return !kinds.isEmpty && kinds.allSatisfy { $0 == Failure.Kind.cancelled.rawValue }
    }

    /// Whether nothing of the case ran because its file has errors.
    package var isInvalidFile: Bool {
        guard outcome == .error else { return false }
        let kinds = steps.lazy.flatMap(\.failures).map(\.kind)
        return !kinds.isEmpty && kinds.allSatisfy { $0 == Failure.Kind.workflowInvalid.rawValue }
    }
}

extension CaseRecord {
    /// A failed attempt at the whole workflow that was retried.
    package struct Attempt: Sendable, Equatable {
        /// Number of the attempt, from 1.
        package var number: Int
        package var outcome: Outcome
        package var started: Microseconds
        package var duration: Microseconds
        /// The first failures only: enough to see whether every attempt failed alike.
        package var failures: [FailedStep]

        package init(
            number: Int, outcome: Outcome, started: Microseconds, duration: Microseconds, failures: [FailedStep]
        ) {
            self.number = number
            self.outcome = outcome
            self.started = started
            self.duration = duration
            self.failures = failures
        }

        package struct FailedStep: Sendable, Equatable {
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
                step.failures.lazy.map { FailedStep(step: step.name, failure: $0) }
            }
            let outside = record.failures.lazy.map { FailedStep(step: "", failure: $0) }
            self.init(
                number: number, outcome: record.outcome, started: record.started, duration: record.duration,
                failures: Array((Array(ofSteps) + Array(outside)).prefix(Self.mostFailures)))
        }
    }

    /// The record of the last attempt, extended to cover all attempts.
    ///
    /// - Parameter steps: those of the last attempt, as they are shown.
    package func following(_ earlier: [Attempt], steps: [StepRecord]) -> CaseRecord {
        let first = earlier.first?.started ?? started
        return CaseRecord(
            identity: identity, outcome: outcome, reason: reason, started: first,
            duration: started &- first &+ duration, steps: steps, failures: failures, outputs: outputs,
            earlier: earlier)
    }
}

/// Recognises a run during which the system under test was down: of at least 10 cases, 80 % failed with network errors
/// or with 502, 503 or 504; of 3 to 9 cases, all did. The history calls such a run `infra` and leaves it out of scores
/// and comparisons.
///
/// A failed login is no outage: the server responded.
package struct OutageGuard: Sendable {
    private static let fewest = 3
    /// From this number of cases on, a share is enough.
    private static let many = 10

    private var cases = 0
    private var down = 0

    package init() {}

    /// Counts a result; skipped and blocked cases say nothing about the server.
    package mutating func add(_ record: CaseRecord) {
        guard record.outcome != .skipped, !record.isBlocked else { return }
        cases += 1
        if record.endedByOutage { down += 1 }
    }

    package var isOutage: Bool {
        cases >= Self.many ? down * 5 >= cases * 4 : cases >= Self.fewest && down == cases
    }
}

extension CaseRecord {
    fileprivate var endedByOutage: Bool {
        guard outcome == .failed || outcome == .error, let failure = firstFailure else { return false }
        if failure.kind.hasPrefix("network.") { return true }
        let step = steps.first { !$0.failures.isEmpty }
        return step?.exchanges.last?.status.map { (502...504).contains($0) } ?? false
    }
}
