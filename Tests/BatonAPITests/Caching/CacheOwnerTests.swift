import BatonAPI
import BatonFiles
import BatonTesting
import Synchronization
import Testing

/// Whose responses a cache keeps: the owner's, whom the session names, instead of those of each credential.
@Suite struct CacheOwnerTests {
    /// A server whose every response carries the next token.
    private struct Rotation: Sendable {
        private final class Counter: Sendable {
            private let number = Mutex(0)

            func next() -> Int {
                number.withLock { number in
                    number += 1
                    return number
                }
            }
        }

        let stub = StubDispatcher()

        init() {
            let counter = Counter()
            stub.respond(
                to: .get, "/me",
                with: .computed { _ throws(Failure) in
                    let next = counter.next()
                    return .json(["number": .integer(next)], headers: ["access-token": "token-\(next)"])
                })
        }
    }

    private static func environment(_ rule: CacheRule, credentials: Credentials? = nil) -> APIEnvironment {
        APIEnvironment(
            baseURL: "http://shop.example", credentials: credentials, sessionHeaders: ["access-token"], cache: rule)
    }

    private static func number(_ client: APIClient) async throws -> Int? {
        let json: JSONValue = try await client.send(.get("/me"))
        return json["number"]?.numberValue?.int.map { Int($0) }
    }

    @Test func `tokens that change with every response do not keep an owner's from being found`() async throws {
        for (owner, expected) in [(nil, [1, 2, 3]), ("ada", [1, 1, 1])] as [(String?, [Int])] {
            let server = Rotation()
            let client = try APIClient(Self.environment(CacheRule(.cacheFirst)), dispatcher: server.stub)
            client.session.update { $0.owner = owner }
            var numbers: [Int?] = []
            for _ in 0..<3 { numbers.append(try await Self.number(client)) }
            #expect(numbers == expected)
        }
    }

    @Test func `a stored response brings no older token back`() async throws {
        let server = Rotation()
        server.stub.respond(to: .get, "/other", with: .fixed(Sample()))
        server.stub.respond(to: .get, "/new", with: .fixed(Sample(headers: ["access-token": "newest"])))
        let client = try APIClient(Self.environment(CacheRule(.cacheFirst)), dispatcher: server.stub)
        client.session.update { $0.owner = "ada" }
        let first = try await Self.number(client)
        try await client.send(.get("/new"))
        #expect(try await Self.number(client) == first)
        try await client.send(.get("/other?x=1").with(\.cache, CacheRule(.networkOnly)))
        #expect(server.stub.requests.last?.headers["access-token"] == "newest")
    }

    @Test func `another owner has responses of their own`() async throws {
        let server = Rotation()
        let client = try APIClient(Self.environment(CacheRule(.cacheFirst)), dispatcher: server.stub)
        var numbers: [Int?] = []
        for owner in ["ada", "bob", "ada", nil, "bob"] as [String?] {
            client.session.update { $0.owner = owner }
            numbers.append(try await Self.number(client))
        }
        #expect(numbers == [1, 2, 1, 3, 2])
    }

    private struct Ticket: Authenticator {
        func credential(
            replacing old: String?, for request: Request, through dispatcher: any Dispatcher
        ) async throws(Failure) -> String { "ticket-1815" }
        func apply(_ ticket: String, to request: inout Request) { request.headers.set("X-Ticket", ticket) }
        var secrets: [String] { [] }
        func secrets(of ticket: String) -> [String] { [ticket] }
        func isExpiring(_ ticket: String, at now: Timestamp) -> Bool { false }
        func isRefused(_ response: Response) -> Bool { response.status == 401 }
    }

