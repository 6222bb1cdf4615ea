import BatonCurl
import BatonHTTP
import Synchronization

/// Lets requests that want the same wait for one transfer.
///
/// The transfer belongs to all who wait: it has no time limit of its own, and ends when the last of them leaves. Each of
/// them waits as long as its own request may take.
final class CacheFlights: Sendable {
    /// What ends the waiting.
    private enum Signal: Sendable {
        case landed(CacheTransfer.Landing, Flight, isStorable: Bool)
        /// Others have decided: the cache may have the response now.
        case lookAgain
        /// Time is up or the task is cancelled; where nobody else waits, with the transfer that ends.
        case left(Failure, Task<Void, Never>?)
    }

    private typealias Board = FlightBoard<CacheKey>

    /// A flight, as one of those knows it who wait.
    private struct Flight: Sendable {
        let key: CacheKey
        let id: Board.FlightID
        let isLeader: Bool
    }

    private struct Lone {
        let url: URLText
        /// False once something has changed what the response is about.
        var isStorable = true
    }

    private struct Waiting {
        let flight: Flight
        let continuation: CheckedContinuation<Signal, Never>
    }

    private struct State {
        var board = Board()
        var waiting: [Board.Waiter: Waiting] = [:]
        /// Those who have not got anything yet, waiting at this moment or not.
        var active: Set<Board.Waiter> = []
        /// Those who must not wait any more, also not for another flight.
        var ended: [Board.Waiter: Failure] = [:]
        var transfers: [Board.FlightID: Task<Void, Never>] = [:]
        /// Requests outside of flights whose responses may be stored, until that is decided.
        var lone: [Int: Lone] = [:]
        var lastWaiter = 0
        var lastLone = 0
    }

    private let state = Mutex(State())
    private let clock: CacheClock
    /// So long that nobody waits for it: a transfer's end is decided by those who wait.
    private static let noTimeout = Duration.seconds(7 * 86_400)

    init(clock: CacheClock) {
        self.clock = clock
    }

    var waitingCount: Int { state.withLock(\.waiting.count) }

    func forbidStoring(of url: URLText) {
        state.withLock { state in
            if !state.board.isEmpty { state.board.forbidStoring { $0.url.text == url.text } }
            for (id, lone) in state.lone where lone.url.text == url.text { state.lone[id]?.isStorable = false }
        }
    }

    /// For a request that is sent whoever else asks: to be ended by whoever decides on its response.
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

    /// Responses from what is stored, or by one transfer for all who want it now.
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
            let text = TimeoutWords.text(Int(timeout / .milliseconds(1)))
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

    /// What a look into the cache says.
    private enum Look {
        /// What is stored will do.
        case response(StoredResponse)
        /// Something has to be sent.
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

    /// Looks once more before it sends: between the leader's look and its arrival, an earlier flight may have stored
    /// what it wants and be gone. Who looks now sees that, and nobody else flies meanwhile.
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

    /// Nothing has to be sent: all who wait look into the cache.
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

    /// Somebody's time is up, or its task is cancelled.
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

    /// Makes of what a transfer brought what one of those gets who waited for it.
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
                // The server says something else now, which may not be stored: what is stored holds no longer.
                tiers.memory.forget(question.key)
                await tiers.disk?.remove(question.key)
            }
            return CacheExchange(response)
        }
        // Where something has changed meanwhile what the response is about, it is not stored.
        guard isStorable else { return CacheExchange(response) }
        return CacheExchange(
            response, pending: PendingResponse(entry, question, in: tiers, judge: FlightJudge(flights: self, flight)))
    }

    /// Speaks for one of those who got what a flight brought.
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
