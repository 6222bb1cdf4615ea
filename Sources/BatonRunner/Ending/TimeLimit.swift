import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow
import Synchronization

/// The deadline of a run, or of a part of a workflow.
///
/// It takes effect in two ways: its timer cancels waiting operations, and code that never waits checks `reason`.
final class TimeLimit: Sendable {
    private let cut: EarlyEnd
    /// A value of `elapsed`.
    private let deadline: Microseconds
    private let elapsed: @Sendable () -> Microseconds
    private let isOver = Atomic(false)

    /// Starts the time limit.
    ///
    /// - Parameters:
    ///   - sentence: the message for the user once the limit has passed.
    ///   - limit: in microseconds.
    ///   - elapsed: a clock that only goes forward, in microseconds.
    init(_ sentence: String, _ limit: Microseconds, elapsed: @escaping @Sendable () -> Microseconds) {
        cut = EarlyEnd(kind: .workflowTimeout, message: sentence)
        self.elapsed = elapsed
        let (sum, overflow) = elapsed().addingReportingOverflow(limit)
        deadline = overflow ? .max : sum
    }

    func expire() { isOver.store(true, ordering: .releasing) }

    /// Nil while the deadline has not passed.
    var reason: EarlyEnd? { hasPassed ? cut : nil }

    var hasPassed: Bool {
        if isOver.load(ordering: .acquiring) { return true }
        guard elapsed() >= deadline else { return false }
        expire()
        return true
    }
}
