import BatonHTTP
import BatonValues
import Synchronization

/// Sends identical concurrent requests once: all of them wait for one transfer (single flight).
/// The transfer belongs to all waiting requests: it has no timeout of its own, and is cancelled when the last of them
/// leaves. Each request waits for at most its own timeout.
final class CacheFlights: Sendable {
    /// Why a request stops waiting.
    private enum Signal: Sendable {
        case landed(CacheTransfer.Landing, Flight, isStorable: Bool)
        /// Other requests have stored or refused the response: the cache is to be read again.
        case lookAgain
        /// The request timed out or its task was cancelled; with the cancelled transfer when no other request waits for
        /// it.
        case left(Failure, Task<Void, Never>?)
    }

    private typealias Board = FlightBoard<CacheKey>

    /// A flight as seen by one of the requests that wait for it.
    private struct Flight: Sendable {
        let key: CacheKey
        let id: Board.FlightID
        let isLeader: Bool
    }

    private struct Lone {
        let url: URLText
        /// False once another request has changed the resource.
        var isStorable = true
    }

    private struct Waiting {
        let flight: Flight
        let continuation: CheckedContinuation<Signal, Never>
    }

    private struct State {
        var board = Board()
        var waiting: [Board.Waiter: Waiting] = [:]
        /// All requests without a result yet, waiting at this moment or not.
        var active: Set<Board.Waiter> = []
        /// Requests that timed out or were cancelled: they must not wait for another flight.
        var ended: [Board.Waiter: Failure] = [:]
        var transfers: [Board.FlightID: Task<Void, Never>] = [:]
        /// Requests outside of flights whose responses may be stored, until they are stored or dropped.
        var lone: [Int: Lone] = [:]
        var lastWaiter = 0
        var lastLone = 0
    }

    private let state = Mutex(State())
    private let clock: WallClock
    /// Longer than any request waits: a transfer is ended by the requests that wait for it.
    private static let noTimeout = Duration.seconds(7 * 86_400)

    init(clock: WallClock) {
        self.clock = clock
    }

    var waitingCount: Int { state.withLock(\.waiting.count) }

    func forbidStoring(of url: URLText) {
        state.withLock { state in
            if !state.board.isEmpty { state.board.forbidStoring { $0.url.text == url.text } }
            for (id, lone) in state.lone where lone.url.text == url.text { state.lone[id]?.isStorable = false }
        }
    }

    /// Registers a request that is sent even when an identical one is on its way; the returned judge ends the
    /// registration.
    func beginLone(_ url: URLText) -> any PendingResponse.Judge {
        let id = state.withLock { state in
            state.lastLone += 1
            state.lone[state.lastLone] = Lone(url: url)
            return state.lastLone
        }
        return LoneJudge(flights: self, id: id)
    }

    private struct LoneJudge: PendingResponse.Judge {
        let flights: CacheFlights
        let id: Int

        func mayStore() -> Bool { isValid() }
        func isValid() -> Bool { flights.state.withLock { $0.lone[id]?.isStorable == true } }
        func end(isStored: Bool) { flights.state.withLock { $0.lone[id] = nil } }
    }

