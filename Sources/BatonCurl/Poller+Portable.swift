#if !os(Linux)
    import Darwin

    /// Uses poll, which every system has; each wait checks all sockets.
    final class Poller {
        private var sockets: [pollfd] = []

        func set(_ socket: Int32, _ interest: Interest, isWatched: Bool) {
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
        func wait(milliseconds: Int32) -> [Event] {
            guard poll(&sockets, nfds_t(sockets.count), milliseconds) > 0 else { return [] }
            return sockets.filter { $0.revents != 0 }.map { entry in
                Event(
                    descriptor: entry.fd, canRead: entry.revents & Int16(POLLIN) != 0,
                    canWrite: entry.revents & Int16(POLLOUT) != 0,
                    hasError: entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0)
            }
        }
    }

    /// Wakes a loop from another thread, with a pair of sockets.
    final class Alarm: Sendable {
        let descriptor: Int32
        private let bell: Int32

        init() {
            var pair: [Int32] = [-1, -1]
            _ = socketpair(AF_UNIX, SOCK_STREAM, 0, &pair)
            for socket in pair {
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                _ = fcntl(socket, F_SETFL, O_NONBLOCK)
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
#endif
