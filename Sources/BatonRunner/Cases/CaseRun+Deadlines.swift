import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow

extension CaseRun {
    /// Runs an operation with a time limit. When the limit passes, the operation is cancelled and fails with
    /// `workflow.timeout`.
    ///
    /// - Parameter owner: names the operation in the message: "the workflow".
    /// - Returns: why the operation took too long; nil where it ended in time. An operation that took too long may
    ///   still have passed.
    func limited<Value: Sendable>(
        _ owner: String, to limit: Microseconds, _ body: @escaping () async -> Value
    ) async -> (value: Value, overdue: EarlyEnd?) {
        let sentence = "\(owner) took longer than its `timeout` of \(ValueText.duration(limit))"
        let time = TimeLimit(sentence, limit, elapsed: settings.dependencies.elapsed)
        deadlines.enter(time)
        defer { deadlines.leave() }
        let sleep = settings.dependencies.sleep
        // Only this one task uses the case until the group has ended.
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

    /// Whether no further step may begin: the task is cancelled, or an active deadline has passed.
    var mustStop: Bool { Task.isCancelled || deadlines.overdue != nil }

    /// Records a failure of the workflow where all of its steps passed, but not in time.
    func fail(overdue: EarlyEnd?, at range: SourceRange? = nil) {
        guard let overdue, !recording.hasFailed else { return }
        let range = range ?? SourceRange(startOf: workflow.file)
        fail(StepFailure(overdue, at: range))
    }

    /// Why the current operation is cancelled.
    var cut: EarlyEnd { ownCut ?? settings.ending.cut }

    /// The deadline that caused the cancellation; nil for an interrupt.
    var ownCut: EarlyEnd? {
        if let reason = deadlines.overdue?.reason { return reason }
        if let reason = settings.ending.reason { return reason == .interrupted ? nil : settings.ending.cut }
        // Teardown exceeded its own limit, which began when one of these deadlines passed.
        return deadlines.reason
    }
}
