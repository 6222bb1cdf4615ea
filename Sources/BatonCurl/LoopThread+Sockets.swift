import BatonHTTP
import BatonSystem
import CLibCurl

extension LoopThread {
    /// Records what libcurl waits for on a socket.
    ///
    /// When a connection becomes idle, its registration in the kernel is kept: its next request waits for the same
    /// event, and two system calls are saved. This is safe only for sockets whose closing libcurl announces
    /// (`setSocketCallbacks`).
    func watch(_ socket: Int32, _ what: Int32, for pool: ConnectionPool) {
        var entry = sockets[socket]
        entry.pool = pool
        switch what {
        case CURL_POLL_IN: entry.wanted = .reading
        case CURL_POLL_OUT: entry.wanted = .writing
        case CURL_POLL_INOUT: entry.wanted = [.reading, .writing]
        default:
            entry.wanted = []
            if !entry.isAnnounced {
                poller.remove(socket)
                entry = SocketTable.Entry()
            }
        }
        if !entry.wanted.isEmpty { entry.idleSince = nil }
        if !entry.wanted.isEmpty, entry.wanted != entry.watched {
            poller.set(socket, entry.wanted, isWatched: !entry.watched.isEmpty)
            entry.watched = entry.wanted
        }
        sockets[socket] = entry
    }

    func socketIsReady(_ event: PollerEvent) {
        var entry = sockets[event.descriptor]
        guard !entry.wanted.isEmpty, let pool = entry.pool else {
            poller.remove(event.descriptor)
            entry.watched = []
            sockets[event.descriptor] = entry
            // A transfer that pauses for its rate limit reads later. On an idle connection, either the server has
            // closed it, which libcurl finds out when it reuses it, or has sent unrequested bytes: libcurl would take
            // these for the response to the next request, possibly of another workflow.
            if let idleSince = entry.idleSince {
                if now() &- idleSince < idleTimes.soon { entry.persistence?.noteClosed() }
                SystemCall.spoil(event.descriptor)
            }
            return
        }
        var mask: Int32 = 0
        if event.canRead { mask |= CURL_CSELECT_IN }
        if event.canWrite { mask |= CURL_CSELECT_OUT }
        if event.hasError { mask |= CURL_CSELECT_ERR }
        act(pool, on: event.descriptor, mask)
    }

    /// Lets libcurl handle an event; `FloodWatch` makes sure that the call returns.
    func act(_ pool: ConnectionPool, on socket: Int32, _ mask: Int32) {
        calls.call {
            var running: Int32 = 0
            curl_multi_socket_action(pool.multi, socket, mask, &running)
        }
        let ended = calls.takeEnded()
        if !ended.isEmpty { flooded += ended }
    }

    /// Updates the state of a connection whose transfer has ended, before it becomes idle.
    ///
    /// - Parameter connectionCount: how many connections were made for the transfer; 0 if it reused one.
    func leave(_ handle: EasyHandle, after transfer: Transfer, connectionCount: Int) {
        if connectionCount < transfer.responseCount {
            handle.persistence?.noteKept()
        } else {
            handle.persistence?.note(transfer.header)
        }
        guard transfer.header.version.major < 2 else { return }
        let hasExcess = transfer.hasExcess
        let isReused = connectionCount == 0
        // A reused connection whose transfer never had to wait is still registered as idle.
        if isReused, handle.socket == nil, !hasExcess { return }
        // For a reused connection, `handle.socket` is the only socket that was used.
        let known = isReused ? handle.socket : nil
        let socket = known ?? baton_easy_get_socket(handle.easy, CURLINFO_ACTIVESOCKET)
        guard socket != CURL_SOCKET_BAD else { return }
        var entry = sockets[socket]
        // libcurl may have closed the socket, and a new one may have the same number.
        guard entry.wanted.isEmpty, entry.isAnnounced else { return }
        let isUnusable = hasExcess || isSpare(handle)
        entry.idleSince = now()
        entry.persistence = isUnusable ? nil : handle.persistence
        sockets[socket] = entry
        if isUnusable { SystemCall.spoil(socket) }
    }

    /// Whether the connection was made although others were idle, and another idle one remains to show whether it stays
    /// open. libcurl gives up a request after it has found a few dead connections.
    private func isSpare(_ handle: EasyHandle) -> Bool {
        guard handle.hasOwnConnection, let persistence = handle.persistence, !persistence.isKept else { return false }
        return sockets.hasIdle(persistence, since: .max)
    }

    /// Whether the request may be sent over an idle connection, given what is known about its origin.
    func mayReuse(_ persistence: Persistence, for request: Request) -> Bool {
        if persistence.isKept || request.method.isIdempotent { return true }
        let (time, isBeforeStart) = now().subtractingReportingOverflow(persistence.proof(idleTimes))
        guard !isBeforeStart, sockets.hasIdle(persistence, since: time) else { return false }
        persistence.noteKept()
        return true
    }

    /// Lets the loop open and close the sockets, so that it knows when each of them begins and ends.
    func setSocketCallbacks(of handle: EasyHandle) {
        let me = Unmanaged.passUnretained(self).toOpaque()
        handle.set(CURLOPT_OPENSOCKETDATA, pointer: me)
        handle.set(CURLOPT_CLOSESOCKETDATA, pointer: me)
        _ = baton_easy_set_open_callback(handle.easy) { loop, _, address in
            guard let loop, let address else { return CURL_SOCKET_BAD }
            return Unmanaged<LoopThread>.fromOpaque(loop).takeUnretainedValue().open(address.pointee)
        }
        _ = baton_easy_set_close_callback(handle.easy) { loop, socket in
            if let loop { Unmanaged<LoopThread>.fromOpaque(loop).takeUnretainedValue().close(socket) }
            return 0
        }
    }

    private func open(_ address: curl_sockaddr) -> Int32 {
        #if canImport(Glibc)
            let descriptor = socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
        #else
            let descriptor = socket(address.family, address.socktype, address.protocol)
            if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        #endif
        guard descriptor >= 0 else { return CURL_SOCKET_BAD }
        var entry = SocketTable.Entry()
        entry.isAnnounced = true
        sockets[descriptor] = entry
        if calls.open(descriptor) { FloodWatch.shared.add(calls) }
        return descriptor
    }

    private func close(_ socket: Int32) {
        if !sockets[socket].watched.isEmpty { poller.remove(socket) }
        sockets[socket] = SocketTable.Entry()
        if calls.close(socket) { FloodWatch.shared.remove(calls) }
        SystemCall.close(socket)
    }
}
