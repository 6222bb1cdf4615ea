import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
package import BatonRecords
import Synchronization

/// Why a run ends early; the first reason counts.
package final class RunEnding: Sendable {
    package enum Reason: Sendable, Equatable {
        case interrupted
        /// `--max-failures`, with the path of the last failed case; `--fail-fast` is a limit of one.
        case failures(_ limit: Int, last: String)
        /// `--timeout`, in microseconds.
        case timeout(Microseconds)
    }

    private let state = Mutex<Reason?>(nil)

    package init() {}

    package var reason: Reason? { state.withLock { $0 } }

    /// Returns false where the run was ending already.
    func end(_ reason: Reason) -> Bool {
        state.withLock { state in
            guard state == nil else { return false }
            state = reason
            return true
        }
    }

    static func sentence(timeout limit: Microseconds) -> String {
        "the run took longer than its `--timeout` of \(ValueText.duration(limit))"
    }

    /// The failure of a case that is cut short for this reason.
    var cut: EarlyEnd {
        switch reason {
        case .failures(1, let path):
            EarlyEnd(kind: .cancelled, message: "cancelled, since \(path) failed (--fail-fast)")
        case .failures(let limit, _):
            EarlyEnd(kind: .cancelled, message: "cancelled, since \(limit) workflows failed (--max-failures)")
        case .timeout(let limit):
            EarlyEnd(kind: .workflowTimeout, message: Self.sentence(timeout: limit))
        case .interrupted, nil: EarlyEnd(kind: .cancelled, message: "the run was interrupted")
        }
    }
}

/// Why an operation ended before its time.
struct EarlyEnd: Sendable, Equatable {
    let kind: Failure.Kind
    let message: String
}

extension StepFailure {
    init(_ cut: EarlyEnd, at range: SourceRange) { self.init(cut.kind, cut.message, at: range) }
}

/// The deadlines that apply to a workflow in progress, outermost first.
struct Deadlines {
    private var limits: [TimeLimit]
    /// Number of deadlines, counted from the outermost, that are suspended while teardown runs.
    private var suspended = 0

    init(_ limits: [TimeLimit] = []) {
        self.limits = limits
    }

    mutating func enter(_ limit: TimeLimit) { limits.append(limit) }

    mutating func leave() { limits.removeLast() }

    /// Suspends all deadlines.
    ///
    /// - Returns: the argument for `resume`.
    mutating func suspend() -> Int {
        defer { suspended = limits.count }
        return suspended
    }

    mutating func resume(_ before: Int) { suspended = before }

    var active: ArraySlice<TimeLimit> { limits.isEmpty ? [] : limits[suspended...] }

    /// The outermost active deadline that has passed.
    var overdue: TimeLimit? { active.first(where: \.hasPassed) }

    /// The reason of the outermost deadline that has passed, active or suspended; nil where none has passed.
    var reason: EarlyEnd? { limits.lazy.compactMap(\.reason).first }
}

/// Runs the operation shielded from cancellation of the current task, in a task of its own, and waits for it. After
/// cancellation the operation has `limit` left before it is cancelled too.
func shielded(
    _ executor: (any TaskExecutor)?, limit: Duration, _ body: @escaping @Sendable () async -> Void
) async {
    let task = Task(executorPreference: executor) { await body() }
    await withTaskCancellationHandler {
        await task.value
    } onCancel: {
        Task {
            try? await Task.sleep(for: limit)
            task.cancel()
        }
    }
}
