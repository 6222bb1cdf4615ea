import BatonTesting
import Synchronization
import Testing

@testable import BatonAPI

/// What a client sends again.
@Suite struct RetryTests {
    private let stub = StubDispatcher()
    private static let quick = RetryPolicy(attempts: 3, every: .milliseconds(1), jitter: false)

    private func client(_ retry: RetryPolicy? = Self.quick) throws -> APIClient {
        try APIClient(APIEnvironment(baseURL: "http://shop.example", retry: retry), dispatcher: stub)
    }

    private struct Item: Decodable, Equatable { var name: String }

    @Test func `a GET is sent again after a status or a network failure that passes by itself`() async throws {
        stub.respond(
            to: .get, "/item", with: .fixed(Sample(status: 503)), .failure(Failure(.reset, "gone")),
            .fixed(.json(["name": "Engine"])))
        #expect(try await client().send(Call<Item>(.get("/item"))) == Item(name: "Engine"))
        #expect(stub.requests.count == 3)
    }

    @Test func `the last failure says in which attempt it came`() async throws {
        stub.respond(to: .get, "/item", with: .fixed(Sample(status: 503)))
        let failure = await #expect(throws: Failure.self) { try await client().send(Call<Item>(.get("/item"))) }
        #expect(failure?.kind == .serverError)
        #expect(failure?.message == "http://shop.example/item answered 503 (attempt 4)")
        #expect(stub.requests.count == 4)
    }

    @Test(arguments: [Sample(status: 404), Sample(status: 500), .text("no JSON")])
    func `what does not pass by itself is not tried again`(_ sample: Sample) async throws {
        stub.respond(to: .get, "/item", with: .fixed(sample))
        await #expect(throws: Failure.self) { try await client().send(Call<Item>(.get("/item"))) }
        #expect(stub.requests.count == 1)
    }

