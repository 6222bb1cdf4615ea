import BatonHTTP
import CLibCurl

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension LoopThread {
    /// libcurl says what it waits for on a socket.
    ///
    /// A connection that becomes idle stays with the kernel as it is: its next request waits for the same thing, and two
    /// system calls are saved. That is safe only for sockets whose end is announced (`setSocketCallbacks`).
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

    func socketIsReady(_ event: Poller.Event) {
        var entry = sockets[event.descriptor]
        guard !entry.wanted.isEmpty, let pool = entry.pool else {
            poller.remove(event.descriptor)
            entry.watched = []
            sockets[event.descriptor] = entry
            // A transfer that is held back for its rate reads on later. On an idle connection the server has closed, which
            // libcurl finds out when it wants to use it, or sent what nobody asked for: that would be taken for the
            // response to the next request, of whatever workflow.
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

    /// Lets libcurl work; `FloodWatch` sees to it that this returns.
    func act(_ pool: ConnectionPool, on socket: Int32, _ mask: Int32) {
        calls.call {
            var running: Int32 = 0
            curl_multi_socket_action(pool.multi, socket, mask, &running)
        }
        let ended = calls.takeEnded()
        if !ended.isEmpty { flooded.formUnion(ended) }
    }

    /// Looks after a connection whose transfer has ended, before it becomes idle.
    ///
    /// - Parameter connectionCount: how many were made for the transfer; none if it found the connection idle.
    func leave(_ handle: EasyHandle, after transfer: Transfer, connectionCount: Int) {
        if connectionCount < transfer.responseCount {
            handle.persistence?.noteKept()
        } else {
            handle.persistence?.note(transfer.header)
        }
        guard transfer.header.version.major < 2 else { return }
        let hasExcess = transfer.hasExcess
        let isReused = connectionCount == 0
        // An idle connection whose transfer never had to wait still counts as idle.
        if isReused, handle.socket == nil, !hasExcess { return }
        // Only a connection that was there before has had no other socket tried for it.
        let known = isReused ? handle.socket : nil
        let socket = known ?? baton_easy_get_socket(handle.easy, CURLINFO_ACTIVESOCKET)
        guard socket != CURL_SOCKET_BAD else { return }
        var entry = sockets[socket]
        // libcurl may have closed it, and the number may be that of a new one.
        guard entry.wanted.isEmpty, entry.isAnnounced else { return }
        let isUnusable = hasExcess || isSpare(handle)
        entry.idleSince = now()
        entry.persistence = isUnusable ? nil : handle.persistence
        sockets[socket] = entry
        if isUnusable { SystemCall.spoil(socket) }
    }

    /// Whether the connection was made although others were idle, and another one is left to show whether it stays open:
    /// libcurl gives up a request that finds more than a few dead connections.
    private func isSpare(_ handle: EasyHandle) -> Bool {
        guard handle.hasOwnConnection, let persistence = handle.persistence, !persistence.isKept else { return false }
        return sockets.hasIdle(persistence, since: .max)
    }

    /// Whether the request may go over a connection that another one has left, as far as that is known of its origin.
    func mayReuse(_ persistence: Persistence, for request: Request) -> Bool {
        if persistence.isKept || request.method.isIdempotent { return true }
        let (time, isBeforeStart) = now().subtractingReportingOverflow(persistence.proof(idleTimes))
        guard !isBeforeStart, sockets.hasIdle(persistence, since: time) else { return false }
        persistence.noteKept()
        return true
    }

    /// Lets the loop open and close the sockets, so that it knows each one's beginning and end.
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
