import BatonRecords

/// What happens in a run of workflows. All texts are masked.
///
/// The steps of a workflow are told together when it ends, because a later step may show which text is a secret.
public enum WorkflowEvent: Sendable {
    /// Told first, with the number of cases: selected ones, those that they need, `before` and `after`.
    case runStarted(caseCount: Int)
    case stepFinished(WorkflowStep)
    /// Told once for each case.
    case caseFinished(WorkflowResult)
    /// A message that changes no outcome.
    case warning(String)
    /// Told last.
    case runFinished(WorkflowSummary)
}

/// A step that has ended.
public struct WorkflowStep: Sendable {
    /// The step's name, or what it does: `GET /me`.
    public let name: String
    /// How it ended.
    public let outcome: WorkflowResult.Outcome
    /// Time from the start of the step to its end, with its retries.
    public let duration: Duration
    /// The requests of the step and what came back: `GET http://127.0.0.1:8080/me → 200 in 84 ms`.
    public let requests: [String]
    /// The texts that `log` wrote.
    public let output: [String]
}

/// A run that has ended.
public struct WorkflowSummary: Sendable {
    /// The results of all cases, in the order in which they ended.
    public let results: [WorkflowResult]
    /// Number of cases that passed, flaky ones too.
    public let passed: Int
    /// Number of cases that failed or could not run to their end, without those in quarantine.
    public let failed: Int
    /// Number of cases that did not run, or not in this environment.
    public let skipped: Int
    /// Number of cases in quarantine that failed.
    public let quarantined: Int
    /// Number of cases that passed only after a retry.
    public let flaky: Int
    /// Number of requests that were sent.
    public let requests: Int
    /// Time from the first case to the end of the last one.
    public let duration: Duration
    /// Whether nothing failed and something passed. A run in which nothing passed or failed proves nothing.
    public let isSuccess: Bool
    /// The reports that could not be written; they are failures of the run.
    public let problems: [WorkflowFailure]

    init(_ end: RunFinished, _ results: [WorkflowResult], _ problems: [WorkflowFailure]) {
        self.results = results
        passed = end.counts.passed
        failed = end.counts.bad
        skipped = end.counts.skipped
        quarantined = end.counts.quarantined
        flaky = end.counts.flaky
        requests = end.requestCount
        duration = .microseconds(end.duration)
        isSuccess = end.exitCode == ExitCode.passed && problems.isEmpty
        self.problems = problems
    }
}
