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
        /// Others have decided: the cache may have the answer now.
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
        var lastWaiter = 0
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
            if !state.board.isEmpty { state.board.forbidStoring { $0.url == url } }
        }
    }

    /// Answers from what is stored, or by one transfer for all who want it now.
    func perform(
        _ question: CacheQuestion, _ tiers: CacheTiers, _ next: any Dispatcher, _ executor: (any TaskExecutor)?,
        hit: (StoredAnswer) -> CacheExchange
    ) async throws(Failure) -> CacheExchange {
        var (exchange, transfer) = await stored(question, tiers, hit)
        if let exchange { return exchange }
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
            self.end(waiter, Failure(.timeout, "no answer within \(text) from \(server)"))
        }
        defer {
            timer.cancel()
            state.withLock { state in
                state.active.remove(waiter)
                state.ended[waiter] = nil
            }
        }
        while true {
            switch await signal(waiter, transfer, question.key, next, executor) {
            case .lookAgain:
                (exchange, transfer) = await stored(question, tiers, hit)
                if let exchange { return exchange }
            case .left(let failure, let transfer):
                await transfer?.value
                throw failure
            case .landed(let landing, let flight, let isStorable):
                return try await take(landing, flight, isStorable, question, tiers)
            }
        }
    }

    /// The exchange where what is stored will do, else the transfer that has to be made.
    private func stored(
        _ question: CacheQuestion, _ tiers: CacheTiers, _ hit: (StoredAnswer) -> CacheExchange
    ) async -> (exchange: CacheExchange?, transfer: CacheTransfer) {
        let now = clock.now()
        let plain = CacheTransfer(request: question.request)
        guard let stored = await tiers.find(question.key, question.rule, question.headers, now: now) else {
            return (nil, plain)
        }
        guard question.rule.policy == .revalidate else { return (hit(stored), plain) }
        let limit = question.rule.ttl.map { $0.components.seconds }
        switch StoredUse.of(stored.head, request: question.headers, now: now / 1_000_000, limit: limit) {
        case .fresh: return (hit(stored), plain)
        case .fetch: return (nil, plain)
        case .validate(let conditions):
            return (nil, CacheTransfer(request: question.request, stored: stored, conditions: conditions))
        }
    }

    private func signal(
        _ waiter: Board.Waiter, _ transfer: CacheTransfer, _ key: CacheKey, _ next: any Dispatcher,
        _ executor: (any TaskExecutor)?
    ) async -> Signal {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let failure = state.withLock { state -> Failure? in
                    if let failure = state.ended[waiter] { return failure }
                    let flight: Flight
                    switch state.board.arrive(waiter, for: key) {
                    case .leads(let id):
                        flight = Flight(key: key, id: id, isLeader: true)
                        state.transfers[id] = start(transfer, flight, next, executor)
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

    private func start(
        _ transfer: CacheTransfer, _ flight: Flight, _ next: any Dispatcher, _ executor: (any TaskExecutor)?
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) { [clock] in
            self.land(await transfer.perform(next, clock, timeout: Self.noTimeout), flight)
        }
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
        guard let answer = question.answer(of: landing) else {
            if isStorable { decide(flight, isStored: false) }
            if response.isSuccess, question.rule.policy == .revalidate {
                // The server says something else now, which may not be stored: what is stored holds no longer.
                tiers.memory.forget(question.key)
                await tiers.disk?.remove(question.key)
            }
            return CacheExchange(response)
        }
        // Where something has changed meanwhile what the answer is about, it is not stored.
        guard isStorable else { return CacheExchange(response) }
        let pending = PendingAnswer(
            answer, question.key, isForDisk: question.rule.scope == .disk, in: tiers,
            mayStore: { self.state.withLock { $0.board.mayStore(flight.key, flight.id) } },
            flight: { self.decide(flight, isStored: $0) })
        return CacheExchange(response, pending: pending)
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
