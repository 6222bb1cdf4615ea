import BatonJudging
import BatonWorkflow
import Synchronization

/// Tells branches of `parallel` that a step of another branch is as far as they `await`, or never will be. Usable from
/// any thread.
final class StepSignal: Sendable {
    private struct State {
        /// Whether the step came so far; nil while that is open.
        var came: Bool?
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var tickets = 0
    }

    private let state = Mutex(State())

    /// Decides it, unless it has been decided.
    func settle(_ came: Bool) {
        let waiting = state.withLock { state in
            if state.came == nil { state.came = came }
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until it is decided, or the task is cancelled; false where the step never came so far, nil for a cancelled
    /// task.
    func wait() async -> Bool? {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.came != nil || Task.isCancelled { return true }
                    state.waiting[ticket] = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
        return state.withLock(\.came)
    }
}

extension [StepSignal] {
    func settle(_ came: Bool) {
        for signal in self { signal.settle(came) }
    }
}

extension CaseRun {
    /// Settles what other branches await of the step and the steps within it, once it has ended.
    func settle(_ step: Step, passed: Bool) {
        if signals.isEmpty { return }
        if passed { step.id.flatMap { signals[$0] }?.settle(true) }
        step.visit { inner in inner.id.flatMap { signals[$0] }?.settle(false) }
    }
}
