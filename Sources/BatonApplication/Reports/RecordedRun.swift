import BatonDiagnostics
import BatonHTTP
import BatonRecords
import BatonSecrets

/// A run that was recorded, in the history or in a file of events, as reports need it.
struct RecordedRun {
    var context: RunContext
    var started: RunStarted
    var records: [CaseRecord]
    var finished: RunFinished
    /// What the run itself warned of.
    var warnings: [MaskedText] = []
    /// The reason why the recording is not whole; nil for a whole one.
    var gap: String?

    /// The record of a workflow that had not ended when the recording did.
    ///
    /// - Parameter begun: its steps; nil where it had not begun.
    static func unfinished(_ identity: CaseIdentity, _ begun: [StepRecord]?, of run: RunStarted) -> CaseRecord {
        let steps = begun ?? []
        let failure = FailureRecord(
            kind: Failure.Kind.cancelled.rawValue,
            message: begun == nil
                ? "the recording ends before this workflow began" : "the recording ends before this workflow did",
            place: Place(file: identity.path, line: 1, column: 1))
        return CaseRecord(
            identity: identity, outcome: .error, started: steps.first?.started ?? run.started,
            duration: steps.reduce(0) { $0 &+ max(0, $1.duration) }, steps: steps, failures: [failure])
    }

    /// The end of a run whose recording has none.
    static func interrupted(_ records: [CaseRecord], of run: RunStarted) -> RunFinished {
        var counts = RunFinished.Counts()
        var end = run.started
        var requests = 0
        for record in records {
            counts.count(record)
            end = max(end, record.started &+ max(0, record.duration))
            for step in record.steps { requests += step.exchanges.count { $0.wasSent } }
        }
        return RunFinished(
            state: .interrupted, counts: counts, requestCount: requests, duration: end &- run.started,
            exitCode: ExitCode.interrupted)
    }
}
