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

/// A set of signals as a value.
struct SignalSet: Sendable {
    let numbers: [Int32]

    init(_ numbers: [Int32]) {
        self.numbers = numbers
    }

    var raw: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    /// Blocks the signals for the calling thread.
    func block() {
        var set = raw
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for the next of these signals; nil only when the set is invalid.
    func wait() -> Int32? {
        var set = raw
        var number: Int32 = 0
        while true {
            let result = sigwait(&set, &number)
            if result == 0 { return number }
            if result != EINTR { return nil }
        }
    }
}

/// Interprets consecutive signals: the first one requests the end, a later one insists.
///
/// One Ctrl-C often arrives twice: the terminal sends it to every process of the foreground group, and `npm run`,
/// `timeout` or a container's first process forward the one they received. When a terminal is closed, the shell and the
/// system both send SIGHUP.
struct SignalSequence: Sendable {
    enum Meaning { case first, second, echo }

    /// A signal within this time after the first one, in nanoseconds, counts as its echo; a user cannot press twice
    /// that fast.
    let echoTime: Int64
    private var firstAt: Int64?

    init(echoTime: Int64 = 200_000_000) {
        self.echoTime = echoTime
    }

    /// - Parameter now: nanoseconds of a monotonic clock.
    mutating func meaning(of number: Int32, at now: Int64) -> Meaning {
        guard let firstAt else {
            firstAt = now
            return .first
        }
        return number == SIGHUP || now - firstAt < echoTime ? .echo : .second
    }
}
