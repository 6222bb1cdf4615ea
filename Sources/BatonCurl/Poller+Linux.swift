#if os(Linux)
    import CLibCurl
    import Glibc

    /// Uses epoll: the cost of a wait does not grow with the number of sockets.
    final class Poller {
        private let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: Poller.capacity)
        private static let capacity = 64

        deinit {
            close(descriptor)
            events.deallocate()
        }

        /// Sets the events to report; also works if the descriptor was closed or reopened without the poller's
        /// knowledge.
        func set(_ socket: Int32, _ interest: Interest, isWatched: Bool) {
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
        func wait(milliseconds: Int32) -> some Sequence<Event> {
            let count = max(epoll_wait(descriptor, events, Int32(Poller.capacity), milliseconds), 0)
            return UnsafeBufferPointer(start: events, count: Int(count)).lazy.map(Event.init)
        }
    }

    extension Poller.Event {
        fileprivate init(_ event: epoll_event) {
            let bits = event.events
            descriptor = event.data.fd
            canRead = bits & EPOLLIN.rawValue != 0
            canWrite = bits & EPOLLOUT.rawValue != 0
            hasError = bits & EPOLLERR.rawValue != 0 || bits & EPOLLHUP.rawValue != 0
        }
    }

    /// Wakes a loop from another thread, with an eventfd.
    final class Alarm: Sendable {
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