    /// Returns a stored response, or the response of one transfer that all requests of the same key share.
    func perform(
        _ question: CacheQuestion, _ tiers: CacheTiers, _ next: any Dispatcher, _ executor: (any TaskExecutor)?,
        hit: (StoredResponse) -> CacheExchange
    ) async throws(Failure) -> CacheExchange {
        if let entry = await look(question, tiers).hit { return hit(entry) }
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            state.active.insert(state.lastWaiter)
            return state.lastWaiter
        }
        let timeout = question.request.options.timeout
        let server = question.request.url.hostAndPort
        let timer = Task { [clock] in
            guard (try? await clock.sleep(timeout)) != nil else { return }
            let text = DurationText.limit(milliseconds: Int(timeout / .milliseconds(1)))
            self.end(waiter, Failure(.timeout, "no response within \(text) from \(server)"))
        }
        defer {
            timer.cancel()
            state.withLock { state in
                state.active.remove(waiter)
                state.ended[waiter] = nil
            }
        }
        while true {
            switch await signal(waiter, question, tiers, next, executor) {
            case .lookAgain:
                if let entry = await look(question, tiers).hit { return hit(entry) }
            case .left(let failure, let transfer):
                await transfer?.value
                throw failure
            case .landed(let landing, let flight, let isStorable):
                return try await take(landing, flight, isStorable, question, tiers)
            }
        }
    }

    /// The result of a look-up in the cache.
    private enum Look {
        /// The stored response may be used.
        case response(StoredResponse)
        /// A request has to be sent.
        case needs(CacheTransfer)

        var hit: StoredResponse? { if case .response(let entry) = self { entry } else { nil } }
    }

    private func look(_ question: CacheQuestion, _ tiers: CacheTiers) async -> Look {
        let now = clock.now()
        let plain = CacheTransfer(request: question.request)
        guard let stored = try? await tiers.find(question.key, question.rule, question.headers, now: now) else {
            return .needs(plain)
        }
        guard question.rule.policy == .revalidate else { return .response(stored) }
        let limit = question.rule.ttl.map { $0.components.seconds }
        switch StoredUse.of(stored.head, request: question.headers, now: now / 1_000_000, limit: limit) {
        case .fresh: return .response(stored)
        case .fetch: return .needs(plain)
        case .validate(let conditions):
            return .needs(CacheTransfer(request: question.request, stored: stored, conditions: conditions))
        }
    }

    private func signal(
        _ waiter: Board.Waiter, _ question: CacheQuestion, _ tiers: CacheTiers, _ next: any Dispatcher,
        _ executor: (any TaskExecutor)?
    ) async -> Signal {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let failure = state.withLock { state -> Failure? in
                    if let failure = state.ended[waiter] { return failure }
                    let key = question.key
                    let flight: Flight
                    switch state.board.arrive(waiter, for: key) {
                    case .leads(let id):
                        flight = Flight(key: key, id: id, isLeader: true)
                        state.transfers[id] = start(question, tiers, flight, next, executor)
                    case .joins(let id), .waitsForVerdict(let id): flight = Flight(key: key, id: id, isLeader: false)
                    }
                    state.waiting[waiter] = Waiting(flight: flight, continuation: continuation)
                    return nil
                }
                if let failure { continuation.resume(returning: .left(failure, nil)) }
            }
        } onCancel: {
            end(waiter, Failure(.cancelled, "the task was cancelled"))
        }
    }

    /// Starts the transfer, after another look-up: between the leader's look-up and its arrival on the board, an
    /// earlier flight may have stored the response and ended. This look-up sees that response, and no other flight of
    /// the key can start meanwhile.
    private func start(
        _ question: CacheQuestion, _ tiers: CacheTiers, _ flight: Flight, _ next: any Dispatcher,
        _ executor: (any TaskExecutor)?
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) { [clock] in
            switch await self.look(question, tiers) {
            case .response: self.callOff(flight)
            case .needs(let transfer):
                self.land(await transfer.perform(next, clock, timeout: Self.noTimeout), flight)
            }
        }
    }

    /// Ends a flight that has nothing to send: all waiting requests read the cache again.
    private func callOff(_ flight: Flight) {
        let waiting = state.withLock { state in
            state.transfers[flight.id] = nil
            return state.board.callOff(flight.key, flight.id).compactMap { state.waiting.removeValue(forKey: $0) }
        }
        for one in waiting { one.continuation.resume(returning: .lookAgain) }
    }

    private func land(_ landing: CacheTransfer.Landing, _ flight: Flight) {
        let isSuccess = if case .success(let response) = landing.result { response.isSuccess } else { false }
        let (waiting, isStorable) = state.withLock { state in
            state.transfers[flight.id] = nil
            let (waiters, isStorable) = state.board.land(flight.key, flight.id, isStorable: isSuccess)
            return (waiters.compactMap { state.waiting.removeValue(forKey: $0) }, isStorable)
        }
        for one in waiting {
            one.continuation.resume(returning: .landed(landing, one.flight, isStorable: isStorable))
        }
    }

    /// Ends the wait of a request that timed out or was cancelled.
    private func end(_ waiter: Board.Waiter, _ failure: Failure) {
        let (waiting, transfer) = state.withLock { state -> (Waiting?, Task<Void, Never>?) in
            guard state.active.contains(waiter) else { return (nil, nil) }
            state.ended[waiter] = failure
            guard let waiting = state.waiting.removeValue(forKey: waiter) else { return (nil, nil) }
            let flight = waiting.flight
            guard state.board.leave(waiter, of: flight.key, flight.id) else { return (waiting, nil) }
            return (waiting, state.transfers.removeValue(forKey: flight.id))
        }
        transfer?.cancel()
        waiting?.continuation.resume(returning: .left(failure, transfer))
    }

    /// Turns the result of a transfer into the exchange of one request that waited for it.
    private func take(
        _ landing: CacheTransfer.Landing, _ flight: Flight, _ isStorable: Bool, _ question: CacheQuestion,
        _ tiers: CacheTiers
    ) async throws(Failure) -> CacheExchange {
        landing.tell(question.request.session)
        var response = try landing.result.get()
        if !flight.isLeader { response.cacheUse = .shared }
        guard let entry = question.response(of: landing) else {
            if isStorable { decide(flight, isStored: false) }
            if response.isSuccess, question.rule.policy == .revalidate {
                // The server's new response may not be stored, and the stored one is outdated.
                tiers.memory.forget(question.key)
                await tiers.disk?.remove(question.key)
            }
            return CacheExchange(response)
        }
        // When the resource has changed meanwhile, the response is not stored.
        guard isStorable else { return CacheExchange(response) }
        return CacheExchange(
            response, pending: PendingResponse(entry, question, in: tiers, judge: FlightJudge(flights: self, flight)))
    }

    /// The judge of one request that got the response of a flight.
    private struct FlightJudge: PendingResponse.Judge {
        let flights: CacheFlights
        let flight: Flight

        init(flights: CacheFlights, _ flight: Flight) {
            self.flights = flights
            self.flight = flight
        }

        func mayStore() -> Bool { flights.state.withLock { $0.board.claim(flight.key, flight.id) } }
        func isValid() -> Bool { flights.state.withLock { $0.board.isStorable(flight.key, flight.id) } }
        func end(isStored: Bool) { flights.decide(flight, isStored: isStored) }
    }

    private func decide(_ flight: Flight, isStored: Bool) {
        let waiting = state.withLock { state in
            state.board.decide(flight.key, flight.id, isStored: isStored).compactMap {
                state.waiting.removeValue(forKey: $0)
            }
        }
        for one in waiting { one.continuation.resume(returning: .lookAgain) }
    }
}

