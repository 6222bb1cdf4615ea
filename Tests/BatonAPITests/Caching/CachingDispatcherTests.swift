import BatonTesting
import Testing

@testable import BatonAPI

@Suite struct CachingDispatcherTests {
    private let stub = StubDispatcher()
    private let time = ManualTime()
    private let memory = MemoryCacheStore()

    private func cache(disk: (any CacheStore)? = nil) -> CachingDispatcher {
        CachingDispatcher(stub, memory: memory, disk: disk, clock: time.clock)
    }

    private func request(
        _ rule: CacheRule?, _ method: BatonAPI.Method = .get, _ path: String = "/a", headers: Headers = [:]
    ) throws -> Request {
        var request = Request(method, try URLText.parse("http://a.example\(path)"), headers: headers)
        request.cache = rule
        return request
    }

    /// Answers 1, 2, 3 and so on.
    private func count(_ path: String = "/a", headers: Headers = [:]) {
        stub.respond(
            to: .get, path, with: .fixed(.text("1", headers: headers)), .fixed(.text("2", headers: headers)),
            .fixed(.text("3", headers: headers)))
    }

    private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

    // MARK: - Policies

    @Test func `network-only neither reads nor stores`() async throws {
        count()
        let cache = cache()
        for number in 1...3 {
            let response = try await cache.send(request(CacheRule(.networkOnly)))
            #expect(text(response) == "\(number)" && response.cacheUse == nil)
        }
        #expect(memory.count == 0)
        #expect(try await text(cache.send(request(nil))) == "3")
    }

    @Test func `network-only with store refreshes what others read`() async throws {
        count()
        let cache = cache()
        _ = try await cache.send(request(CacheRule(.networkOnly, stores: true)))
        _ = try await cache.send(request(CacheRule(.networkOnly, stores: true)))
        #expect(try await text(cache.send(request(CacheRule(.onlyIfCached)))) == "2")
    }

    @Test func `cache-first asks once and says how old the response is`() async throws {
        count()
        let cache = cache()
        #expect(try await cache.send(request(CacheRule(.cacheFirst))).cacheUse == nil)
        time.advance(by: .seconds(90))
        let second = try await cache.send(request(CacheRule(.cacheFirst)))
        #expect(text(second) == "1")
        #expect(second.cacheUse == .stored(age: .seconds(90)))
        #expect(second.isFromCache)
        #expect(second.timings.total == 0)
        #expect(stub.requests.count == 1)
    }

    @Test func `cache-first without store leaves nothing behind`() async throws {
        count()
        let cache = cache()
        _ = try await cache.send(request(CacheRule(.cacheFirst, stores: false)))
        #expect(try await text(cache.send(request(CacheRule(.cacheFirst, stores: false)))) == "2")
    }

    @Test func `a response older than ttl is asked for again`() async throws {
        count()
        let cache = cache()
        let rule = CacheRule(.cacheFirst, ttl: .seconds(60))
        _ = try await cache.send(request(rule))
        time.advance(by: .seconds(60))
        #expect(try await text(cache.send(request(rule))) == "1")
        time.advance(by: .milliseconds(1))
        #expect(try await text(cache.send(request(rule))) == "2")
    }

    @Test func `a response from before the clock was set back is asked for again where its age counts`() async throws {
        count()
        let cache = cache()
        let rule = CacheRule(.cacheFirst, ttl: .seconds(60))
        _ = try await cache.send(request(rule))
        time.advance(by: .milliseconds(-500))
        #expect(try await text(cache.send(request(rule))) == "1")
        time.advance(by: .seconds(-3600))
        #expect(try await text(cache.send(request(CacheRule(.cacheFirst)))) == "1")
        #expect(try await text(cache.send(request(rule))) == "2")
    }

    @Test func `the rule both gives the stored response beside the new one`() async throws {
        count()
        let cache = cache()
        let first = try await cache.exchange(request(CacheRule(.both)))
        #expect(first.cached == nil && text(first.response) == "1")
        try await first.pending?.commit()
        time.advance(by: .seconds(5))
        let second = try await cache.exchange(request(CacheRule(.both)))
        #expect(second.cached.map(text) == "1" && text(second.response) == "2")
        #expect(second.cached?.cacheUse == .stored(age: .seconds(5)))
        #expect(second.response.cacheUse == nil)
    }

