import BatonTesting
import Synchronization
import Testing

@testable import BatonAPI

/// The stored value at once, and the fresh one after it.
@Suite struct ValueTests {
    private let network = HeldDispatcher()
    private let client: APIClient
    private static let item = APIRequest.get("/item").with(\.cache, CacheRule(.both))

    init() throws {
        client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: network)
    }

    private struct Item: Decodable, Equatable { var name: String }

    /// Puts a response into the cache, as an earlier request did.
    private func store(_ body: String, _ request: APIRequest = Self.item) async throws {
        let number = network.sent.count
        async let response = client.response(to: Call<Void>(request.with(\.cache, CacheRule(.both))))
        await until { network.sent.count == number + 1 }
        network.respond(number, body)
        _ = try await response
    }

    @Test func `the stored value comes while the fresh one is on its way`() async throws {
        try await store(#"{"name":"old"}"#)
        var values = client.values(of: Call<Item>(Self.item)).sourced.makeAsyncIterator()
        let first = try #require(try await values.next())
        #expect(first.value == Item(name: "old"))
        guard case .stored = first.source else {
            Issue.record("\(first.source)")
            return
        }
        await until { network.sent.count == 2 }
        network.respond(1, #"{"name":"new"}"#)
        #expect(try await values.next() == SourcedValue(value: Item(name: "new"), source: .fresh))
        #expect(try await values.next() == nil)
        #expect(try await values.next() == nil)
    }

    @Test func `a loop sees both, and any rule will do`() async throws {
        try await store(#"{"name":"old"}"#)
        network.respond(1, #"{"name":"new"}"#)
        var names: [String] = []
        for try await item in client.values(of: Call<Item>(.get("/item"))) { names.append(item.name) }
        #expect(names == ["old", "new"])
    }

    @Test func `without a stored value there is one`() async throws {
        network.respond(0, #"{"name":"new"}"#)
        var names: [String] = []
        for try await item in client.values(of: Call<Item>(Self.item)) { names.append(item.name) }
        #expect(names == ["new"])
    }

    @Test func `a failure comes after the stored value`() async throws {
        try await store(#"{"name":"old"}"#)
        network.respond(1, status: 500)
        var names: [String] = []
        let failure = await #expect(throws: Failure.self) {
            for try await item in client.values(of: Call<Item>(Self.item)) { names.append(item.name) }
        }
        #expect(names == ["old"])
        #expect(failure?.kind == .serverError)
    }

    @Test func `a stored value that cannot be read any more is left out`() async throws {
        try await store(#"{"title":"old"}"#)
        network.respond(1, #"{"name":"new"}"#)
        var names: [String] = []
        for try await item in client.values(of: Call<Item>(Self.item)) { names.append(item.name) }
        #expect(names == ["new"])
    }

    @Test func `a rule that forbids asking gives the stored value alone`() async throws {
        try await store(#"{"name":"old"}"#)
        let offline = Self.item.with(\.cache, CacheRule(.onlyIfCached))
        var values = client.values(of: Call<Item>(offline)).sourced.makeAsyncIterator()
        let only = try await values.next()
        #expect(only?.value == Item(name: "old"))
        #expect(only?.source != .fresh)
        #expect(try await values.next() == nil)
        #expect(network.sent.count == 1)
    }

    @Test func `a POST without a rule of its own has no stored value`() async throws {
        let search = APIRequest.post("/item")
        try await store(#"{"name":"old"}"#, search)
        network.respond(1, #"{"name":"new"}"#)
        var names: [String] = []
        for try await item in client.values(of: Call<Item>(search)) { names.append(item.name) }
        #expect(names == ["new"])
    }

    @Test func `a stored value is given once, however often the request is sent again`() async throws {
        try await store(#"{"name":"old"}"#)
        network.respond(1, status: 503)
        network.respond(2, #"{"name":"new"}"#)
        var names: [String] = []
        let call = Self.item.with(\.retry, RetryPolicy(every: .milliseconds(1)))
        for try await item in client.values(of: Call<Item>(call)) { names.append(item.name) }
        #expect(names == ["old", "new"])
    }

    @Test func `nothing is sent before a value is asked for, and leaving the loop ends the request`() async throws {
        try await store(#"{"name":"old"}"#)
        let values = client.values(of: Call<Item>(Self.item))
        #expect(network.sent.count == 1)
        for try await item in values {
            #expect(item.name == "old")
            await until { network.sent.count == 2 }
            break
        }
        await until { network.cancelled == 1 }
        await until { client.inFlight == 0 }
    }

    @Test func `a cancelled task ends the loop with that failure`() async throws {
        let (client, network) = (client, network)
        let task = Task { () async -> Failure? in
            do throws(Failure) {
                for try await _ in client.values(of: Call<Item>(Self.item)) {}
                return nil
            } catch {
                return error
            }
        }
        await until { network.sent.count == 1 }
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        await until { network.cancelled == 1 }
    }

    private struct Checked: OutcomeEndpoint {
        enum Output: Sendable, Equatable { case item(String), failed(Failure.Kind) }
        var request: APIRequest { ValueTests.item }
        func outcome(of result: Result<Reply, Failure>) -> Output {
            do throws(Failure) {
                let item: Item = try result.get().decoded()
                return .item(item.name)
            } catch {
                return .failed(error.kind)
            }
        }
    }

    @Test func `the loop over outcomes does not throw`() async throws {
        try await store(#"{"name":"old"}"#)
        network.fail(1, Failure(.connect, "no server"))
        var outcomes: [Checked.Output] = []
        for await outcome in client.values(of: Checked()) { outcomes.append(outcome) }
        #expect(outcomes == [.item("old"), .failed(.connect)])
    }

    @Test func `a completion is called twice, and knows which value it has`() async throws {
        try await store(#"{"name":"old"}"#)
        network.respond(1, #"{"name":"new"}"#)
        let seen = Mutex<[String]>([])
        await client.values(of: Call<Item>(Self.item)) { result, source in
            let name = (try? result.get().name) ?? "none"
            seen.withLock { $0.append(source == .fresh ? "fresh \(name)" : "stored \(name)") }
        }.wait()
        #expect(seen.withLock { $0 } == ["stored old", "fresh new"])
        network.fail(2, Failure(.connect, "no server"))
        await client.values(of: Call<Item>(Self.item)) { result, source in
            let name = (try? result.get().name) ?? "failure"
            seen.withLock { $0.append(source == .fresh ? "fresh \(name)" : "stored \(name)") }
        }.wait()
        #expect(seen.withLock { $0.suffix(2) } == ["stored new", "fresh failure"])
    }

    @Test func `a completion gets the outcomes of both`() async throws {
        try await store(#"{"name":"old"}"#)
        network.fail(1, Failure(.connect, "no server"))
        let seen = Mutex<[Checked.Output]>([])
        await client.values(of: Checked()) { outcome, _ in seen.withLock { $0.append(outcome) } }.wait()
        #expect(seen.withLock { $0 } == [.item("old"), .failed(.connect)])
    }
}