/// One request to the cache, with its key and its rule.
struct CacheQuestion: Sendable {
    let request: Request
    /// The headers of the request and of its session.
    let headers: Headers
    let key: CacheKey
    let rule: CacheRule
    /// Whose response it is; nil where its credentials say so.
    var owner: String?

    /// The response of a transfer as it may be stored; nil when it may not.
    func response(of landing: CacheTransfer.Landing) -> StoredResponse? {
        guard rule.storesResponse, case .success(var response) = landing.result, response.isSuccess else { return nil }
        // The headers of its redirects would decide too, and they are not known here.
        if rule.policy == .revalidate, !response.redirects.isEmpty { return nil }
        if rule.policy == .revalidate, !landing.wasConfirmed,
            !CacheUpdate.isStorable(request.method, headers, response.status, response.headers)
        {
            return nil
        }
        response.cacheUse = nil
        if owner != nil {
            // An older credential must not come back to the session with the stored response.
            response.headers = response.headers.withoutCredentials(request.session?.value.keptNames ?? [])
        }
        return StoredResponse(
            response: response, method: request.method, requested: landing.requested, received: landing.received,
            hops: owner == nil ? Array(landing.receipts.dropLast()) : [],
            varied: VariedHeaders(response.headers, request: headers))
    }
}

/// The two stores of a cache: in memory and on disk.
struct CacheTiers: Sendable {
    let memory: MemoryCacheStore
    let disk: (any CacheStore)?

    /// The stored response that the rule allows for a request with these headers, at this moment.
    /// Throws when the response on disk cannot be read; the store has removed it then.
    nonisolated(nonsending) func find(
        _ key: CacheKey, _ rule: CacheRule, _ headers: Headers, now: Int64
    ) async throws(CacheStoreError) -> StoredResponse? {
        if let stored = memory.find(key), Self.isUsable(stored, rule, headers, now) {
            if rule.scope == .disk { await disk?.use(key) }
            return stored
        }
        guard rule.scope == .disk, let disk, let stored = try await disk.response(for: key) else { return nil }
        return Self.isUsable(stored, rule, headers, now) ? stored : nil
    }

    private static func isUsable(_ stored: StoredResponse, _ rule: CacheRule, _ headers: Headers, _ now: Int64) -> Bool
    {
        if rule.policy == .revalidate { return stored.varied.match(headers) }
        if let ttl = rule.ttl, !stored.isKnown(toBeAtMost: ttl, oldAt: now) { return false }
        return stored.varied.match(headers, ignoring: CacheKey.ignored, minding: false)
    }

    nonisolated(nonsending) func forgetResponses(of url: URLText) async {
        memory.forgetResponses(of: url)
        await disk?.removeResponses(of: url)
    }
}
