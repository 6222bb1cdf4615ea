/// Waits for sockets to become ready: the part of a loop that differs between systems.
///
/// `wait` returns events; by the time one is handled, its descriptor may be closed or belong to another socket. With
/// `BATON_PORTABLE` in the environment of the build, Linux has the portable form too.
#if os(Linux) && !BATON_PORTABLE
    typealias Poller = EpollPoller
    /// Wakes a loop from another thread.
    typealias Alarm = EventAlarm
#else
    typealias Poller = PollPoller
    /// Wakes a loop from another thread.
    typealias Alarm = PipeAlarm
#endif

/// What to wait for at a socket.
struct PollerInterest: OptionSet, Sendable {
    let rawValue: UInt8
    static let reading = PollerInterest(rawValue: 1)
    static let writing = PollerInterest(rawValue: 2)
}

/// What a socket is ready for.
struct PollerEvent: Sendable {
    var descriptor: Int32
    var canRead: Bool
    var canWrite: Bool
    var hasError: Bool
}
