import BatonSystem

#if os(Linux)
    import CLibCurl
#endif

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

#if os(Linux)
    /// Uses epoll: the cost of a wait does not grow with the number of sockets.
    final class EpollPoller {
        private let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: EpollPoller.capacity)
        private static let capacity = 64

        deinit {
            close(descriptor)
            events.deallocate()
        }

        /// Sets the events to report; also works if the descriptor was closed or reopened without the poller's
        /// knowledge.
        func set(_ socket: Int32, _ interest: PollerInterest, isWatched: Bool) {
            var event = epoll_event()
            event.data.fd = socket
            if interest.contains(.reading) { event.events |= EPOLLIN.rawValue }
            if interest.contains(.writing) { event.events |= EPOLLOUT.rawValue }
            let first = isWatched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD
            guard epoll_ctl(descriptor, first, socket, &event) != 0 else { return }
            _ = epoll_ctl(descriptor, isWatched ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event)
        }

        func remove(_ socket: Int32) {
            var event = epoll_event()
            _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
        }

        /// Waits for events; -1 waits without limit. The events are valid until the next call.
        func wait(milliseconds: Int32) -> some Sequence<PollerEvent> {
            let count = max(epoll_wait(descriptor, events, Int32(EpollPoller.capacity), milliseconds), 0)
            return UnsafeBufferPointer(start: events, count: Int(count)).lazy.map(PollerEvent.init)
        }
    }

    extension PollerEvent {
        fileprivate init(_ event: epoll_event) {
            let bits = event.events
            descriptor = event.data.fd
            canRead = bits & EPOLLIN.rawValue != 0
            canWrite = bits & EPOLLOUT.rawValue != 0
            hasError = bits & EPOLLERR.rawValue != 0 || bits & EPOLLHUP.rawValue != 0
        }
    }
#endif

/// Uses poll, which every system has; each wait checks all sockets.
final class PollPoller {
    private var sockets: [pollfd] = []

    func set(_ socket: Int32, _ interest: PollerInterest, isWatched: Bool) {
        var entry = pollfd(fd: socket, events: 0, revents: 0)
        if interest.contains(.reading) { entry.events |= Int16(POLLIN) }
        if interest.contains(.writing) { entry.events |= Int16(POLLOUT) }
        if let index = sockets.firstIndex(where: { $0.fd == socket }) {
            sockets[index] = entry
        } else {
            sockets.append(entry)
        }
    }

    func remove(_ socket: Int32) {
        sockets.removeAll { $0.fd == socket }
    }

    /// Waits for events; -1 waits without limit.
    func wait(milliseconds: Int32) -> [PollerEvent] {
        guard poll(&sockets, nfds_t(sockets.count), milliseconds) > 0 else { return [] }
        let ready = sockets.filter { $0.revents != 0 }
        // A descriptor that was closed meanwhile would be ready at once, again and again.
        sockets.removeAll { $0.revents & Int16(POLLNVAL) != 0 }
        return ready.map { entry in
            PollerEvent(
                descriptor: entry.fd, canRead: entry.revents & Int16(POLLIN) != 0,
                canWrite: entry.revents & Int16(POLLOUT) != 0,
                hasError: entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0)
        }
    }
}

/// The state of each socket of a loop.
struct SocketTable {
    struct Entry {
        var pool: ConnectionPool?
        /// What libcurl waits for; empty while the connection is idle.
        var wanted = PollerInterest()
        /// The events that the kernel was told to report.
        var watched = PollerInterest()
        /// When the last transfer ended, in nanoseconds of the loop's clock; nil while a transfer is in progress, and
        /// for HTTP/2, where bytes may arrive at any time.
        var idleSince: UInt64?
        /// The persistence of the origin that the last transfer went to.
        var persistence: Persistence?
        /// Whether libcurl tells the loop when it closes the socket.
        var isAnnounced = false
    }

    /// By socket: the system gives the smallest number that is free.
    private var entries: [Entry] = []

    subscript(socket: Int32) -> Entry {
        get { entries.indices.contains(Int(socket)) ? entries[Int(socket)] : Entry() }
        set {
            guard socket >= 0 else { return }
            while entries.count <= socket { entries.append(Entry()) }
            entries[Int(socket)] = newValue
        }
    }

    /// Whether a connection to that origin has been idle since that time or longer.
    func hasIdle(_ persistence: Persistence, since time: UInt64) -> Bool {
        entries.contains { entry in
            guard let idleSince = entry.idleSince else { return false }
            return idleSince <= time && entry.persistence === persistence
        }
    }
}

#if os(Linux)
    /// Wakes a loop from another thread, with an eventfd.
    final class EventAlarm: Sendable {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

        deinit {
            close(descriptor)
        }

        func ring() {
            var one: UInt64 = 1
            _ = write(descriptor, &one, 8)
        }

        func silence() {
            var count: UInt64 = 0
            _ = read(descriptor, &count, 8)
        }
    }
#endif

/// Wakes a loop from another thread, with a pipe.
final class PipeAlarm: Sendable {
    let descriptor: Int32
    private let bell: Int32

    init() {
        var pair: [Int32] = [-1, -1]
        _ = pipe(&pair)
        for end in pair {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, bell) = (pair[0], pair[1])
    }

    deinit {
        close(descriptor)
        close(bell)
    }

    func ring() {
        var one: UInt8 = 1
        _ = write(bell, &one, 1)
    }

    func silence() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) > 0 {}
    }
}
