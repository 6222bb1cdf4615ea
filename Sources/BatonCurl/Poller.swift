/// Waits for sockets to become ready: the part of a loop that differs between systems.
///
/// `Poller.wait` returns events; by the time one is handled, its descriptor may be closed or belong to another socket.
extension Poller {
    struct Interest: OptionSet, Sendable {
        let rawValue: UInt8
        static let reading = Interest(rawValue: 1)
        static let writing = Interest(rawValue: 2)
    }

    struct Event {
        var descriptor: Int32
        var canRead: Bool
        var canWrite: Bool
        var hasError: Bool
    }
}
