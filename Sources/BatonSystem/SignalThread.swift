#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Takes SIGINT and SIGTERM as ordinary events, on one thread that waits for them.
///
/// Nothing runs inside a signal handler, so the actions may lock and allocate.
package enum SignalThread {
    /// Blocks the signals for this thread and every thread made from now on, ignores SIGPIPE, and waits for them.
    ///
    /// To be called first of all, by the only thread there is; a thread made before would still be ended by a signal.
    /// Child processes inherit the blocked signals unless whoever starts them says otherwise.
    ///
    /// - Parameters:
    ///   - first: called with the number of the first signal.
    ///   - second: called for every further one.
    package static func start(
        signals: [Int32] = [SIGINT, SIGTERM],
        first: @escaping @Sendable (Int32) -> Void,
        second: @escaping @Sendable (Int32) -> Void
    ) {
        start(signals: signals, onStart: {}, first: first, second: second)
    }

    /// - Parameter onStart: called on the waiting thread before it waits.
    static func start(
        signals: [Int32], onStart: @escaping @Sendable () -> Void, first: @escaping @Sendable (Int32) -> Void,
        second: @escaping @Sendable (Int32) -> Void
    ) {
        let waited = SignalSet(signals)
        waited.block()
        signal(SIGPIPE, SIG_IGN)
        DetachedThread.start {
            waited.block()
            onStart()
            var isFirst = true
            while let number = waited.wait() {
                if isFirst { first(number) } else { second(number) }
                isFirst = false
            }
        }
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

    /// For the calling thread.
    func block() {
        var set = raw
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// The next of these signals; nil only when the set is invalid.
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
