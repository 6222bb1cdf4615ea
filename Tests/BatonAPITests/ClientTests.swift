import BatonAPI
import BatonTesting
import RunningDemo
import Synchronization
import Testing

/// Endpoints against a real server: each gives exactly its output.
@Suite struct ClientTests {
    @Test func `a token from one endpoint opens the next`() async throws {
        let client = try await Demo.client()
        let signedIn = try await client.send(SignIn())
        #expect(signedIn.user.name == "Ada Lovelace")
        let user = try await client.send(Profile(token: signedIn.token))
        #expect(user.roles.contains("admin"))
    }

    @Test func `kept session headers go with later requests, and with those of a client that shares the session`()
        async throws
    {
        let client = try await Demo.client { $0.sessionHeaders = ["access-token", "client", "uid"] }
        _ = try await client.send(SignIn())
        #expect(try await client.send(Profile()).name == "Ada Lovelace")
        let other = try await Demo.client(session: client.session)
        #expect(try await other.send(Profile()).name == "Ada Lovelace")
        let stranger = try await Demo.client { $0.sessionHeaders = ["access-token", "client", "uid"] }
        let failure = await #expect(throws: Failure.self) { try await stranger.send(Profile()) }
        #expect(failure?.kind == .unauthorized)
    }

    @Test func `a list at the top is as usable as an object`() async throws {
        struct Tag: Decodable, Equatable, Sendable { var name: String }
        let stub = StubDispatcher()
        stub.respond(to: .get, "/tags", with: .fixed(.json([["name": "a"], ["name": "b"]])))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        #expect(try await client.send(Call<[Tag]>(.get("/tags"))) == [Tag(name: "a"), Tag(name: "b")])
    }

    @Test func `values that map themselves need no decoding`() async throws {
        struct Item: Mappable, Equatable {
            var first: String
            init(mapper: Mapper) throws { first = try mapper("items.0.name") }
        }
        let stub = StubDispatcher()
        stub.respond(to: .get, "/items", with: .fixed(.json(["items": [["name": "Engine"]]])))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        #expect(try await client.send(Call<Item>(.get("/items"))).first == "Engine")
    }

    @Test func `an endpoint without result, and one whose result is the response`() async throws {
        let client = try await Demo.client()
        try await client.send(Call<Void>(.get("/health")))
        let response = try await client.send(Call<Response>(.get("/health")))
        #expect(response.status == 200)
        let missing = try await client.response(to: Call<Void>(.get("/no-such-thing")))
        #expect(missing.status == 404)
    }