    @Test func `the rule only-if-cached never sends a request`() async throws {
        count()
        let cache = cache()
        let failure = await #expect(throws: Failure.self) { try await cache.send(request(CacheRule(.onlyIfCached))) }
        #expect(failure?.kind == .cacheMiss)
        #expect(failure?.message == "nothing is stored for GET http://a.example/a")
        _ = try await cache.send(request(CacheRule(.cacheFirst)))
        #expect(try await text(cache.send(request(CacheRule(.onlyIfCached)))) == "1")
        time.advance(by: .seconds(60))
        await #expect(throws: Failure.self) {
            try await cache.send(request(CacheRule(.onlyIfCached, ttl: .seconds(59))))
        }
        #expect(stub.requests.count == 1)
    }

    @Test func `what cannot be read is a miss, and told of where nothing may be sent`() async throws {
        count()
        let cache = cache(disk: DamagedStore())
        let failure = await #expect(throws: Failure.self) {
            try await cache.send(request(CacheRule(.onlyIfCached, scope: .disk)))
        }
        #expect(failure?.kind == .cacheCorrupt)
        #expect(failure?.message == "what is stored for GET http://a.example/a cannot be read: it was cut")
        for (number, policy) in [CachePolicy.cacheFirst, .both, .revalidate].enumerated() {
            let cache = self.cache(disk: DamagedStore())
            memory.forgetResponses(of: try URLText.parse("http://a.example/a"))
            #expect(try await text(cache.send(request(CacheRule(policy, scope: .disk)))) == "\(number + 1)")
        }
    }

    // MARK: - What is stored

    @Test(arguments: [199, 301, 304, 404, 500])
    func `only 2xx responses are stored`(_ status: Int) async throws {
        stub.respond(to: .get, "/a", with: .fixed(.text("x", status: status)))
        _ = try await cache().send(request(CacheRule(.cacheFirst)))
        #expect(memory.count == 0)
    }

    @Test func `what is dropped, or forgotten, is not stored`() async throws {
        count()
        let cache = cache()
        try await cache.exchange(request(CacheRule(.cacheFirst))).pending?.drop()
        #expect(memory.count == 0)
        _ = try await cache.exchange(request(CacheRule(.cacheFirst)))
        #expect(memory.count == 0)
        #expect(try await text(cache.send(request(CacheRule(.cacheFirst)))) == "3")
    }

    @Test func `a response that was dropped is not stored by a later commit`() async throws {
        count()
        let pending = try #require(try await cache().exchange(request(CacheRule(.cacheFirst))).pending)
        pending.drop()
        try await pending.commit()
        #expect(memory.count == 0)
    }

    @Test func `the method counts, and a rule of one's own is for every method`() async throws {
        stub.respond(to: .post, "/a", with: .fixed(.text("p1")), .fixed(.text("p2")))
        count()
        let cache = cache()
        for _ in 0..<2 { #expect(try await text(cache.send(request(CacheRule(.cacheFirst), .post))) == "p1") }
        #expect(try await text(cache.send(request(CacheRule(.cacheFirst)))) == "1")
    }

    @Test func `the dispatcher's own rule is for methods that change nothing`() async throws {
        stub.respond(to: .post, "/a", with: .fixed(.text("p1")), .fixed(.text("p2")))
        count()
        let cache = CachingDispatcher(stub, rule: CacheRule(.cacheFirst))
        for _ in 0..<2 { #expect(try await text(cache.send(request(nil))) == "1") }
        for number in 1...2 { #expect(try await text(cache.send(request(nil, .post))) == "p\(number)") }
    }

    @Test func `Vary counts where a key of one's own leaves headers out`() async throws {
        count(headers: ["Vary": "Accept-Language"])
        let cache = cache()
        let rule = CacheRule(.cacheFirst, key: "k")
        _ = try await cache.send(request(rule, headers: ["Accept-Language": "en", "X-Nonce": "1"]))
        #expect(
            try await text(cache.send(request(rule, headers: ["Accept-Language": "en", "X-Nonce": "2"]))) == "1")
        #expect(try await text(cache.send(request(rule, headers: ["Accept-Language": "de"]))) == "2")
    }

    // MARK: - Sessions

    @Test func `a stored response does to a session what a new one would`() async throws {
        count(headers: ["Set-Cookie": "sid=abc; Max-Age=100", "token": "t1"])
        let cache = cache()
        let first = try request(CacheRule(.cacheFirst))
        _ = try await cache.send(first)
        for (seconds, cookies) in [(50, ["abc"]), (60, [])] {
            time.advance(by: .seconds(seconds))
            var later = first
            let now = time.clock.now() / 1_000_000
            let session = SessionStore(Session(keeping: ["token"], from: [first.url.origin]), now: { now })
            later.session = session
            #expect(try await cache.send(later).isFromCache)
            var headers = Headers()
            session.addHeaders(to: &headers, for: first.url)
            #expect(headers["token"] == "t1")
            #expect(headers["cookie"] == cookies.first.map { "sid=\($0)" })
        }
    }

    @Test func `two sessions with other cookies do not share responses`() async throws {
        count()
        let cache = cache()
        var seen: [String] = []
        for cookie in ["a", "b", "a"] {
            var one = try request(CacheRule(.cacheFirst))
            let session = SessionStore()
            session.receive(["Set-Cookie": "sid=\(cookie)"], from: one.url)
            one.session = session
            seen.append(try await text(cache.send(one)))
        }
        #expect(seen == ["1", "2", "1"])
    }

    // MARK: - Disk

    @Test func `what the server forbids to store is kept for the run only`() async throws {
        let disk = MemoryCacheStore()
        count(headers: ["Cache-Control": "no-store"])
        let cache = cache(disk: disk)
        for _ in 0..<2 {
            #expect(try await text(cache.send(request(CacheRule(.cacheFirst, scope: .disk)))) == "1")
        }
        #expect(disk.count == 0 && memory.count == 1)
    }

    @Test func `what must not reach the disk stays in memory`() async throws {
        let disk = MemoryCacheStore()
        count()
        let cache = cache(disk: disk)
        let pending = try await cache.exchange(request(CacheRule(.cacheFirst, scope: .disk))).pending
        #expect(pending?.wantsDisk == true)
        try await pending?.commit(keepsOnDisk: false)
        #expect(disk.count == 0 && memory.count == 1)
        #expect(try await cache.exchange(request(CacheRule(.both))).pending?.wantsDisk == false)
    }

    @Test func `a rule for the run does not see what earlier runs left`() async throws {
        let disk = MemoryCacheStore()
        count()
        _ = try await cache(disk: disk).send(request(CacheRule(.cacheFirst, scope: .disk)))
        await memory.removeAll()
        let later = cache(disk: disk)
        #expect(try await text(later.send(request(CacheRule(.cacheFirst)))) == "2")
        await memory.removeAll()
        #expect(try await text(later.send(request(CacheRule(.cacheFirst, scope: .disk)))) == "1")
    }

    // MARK: - RFC 9111

    @Test func `revalidate uses what is fresh, and asks about what is not`() async throws {
        stub.respond(
            to: .get, "/a",
            with: .fixed(.text("1", headers: ["Cache-Control": "max-age=60", "ETag": "\"x\"", "X-Old": "1"])),
            .fixed(Sample(status: 304, headers: ["Cache-Control": "max-age=10", "X-New": "1"])),
            .fixed(.text("2", headers: ["Cache-Control": "max-age=60", "ETag": "\"y\""])))
        let cache = cache()
        let rule = CacheRule(.revalidate)
        _ = try await cache.send(request(rule))
        time.advance(by: .seconds(59))
        #expect(try await cache.send(request(rule)).cacheUse == .stored(age: .seconds(59)))
        time.advance(by: .seconds(1))
        let confirmed = try await cache.send(request(rule))
        #expect(confirmed.status == 200 && text(confirmed) == "1")
        #expect(confirmed.cacheUse == .revalidated(age: .seconds(60)))
        #expect(confirmed.headers["X-Old"] == "1" && confirmed.headers["X-New"] == "1")
        #expect(stub.requests.last?.headers["If-None-Match"] == "\"x\"")
        time.advance(by: .seconds(9))
        #expect(try await text(cache.send(request(rule))) == "1")
        time.advance(by: .seconds(1))
        let changed = try await cache.send(request(rule))
        #expect(text(changed) == "2" && changed.cacheUse == nil)
        #expect(stub.requests.count == 3)
    }

    @Test func `a 304 about another response is asked again without conditions`() async throws {
        stub.respond(
            to: .get, "/a", with: .fixed(.text("1", headers: ["ETag": "\"x\""])),
            .fixed(Sample(status: 304, headers: ["ETag": "\"z\""])), .fixed(.text("2", headers: ["ETag": "\"z\""])))
        let cache = cache()
        _ = try await cache.send(request(CacheRule(.revalidate)))
        #expect(try await text(cache.send(request(CacheRule(.revalidate)))) == "2")
        #expect(stub.requests.map { $0.headers["If-None-Match"] } == [nil, "\"x\"", nil])
    }

    @Test func `revalidate forgets what must no longer be stored`() async throws {
        stub.respond(
            to: .get, "/a", with: .fixed(.text("1", headers: ["ETag": "\"x\""])),
            .fixed(.text("2", headers: ["Cache-Control": "no-store"])))
        let cache = cache()
        for _ in 0..<2 { _ = try await cache.send(request(CacheRule(.revalidate))) }
        #expect(memory.count == 0)
    }

    /// Follows one redirect for each request: `/a` answers from `/b`.
    private struct Redirecting: Dispatcher {
        let next: any Dispatcher

        func send(_ request: Request) async throws(Failure) -> Response {
            var response = try await next.send(request)
            guard request.url.path == "/a" else { return response }
            response.redirects = [Response.Redirect(status: 307, url: request.url)]
            do { response.url = try request.url.resolving("/b") } catch { throw Failure(.invalidURL, error.message) }
            return response
        }
    }

    @Test func `revalidate stores nothing that redirects led to, which may have forbidden it`() async throws {
        count(headers: ["Cache-Control": "max-age=60"])
        let cache = CachingDispatcher(Redirecting(next: stub), memory: memory, disk: nil, clock: time.clock)
        for number in 1...2 {
            #expect(try await text(cache.send(request(CacheRule(.revalidate)))) == "\(number)")
        }
        #expect(memory.count == 0)
    }

    @Test func `a change behind a redirect makes void what is stored of both`() async throws {
        count("/a")
        count("/b")
        stub.respond(to: .put, "/a", with: .fixed(.text("changed")))
        let cache = CachingDispatcher(Redirecting(next: stub), memory: memory, disk: nil, clock: time.clock)
        for path in ["/a", "/b"] { _ = try await cache.send(request(CacheRule(.cacheFirst), .get, path)) }
        _ = try await cache.send(request(nil, .put, "/a"))
        for path in ["/a", "/b"] {
            #expect(try await text(cache.send(request(CacheRule(.cacheFirst), .get, path))) == "2", "\(path)")
        }
    }

    @Test func `a change makes void what is stored under the same URL with a fragment`() async throws {
        count()
        stub.respond(to: .put, "/a", with: .fixed(.text("changed")))
        let cache = cache()
        _ = try await cache.send(request(CacheRule(.cacheFirst), .get, "/a#part"))
        _ = try await cache.send(request(nil, .put))
        #expect(try await text(cache.send(request(CacheRule(.cacheFirst), .get, "/a#part"))) == "2")
    }

    @Test(arguments: ["If-None-Match", "If-Modified-Since", "Range", "if-match"])
    func `revalidate leaves requests with own conditions alone`(_ name: String) async throws {
        count(headers: ["Cache-Control": "max-age=60"])
        let cache = cache()
        for number in 1...2 {
            let own = try request(CacheRule(.revalidate), headers: [name: "x"])
            #expect(try await text(cache.send(own)) == "\(number)")
        }
        #expect(memory.count == 0)
    }

    @Test(arguments: [(BatonAPI.Method.post, 201, "2"), (.delete, 204, "2"), (.put, 422, "1"), (.options, 200, "1")])
    func `a request that changes something makes void what is stored of its URL`(
        _ method: BatonAPI.Method, _ status: Int, _ seen: String
    ) async throws {
        count()
        count("/b")
        stub.respond(to: method, "/a", with: .fixed(.text("", status: status)))
        let cache = cache()
        _ = try await cache.send(request(CacheRule(.cacheFirst)))
        _ = try await cache.send(request(CacheRule(.cacheFirst), .get, "/b"))
        _ = try await cache.send(request(nil, method))
        #expect(try await text(cache.send(request(CacheRule(.cacheFirst)))) == seen)
        #expect(try await text(cache.send(request(CacheRule(.cacheFirst), .get, "/b"))) == "1")
    }
}

/// A disk on which everything was cut.
private struct DamagedStore: CacheStore {
    func response(for key: CacheKey) async throws(CacheStoreError) -> StoredResponse? {
        throw CacheStoreError("it was cut")
    }

    func store(_ entry: StoredResponse, for key: CacheKey) async throws(CacheStoreError) {}
    func remove(_ key: CacheKey) async {}
    func removeResponses(of url: URLText) async {}
    func removeAll() async {}
}