    @Test func `responses to credentials of the app's own are kept for an owner, and else the response says why not`()
        async throws
    {
        let server = Rotation()
        let client = try APIClient(
            Self.environment(CacheRule(.cacheFirst), credentials: .custom(Ticket())), dispatcher: server.stub)
        let response = try await client.response(to: .get("/me"))
        #expect(
            response.cacheProblem == "it belongs to credentials of the app's own, and the session names no `owner`")
        client.session.update { $0.owner = "ada" }
        let first = try await client.response(to: .get("/me"))
        #expect(first.cacheProblem == nil && !first.isFromCache)
        #expect(try await client.response(to: .get("/me")).isFromCache)
        let value = try await client.sourcedValue(of: Call<JSONValue>(.get("/me")))
        guard case .stored = value.source else {
            Issue.record("\(value.source)")
            return
        }
    }

    @Test func `an owner's responses go to the disk where the rule says so, without a credential`() async throws {
        let folder = TemporaryFolder()
        let disk = try DiskCacheStore(folder: folder.file("cache"))
        let rule = CacheRule(.cacheFirst, scope: .disk)
        let server = Rotation()
        func client(_ owner: String?) throws -> APIClient {
            let cache = CachingDispatcher(server.stub, disk: disk)
            let client = try APIClient(Self.environment(rule), dispatcher: cache)
            client.session.update { $0.owner = owner }
            return client
        }
        let nobody = try client(nil)
        _ = try await Self.number(nobody)
        let response = try await nobody.response(to: .get("/me"))
        #expect(
            response.cacheProblem
                == "it is kept in memory only: it belongs to credentials, and the session names no `owner`")
        let number = try await Self.number(try client("ada"))
        #expect(try await Self.number(try client("ada")) == number)
        #expect(try await Self.number(try client("bob")) != number)
        var texts = ""
        for name in try Folder.names(in: folder.file("cache")) {
            texts += String(
                decoding: try FileReading.bytes(of: folder.file("cache/\(name)"), limit: 1 << 20), as: UTF8.self)
        }
        #expect(texts.contains("number") && !texts.contains("token-"))
    }

    @Test func `a secret in the URL keeps an owner's response from the disk`() async throws {
        let folder = TemporaryFolder()
        let server = Rotation()
        let cache = CachingDispatcher(server.stub, disk: try DiskCacheStore(folder: folder.file("cache")))
        let client = try APIClient(Self.environment(CacheRule(.cacheFirst, scope: .disk)), dispatcher: cache)
        client.session.update { $0.owner = "ada" }
        for number in 1...2 {
            // The token may change: it is no part of what is asked for.
            let response = try await client.response(to: .get("/me?page=1&access_token=t0ken-\(number)"))
            #expect(response.isFromCache == (number == 2))
            if number == 1 {
                #expect(
                    response.cacheProblem
                        == "it is kept in memory only: the URL or the body of its request holds a secret")
            }
        }
        #expect(try Folder.names(in: folder.file("cache")).allSatisfy { !$0.hasSuffix(".apicache") })
    }

    @Test func `an owner goes on with a saved session`() throws {
        let saved = SessionStore(Session())
        saved.update { $0.owner = "ada" }
        let json = try JSONValue.encoding(saved.value)
        let restored = SessionStore()
        restored.restore(try Reply(Response(status: 200, body: Array(json.jsonText().utf8), url: Self.url)).decoded())
        #expect(restored.value.owner == "ada")
    }

    private static let url: URLText = {
        guard let url = try? URLText.parse("http://shop.example/") else { preconditionFailure("no URL") }
        return url
    }()

    @Test func `what is stored stands in for a network that fails, and for no other failure`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/me", with: .failure(Failure(.connect, "nobody")), .fixed(.json(["name": "Ada"])),
            .failure(Failure(.timeout, "slow")), .fixed(Sample(status: 500)), .fixed(.json(["name": "Bob"])))
        let client = try APIClient(
            APIEnvironment(baseURL: "http://shop.example", cache: CacheRule(.networkFirst)), dispatcher: stub)
        let call = Call<JSONValue>(.get("/me"))
        #expect(await #expect(throws: Failure.self) { try await client.send(call) }?.kind == .connect)
        #expect(try await client.sourcedValue(of: call).source == .fresh)
        let stored = try await client.sourcedValue(of: call)
        #expect(stored.value["name"] == "Ada" && stored.source != .fresh)
        #expect(await #expect(throws: Failure.self) { try await client.send(call) }?.kind == .serverError)
        #expect(try await client.send(call)["name"] == "Bob")
    }
}
