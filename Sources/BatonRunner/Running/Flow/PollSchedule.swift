import BatonRecords

/// Decides whether there is time for another poll of `until`.
struct PollSchedule: Equatable {
    let every: Microseconds
    let within: Microseconds

    /// Minimum pause in microseconds, even if `every` is shorter, to protect the server.
    private static let shortest: Microseconds = 1000

    /// The pause before the next poll; nil when the time is up. The last poll is sent when the time is up.
    ///
    /// - Parameter elapsed: time since the start of the first poll.
    func pause(elapsed: Microseconds) -> Microseconds? {
        guard elapsed < within else { return nil }
        return max(Self.shortest, min(every, within - elapsed))
    }
}
