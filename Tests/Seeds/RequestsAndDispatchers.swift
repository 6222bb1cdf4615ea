import BatonAPI
import BatonTesting
import RunningDemo
import Testing

/// The first style: a request is a value, and a dispatcher in an environment sends it.
///
/// | the style | here |
/// | --- | --- |
/// | a request with path, method, parameters for body and URL, headers | `APIRequest` |
/// | an environment with host, headers and cache policy; one line switches it | `APIEnvironment` |
/// | a dispatcher that can be replaced: network, stub, recorder | `Dispatcher` |
/// | an operation: request, dispatcher and a typed result in one | `Endpoint` |
/// | errors: no data, bad input, what the server says | `Failure` |
@Suite struct RequestsAndDispatchers {
    // The application: people sign in, see the goods and order.
    struct User: Decodable, Equatable, Sendable {
        var username: String
        var roles: [String]
    }

    struct LogIn: Endpoint {
        struct Output: Decodable, Sendable {
            var token: String
            var user: User
        }
        var name: String
        var password: String
        var request: APIRequest { .post("/login", ["username": name, "password": password]) }
    }

    struct Item: Decodable, Equatable, Sendable {
        var id: Int
        var name: String
        var price: Double
    }

    struct Search: Endpoint {
        struct Output: Decodable, Sendable { var items: [Item] }
        var tag: String?
        var page = 1
        var request: APIRequest { .get("/items", query: ["tag": tag, "page": page, "per_page": 2]) }
    }

    private func local() async throws -> APIEnvironment {
        APIEnvironment("local", baseURL: try await Demo.baseURL(), headers: ["X-App": "shop"])
    }

    @Test func `an operation gives its own type, over the network`() async throws {
        let client = try APIClient(await local())
        let login = try await client.send(LogIn(name: "ada", password: "lovelace-1815"))
        #expect(login.user == User(username: "ada", roles: ["user", "editor", "admin"]))
        let found = try await client.send(Search(page: 2))
        #expect(found.items.count == 2)
    }

    @Test func `another environment is one line`() async throws {
        let staging = APIEnvironment("staging", baseURL: "https://staging.example/v1", headers: ["X-App": "shop"])
        let request = try APIClient(staging).request(for: Search(tag: "new", page: 1))
        #expect(request.url.text == "https://staging.example/v1/items?tag=new&page=1&per_page=2")
        #expect(request.headers["x-app"] == "shop")
    }

    @Test func `parameters go into URL and body at once, and headers replace those of the environment`() async throws {
        let client = try APIClient(await local())
        var echo = APIRequest.post("/echo", ["note": "hello", "count": 2])
        echo.query = ["lang": "en"]
        echo.headers = ["X-App": "other"]
        let seen = try await client.send(Call<JSONValue>(echo))
        let text = seen.description
        #expect(text.contains("lang") && text.contains("hello") && text.contains("other"))
    }

    @Test func `the dispatcher is replaced by a stub, and what was sent is recorded`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .post, "/login",
            with: .fixed(.json(["token": "t", "user": ["username": "grace", "roles": ["user"]]])))
        let recorder = RecordingDispatcher(stub)
        let client = try APIClient(APIEnvironment(baseURL: "https://shop.example"), dispatcher: recorder)
        let login = try await client.send(LogIn(name: "grace", password: "x"))
        #expect(login.user.username == "grace")
        #expect(recorder.records.count == 1)
        #expect(recorder.records[0].request.method == .post)
    }

    @Test func `a list at the top of a response is as good as an object`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/items", with: .fixed(.json([["id": 1, "name": "Lamp", "price": 9.5]])))
        let client = try APIClient(APIEnvironment(baseURL: "https://shop.example"), dispatcher: stub)
        #expect(try await client.send(Call<[Item]>(.get("/items"))) == [Item(id: 1, name: "Lamp", price: 9.5)])
    }

    @Test func `a failure says what the server says`() async throws {
        let client = try APIClient(await local())
        let failure = await #expect(throws: Failure.self) {
            try await client.send(LogIn(name: "ada", password: "wrong"))
        }
        #expect(failure?.kind == .unauthorized)
        #expect(failure?.serverMessage == "wrong username or password")
    }

    // MARK: - What else such libraries offer

    private func shop(_ dispatcher: any Dispatcher = StubDispatcher()) throws(Failure) -> APIClient {
        try APIClient(APIEnvironment(baseURL: "https://shop.example"), dispatcher: dispatcher)
    }

    @Test func `every method is sent under its name, also one that HTTP does not define`() throws {
        let report = try #require(Method("REPORT"))
        let requests: [APIRequest] = [
            .get("/items"), .post("/items"), .put("/items"), .patch("/items"), .delete("/items"),
            APIRequest(.head, "/items"), APIRequest(.options, "/items"), APIRequest(report, "/items"),
        ]
        let client = try shop()
        let sent = try requests.map { try client.request(for: Call<Void>($0)).method.rawValue }
        #expect(sent == ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "REPORT"])
    }

    @Test func `nil leaves a parameter out of URL and body, and null is sent`() throws {
        let tag: String? = nil
        let post = APIRequest(
            .post, "/items", query: ["tag": tag, "page": 1], content: .parameters(["tag": tag, "note": .null]))
        let request = try shop().request(for: Call<Void>(post))
        #expect(request.url.query == "page=1")
        #expect(request.body == .bytes(Array(#"{"note":null}"#.utf8), contentType: "application/json"))
    }

    @Test func `a body of text or bytes has the content type that is given`() throws {
        let client = try shop()
        func body(_ content: APIRequest.Content) throws -> RequestBody {
            try client.request(for: Call<Void>(APIRequest(.put, "/notes/1", content: content))).body
        }
        #expect(
            try body(.text("# hello", type: "text/markdown"))
                == .bytes(Array("# hello".utf8), contentType: "text/markdown"))
        #expect(try body(.bytes([1, 2], type: "image/png")) == .bytes([1, 2], contentType: "image/png"))
        #expect(try body(.bytes([1, 2], type: nil)) == .bytes([1, 2], contentType: nil))
    }

    /// Gives the responses that were recorded.
    struct Replay: Dispatcher {
        let records: [RecordingDispatcher.Record]

        func send(_ request: Request) async throws(Failure) -> Response {
            let record = records.first { $0.request.method == request.method && $0.request.url == request.url }
            guard let record else { throw Failure(.stubMissing, "\(request.url.path) was not recorded") }
            return try record.result.get()
        }
    }

    @Test func `recorded responses are replayed without the server`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/items/{id}", with: .fixed(.json(["id": 1, "name": "Lamp", "price": 9.5])),
            .fixed(Sample(status: 500)))
        let recorder = RecordingDispatcher(stub)
        let live: Item = try await shop(recorder).send(.get("/items/1"))
        let client = try shop(Replay(records: recorder.records))
        for _ in 1...2 { #expect(try await client.send(.get("/items/1")) == live) }
        let failure = await #expect(throws: Failure.self) { try await client.response(to: .get("/items/2")) }
        #expect(failure?.kind == .stubMissing)
    }

    @Test func `a response says how long its phases took, and what was sent where`() async throws {
        let response = try await APIClient(await local()).response(to: .get("/health"))
        let timings = response.timings
        #expect(timings.total > 0 && timings.total >= timings.wait && timings.wait > 0)
        #expect(response.requestBytes > 0 && response.remoteAddress == "127.0.0.1")
    }
}
