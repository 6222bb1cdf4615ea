import BatonHTTP
import CLibCurl

extension LoopThread {
    /// The most unused pools, one per set of connection options, that are kept for later requests.
    private static let idlePoolLimit = 16

    /// Starts a transfer; to be called on the loop's thread only.
    func add(_ transfer: Transfer) {
        guard mayStart, !transfer.isCancelled.load(ordering: .acquiring) else {
            return finish(unstarted: transfer, isStopped: !mayStart)
        }
        guard let pool = pool(for: transfer.request), let handle = pool.takeHandle() else {
            return end(transfer, Failure(.badInput, "there is no memory for another request"))
        }
        let persistence = pool.persistence(of: transfer.request.url)
        handle.prepare(
            transfer, persistence,
            mayReuse: !transfer.mayPause && mayReuse(persistence, for: transfer.request))
        transfer.handle = handle
        if transfer.started == 0 { transfer.started = now() }
        guard curl_multi_add_handle(pool.multi, handle.easy) == CURLM_OK else {
            transfer.handle = nil
            handle.release()
            return end(transfer, Failure(.badInput, "libcurl takes no further request"))
        }
        // Released in `finish`, and nowhere else.
        _ = Unmanaged.passRetained(handle)
        pool.activeCount += 1
        handle.activeIndex = active.count
        active.append(handle)
        hasAdded = true
    }

    func finish(unstarted transfer: Transfer, isStopped: Bool) {
        let reason = isStopped ? "the run ended before the request was sent" : "cancelled before the request was sent"
        end(transfer, Failure(.cancelled, reason))
    }

    /// Ends the transfers that libcurl has finished. Their tasks are resumed here, where no callback of libcurl is
    /// running.
    func finishTransfers() {
        wakeReaders()
        guard !active.isEmpty else { return }
        for pool in pools where pool.activeCount > 0 {
            var left: Int32 = 0
            while let message = curl_multi_info_read(pool.multi, &left) {
                guard message.pointee.msg == CURLMSG_DONE, let handle = EasyHandle.of(message.pointee.easy_handle)
                else { continue }
                finish(handle, baton_message_result(message))
            }
        }
        if !flooded.isEmpty { flooded = [] }
    }

    /// Removes the handle from libcurl and resumes the task: the only place where a started transfer ends.
    func finish(_ handle: EasyHandle, _ code: CURLcode) {
        let pool = handle.pool
        let transfer = handle.transfer
        if let transfer {
            // A transfer without a socket has not had to wait, so it belongs to the call that has just returned.
            if code != CURLE_OK, !flooded.isEmpty, transfer.abort == nil,
                handle.socket.map(flooded.contains) ?? true
            {
                transfer.abort = .malformed("sends without end what belongs to no response")
            }
            let connectionCount = handle.settle(transfer, code)
            if transfer.hasLostConnection { handle.persistence?.noteClosed() }
            if code == CURLE_OK { leave(handle, after: transfer, connectionCount: connectionCount) }
        }
        curl_multi_remove_handle(pool.multi, handle.easy)
        Unmanaged.passUnretained(handle).release()
        pool.activeCount -= 1
        let last = active.removeLast()
        if last !== handle {
            last.activeIndex = handle.activeIndex
            active[last.activeIndex] = last
        }
        handle.release()
        pool.giveBack(handle)
        guard let transfer else { return }
        transfer.handle = nil
        transfer.tellEnd()
    }

    private func end(_ transfer: Transfer, _ failure: Failure) {
        transfer.end = Transfer.End(.failure(failure))
        transfer.tellEnd()
    }

    private func pool(for request: Request) -> ConnectionPool? {
        useCount += 1
        let options = request.options.connection
        let authentication = request.options.authentication.flatMap { $0.belongsToConnection ? $0 : nil }
        for pool in pools where pool.key.options.isIdentical(to: options) && pool.isFor(authentication) {
            pool.lastUse = useCount
            return pool
        }
        let key = ConnectionPool.Key(options: options, authentication: authentication)
        if let pool = pools.first(where: { $0.key == key }) {
            pool.lastUse = useCount
            return pool
        }
        closeUnusedPool()
        guard let pool = ConnectionPool(key: key, loop: self, environment: environment) else { return nil }
        pool.lastUse = useCount
        pools.append(pool)
        return pool
    }

    private func closeUnusedPool() {
        let unused = pools.indices.filter { pools[$0].activeCount == 0 }
        guard unused.count >= Self.idlePoolLimit,
            let oldest = unused.min(by: { pools[$0].lastUse < pools[$1].lastUse })
        else { return }
        pools.remove(at: oldest).close()
    }
}
