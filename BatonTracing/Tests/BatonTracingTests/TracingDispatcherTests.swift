import BatonTesting
import BatonTracing
import InMemoryTracing
import Testing
import Tracing

/// One client span for each exchange: its name, attributes, parent and status.
@Suite struct TracingDispatcherTests {
    private let spans = Spans()
    private let stub = StubDispatcher()

    /// The only span of one request, whatever becomes of it.
    private func span(
        _ request: APIRequest, _ environment: APIEnvironment = APIEnvironment(baseURL: "https://api.example")
    ) async throws -> FinishedInMemorySpan {
        try await spans.send(through: stub, environment) { client in _ = try? await client.response(to: request) }
        let all = try spans.ofRequests
        #expect(all.count == 1)
        return try #require(all.first)
    }

    @Test func `a span has the method as its name, and the attributes of the exchange`() async throws {
        stub.respond(to: .get, "/items", with: .fixed(.json([])))
        let span = try await span(.get("/items", query: ["page": 2]))
        #expect(span.operationName == "GET")
        #expect(span.kind == .client)
        #expect(span.status == nil)
        #expect(
            span.attributes == [
                "http.request.method": "GET", "server.address": "api.example", "server.port": 443,
                "url.full": "https://api.example/items?page=2", "http.response.status_code": 200,
            ])
    }

    @Test func `an address of IPv6 has no brackets, and an explicit port is told`() async throws {
        stub.respond(to: .get, "/", with: .fixed(Sample()))
        let span = try await span(.get("http://[::1]:8080/"))
        #expect(span["server.address"] == "::1")
        #expect(span["server.port"] == 8080)
        #expect(span["url.full"] == "http://[::1]:8080/")
    }

    @Test func `a method that the conventions do not know makes no name of its own`() async throws {
        let method = try #require(Method("PROPFIND"))
        stub.respond(to: method, "/", with: .fixed(Sample()))
        let span = try await span(APIRequest(method, "/"))
        #expect(span.operationName == "HTTP")
        #expect(span["http.request.method"] == "_OTHER")
        #expect(span["http.request.method_original"] == "PROPFIND")
    }

    @Test func `the server gets the context of the span in headers, in place of another one`() async throws {
        stub.respond(to: .get, "/", with: .fixed(Sample()))
        var request = APIRequest.get("/")
        request.headers.set(InMemoryTracer.spanIDKey, "span-of-another")
        let span = try await span(request)
        let sent = try #require(stub.requests.first)
        #expect(sent.headers.values(InMemoryTracer.traceIDKey) == [span.traceID])
        #expect(sent.headers.values(InMemoryTracer.spanIDKey) == [span.spanID])
    }

    @Test func `what the next dispatcher traces is a child of the span`() async throws {
        struct Inner: Dispatcher {
            func send(_ request: Request) async throws(Failure) -> Response {
                InstrumentationSystem.tracer.startSpan("inner").end()
                return Response(status: 200, url: request.url)
            }
        }
        try await spans.send(through: Inner()) { client in _ = try await client.response(to: .get("/")) }
        #expect(spans.finished.map(\.operationName) == ["inner", "GET", "outer"])
        #expect(spans.finished[0].parentSpanID == spans.finished[1].spanID)
    }

    @Test func `without a tracer a request is sent as it is`() async throws {
        stub.respond(to: .get, "/", with: .fixed(Sample()))
        let client = try APIClient(
            APIEnvironment(baseURL: "https://api.example"), dispatcher: TracingDispatcher(stub))
        #expect(try await client.response(to: .get("/")).status == 200)
        #expect(stub.requests.map { $0.headers.map(\.name) } == [["Accept", "User-Agent"]])
    }

    // MARK: - Several exchanges

    @Test func `each attempt of a retry has a span`() async throws {
        stub.respond(
            to: .get, "/", with: .fixed(Sample(status: 503)), .failure(Failure(.reset, "gone")), .fixed(Sample()))
        let request = APIRequest.get("/").with(\.retry, RetryPolicy(attempts: 2, every: .zero))
        try await spans.send(through: stub) { client in _ = try await client.response(to: request) }
        let all = try spans.ofRequests
        #expect(all.map { $0["http.response.status_code"] } == [503, nil, 200])
        #expect(all.map { $0["error.type"] } == ["503", "network.reset", nil])
    }

    @Test func `a renewed token has spans of its own, and the request another one`() async throws {
        stub.respond(
            to: .post, "/token", with: .fixed(.json(["access_token": "old-token-1", "token_type": "Bearer"])),
            .fixed(.json(["access_token": "new-token-2", "token_type": "Bearer"])))
        stub.respond(to: .get, "/me", with: .fixed(Sample(status: 401)), .fixed(Sample()))
        let oauth2 = OAuth2(.tokenURL("https://api.example/token"), clientID: "reader", clientSecret: "reader-7c1f")
        try await spans.send(
            through: stub, APIEnvironment(baseURL: "https://api.example", credentials: .oauth2(oauth2))
        ) { client in _ = try await client.response(to: .get("/me")) }
        let all = try spans.ofRequests
        #expect(all.map(\.operationName) == ["POST", "GET", "POST", "GET"])
        #expect(all.map { $0["http.response.status_code"] } == [200, 401, 200, 200])
    }

    @Test func `redirects that the engine follows are counted in the span of their request`() async throws {
        stub.respond(to: .get, "/old", with: .fixed(Sample(status: 302, headers: ["Location": "/new"])))
        stub.respond(to: .get, "/new", with: .fixed(Sample()))
        let span = try await span(.get("/old").with(\.redirects, RedirectPolicy(maximum: 3)))
        #expect(span["url.full"] == "https://api.example/old")
        #expect(span["http.response.status_code"] == 200)
        #expect(span["http.request.resend_count"] == 1)
    }

    @Test func `a stored response makes no span`() async throws {
        stub.respond(to: .get, "/", with: .fixed(Sample(body: [65])))
        let request = APIRequest.get("/").with(\.cache, CacheRule(.cacheFirst, ttl: .seconds(60)))
        try await spans.send(through: stub) { client in
            _ = try await client.response(to: request)
            #expect(try await client.response(to: request).isFromCache)
        }
        #expect(try spans.ofRequests.count == 1)
    }

    // MARK: - Secrets

    static let secrets: [(String, APIRequest, String)] = [
        ("a password in the URL", .get("https://ada:lovelace-1815@api.example/"), "https://api.example/"),
        (
            "a secret parameter", .get("/?access_token=lovelace-1815&a=1"),
            "https://api.example/?access_token=***&a=1"
        ),
        ("a secret of the environment", .get("/hooks/\(.secret("HOOK"))"), "https://api.example/hooks/***"),
        (
            "a secret of the environment, with escapes", .get("/", query: ["q": .secret("PHRASE")]),
            "https://api.example/?q=***"
        ),
        (
            "a key in the query",
            .get("/").with(\.credentials, .apiKeyInQuery(name: "k", value: "lovelace-1815")),
            "https://api.example/?k=***"
        ),
        (
            "a bearer token that stands in the path too",
            .get("/tokens/lovelace-1815").with(\.credentials, .bearer("lovelace-1815")),
            "https://api.example/tokens/***"
        ),
        (
            "the signature of a link", .get("/?X-Amz-Date=1&X-Amz-Signature=lovelace-1815&sig=lovelace-1815"),
            "https://api.example/?X-Amz-Date=1&X-Amz-Signature=***&sig=***"
        ),
    ]

    @Test(arguments: secrets)
    func `a secret stands nowhere in a span`(_ what: String, _ request: APIRequest, _ shown: String) async throws {
        let failure = Failure(.connect, "nothing listens at lovelace-1815", cause: "lovelace-1815")
        stub.respond(to: .get, "/{a}/{b}", with: .failure(failure))
        stub.respond(to: .get, "/", with: .failure(failure))
        let environment = APIEnvironment(
            baseURL: "https://api.example", secrets: ["HOOK": "lovelace-1815", "PHRASE": "lovelace 1815&/"])
        let span = try await span(request, environment)
        #expect(span["url.full"] == SpanAttribute.string(shown))
        #expect(span["error.type"] == "network.connect")
        #expect(!span.text.contains("1815"), "\(what)")
    }

    @Test func `a credential that an authenticator writes into the URL stands nowhere in a span`() async throws {
        struct Ticket: Authenticator {
            func credential(
                replacing old: String?, for request: Request, through dispatcher: any Dispatcher
            ) async throws(Failure) -> String { "lovelace-1815" }

            func apply(_ ticket: String, to request: inout Request) {
                request.url = (try? request.url.appending(query: [("ticket", ticket)])) ?? request.url
            }

            var secrets: [String] { [] }
            func secrets(of ticket: String) -> [String] { [ticket] }
            func isExpiring(_ ticket: String, at now: Timestamp) -> Bool { false }
            func isRefused(_ response: Response) -> Bool { false }
        }
        stub.respond(to: .get, "/", with: .fixed(Sample()))
        let span = try await span(.get("/").with(\.credentials, .custom(Ticket())))
        #expect(stub.requests.first?.url.query == "ticket=lovelace-1815")
        #expect(span["url.full"] == "https://api.example/?ticket=***")
    }

    // MARK: - Failures

    @Test(arguments: [(304, false), (302, false), (400, true), (404, true), (500, true), (599, true)])
    func `statuses of 4xx and 5xx are errors for a client`(_ status: Int, _ isError: Bool) async throws {
        stub.respond(to: .get, "/", with: .fixed(Sample(status: status)))
        let span = try await span(.get("/"))
        #expect(span["http.response.status_code"] == SpanAttribute.int(Int64(status)))
        #expect(span["error.type"] == (isError ? SpanAttribute.string("\(status)") : nil))
        #expect(span.status == (isError ? SpanStatus(code: .error) : nil))
    }

    @Test(arguments: [Failure.Kind.dns, .connect, .tlsExpired, .timeout, .badInput])
    func `a failure is an error with its kind as type, and without its words`(_ kind: Failure.Kind) async throws {
        stub.respond(to: .get, "/", with: .failure(Failure(kind, "it failed")))
        let span = try await span(.get("/"))
        #expect(span["http.response.status_code"] == nil)
        #expect(span["error.type"] == SpanAttribute.string(kind.rawValue))
        #expect(span.status == SpanStatus(code: .error))
        #expect(span.errors.isEmpty)
    }

    @Test func `a failure behind the head of a response has its status too`() async throws {
        let head = Response(status: 200, url: try URLText.parse("https://api.example/"))
        stub.respond(to: .get, "/", with: .failure(Failure(.reset, "gone", response: head)))
        let span = try await span(.get("/"))
        #expect(span["http.response.status_code"] == 200)
        #expect(span["error.type"] == "network.reset")
    }

    @Test func `a cancelled request is no error`() async throws {
        stub.respond(to: .get, "/", with: .delayed(.seconds(20), .fixed(Sample())))
        let dispatcher = TracingDispatcher(stub)
        let request = Request(.get, try URLText.parse("https://api.example/"))
        let tracer = spans.tracer
        let task = Task { try await withTracer(tracer) { try await dispatcher.send(request) } }
        task.cancel()
        let failure = await #expect(throws: Failure.self) { try await task.value }
        #expect(failure?.isCancelled == true)
        let span = try #require(spans.finished.first)
        #expect(span.status == nil)
        #expect(span["error.type"] == nil)
        #expect(spans.tracer.activeSpans.isEmpty)
    }
}
