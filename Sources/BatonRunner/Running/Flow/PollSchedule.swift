/// Decides whether there is time for another poll of `until`.
struct PollSchedule: Equatable {
    let every: Microseconds
    let within: Microseconds

    /// However short `every` is: a server is not asked without any pause.
    private static let shortest: Microseconds = 1000

    /// The pause before the next poll; nil when the time is up. The last poll is made when it is.
    ///
    /// - Parameter elapsed: since the first poll began.
    func pause(elapsed: Microseconds) -> Microseconds? {
        guard elapsed < within else { return nil }
        return max(Self.shortest, min(every, within - elapsed))
    }
}
