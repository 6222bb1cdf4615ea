import Synchronization
import Testing

@testable import BatonAPI

@Suite struct SingleFlightTests {
    private let network = HeldDispatcher()
    private let time = ManualTime()
    private let memory = MemoryCacheStore()
    private let cache: CachingDispatcher

    init() {
        cache = CachingDispatcher(network, memory: memory, disk: nil, clock: time.clock)
    }

    private func request(
        _ method: BatonAPI.Method = .get, timeout: Duration = .seconds(30), rule: CacheRule = CacheRule(.cacheFirst)
    ) throws -> Request {
        var request = Request(method, try URLText.parse("http://a.example/login"))
        request.options.timeout = timeout
        request.cache = rule
        return request
    }

    private typealias Outcome = Result<CacheExchange, Failure>

    private func ask(_ request: Request) -> Task<Outcome, Never> {
        let cache = cache
        return Task {
            do throws(Failure) {
                return .success(try await cache.exchange(request))
            } catch {
                return .failure(error)
            }
        }
    }

    private func waiting(_ count: Int) async { await until { cache.waitingCount == count } }

    @Test func `50 equal requests at once are sent once, and each knows whether it was sent`() async throws {
        let request = try request(.post)
        let tasks = (0..<50).map { _ in ask(request) }
        await waiting(50)
        await until { network.sent.count == 1 }
        network.respond(0, "token", headers: ["Set-Cookie": "sid=1"])
        var shared = 0
        for task in tasks {
            let exchange = try await task.value.get()
            #expect(exchange.response.body == Array("token".utf8))
            if exchange.response.cacheUse == .shared { shared += 1 }
            try await exchange.pending?.commit()
        }
        #expect(shared == 49)
        #expect(network.sent.count == 1 && memory.count == 1)
    }

