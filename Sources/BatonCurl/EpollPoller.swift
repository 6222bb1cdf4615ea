#if os(Linux)
    import CLibCurl
    import BatonSystem

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
