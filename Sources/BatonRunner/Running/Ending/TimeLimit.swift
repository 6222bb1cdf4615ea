import BatonDiagnostics
import BatonHTTP
import BatonWorkflow
import Synchronization

/// How long a run, or a part of a workflow, may take with all that happens in it.
///
/// Two things end it: its clock, which cancels what waits, and whoever looks at `reason`, also where nothing ever waits.
final class TimeLimit: Sendable {
    private let cut: CutShort
    /// In microseconds of `Dependencies.elapsed`.
    private let deadline: Microseconds
    private let elapsed: @Sendable () -> Microseconds
    private let isOver = Atomic(false)

    /// The time counts from here on.
    ///
    /// - Parameters:
    ///   - sentence: what took too long, for a reader.
    ///   - limit: in microseconds.
    init(_ sentence: String, _ limit: Microseconds, _ dependencies: Dependencies) {
        cut = CutShort(kind: .workflowTimeout, message: sentence)
        elapsed = dependencies.elapsed
        let (sum, overflow) = dependencies.elapsed().addingReportingOverflow(limit)
        deadline = overflow ? .max : sum
    }

    func expire() { isOver.store(true, ordering: .releasing) }

    /// Nil while there is time.
    var reason: CutShort? { hasPassed ? cut : nil }

    var hasPassed: Bool {
        if isOver.load(ordering: .acquiring) { return true }
        guard elapsed() >= deadline else { return false }
        expire()
        return true
    }
}

extension CaseRun {
    /// Does something for at most so long: what is under way then is cancelled, and fails with `workflow.timeout`.
    ///
    /// - Parameter owner: what may take so long, for a reader: "the workflow".
    /// - Returns: why it took too long; nil where it ended in time. Then something of it may still have passed.
    func limited<Value: Sendable>(
        _ owner: String, to limit: Microseconds, _ body: @escaping () async -> Value
    ) async -> (value: Value, overdue: CutShort?) {
        let sentence = "\(owner) took longer than its `timeout` of \(Shown.duration(limit))"
        let time = TimeLimit(sentence, limit, settings.dependencies)
        deadlines.enter(time)
        defer { deadlines.leave() }
        let sleep = settings.dependencies.sleep
        // The one task that has the case until this one goes on.
        nonisolated(unsafe) let body = body
        let value = await withTaskGroup(of: Value?.self, returning: Value.self) { group in
            group.addTask { await body() }
            group.addTask {
                guard (try? await sleep(limit)) != nil else { return nil }
                time.expire()
                return nil
            }
            while true {
                let ended = await group.next()
                group.cancelAll()
                if case .some(.some(let value)) = ended { return value }
            }
        }
        return (value, deadlines.overdue?.reason)
    }

    /// Whether nothing further may begin: the task is cancelled, or an active deadline has passed.
    var mustStop: Bool { Task.isCancelled || deadlines.overdue != nil }

    /// The workflow's own failure where all of its steps passed, but not in time.
    func fail(overdue: CutShort?, at range: SourceRange? = nil) {
        guard let overdue, !recording.hasFailed else { return }
        let range = range ?? SourceRange(startOf: workflow.file)
        fail(StepFailure(overdue, at: range))
    }

    /// Why what is under way is cancelled.
    var cut: CutShort { ownCut ?? settings.ending.cut }

    /// The same where it is no interrupt: nil for one.
    var ownCut: CutShort? {
        if let reason = deadlines.overdue?.reason { return reason }
        if let reason = settings.ending.reason { return reason == .interrupted ? nil : settings.ending.cut }
        // A teardown whose own time is over: it had more since one of these passed.
        return deadlines.reason
    }
}
