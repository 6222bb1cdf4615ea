import BatonProcesses
import BatonRunner
import Synchronization

/// Ctrl-C, SIGTERM and a terminal that goes: the first signal cancels what is going on, a second ends the process.
///
/// Before a run begins, and in commands that run nothing, the first one ends the process too: nothing is left undone.
package final class Interruption: Sendable {
    private struct State {
        var isInterrupted = false
        /// Whether there is something that must be brought to an end.
        var hasBegun = false
        var cancel: (@Sendable () -> Void)?
        var announce: (@Sendable () -> Void)?
        var last: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isInterrupted: Bool { state.withLock(\.isInterrupted) }

    package init() {}

    /// To be called before any other thread begins, so that all of them leave the signals to one.
    package func listen(exit: @escaping @Sendable (Int32) -> Never) {
        SignalThread.start(
            first: { [self] _ in if !first() { exit(ExitCode.interrupted) } },
            second: { [self] _ in
                state.withLock(\.last)?()
                exit(ExitCode.interrupted)
            })
    }

    /// From now on the first signal asks for an end instead of being one.
    ///
    /// - Parameter last: what a second signal does before the process ends.
    func begin(onSecond last: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.hasBegun = true
            state.last = last
        }
    }

    /// What a second signal does from now on, and what tells people that the first has come; nothing without.
    func onSecond(_ last: @escaping @Sendable () -> Void, onFirst announce: (@Sendable () -> Void)?) {
        state.withLock { state in
            state.last = last
            state.announce = announce
        }
    }

    /// Whether the process goes on for a while.
    func first() -> Bool {
        let state = state.withLock { state in
            state.isInterrupted = true
            return state
        }
        state.cancel?()
        // After the cancelling: what reads the output may be slow.
        state.announce?()
        return state.hasBegun
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
