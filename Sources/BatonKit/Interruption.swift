import BatonRunner
import BatonSystem
import Synchronization

/// Ctrl-C and SIGTERM: the first cancels what is going on, the second ends the process.
package final class Interruption: Sendable {
    private struct State {
        var isInterrupted = false
        var cancel: (@Sendable () -> Void)?
        var last: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isInterrupted: Bool { state.withLock(\.isInterrupted) }

    package init() {}

    /// To be called before any other thread begins, so that all of them leave the signals to one.
    package func listen(exit: @escaping @Sendable (Int32) -> Never) {
        SignalThread.start(
            first: { [self] _ in first() },
            second: { [self] _ in
                state.withLock(\.last)?()
                exit(ExitCode.interrupted)
            })
    }

    /// What a second signal does before the process ends.
    func onSecond(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.last = action }
    }

    private func first() {
        let cancel = state.withLock { state in
            state.isInterrupted = true
            return state.cancel
        }
        cancel?()
    }

    /// Runs an operation in a task that a signal cancels.
    func run<Value: Sendable, Problem: Error>(
        _ operation: @escaping @Sendable () async throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        let task = Task { () -> Result<Value, Problem> in
            do throws(Problem) {
                return .success(try await operation())
            } catch {
                return .failure(error)
            }
        }
        let isInterrupted = state.withLock { state in
            state.cancel = { task.cancel() }
            return state.isInterrupted
        }
        if isInterrupted { task.cancel() }
        let result = await task.value
        state.withLock { $0.cancel = nil }
        return try result.get()
    }
}
