import BatonProcesses
import BatonRecords
import Synchronization

/// Handles Ctrl-C, SIGTERM and SIGHUP: the first signal cancels the run, a second one ends the process.
///
/// Before a run begins, and in commands without a run, the first signal already ends the process, because there is
/// nothing to clean up.
package final class Interruption: Sendable {
    private struct State {
        var isInterrupted = false
        /// Whether a run has begun that must be brought to an end.
        var hasBegun = false
        var cancel: (@Sendable () -> Void)?
        var announce: (@Sendable () -> Void)?
        var last: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isInterrupted: Bool { state.withLock(\.isInterrupted) }

    package init() {}

    /// Must be called before any other thread starts, so that all threads inherit the blocked signals and one handles
    /// them.
    package func listen(exit: @escaping @Sendable (Int32) -> Never) {
        SignalThread.start(
            first: { [self] _ in if !first() { exit(ExitCode.interrupted) } },
            second: { [self] _ in
                state.withLock(\.last)?()
                exit(ExitCode.interrupted)
            })
    }

    /// From now on the first signal cancels the run instead of ending the process.
    ///
    /// - Parameter last: called on a second signal, before the process ends.
    func begin(onSecond last: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.hasBegun = true
            state.last = last
        }
    }

    /// Replaces the action of a second signal, and sets a message for the first one; nil for no message.
    func onSecond(_ last: @escaping @Sendable () -> Void, onFirst announce: (@Sendable () -> Void)?) {
        state.withLock { state in
            state.last = last
            state.announce = announce
        }
    }

    /// Handles the first signal; returns whether the process continues for now.
    @discardableResult package func first() -> Bool {
        let state = state.withLock { state in
            state.isInterrupted = true
            return state
        }
        state.cancel?()
        // After cancelling, because the reader of the output may be slow.
        state.announce?()
        return state.hasBegun
    }

    /// Runs an operation in a task that a signal cancels.
    func run<Value: Sendable, Thrown: Error>(
        _ operation: @escaping @Sendable () async throws(Thrown) -> Value
    ) async throws(Thrown) -> Value {
        let task = Task { () -> Result<Value, Thrown> in
            do throws(Thrown) {
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
