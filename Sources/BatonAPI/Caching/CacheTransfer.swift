import BatonHTTP

/// One request that the cache sends to the server, and its result.
struct CacheTransfer: Sendable {
    let request: Request
    /// The stored response that the server is asked to confirm.
    var stored: StoredResponse?
    /// The conditional headers that are added for it.
    var conditions = Headers()

    /// The result of a transfer.
    struct Landing: Sendable {
        var result: Result<Response, Failure>
        /// The headers and URLs of its responses, for sessions.
        var receipts: [SessionStore.Receipt]
        /// When the request was sent; microseconds since 1970, as `received`.
        var requested: Int64
        var received: Int64
        var wasConfirmed = false

        /// Gives a session the headers that it would have received had it sent the request itself.
        func tell(_ session: SessionStore?) {
            guard let session else { return }
            for receipt in receipts { session.receive(receipt, at: received / 1_000_000) }
        }
    }

    /// - Parameter timeout: replaces the request's own unless nil.
    func perform(_ next: any Dispatcher, _ clock: WallClock, timeout: Duration? = nil) async -> Landing {
        var request = request
        request.cache = nil
        if let timeout { request.options.timeout = timeout }
        request.headers.append(conditions)
        let landing = await Self.send(request, next, clock)
        guard let stored, case .success(let response) = landing.result, response.status == 304 else { return landing }
        if CacheUpdate.confirms(response.headers, stored.response.headers) {
            return confirmed(stored, by: response, landing)
        }
        // The 304 is about another response than the stored one: that response must be fetched whole (RFC 9111 section
        // 4.3.4).
        request.headers = self.request.headers
        return await Self.send(request, next, clock)
    }

    private static func send(_ request: Request, _ next: any Dispatcher, _ clock: WallClock) async -> Landing {
        var request = request
        let session = request.session.map { SessionStore(recording: $0) }
        request.session = session
        let requested = clock.now()
        let result: Result<Response, Failure>
        do throws(Failure) {
            result = .success(try await next.send(request))
        } catch {
            result = .failure(error)
        }
        return Landing(
            result: result, receipts: session?.receipts ?? [], requested: requested, received: clock.now())
    }

    private func confirmed(_ stored: StoredResponse, by fresh: Response, _ landing: Landing) -> Landing {
        var response = stored.response
        response.headers = CacheUpdate.merged(response.headers, with: fresh.headers)
        response.timings = fresh.timings
        response.requestBytes = fresh.requestBytes
        response.silentRepeats = fresh.silentRepeats
        response.cacheUse = .revalidated(age: stored.age(at: landing.received))
        var landing = landing
        landing.result = .success(response)
        landing.wasConfirmed = true
        return landing
    }
}
