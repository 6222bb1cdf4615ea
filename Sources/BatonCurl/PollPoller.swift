import BatonSystem

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
