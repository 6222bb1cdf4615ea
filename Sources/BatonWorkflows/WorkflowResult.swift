import BatonApplication
import BatonRecords

/// How a case of a workflow ended.
public struct WorkflowResult: Sendable, CustomStringConvertible {
    /// The end of a workflow or of a step, as in reports.
    public enum Outcome: String, Sendable, CaseIterable {
        case passed
        /// A check was not met.
        case failed
        /// The workflow could not run, or not to its end: no response, a file that does not load, a needed workflow that did
        /// not pass, a cancelled task.
        case error
        case skipped
    }

    /// The workflow's `name`, or the name of its file, and the row: `Sign in [row=ada]`.
    public let title: String
    /// The file, relative to the folder of baton.yaml, or without one to that of the Swift package.
    public let file: String
    /// The absolute path of the file.
    public let path: String
    /// The end of the case itself; a failure in quarantine is a failure here.
    public let outcome: Outcome
    /// Why the workflow was skipped or did not run to its end.
    public let reason: String?
    /// For a workflow with `quarantine`: what holds today, such as `quarantined until 2026-12-31: …`.
    public let quarantine: String?
    /// Whether the workflow failed but does not count, because it is in quarantine.
    public let isQuarantined: Bool
    /// Whether the task was cancelled, so that the workflow ended early.
    public let isCancelled: Bool
    /// For a workflow that passed only after a retry: the failure before.
    public let setback: String?
    /// Time from the start of the case to its end, with its retries.
    public let duration: Duration
    /// The failures of the case, in the order of its steps; also those in quarantine.
    public let failures: [WorkflowFailure]
    /// What failed beside the case and is told once: needed workflows, `before`, `after`, a late teardown, a report that
    /// cannot be written.
    public internal(set) var others: [WorkflowResult] = []

    /// Whether the case passed or failed in quarantine, and nothing beside it failed. A skipped case did not pass.
    public var isSuccess: Bool {
        (outcome == .passed || isQuarantined) && others.allSatisfy { $0.isSuccess || $0.outcome == .skipped }
    }

    /// The failures that count: those of the case, unless it is in quarantine, and of what failed beside it.
    public var allFailures: [WorkflowFailure] {
        (isQuarantined ? [] : failures) + others.flatMap(\.allFailures)
    }

    /// The result itself. Throws where the case or something beside it failed; a skipped case is no error.
    @discardableResult public func get() throws(WorkflowError) -> WorkflowResult {
        if isSuccess || outcome == .skipped && others.allSatisfy(\.isSuccess) { return self }
        throw WorkflowError(self)
    }

    /// Title, file and outcome, then each failure in full.
    public var description: String {
        let head = "\(title) (\(file)): \(outcome)" + (reason.map { ", \($0)" } ?? "")
        return ([head] + failures.map(\.description) + others.map(\.description)).joined(separator: "\n\n")
    }

    init(_ record: CaseRecord, in folder: String) {
        let identity = record.identity
        title = identity.title
        file = identity.path
        path = WorkflowCase.path(identity.path, in: folder)
        outcome = Outcome(record.outcome)
        reason = record.reason?.text
        let isBad = record.outcome == .failed || record.outcome == .error
        quarantine = identity.quarantine?.sentence(isBad: isBad)
        isQuarantined = record.isQuarantined
        isCancelled = record.isCancelled
        setback = record.firstSetback?.text
        duration = .microseconds(record.duration)
        failures =
            record.steps.flatMap { step in
                step.failures.enumerated().map { position, failure in
                    WorkflowFailure(failure, of: step, in: folder, isFirst: position == 0)
                }
            }
            + record.failures.map { WorkflowFailure($0, of: nil, in: folder) }
    }

    /// A case that did not end as one of a run.
    init(
        _ identity: CaseIdentity, _ outcome: Outcome, in folder: String, reason: String? = nil,
        isCancelled: Bool = false, duration: Duration = .zero, failures: [WorkflowFailure] = []
    ) {
        title = identity.title
        file = identity.path
        path = WorkflowCase.path(identity.path, in: folder)
        self.outcome = outcome
        self.reason = reason
        quarantine = outcome == .passed ? identity.quarantine?.sentence(isBad: false) : nil
        isQuarantined = false
        self.isCancelled = isCancelled
        setback = nil
        self.duration = duration
        self.failures = failures
    }

    /// A report that could not be written.
    init(report failure: FailureRecord) {
        title = "report"
        (file, path, outcome, reason, quarantine) = ("", "", .error, nil, nil)
        (isQuarantined, isCancelled, setback, duration) = (false, false, nil, .zero)
        failures = [WorkflowFailure(failure, of: nil, in: "")]
    }
}

extension WorkflowResult.Outcome {
    init(_ outcome: Outcome) {
        switch outcome {
        case .passed: self = .passed
        case .failed: self = .failed
        case .error: self = .error
        case .skipped: self = .skipped
        }
    }
}
