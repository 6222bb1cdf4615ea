import BatonLanguage
import BatonRecords
import BatonWorkflow

/// The results of a workflow in progress: its steps, counts, and failures outside of steps. `CaseMasking` makes the record
/// of the case.
struct CaseRecording {
    /// The calling workflow, whose steps these are too; nil for a case, and for a copy, whose steps are passed on later, in
    /// the order of the file.
    let caller: CaseRun?
    private(set) var steps: [EndedStep] = []
    /// The index of the next step.
    private(set) var nextIndex: Int
    private(set) var requestCount = 0
    /// Number of responses that came from the cache without sending a request.
    private(set) var cachedCount = 0
    /// Whether a step of the workflow's purpose sent a request or evaluated a condition.
    private var provedSomething = false
    /// Failures outside of steps: an output without a value, a deadline.
    var ownFailures: [StepFailure] = []
    /// Start of the first step; `elapsed` is the run time of the workflow so far.
    var started: Microseconds = 0
    var elapsed: Microseconds = 0

    init(from index: Int = 0, caller: CaseRun? = nil) {
        self.caller = caller
        nextIndex = index
    }

    /// - Parameter counts: whether the step belongs to the workflow's purpose, unlike setup and teardown.
    mutating func add(_ step: consuming EndedStep, counts: Bool) {
        nextIndex = step.index + 1
        requestCount += step.requests
        for index in step.exchanges.indices where step.exchanges[index].cache?.use == .stored { cachedCount += 1 }
        if step.proves, counts { provedSomething = true }
        steps.append(step)
    }

    /// Whether there is any failure so far.
    var hasFailed: Bool { !ownFailures.isEmpty || steps.contains { !$0.failures.isEmpty } }

    /// Whether there is no failure so far, and something was proved.
    var hasPassed: Bool { outcome == .passed }

    var outcome: Outcome {
        guard hasFailed else { return provedSomething ? .passed : .skipped }
        return ownFailures.contains { !$0.isError } || steps.contains { $0.outcome == .failed } ? .failed : .error
    }
}
