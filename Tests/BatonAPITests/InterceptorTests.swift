import BatonAPI
import BatonTesting
import Logging
import Synchronization
import Testing

/// What looks on at exchanges.
@Suite struct InterceptorTests {
    final class Witness: Interceptor {
        let name: String
        let log: Log

        init(_ name: String, _ log: Log) {
            self.name = name
            self.log = log
        }

        func intercept(_ request: Request, in exchange: Exchange) async throws(Failure) -> Response {
            log.add("\(name) start \(exchange.number), \(exchange.inFlight) on their way")
            if request.url.path == "/refused" { throw Failure(.badInput, "not today") }
            var request = request
            request.headers.append("X-Seen", name)
            do throws(Failure) {
                let response = try await exchange.send(request)
                log.add("\(name) finish \(response.status), \(exchange.inFlight) left")
                return response
            } catch {
                log.add("\(name) fail \(error.kind)")
                throw error
            }
        }
    }

    /// Sends a request again until its response has that status, and says how often.
    struct Again: Interceptor {
        let status: Int

        func intercept(_ request: Request, in exchange: Exchange) async throws -> Response {
            var count = 1
            var response = try await exchange.send(request)
            while response.status != status {
                count += 1
                response = try await exchange.send(request)
            }
            response.headers.append("X-Count", "\(count), \(exchange.inFlight) left")
            return response
        }
    }

    /// Answers without a server.
    struct Offline: Interceptor {
        func intercept(_ request: Request, in exchange: Exchange) -> Response {
            Response(status: 200, body: Array("offline".utf8), url: request.url)
        }
    }

    final class Log: Sendable {
        private let kept = Mutex<[String]>([])
        var lines: [String] { kept.withLock { $0 } }
        func add(_ line: String) { kept.withLock { $0.append(line) } }
    }

