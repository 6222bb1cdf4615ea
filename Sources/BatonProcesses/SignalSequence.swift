import BatonSystem

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
