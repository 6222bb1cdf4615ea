import BatonSecrets

/// What a workflow on its way has come to so far: the records of its steps, counts, and what went wrong beside them.
struct CaseRecording {
    /// Where records go beside being kept.
    enum Destination {
        /// Out, as events of the case.
        case events
        /// Among those of the workflow that calls this one.
        case caller(CaseRun)
        /// Nowhere yet: a copy's records are handed on in the order of the file.
        case later
    }

    let destination: Destination
    private(set) var records: [StepRecord] = []
    /// The index of the record that comes next.
    private(set) var nextIndex: Int
    /// What each record stands for; kept for `later` only.
    private(set) var notes: [(proves: Bool, requests: Int)] = []
    private(set) var requestCount = 0
    /// Responses that came from the cache, with nothing sent.
    private(set) var cachedCount = 0
    /// Whether something was proved: a request was sent or a condition was held.
    private var provedSomething = false
    /// What went wrong outside of steps: an output without a value, a deadline.
    var ownFailures: [FailureRecord] = []
    /// When the first step began, and how long the workflow has been under way.
    var started: Microseconds = 0
    var elapsed: Microseconds = 0

    init(_ destination: Destination, from index: Int = 0) {
        self.destination = destination
        nextIndex = index
    }

    /// - Parameters:
    ///   - proves: whether the step sent a request or held a condition.
    ///   - counts: whether what it proves is what the workflow is for.
    ///   - requests: number of requests that the step sent.
    mutating func add(_ record: StepRecord, proves: Bool, counts: Bool, requests: Int) {
        records.append(record)
        nextIndex = record.index + 1
        requestCount += requests
        for exchange in record.exchanges where exchange.cache?.use == .stored { cachedCount += 1 }
        if proves, counts { provedSomething = true }
        if case .later = destination { notes.append((proves, requests)) }
    }

    /// Whether anything has gone wrong so far.
    var hasFailed: Bool { !ownFailures.isEmpty || records.contains { !$0.failures.isEmpty } }

    /// Whether all went well so far, and something was proved.
    var hasPassed: Bool { outcome == .passed }

    var outcome: Outcome {
        guard hasFailed else { return provedSomething ? .passed : .skipped }
        let isCheck: (FailureRecord) -> Bool = { !$0.isError }
        return ownFailures.contains(where: isCheck) || records.contains { $0.failures.contains(where: isCheck) }
            ? .failed : .error
    }

    /// Why nothing was proved, for a reader.
    var whySkipped: MaskedText {
        if let reason = records.first(where: { $0.outcome == .skipped })?.reason { return reason }
        let isElsewhere = records.contains { $0.section != .steps && ($0.kind == .that || !$0.exchanges.isEmpty) }
        return isElsewhere
            ? "no request was sent and no condition was held but in setup and teardown"
            : "no request was sent and no condition was held"
    }
}
