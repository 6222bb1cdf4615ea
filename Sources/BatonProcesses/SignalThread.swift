import BatonSystem
import BatonValues

/// Receives SIGINT, SIGTERM and SIGHUP as ordinary events, on one thread that waits for them.
///
/// No code runs inside a signal handler, so the actions may lock and allocate.
package enum SignalThread {
    /// Blocks the signals for this thread and every thread made later, ignores SIGPIPE, and waits for the signals.
    ///
    /// Must be called first, while there is only one thread; a signal would still end the process through a thread made
    /// before. Child processes inherit the blocked signals unless they are started with another mask. SIGINT and SIGHUP
    /// stay ignored if this process was started that way, as `nohup` and shells do for background jobs.
    ///
    /// - Parameters:
    ///   - first: called with the number of the first signal, on a thread of its own, so that a second signal is
    ///     received even while it runs.
    ///   - second: called for every further signal that is not an echo (see `SignalSequence`).
    package static func start(
        first: @escaping @Sendable (Int32) -> Void, second: @escaping @Sendable (Int32) -> Void
    ) {
        let signals = [SIGINT, SIGTERM, SIGHUP].filter { $0 == SIGTERM || !isIgnored($0) }
        start(signals: signals, sequence: SignalSequence(), onStart: {}, first: first, second: second)
    }

    /// - Parameter onStart: called on the waiting thread before it waits.
    static func start(
        signals: [Int32], sequence: SignalSequence, onStart: @escaping @Sendable () -> Void,
        first: @escaping @Sendable (Int32) -> Void, second: @escaping @Sendable (Int32) -> Void
    ) {
        let waited = SignalSet(signals)
        waited.block()
        signal(SIGPIPE, SIG_IGN)
        DetachedThread.start {
            waited.block()
            onStart()
            var sequence = sequence
            while let number = waited.wait() {
                switch sequence.meaning(of: number, at: ClockReading.monotonicNanoseconds()) {
                case .first: if !DetachedThread.start({ first(number) }) { first(number) }
                case .second: second(number)
                case .echo: break
                }
            }
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
