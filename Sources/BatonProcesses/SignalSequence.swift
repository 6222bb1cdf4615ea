#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What signals mean that come one after the other: the first asks, a later one insists.
///
/// One Ctrl-C often comes twice: the terminal sends it to every process of the foreground, and `npm run`, `timeout` or
/// a container's first process pass on the one they got. When a terminal goes, shell and system both send SIGHUP.
struct SignalSequence: Sendable {
    enum Meaning { case first, second, echo }

    /// How long after the first another one is taken for its echo, in nanoseconds: nobody presses twice that fast.
    let echoTime: Int64
    private var firstAt: Int64?

    init(echoTime: Int64 = 200_000_000) {
        self.echoTime = echoTime
    }

    /// - Parameter now: in nanoseconds of a clock that only goes forward.
    mutating func meaning(of number: Int32, at now: Int64) -> Meaning {
        guard let firstAt else {
            firstAt = now
            return .first
        }
        return number == SIGHUP || now - firstAt < echoTime ? .echo : .second
    }
}
