import BatonTesting
import Synchronization
import Testing

@testable import BatonAPI

/// Dispatchers that do not keep what `Dispatcher` asks of them.
@Suite(.timeLimit(.minutes(1))) struct UnrulyDispatcherTests {
    /// Returns when the test says so, and does not care about timeouts and cancellation.
    private final class Deaf: Dispatcher {
        private let waiting = Mutex<[UnsafeContinuation<Void, Never>]>([])
        var count: Int { waiting.withLock(\.count) }

        func send(_ request: Request) async throws(Failure) -> Response {
            await withUnsafeContinuation { continuation in waiting.withLock { $0.append(continuation) } }
            return Response(status: 200, url: request.url)
        }

        func wake() {
            for continuation in waiting.withLock({ $0 }) { continuation.resume() }
        }
    }

    private static let call = Call<Void>(.get("/").with(\.timeout, .milliseconds(20)))

    @Test(arguments: ["plain", "cached", "authenticating", "recorded"])
    func `a dispatcher that never returns ends with the timeout, wherever it stands`(_ place: String) async throws {
        let deaf = Deaf()
        let dispatcher: any Dispatcher =
            switch place {
            case "cached": CachingDispatcher(deaf)
            case "authenticating": AuthenticatingDispatcher(deaf)
            case "recorded": RecordingDispatcher(deaf)
            default: deaf
            }
        let rule = CacheRule(place == "cached" ? .cacheFirst : .networkOnly)
        let client = try APIClient(
            APIEnvironment(baseURL: "http://shop.example", cache: rule), dispatcher: dispatcher)
        let failure = await #expect(throws: Failure.self) { try await client.send(Self.call) }
        #expect(failure?.kind == .timeout)
        let who =
            switch place {
            case "cached": ""
            case "recorded": ": `RecordingDispatcher` did not return"
            default: ": `Deaf` did not return"
            }
        #expect(failure?.message == "no response within 20ms from shop.example:80\(who)")
        #expect(client.inFlight == 0)
        deaf.wake()
    }

    @Test func `a dispatcher that ignores cancellation is left behind, and its response is dropped`() async throws {
        let deaf = Deaf()
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: deaf)
        let seen = Mutex<[Failure.Kind]>([])
        let handle = client.send(Call<Void>(.get("/"))) { result in
            if case .failure(let failure) = result { seen.withLock { $0.append(failure.kind) } }
        }
        await until { deaf.count == 1 }
        handle.cancel()
        await handle.wait()
        #expect(seen.withLock { $0 } == [.cancelled])
        deaf.wake()
        #expect(seen.withLock { $0 } == [.cancelled])
    }

    @Test func `a request may wait for longer than any clock can tell`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/", with: .fixed(Sample()))
        let client = try APIClient(
            APIEnvironment(baseURL: "http://shop.example", timeout: .seconds(Int64.max)), dispatcher: stub)
        try await client.send(Call<Void>(.get("/")))
    }

    @Test func `a client that goes away lets its requests come to their end`() async throws {
        let held = HeldDispatcher()
        let seen = Mutex(0)
        let handles = try {
            let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: held)
            return (0..<20).map { _ in
                client.send(Call<Void>(.get("/"))) { (_: Result<Void, Failure>) in seen.withLock { $0 += 1 } }
            }
        }()
        await until { held.sent.count == 20 }
        for number in 0..<10 { held.respond(number) }
        for handle in handles[10...] { handle.cancel() }
        for handle in handles { await handle.wait() }
        #expect(seen.withLock { $0 } == 20)
    }

    @Test func `a client that goes away in the middle of requests over the network ends them well`() async throws {
        let server = RawServer { connection in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        defer { server.stop() }
        let handles = try {
            let client = try APIClient(APIEnvironment(baseURL: server.url, timeout: .seconds(600)))
            return (0..<8).map { _ in client.send(Call<Void>(.get("/"))) { (_: Result<Void, Failure>) in } }
        }()
        // The others wait for one of the 6 connections.
        await until { server.requests.count == 6 }
        for handle in handles { handle.cancel() }
        for handle in handles { await handle.wait() }
    }

    @Test func `streams and values that nobody reads send nothing`() async throws {
        let held = HeldDispatcher()
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: held)
        _ = client.events(of: Call<Void>(.get("/events")))
        _ = client.values(of: Call<Response>(.get("/items")))
        var iterator = client.events(of: Call<Void>(.get("/events"))).makeAsyncIterator()
        _ = client.events(of: Call<Void>(.get("/events"))).makeAsyncIterator()
        #expect(held.sent.isEmpty)
        held.fail(0, Failure(.connect, "no"))
        await #expect(throws: Failure.self) { try await iterator.next() }
        #expect(held.sent.count == 1)
    }
}
