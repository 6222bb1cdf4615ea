import BatonSystem

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
