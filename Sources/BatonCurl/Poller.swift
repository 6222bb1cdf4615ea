/// Waits for sockets to become ready: the part of a loop that is different on each system.
///
/// `Poller.wait` gives back events, whose descriptors may be gone or stand for something else by the time they are read.
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
