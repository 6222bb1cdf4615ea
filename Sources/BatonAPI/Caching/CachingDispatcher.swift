// A request with a rule becomes a `CacheQuestion` with its `CacheKey`. `CacheFlights` answers it out of the
// `CacheTiers` (memory, then disk), or begins one `CacheTransfer` for all equal questions; `FlightBoard` has the rules
// of that as a value. What comes back is a `CacheExchange`, whose `PendingResponse` is stored when the caller says that
// it is good.

public import BatonHTTP
import Synchronization

/// Returns responses from a cache when the rule of a request allows it, and sends the other requests through another
/// dispatcher.
///
/// Identical requests at the same time are sent once. The rule is the request's `cache`; a request without one follows
/// the dispatcher's own rule.
///
/// ```swift
/// let cache = CachingDispatcher(CurlDispatcher.shared)
/// let client = try APIClient(environment, dispatcher: cache)
/// ```
public final class CachingDispatcher: SelfLimitedDispatcher {
    /// Below the cache: a stored response needs no access token.
    private let next: any Dispatcher
    private let rule: CacheRule
    private let tiers: CacheTiers
    private let clock: WallClock
    private let flights: CacheFlights

    /// - Parameters:
    ///   - next: sends the requests that no stored response serves.
    ///   - rule: for GET and HEAD requests without a rule of their own.
    ///   - memory: may be shared with other dispatchers.
    ///   - disk: where rules with the scope `disk` keep responses too; nil: nowhere.
    public convenience init(
        _ next: any Dispatcher, rule: CacheRule = CacheRule(.networkOnly),
        memory: MemoryCacheStore = MemoryCacheStore(),
        disk: (any CacheStore)? = nil
    ) {
        self.init(DeadlineDispatcher.holding(next), rule: rule, memory: memory, disk: disk, clock: .system)
    }

    package init(
        _ next: any Dispatcher, rule: CacheRule = CacheRule(.networkOnly), memory: MemoryCacheStore,
        disk: (any CacheStore)?, clock: WallClock
    ) {
        self.next =
            next as? AuthenticatingDispatcher
            ?? AuthenticatingDispatcher(next, credentials: CredentialStore(clock: clock), clock: clock)
        self.rule = rule
        tiers = CacheTiers(memory: memory, disk: disk)
        self.clock = clock
        flights = CacheFlights(clock: clock)
    }

    /// Returns a response, and stores a new one with status 2xx when the rule says so.
    ///
    /// A response that cannot be kept is returned all the same, with a `cacheProblem`. Throws `cache.miss` when no
    /// response is stored and the rule forbids sending.
    public nonisolated(nonsending) func send(_ request: Request) async throws(Failure) -> Response {
        let session = request.session?.contents
        let exchange = try await exchange(request)
        guard let pending = exchange.pending else { return exchange.response }
        var response = exchange.response
        do throws(CacheStoreError) {
            let secrecy = DiskSecrecy.reason(request, session, exchange.response)
            try await pending.commit(keepsOnDisk: secrecy == nil)
            response.cacheProblem = pending.problem ?? (pending.wantsDisk ? secrecy : nil)
        } catch {
            response.cacheProblem = error.message
        }
        return response
    }

    /// Returns a response that the caller judges before it is stored: `pending` stores it.
    ///
    /// - Parameters:
    ///   - request: its own rule counts before the dispatcher's.
    ///   - executor: where the transfer prefers to run: it belongs to all requests that wait for it.
    public nonisolated(nonsending) func exchange(
        _ request: Request, on executor: (any TaskExecutor)? = nil
    ) async throws(Failure) -> CacheExchange {
        // What is read as it arrives is not there to be stored.
        guard request.bodyStream == nil, let rule = request.cache ?? rule.inherited(by: request.method), !rule.isIdle
        else {
            return CacheExchange(try await plain(request))
        }
        var headers = request.headers
        request.session?.addHeaders(to: &headers, for: request.url)
        let owner = request.session?.owner
        if owner != nil { headers = headers.withoutCredentials(request.session?.value.keptNames ?? []) }
        guard let key = CacheKey(request, headers: headers, key: rule.key, owner: owner) else {
            if rule.policy == .onlyIfCached {
                throw Failure(
                    .cacheMiss,
                    "a response is never stored when a body goes to a file or comes from one, or with custom credentials"
                )
            }
            var response = try await plain(request)
            if rule.storesResponse, response.isSuccess { response.cacheProblem = Self.unkeyed(request) }
            return CacheExchange(response)
        }
        var exchange = try await exchange(
            CacheQuestion(request: request, headers: headers, key: key, rule: rule, owner: owner), on: executor)
        if rule.scope == .disk, let disk = tiers.disk { exchange.diskResponse = DiskResponse(key: key, disk: disk) }
        return exchange
    }