    private func client(_ stub: StubDispatcher, _ interceptors: [any Interceptor]) throws -> APIClient {
        try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub, interceptors: interceptors)
    }

    @Test func `requests pass interceptors in order, responses in reverse order`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/ok", with: .fixed(Sample()))
        stub.respond(to: .get, "/gone", with: .failure(Failure(.reset, "gone")))
        let log = Log()
        let client = try client(stub, [Witness("a", log), Witness("b", log)])
        try await client.send(Call<Void>(.get("/ok")))
        #expect(
            log.lines == [
                "a start 1, 1 on their way", "b start 1, 1 on their way", "b finish 200, 0 left",
                "a finish 200, 0 left",
            ])
        #expect(stub.requests[0].headers.values("x-seen") == ["a", "b"])
        _ = try? await client.send(Call<Void>(.get("/gone")))
        #expect(log.lines.suffix(2) == ["b fail network.reset", "a fail network.reset"])
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(.get("/refused"))) }
        #expect(failure?.message == "not today")
        #expect(log.lines.last == "a start 3, 1 on their way")
        #expect(stub.requests.count == 2)
        #expect(client.inFlight == 0)
    }

    @Test func `an interceptor may send a request again, change its response, and answer itself`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/", with: .fixed(Sample(status: 503)), .fixed(Sample(status: 503)), .fixed(Sample()))
        let response = try await client(stub, [Again(status: 200)]).response(to: .get("/"))
        #expect(response.status == 200 && response.headers["x-count"] == "3, 0 left")
        #expect(stub.requests.count == 3)
        let client = try client(stub, [Again(status: 200), Offline()])
        #expect(try await client.response(to: .get("/")).text == "offline")
        #expect(stub.requests.count == 3 && client.inFlight == 0)
    }

    @Test func `headers are added where none are written`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/", with: .fixed(Sample()))
        let client = try client(stub, [HeaderInterceptor(["X-App": "a", "X-Build": "7"])])
        try await client.send(Call<Void>(APIRequest.get("/").with(\.headers, ["x-app": "own"])))
        #expect(stub.requests[0].headers.values("x-app") == ["own"])
        #expect(stub.requests[0].headers["x-build"] == "7")
    }

    @Test func `a failure's message holds no password of its URL`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/", with: .fixed(Sample(status: 404)))
        let client = try APIClient(APIEnvironment(baseURL: "http://ada:sesame-1815@shop.example"), dispatcher: stub)
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(.get("/"))) }
        #expect(failure?.message == "http://shop.example/ answered 404")
    }

    @Test func `each request has a span of its own in one trace`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/", with: .fixed(Sample()))
        let trace = TraceContextInterceptor()
        let client = try client(stub, [trace])
        for _ in 0..<2 { try await client.send(Call<Void>(.get("/"))) }
        let values = stub.requests.compactMap { $0.headers["traceparent"] }
        #expect(Set(values).count == 2)
        for value in values {
            #expect(value.wholeMatch(of: /00-[0-9a-f]{32}-[0-9a-f]{16}-01/) != nil)
            #expect(value.contains(trace.traceID))
        }
    }

    @Test func `a recorder keeps what was sent and what came`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/ok", with: .fixed(.text("x")))
        let recorder = RecordingDispatcher(stub)
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: recorder)
        try await client.send(Call<Void>(.get("/ok")))
        _ = try? await client.send(Call<Void>(.get("/missing")))
        #expect(recorder.records.map(\.request.url.path) == ["/ok", "/missing"])
        #expect(try recorder.records[0].result.get().body == [0x78])
        #expect(throws: Failure.self) { try recorder.records[1].result.get() }
    }

    /// Keeps what is logged.
    struct Handler: LogHandler {
        let log: Log
        var logLevel: Logger.Level
        var metadata: Logger.Metadata = [:]
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) {
            log.add("\(event.level): \(event.message)")
        }
    }

    /// A logger of the level `debug` that writes to the log.
    static func logger(_ log: Log) -> Logger { Logger(label: "test") { _ in Handler(log: log, logLevel: .debug) } }

    private func logged(_ level: Logger.Level, bodies: Bool) async throws -> [String] {
        let log = Log()
        let logger = Logger(label: "test") { _ in Handler(log: log, logLevel: level) }
        let stub = StubDispatcher()
        stub.respond(
            to: .post, "/login",
            with: .fixed(.json(["token": "tok-12345"], headers: ["Set-Cookie": "sid=abcdef; Path=/", "X-Id": "7"])))
        stub.respond(to: .get, "/broken", with: .failure(Failure(.reset, "lovelace-1815 is gone")))
        let client = try client(
            stub, [LoggingInterceptor(logger, bodies: bodies, secrets: ["lovelace-1815", "tok-12345"])])
        var call = APIRequest.post("/login?p=lovelace-1815", ["password": "lovelace-1815"])
        call.credentials = .bearer("bearer-token-1")
        try await client.send(Call<Void>(call))
        _ = try? await client.send(Call<Void>(.get("/broken")))
        return log.lines
    }

    @Test func `a log says what went on, and no secret`() async throws {
        let lines = try await logged(.debug, bodies: true)
        let text = lines.joined(separator: "\n")
        #expect(text.contains("info: POST http://shop.example/login?p=*** answered 200 in "))
        #expect(text.contains("error: GET http://shop.example/broken failed after"))
        #expect(text.contains("*** is gone"))
        #expect(text.contains("Authorization: ***"))
        #expect(text.contains("Set-Cookie: sid=***; Path=/"))
        #expect(text.contains(#"{"password":"***"}"#))
        #expect(text.contains(#"{"token":"***"}"#))
        #expect(text.contains("X-Id: 7"))
        for secret in ["lovelace-1815", "tok-12345", "bearer-token-1", "abcdef"] { #expect(!text.contains(secret)) }
    }

    @Test(arguments: ["access_token", "api_key", "password"])
    func `a log hides the secret query parameters of a URL and of a redirect`(_ name: String) async throws {
        let log = Log()
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/a",
            with: .fixed(
                Sample(status: 302, headers: ["Location": "http://shop.example/b?\(name)=from-the-server"])))
        stub.respond(to: .get, "/gone", with: .failure(Failure(.reset, "p%40ss-1815 and p@ss-1815 are gone")))
        let client = try client(stub, [LoggingInterceptor(Self.logger(log))])
        let call = APIRequest.get("/a?page=7&\(name)=p%40ss-1815")
        let first = await #expect(throws: Failure.self) { try await client.send(Call<Void>(call)) }
        let gone = APIRequest.get("/gone?\(name)=p%40ss-1815")
        let second = await #expect(throws: Failure.self) { try await client.send(Call<Void>(gone)) }
        let text = log.lines.joined(separator: "\n")
        #expect(text.contains("GET http://shop.example/a?page=7&\(name)=*** answered 302"))
        #expect(text.contains("Location: http://shop.example/b?\(name)=***"))
        #expect(text.contains("*** and *** are gone"))
        for failure in [first, second] {
            #expect(failure.map { "\($0)" }?.contains("ss-1815") == false)
            #expect(failure.map { "\($0)" }?.contains("from-the-server") == false)
        }
        #expect(!text.contains("ss-1815") && !text.contains("from-the-server"))
    }

    @Test func `secrets of the environment and kept session headers are masked without being told`() async throws {
        let log = Log()
        let logger = Logger(label: "test") { _ in Handler(log: log, logLevel: .debug) }
        let stub = StubDispatcher()
        stub.respond(
            to: .post, "/login",
            with: .fixed(
                .json(["echo": "hunter2", "again": "client-7"], headers: ["client": "client-7", "uid": "ada"])))
        var environment = APIEnvironment(baseURL: "http://shop.example")
        environment.secrets = ["PIN": "hunter2"]
        environment.sessionHeaders = ["client", "uid"]
        let client = try APIClient(
            environment, dispatcher: stub, interceptors: [LoggingInterceptor(logger, bodies: true)])
        for _ in 0..<2 { try await client.send(Call<Void>(.post("/login", ["pin": .secret("PIN")]))) }
        let text = log.lines.joined(separator: "\n")
        #expect(text.contains(#"{"pin":"***"}"#), "\(text)")
        #expect(text.contains(#"{"echo":"***","again":"***"}"#), "\(text)")
        #expect(text.contains("client: ***, uid: ***"), "\(text)")
        #expect(!text.contains("hunter2") && !text.contains("client-7") && !text.contains("ada"), "\(text)")
    }

    @Test(arguments: [
        Credentials.apiKeyInQuery(name: "key", value: "k-1815-12"), .apiKey(header: "X-Api", value: "k-1815-12"),
        .basic(username: "ada", password: "k-1815-12"), .bearer("k-1815-12"),
    ])
    func `what a call proves itself with is masked wherever it comes back`(_ credentials: Credentials) async throws {
        let log = Log()
        let logger = Logger(label: "test") { _ in Handler(log: log, logLevel: .debug) }
        let stub = StubDispatcher()
        stub.respond(to: .get, "/", with: .fixed(.json(["echo": "k-1815-12"])))
        for layer in 0..<3 {
            var environment = APIEnvironment(baseURL: "http://shop.example")
            var api = API()
            var call = APIRequest.get("/")
            switch layer {
            case 0: environment.credentials = credentials
            case 1: api.credentials = credentials
            default: call.credentials = credentials
            }
            let client = try APIClient(
                environment, dispatcher: stub, interceptors: [LoggingInterceptor(logger, bodies: true)])
            try await client.send(Call<Void>(call, of: api))
        }
        let text = log.lines.joined(separator: "\n")
        #expect(text.contains(#"{"echo":"***"}"#), "\(text)")
        #expect(!text.contains("k-1815-12"), "\(text)")
    }

    @Test func `bodies are logged on demand only, headers only for debugging`() async throws {
        let plain = try await logged(.debug, bodies: false).joined(separator: "\n")
        #expect(!plain.contains("password"))
        #expect(plain.contains("X-Id: 7"))
        let short = try await logged(.info, bodies: true)
        #expect(short.count == 2, "\(short)")
    }
}