    @Test func `every session gets the cookies of the shared response`() async throws {
        let sessions = (0..<3).map { _ in SessionStore() }
        var tasks: [Task<Outcome, Never>] = []
        for session in sessions {
            var request = try request(.post)
            request.session = session
            tasks.append(ask(request))
        }
        await waiting(3)
        network.respond(0, headers: ["Set-Cookie": "sid=1"])
        for task in tasks { _ = await task.value }
        for session in sessions { #expect(!session.value.isEmpty) }
    }

    @Test func `a request that waited shares the exchange, not the verdict of the leader`() async throws {
        let tasks = [ask(try request()), ask(try request())]
        await waiting(2)
        network.respond(0, "x")
        let exchanges = [try await tasks[0].value.get(), try await tasks[1].value.get()]
        exchanges[0].pending?.drop()
        #expect(memory.count == 0)
        try await exchanges[1].pending?.commit()
        #expect(memory.count == 1)
    }

    @Test func `a request that arrives before the verdict waits and is served from the cache`() async throws {
        let first = ask(try request())
        await waiting(1)
        network.respond(0, "x")
        let pending = try #require(try await first.value.get().pending)
        let late = ask(try request())
        await waiting(1)
        await until { network.sent.count == 1 }
        try await pending.commit()
        #expect(try await late.value.get().response.isFromCache)
        #expect(network.sent.count == 1)
    }

    @Test func `when the verdict is no, who waits sends`() async throws {
        let first = ask(try request())
        await waiting(1)
        network.respond(0, "bad")
        let pending = try #require(try await first.value.get().pending)
        let late = [ask(try request()), ask(try request())]
        await waiting(2)
        pending.drop()
        await until { network.sent.count == 2 }
        await waiting(2)
        network.respond(1, "good")
        for task in late { #expect(try await task.value.get().response.body == Array("good".utf8)) }
        #expect(network.sent.count == 2)
    }

    @Test func `a response that cannot be stored is shared with waiting requests only`() async throws {
        let tasks = [ask(try request()), ask(try request())]
        await waiting(2)
        network.respond(0, "no", status: 401)
        for task in tasks {
            let exchange = try await task.value.get()
            #expect(exchange.response.status == 401 && exchange.pending == nil)
        }
        let later = ask(try request())
        await until { network.held == 1 }
        network.respond(1, "yes")
        #expect(try await later.value.get().response.status == 200)
    }

    @Test func `all requests that share a transfer get its failure`() async throws {
        let tasks = [ask(try request()), ask(try request())]
        await waiting(2)
        network.fail(0, Failure(.reset, "gone"))
        for task in tasks {
            guard case .failure(let failure) = await task.value else {
                Issue.record("there is a response")
                continue
            }
            #expect(failure.kind == .reset)
        }
    }

    @Test func `a timeout ends one request, and the transfer goes on for the others`() async throws {
        let impatient = ask(try request(timeout: .seconds(1)))
        await waiting(1)
        let patient = ask(try request(timeout: .seconds(60)))
        await waiting(2)
        await until { time.sleeping == 2 }
        time.advance(by: .seconds(1))
        guard case .failure(let failure) = await impatient.value else {
            Issue.record("the leader did not time out")
            return
        }
        #expect(failure.kind == .timeout)
        #expect(failure.message == "no response within 1s from a.example:80")
        #expect(network.cancelled == 0)
        network.respond(0, "late")
        #expect(try await patient.value.get().response.body == Array("late".utf8))
        // The transfer belongs to nobody in particular: it has nobody's time limit.
        #expect(network.sent[0].options.timeout > .seconds(3600))
    }

    @Test func `the transfer ends when its last request is cancelled`() async throws {
        let tasks = [ask(try request()), ask(try request())]
        await waiting(2)
        tasks[0].cancel()
        _ = await tasks[0].value
        #expect(network.cancelled == 0)
        tasks[1].cancel()
        guard case .failure(let failure) = await tasks[1].value else {
            Issue.record("a cancelled request has a response")
            return
        }
        #expect(failure.kind == .cancelled)
        #expect(network.cancelled == 1)
        let next = ask(try request())
        await until { network.held == 1 }
        network.respond(1, "new")
        #expect(try await next.value.get().response.body == Array("new".utf8))
    }

    @Test func `a request cancelled before it begins sends nothing`() async throws {
        let request = try request()
        let cache = cache
        let task = Task { () -> Failure.Kind? in
            await until { Task.isCancelled }
            do throws(Failure) {
                _ = try await cache.exchange(request)
                return nil
            } catch {
                return error.kind
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(network.sent.isEmpty)
    }

    @Test func `a change while the response is in the air keeps it from being stored`() async throws {
        let reading = ask(try request())
        await waiting(1)
        let change = ask(try request(.post, rule: CacheRule(.networkOnly)))
        await until { network.held == 2 }
        network.respond(1, "changed")
        _ = try await change.value.get()
        network.respond(0, "old")
        let exchange = try await reading.value.get()
        #expect(exchange.response.body == Array("old".utf8))
        #expect(exchange.pending == nil)
        #expect(memory.count == 0)
    }

    @Test func `a change between response and verdict keeps it from being stored`() async throws {
        let reading = ask(try request())
        await waiting(1)
        network.respond(0, "old")
        let exchange = try await reading.value.get()
        let change = ask(try request(.post, rule: CacheRule(.networkOnly)))
        await until { network.held == 1 }
        network.respond(1)
        _ = try await change.value.get()
        try await exchange.pending?.commit()
        #expect(memory.count == 0)
    }

    @Test func `revalidating at once asks once`() async throws {
        let rule = CacheRule(.revalidate)
        let first = ask(try request(rule: rule))
        await waiting(1)
        network.respond(0, "x", headers: ["ETag": "\"a\""])
        try await first.value.get().pending?.commit()
        let tasks = (0..<5).map { _ in try? ask(request(rule: rule)) }.compactMap { $0 }
        await waiting(5)
        await until { network.sent.count == 2 }
        #expect(network.sent[1].headers["If-None-Match"] == "\"a\"")
        network.respond(1, status: 304)
        for task in tasks { #expect(try await task.value.get().response.body == Array("x".utf8)) }
    }

    @Test(arguments: [CacheRule(.both), CacheRule(.networkOnly, stores: true)])
    func `a change after an unshared response keeps the response from being stored`(
        _ rule: CacheRule
    ) async throws {
        let reading = ask(try request(rule: rule))
        await until { network.held == 1 }
        network.respond(0, "old")
        let exchange = try await reading.value.get()
        let change = ask(try request(.post, rule: CacheRule(.networkOnly)))
        await until { network.held == 1 }
        network.respond(1)
        _ = try await change.value.get()
        try await exchange.pending?.commit()
        #expect(exchange.pending != nil && memory.count == 0)
    }

    @Test func `a change while the response is written to disk leaves nothing of it`() async throws {
        let disk = ChangingStore()
        let cache = CachingDispatcher(network, memory: memory, disk: disk, clock: time.clock)
        let request = try request(rule: CacheRule(.cacheFirst, scope: .disk))
        let change = try self.request(.put, rule: CacheRule(.networkOnly))
        disk.whenWriting {
            network.respond(1)
            _ = try? await cache.send(change)
        }
        network.respond(0, "old")
        _ = try await cache.send(request)
        #expect(network.sent.map(\.method) == [.get, .put])
        #expect(memory.count == 0 && disk.count == 0)
    }

    // MARK: - Who looked before another one stored

    /// A run of `first`, which sends and stores, while `late` has looked into the cache and does not know yet that
    /// nothing was there. Gives what `late` gets.
    private func overtaken(_ rule: CacheRule, _ headers: Headers = [:]) async throws -> Response {
        let disk = HeldStore()
        let cache = CachingDispatcher(network, memory: memory, disk: disk, clock: time.clock)
        var rule = rule
        rule.scope = .disk
        let request = try request(rule: rule)
        async let late = cache.send(request)
        await until { disk.held == 1 }
        disk.holds(false)
        async let first = cache.send(request)
        await until { network.held == 1 }
        network.respond(0, "token", headers: headers)
        #expect(try await first.cacheUse == nil)
        disk.release()
        // What would be sent in vain must come to an end, too.
        network.respond(1, "again")
        return try await late
    }

    @Test func `cache-first serves a response stored while its lookup was under way`() async throws {
        let response = try await overtaken(CacheRule(.cacheFirst))
        #expect(response.body == Array("token".utf8) && response.isFromCache)
        #expect(network.sent.count == 1)
    }

    @Test func `revalidate uses a fresh response stored while its lookup was under way`() async throws {
        let fresh = try await overtaken(CacheRule(.revalidate), ["Cache-Control": "max-age=60"])
        #expect(fresh.isFromCache && network.sent.count == 1)
    }

    @Test func `revalidate asks about a stale response stored while its lookup was under way`() async throws {
        _ = try await overtaken(CacheRule(.revalidate), ["ETag": "\"a\""])
        #expect(network.sent.count == 2)
        #expect(network.sent.last?.headers["If-None-Match"] == "\"a\"")
    }
}

/// A disk that holds up who looks, until the test lets them go with nothing.
private final class HeldStore: CacheStore {
    private struct State {
        var holds = true
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var held: Int { state.withLock(\.waiting.count) }

    func holds(_ holds: Bool) { state.withLock { $0.holds = holds } }

    func release() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    func response(for key: CacheKey) async -> StoredResponse? {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.holds { state.waiting.append(continuation) }
                return state.holds
            }
            if !isHeld { continuation.resume() }
        }
        return nil
    }

    func store(_ stored: StoredResponse, for key: CacheKey) async throws(CacheStoreError) {}
    func remove(_ key: CacheKey) async {}
    func removeResponses(of url: URLText) async {}
    func removeAll() async {}
}

/// A disk in whose writing something else happens, before what is written is there.
private final class ChangingStore: CacheStore {
    private let responses = Mutex<[CacheKey: StoredResponse]>([:])
    private let event = Mutex<(@Sendable () async -> Void)?>(nil)

    var count: Int { responses.withLock(\.count) }

    func whenWriting(_ event: @escaping @Sendable () async -> Void) { self.event.withLock { $0 = event } }

    func response(for key: CacheKey) async -> StoredResponse? { responses.withLock { $0[key] } }

    func store(_ stored: StoredResponse, for key: CacheKey) async throws(CacheStoreError) {
        await event.withLock { $0 }?()
        responses.withLock { $0[key] = stored }
    }

    func remove(_ key: CacheKey) async { responses.withLock { $0[key] = nil } }
    func removeResponses(of url: URLText) async { responses.withLock { $0 = $0.filter { $0.key.url != url } } }
    func removeAll() async { responses.withLock { $0 = [:] } }
}