    @Test func `a POST is sent again only where the policy says so, and its failure tells that`() async throws {
        stub.respond(to: .post, "/orders", with: .fixed(Sample(status: 503)), .fixed(.json(["name": "a"])))
        let order = APIRequest.post("/orders").with(\.retry, Self.quick)
        let failure = await #expect(throws: Failure.self) { try await client().send(Call<Item>(order)) }
        #expect(
            failure?.message
                == "http://shop.example/orders answered 503 (its `retry` sends a POST again only with `methods: .all`)")
        #expect(stub.requests.count == 1)
        stub.respond(to: .post, "/orders", with: .fixed(Sample(status: 503)), .fixed(.json(["name": "a"])))
        var all = Self.quick
        all.methods = .all
        #expect(try await client().send(Call<Item>(order.with(\.retry, all))) == Item(name: "a"))
    }

    @Test func `the failure of a POST is not talked about where the policy is that of all requests`() async throws {
        stub.respond(to: .post, "/orders", with: .fixed(Sample(status: 503)))
        let failure = await #expect(throws: Failure.self) { try await client().send(Call<Item>(.post("/orders"))) }
        #expect(failure?.message == "http://shop.example/orders answered 503")
    }

    @Test func `the policy of a request counts before that of its API, and that before the environment's`()
        async throws
    {
        stub.respond(to: .get, "/item", with: .fixed(Sample(status: 503)))
        let client = try self.client()
        let api = API(retry: RetryPolicy(attempts: 1, every: .milliseconds(1)))
        await #expect(throws: Failure.self) { try await client.send(Call<Item>(.get("/item"), of: api)) }
        #expect(stub.requests.count == 2)
        let never = APIRequest.get("/item").with(\.retry, .never)
        await #expect(throws: Failure.self) { try await client.send(Call<Item>(never, of: api)) }
        #expect(stub.requests.count == 3)
    }

    @Test func `a response of any status is tried again for its status, and the last one is returned`() async throws {
        stub.respond(to: .get, "/item", with: .fixed(Sample(status: 503)), .fixed(Sample(status: 404)))
        #expect(try await client().response(to: Call<Void>(.get("/item"))).status == 404)
        stub.respond(to: .get, "/item", with: .fixed(Sample(status: 503)))
        #expect(try await client().response(to: Call<Void>(.get("/item"))).status == 503)
        #expect(stub.requests.count == 6)
    }

    private struct Checked: OutcomeEndpoint {
        typealias Output = String
        var request: APIRequest { .get("/item") }
        func outcome(of result: Result<Reply, Failure>) -> String {
            switch result {
            case .success(let reply): "\(reply.status)"
            case .failure(let failure): failure.message
            }
        }
    }

    @Test func `an outcome is that of the last attempt`() async throws {
        stub.respond(
            to: .get, "/item", with: .fixed(Sample(status: 429)), .failure(Failure(.connect, "no")),
            .fixed(Sample(status: 401)))
        #expect(try await client().send(Checked()) == "401")
        stub.respond(to: .get, "/item", with: .failure(Failure(.connect, "no server")))
        #expect(try await client().send(Checked()) == "no server (attempt 4)")
    }

    @Test func `a response that cannot be mapped is tried again where the policy names that kind`() async throws {
        stub.respond(to: .get, "/item", with: .fixed(.json(["id": 1])), .fixed(.json(["name": "Engine"])))
        var policy = Self.quick
        policy.on = [.kind(Failure.Kind(rawValue: "mapping"))]
        #expect(try await client(policy).send(Call<Item>(.get("/item"))).name == "Engine")
    }

    @Test func `a later attempt asks the server, whatever the cache holds`() async throws {
        stub.respond(to: .get, "/item", with: .fixed(.json(["id": 1])), .fixed(.json(["name": "Engine"])))
        var policy = Self.quick
        policy.on = [.kind(.mappingMissing)]
        let item = APIRequest.get("/item").with(\.cache, CacheRule(.cacheFirst))
        let client = try self.client(policy)
        #expect(try await client.send(Call<Item>(item)).name == "Engine")
        #expect(stub.requests.count == 2)
        #expect(try await client.send(Call<Item>(item)).name == "Engine")
        #expect(stub.requests.count == 2)
    }

    @Test(arguments: ["7", "61", "Thu, 01 Jan 1970 00:00:30 GMT", "soon"])
    func `the pause is as long as the server asks for, up to the longest`(_ header: String) async throws {
        let pauses = Mutex<[Duration]>([])
        let clock = WallClock(now: { 0 }, sleep: { pause in pauses.withLock { $0.append(pause) } })
        var attempts = Attempts(
            Request(.get, try URLText.parse("http://a.example/")), RetryPolicy(jitter: false), isOwnPolicy: true,
            clock: clock)
        let response = Response(
            status: 429, headers: ["Retry-After": header], url: try URLText.parse("http://a.example/"))
        #expect(try await attempts.goOn(after: response))
        let expected: [String: Int] = ["7": 7, "61": 60, "Thu, 01 Jan 1970 00:00:30 GMT": 30, "soon": 1]
        #expect(pauses.withLock { $0 } == [.seconds(expected[header] ?? 0)])
    }

    @Test func `a task that is cancelled between two attempts ends at once`() async throws {
        stub.respond(to: .get, "/item", with: .fixed(Sample(status: 503)))
        let client = try self.client(RetryPolicy(every: .seconds(3600), max: .seconds(3600)))
        let task = Task { () async -> Failure? in
            do throws(Failure) {
                _ = try await client.send(Call<Item>(.get("/item")))
                return nil
            } catch {
                return error
            }
        }
        await until { stub.requests.count == 1 && client.inFlight == 0 }
        task.cancel()
        let failure = await task.value
        #expect(failure?.kind == .cancelled)
        #expect(failure?.message == "the task was cancelled between two attempts")
    }

    @Test(
        arguments: [
            (RetryPolicy(attempts: -1), "`attempts` is -1, and no number of attempts is negative"),
            (RetryPolicy(every: .seconds(-1)), "a pause cannot be negative"),
            (RetryPolicy(max: .seconds(-1)), "a pause cannot be negative"),
            (RetryPolicy(within: .seconds(-1)), "`within` cannot be negative"),
            (RetryPolicy(on: []), "`on` names no failure, so nothing would be tried again; `.never` says so"),
        ])
    func `a policy that cannot be followed is refused before anything is sent`(
        _ policy: RetryPolicy, _ fault: String
    ) async throws {
        let early = #expect(throws: Failure.self) { try self.client(policy) }
        #expect(early?.kind == .badInput)
        #expect(early?.message == "`retry`: \(fault)")
        let client = try self.client()
        for call in [
            Call<Void>(.get("/item").with(\.retry, policy)), Call<Void>(.get("/item"), of: API(retry: policy)),
        ] {
            let late = await #expect(throws: Failure.self) { try await client.send(call) }
            #expect(late?.message == "`retry`: \(fault)")
        }
        #expect(stub.requests.isEmpty)
    }
}
