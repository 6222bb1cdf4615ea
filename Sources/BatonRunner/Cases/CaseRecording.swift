import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonWorkflow

/// The results of a workflow in progress: step records, counts, and failures outside of steps.
struct CaseRecording {
    /// Where step records are sent in addition to being kept.
    enum Destination {
        /// Sent as events when the case has ended, because only then all of its secrets are known.
        case ended
        /// Added to the records of the calling workflow.
        case caller(CaseRun)
        /// Kept only: a copy's records are passed on later, in the order of the file.
        case later
    }

    let destination: Destination
    private(set) var records: [StepRecord] = []
    /// The index of the next record.
    private(set) var nextIndex: Int
    /// What `add` was told about each record; kept for `later` only.
    private(set) var notes: [(proves: Bool, requests: Int)] = []
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

    init(_ destination: Destination, from index: Int = 0) {
        self.destination = destination
        nextIndex = index
    }

    /// - Parameters:
    ///   - proves: whether the step sent a request or evaluated a condition.
    ///   - counts: whether the step belongs to the workflow's purpose, unlike setup and teardown.
    ///   - requests: number of requests that the step sent.
    mutating func add(_ record: StepRecord, proves: Bool, counts: Bool, requests: Int) {
        records.append(record)
        nextIndex = record.index + 1
        requestCount += requests
        for exchange in record.exchanges where exchange.cache?.use == .stored { cachedCount += 1 }
        if proves, counts { provedSomething = true }
        if case .later = destination { notes.append((proves, requests)) }
    }

    /// Masks everything that is shown of it again.
    mutating func mask(_ late: LateMasking) {
        records = records.map(late.masked)
    }

    /// Whether there is any failure so far.
    var hasFailed: Bool { !ownFailures.isEmpty || records.contains { !$0.failures.isEmpty } }

    /// Whether there is no failure so far, and something was proved.
    var hasPassed: Bool { outcome == .passed }

    var outcome: Outcome {
        guard hasFailed else { return provedSomething ? .passed : .skipped }
        return ownFailures.contains { !$0.isError } || records.contains { $0.outcome == .failed } ? .failed : .error
    }

    /// Why nothing was proved, as text for the report.
    var whySkipped: MaskedText {
        if let reason = records.first(where: { $0.outcome == .skipped })?.reason { return reason }
        let isElsewhere = records.contains { $0.section != .steps && ($0.kind == .that || !$0.exchanges.isEmpty) }
        return isElsewhere
            ? "no request was sent and no condition was held but in setup and teardown"
            : "no request was sent and no condition was held"
    }
}