    @Test func `a request needs no endpoint, and gives what is wanted`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/me", with: .fixed(.json(["name": "Ada"])))
        stub.respond(to: .get, "/none", with: .fixed(Sample(status: 204)))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        struct Named: Decodable, Equatable { var name: String }
        struct Mapped: Mappable {
            var name: String
            init(mapper: Mapper) throws { name = try mapper("name") }
        }
        let named: Named = try await client.send(.get("/me"))
        let maybe: Named? = try await client.send(.get("/none"))
        let mapped: Mapped = try await client.send(.get("/me"))
        let json: JSONValue = try await client.send(.get("/me"))
        try await client.send(.get("/none"))
        #expect(named.name == "Ada" && maybe == nil && mapped.name == "Ada" && json["name"] == "Ada")
        let response = try await client.response(to: .get("/me"))
        #expect(try response.json() == json && response.text == #"{"name":"Ada"}"#)
        let none = try await client.response(to: .get("/none"))
        #expect(#expect(throws: Failure.self) { try none.json() }?.kind == .noData)
    }

    @Test func `a client without a base URL sends requests to whole URLs, and says so of a path`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/items", with: .fixed(.text("found")))
        let environment = APIEnvironment(credentials: .bearer("for-nobody"))
        let client = try APIClient(environment, dispatcher: stub)
        #expect(try await client.response(to: .get("http://shop.example/items")).text == "found")
        #expect(stub.requests[0].headers["authorization"] == nil)
        let other = try await client.response(to: .get("/items"), of: API(base: "http://other.example"))
        #expect(other.url.text == "http://other.example/items")
        let failure = await #expect(throws: Failure.self) { try await client.response(to: .get("/items")) }
        #expect(failure?.kind == .invalidURL)
        #expect(failure?.message == "`/items` is a path, and the environment `default` has no `baseURL` for it")
        #expect("\(environment)" == "default")
    }

    @Test func `a completion runs on the actor that it names`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/me", with: .fixed(.json(["name": "Ada"])))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        let shown = ValueText()
        await client.send(Call<JSONValue>(.get("/me"))) { @MainActor result in
            if case .success(let json) = result { shown.names.append(json["name"]?.stringValue ?? "") }
        }.wait()
        await client.response(to: Call<Void>(.get("/me"))) { @MainActor result in
            if case .success(let response) = result { shown.names.append("\(response.status)") }
        }.wait()
        await client.values(of: Call<JSONValue>(.get("/me"))) { @MainActor result, source in
            if case .success = result { shown.names.append("\(source)") }
        }.wait()
        #expect(await shown.names == ["Ada", "200", "fresh"])
    }

    @MainActor private final class ValueText {
        var names: [String] = []
        nonisolated init() {}
    }

    @Test func `what a closure threw is kept beside the failure`() async throws {
        struct Broken: Error, Equatable { var number: Int }
        let stub = StubDispatcher()
        stub.respond(to: .get, "/me", with: .fixed(.text("x")))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        let failure = await #expect(throws: Failure.self) {
            try await client.send(Call<Int>(.get("/me")) { _ in throw Broken(number: 7) })
        }
        #expect(failure?.underlying as? Broken == Broken(number: 7))
        #expect(failure?.kind == .mappingFormat && failure?.status == 200)
    }

    @Test func `completion handlers get the same result`() async throws {
        let client = try await Demo.client()
        let seen = Mutex<Result<User, Failure>?>(nil)
        let token = try await client.send(SignIn()).token
        await client.send(Profile(token: token)) { result in seen.withLock { $0 = result } }.wait()
        #expect(try seen.withLock { $0 }?.get().name == "Ada Lovelace")
        await client.send(Profile()) { result in seen.withLock { $0 = result } }.wait()
        #expect(throws: Failure.self) { try seen.withLock { $0 }?.get() }
    }

    @Test(.timeLimit(.minutes(1))) func `a request in flight can be cancelled`() async throws {
        let arrived = Notice()
        let server = RawServer { connection in
            _ = connection.readRequest()
            arrived.give()
            connection.waitForClose()
        }
        defer { server.stop() }
        let client = try APIClient(APIEnvironment(baseURL: server.url, timeout: .seconds(600)))
        let kind = Mutex<Failure.Kind?>(nil)
        let handle = client.send(Call<Void>(.get("/"))) { result in
            if case .failure(let failure) = result { kind.withLock { $0 = failure.kind } }
        }
        await arrived.received()
        #expect(client.inFlight == 1)
        handle.cancel()
        await handle.wait()
        #expect(kind.withLock { $0 } == .cancelled)
        #expect(client.inFlight == 0)
    }

    @Test func `a body with a file becomes multipart by itself, and its progress is told`() async throws {
        let folder = TemporaryFolder()
        let path = folder.write("notes.txt", Array(String(repeating: "ada ", count: 100_000).utf8))
        let client = try await Demo.client()
        let seen = Mutex<[TransferProgress]>([])
        let request = APIRequest.post("/upload", ["note": "hello", "doc": .file(path)])
            .with(\.progress) { progress in seen.withLock { $0.append(progress) } }
        let response = try await client.send(Call<JSONValue>(request))
        #expect(JSONWriter.compact(response).contains("notes.txt"), "\(JSONWriter.compact(response).prefix(300))")
        let progress = seen.withLock { $0 }
        let last = try #require(progress.last { $0.toSend != nil })
        #expect(last.sent == last.toSend)
        #expect(last.sent > 400_000)
        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.sent <= $1.sent && $0 != $1 })
    }
}
