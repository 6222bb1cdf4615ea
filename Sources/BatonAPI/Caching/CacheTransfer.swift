import BatonHTTP

/// One request that goes to the server for the cache, and what came of it.
struct CacheTransfer: Sendable {
    let request: Request
    /// A stored response that the server is asked about.
    var stored: StoredResponse?
    /// What is added to ask about it.
    var conditions = Headers()

    /// What a transfer brought.
    struct Landing: Sendable {
        var result: Result<Response, Failure>
        /// What sessions are told of.
        var receipts: [SessionStore.Receipt]
        /// Microseconds since 1970, as the next.
        var requested: Int64
        var received: Int64
        var wasConfirmed = false

        /// Lets a session know what it would know had it sent the request itself.
        func tell(_ session: SessionStore?) {
            guard let session else { return }
            for receipt in receipts { session.receive(receipt, at: received / 1_000_000) }
        }
    }

    /// - Parameter timeout: nil leaves the request's own.
    func perform(_ next: any Dispatcher, _ clock: CacheClock, timeout: Duration? = nil) async -> Landing {
        var request = request
        request.cache = nil
        if let timeout { request.options.timeout = timeout }
        for field in conditions { request.headers.append(field.name, field.value) }
        let landing = await Self.send(request, next, clock)
        guard let stored, case .success(let response) = landing.result, response.status == 304 else { return landing }
        if CacheUpdate.confirms(response.headers, stored.response.headers) {
            return confirmed(stored, by: response, landing)
        }
        // It speaks of another response than ours: that one must come whole (RFC 9111 section 4.3.4).
        request.headers = self.request.headers
        return await Self.send(request, next, clock)
    }

    private static func send(_ request: Request, _ next: any Dispatcher, _ clock: CacheClock) async -> Landing {
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