    private nonisolated(nonsending) func exchange(
        _ question: CacheQuestion, on executor: (any TaskExecutor)?
    ) async throws(Failure) -> CacheExchange {
        let (request, headers, key, rule) = (question.request, question.headers, question.key, question.rule)
        switch rule.policy {
        case .networkOnly: return try await ask(question, cached: nil)
        case .networkFirst:
            do throws(Failure) {
                return try await ask(question, cached: nil)
            } catch {
                guard error.kind.family == "network",
                    let stored = try? await tiers.find(key, rule, headers, now: clock.now())
                else { throw error }
                return hit(stored, request)
            }
        case .both:
            let now = clock.now()
            let stored = (try? await tiers.find(key, rule, headers, now: now))?.handedOut(at: now)
            if let stored { request.onStored?(stored) }
            return try await ask(question, cached: stored)
        case .onlyIfCached:
            let stored = try await onlyStored(request, key, rule, headers)
            return hit(stored, request)
        case .cacheFirst, .revalidate:
            // A caller that sets conditions or asks for a part wants the server's response, not the cache's.
            if rule.policy == .revalidate, Self.conditions.contains(where: headers.contains) {
                return CacheExchange(try await plain(request))
            }
            return try await flights.perform(question, tiers, next, executor) { self.hit($0, request) }
        }
    }

    /// The stored response for a rule that forbids sending.
    private nonisolated(nonsending) func onlyStored(
        _ request: Request, _ key: CacheKey, _ rule: CacheRule, _ headers: Headers
    ) async throws(Failure) -> StoredResponse {
        let shown = "\(request.method.rawValue) \(request.url.shown)"
        do throws(CacheStoreError) {
            if let stored = try await tiers.find(key, rule, headers, now: clock.now()) { return stored }
        } catch {
            throw Failure(.cacheCorrupt, "what is stored for \(shown) cannot be read: \(error.message)")
        }
        throw Failure(.cacheMiss, "nothing is stored for \(shown)")
    }

    /// How many requests wait at this moment for a transfer, or for others to store or refuse its response.
    package var waitingCount: Int { flights.waitingCount }

    /// Why the response to a request without a key is not stored.
    private static func unkeyed(_ request: Request) -> String {
        if request.options.savePlace != nil { return "its body goes to a file" }
        if case .custom? = request.options.authentication {
            return "it belongs to credentials of the app's own, and the session names no `owner`"
        }
        return "the body of its request comes from a file"
    }

    private static let conditions = [
        "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "range",
    ]

    /// Sends a request without the cache, and removes the stored responses that its response invalidates.
    private nonisolated(nonsending) func plain(_ request: Request) async throws(Failure) -> Response {
        guard !request.method.isSafe else { return try await next.send(request) }
        let response = try await next.send(request)
        // A redirect that keeps the method means that the resource behind it has changed.
        let own = [request.url] + response.redirects.map(\.url)
        let last = CacheUpdate.invalidated(by: request.method, response.url, response.status, response.headers)
        for url in last.isEmpty ? last : own + last {
            flights.forbidStoring(of: url)
            await tiers.forgetResponses(of: url)
        }
        return response
    }

    /// Sends the request, regardless of stored responses and of identical requests on their way.
    private nonisolated(nonsending) func ask(_ question: CacheQuestion, cached: Response?) async throws(Failure)
        -> CacheExchange
    {
        let judge = flights.beginLone(question.request.url)
        let landing = await CacheTransfer(request: question.request).perform(next, clock)
        guard let entry = question.response(of: landing) else {
            judge.end(isStored: false)
            landing.tell(question.request.session)
            return CacheExchange(try landing.result.get(), cached: cached)
        }
        landing.tell(question.request.session)
        let pending = PendingResponse(entry, question, in: tiers, judge: judge)
        return CacheExchange(try landing.result.get(), cached: cached, pending: pending)
    }

    /// The stored response; the session receives its headers as if it had just arrived.
    private func hit(_ stored: StoredResponse, _ request: Request) -> CacheExchange {
        if let session = request.session {
            for hop in stored.hops { session.receive(hop, at: stored.received / 1_000_000) }
            let last = SessionStore.Receipt(headers: stored.response.headers, url: stored.response.url)
            session.receive(last, at: stored.received / 1_000_000)
        }
        return CacheExchange(stored.handedOut(at: clock.now()))
    }
}
