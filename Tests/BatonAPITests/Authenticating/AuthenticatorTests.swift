import BatonTesting
import Testing

@testable import BatonAPI

/// Schemes of one's own, on the machinery that OAuth 2.0 uses.
@Suite struct AuthenticatorTests {
    private let network = HeldDispatcher()
    private let time = ManualTime()
    private let store: CredentialStore
    private let dispatcher: AuthenticatingDispatcher

    init() {
        store = CredentialStore(clock: time.clock)
        dispatcher = AuthenticatingDispatcher(network, credentials: store, clock: time.clock)
    }

    /// A ticket that a login gives for 60 seconds; a server that does not know it answers 419.
    struct Tickets: Authenticator {
        struct Ticket: Sendable, Equatable {
            var text: String
            var end: Timestamp
        }

        var user = "ada"

        func credential(
            replacing old: Ticket?, for request: Request, through dispatcher: any Dispatcher
        ) async throws(Failure) -> Ticket {
            guard let url = try? URLText.parse("https://id.example/ticket?user=\(user)&old=\(old?.text ?? "")") else {
                throw Failure(.badInput, "no URL")
            }
            let response = try await dispatcher.send(Request(.post, url))
            guard response.status == 200 else { throw .status(of: response) }
            return Ticket(
                text: String(decoding: response.body, as: UTF8.self), end: user == "client" ? .latest : Self.end)
        }

        static let end = Timestamp(unixMilliseconds: 1_060_000) ?? .latest

        func apply(_ ticket: Ticket, to request: inout Request) {
            request.headers.append("X-Ticket", ticket.text)
        }

        var secrets: [String] { [] }

        func secrets(of ticket: Ticket) -> [String] { [ticket.text] }

        func isExpiring(_ ticket: Ticket, at now: Timestamp) -> Bool { now >= ticket.end }

        func isRefused(_ response: Response) -> Bool { response.status == 419 }
    }

    private func request(_ scheme: some Authenticator = Tickets(), timeout: Duration = .seconds(30)) throws -> Request {
        var request = Request(.get, try URLText.parse("https://api.example/x"), headers: ["X-A": "1"])
        request.options.authentication = .custom(AnyAuthenticator(scheme))
        request.options.timeout = timeout
        request.authorization = AuthorizationLog()
        return request
    }

    private func send(_ request: Request) -> Task<Result<Response, Failure>, Never> {
        let dispatcher = dispatcher
        return Task {
            do throws(Failure) {
                return .success(try await dispatcher.send(request))
            } catch {
                return .failure(error)
            }
        }
    }

    private func sent(_ count: Int) async { await until { network.sent.count == count } }
    private func ticket(_ number: Int) -> String? { network.sent[number].headers["x-ticket"] }

    @Test func `100 requests share one ticket, and one renewal where all are refused`() async throws {
        let tasks = try (0..<100).map { _ in send(try request()) }
        await sent(1)
        #expect(network.sent[0].url.text == "https://id.example/ticket?user=ada&old=")
        network.respond(0, "t-1")
        await sent(101)
        for number in 1...100 {
            #expect(ticket(number) == "t-1")
            network.respond(number, status: 419)
        }
        await sent(102)
        #expect(network.sent[101].url.text == "https://id.example/ticket?user=ada&old=t-1")
        network.respond(101, "t-2")
        await sent(202)
        for number in 102..<202 {
            #expect(ticket(number) == "t-2")
            network.respond(number)
        }
        for task in tasks { #expect(try await task.value.get().status == 200) }
        #expect(network.sent.count == 202)
        #expect(store.credential(of: Tickets())?.text == "t-2")
    }

    @Test func `a ticket that is about to end is replaced before it is sent`() async throws {
        store.set(Tickets.Ticket(text: "saved", end: Tickets.end), for: Tickets())
        let first = send(try request())
        await sent(1)
        #expect(ticket(0) == "saved")
        network.respond(0)
        _ = try await first.value.get()
        time.advance(by: .seconds(60))
        let second = send(try request())
        await sent(2)
        #expect(network.sent[1].url.text == "https://id.example/ticket?user=ada&old=saved")
        second.cancel()
        #expect(await second.value.failure?.kind == .cancelled)
    }

    @Test func `another user has another ticket`() async throws {
        store.set(Tickets.Ticket(text: "of ada", end: .latest), for: Tickets())
        let task = send(try request(Tickets(user: "bob")))
        await sent(1)
        #expect(network.sent[0].url.text == "https://id.example/ticket?user=bob&old=")
        network.respond(0, "of bob")
        await sent(2)
        #expect(ticket(1) == "of bob")
        network.respond(1)
        _ = try await task.value.get()
        #expect(store.credential(of: Tickets())?.text == "of ada")
    }

    @Test func `what the scheme adds is a credential of its origin, and known as a secret`() async throws {
        store.set(Tickets.Ticket(text: "t-1", end: .latest), for: Tickets())
        let request = try request()
        let task = send(request)
        await sent(1)
        #expect(network.sent[0].headers.map(\.isCredential) == [false, true])
        #expect(network.sent[0].options.authentication == nil)
        network.respond(0)
        _ = try await task.value.get()
        #expect(request.authorization?.secrets == ["t-1"])
    }

    @Test func `a refused login is final until another credential is set`() async throws {
        let first = send(try request())
        await sent(1)
        network.respond(0, #"{"message":"wrong password"}"#, status: 401)
        let failure = await first.value.failure
        #expect(failure?.kind == .unauthorized)
        #expect(
            failure?.message
                == "no credential: https://id.example/ticket?user=ada&old= answered 401: wrong password")
        #expect(failure?.isOfAuthorization == true)
        #expect(await send(try request()).value.failure?.kind == .unauthorized)
        #expect(network.sent.count == 1)
        store.set(nil, for: Tickets())
        let second = send(try request())
        await sent(2)
        second.cancel()
        _ = await second.value
    }

    @Test func `a login that failed otherwise is tried again`() async throws {
        let first = send(try request())
        await sent(1)
        network.respond(0, status: 503)
        #expect(await first.value.failure?.kind == .serverError)
        let second = send(try request())
        await sent(2)
        second.cancel()
        _ = await second.value
    }

    @Test func `a renewal that fails names the response that asked for it`() async throws {
        store.set(Tickets.Ticket(text: "t-1", end: .latest), for: Tickets())
        let task = send(try request())
        await sent(1)
        network.respond(0, status: 419)
        await sent(2)
        network.fail(1, Failure(.connect, "cannot connect to id.example:443"))
        #expect(
            await task.value.failure?.message
                == "no credential: api.example:443 refused it with 419, and it could not be renewed: cannot connect to id.example:443"
        )
    }

    @Test func `a credential that is set meanwhile ends the wait`() async throws {
        let task = send(try request())
        await sent(1)
        store.set(Tickets.Ticket(text: "from outside", end: .latest), for: Tickets())
        await sent(2)
        #expect(ticket(1) == "from outside")
        network.respond(1)
        #expect(try await task.value.get().status == 200)
        await until { network.cancelled == 1 }
        #expect(store.credential(of: Tickets())?.text == "from outside")
    }

    @Test func `signing out while a ticket is got keeps none`() async throws {
        let task = send(try request())
        await sent(1)
        store.set(nil, for: Tickets())
        network.respond(0, "late")
        await sent(2)
        network.respond(1)
        _ = try await task.value.get()
        #expect(store.credential(of: Tickets()) == nil)
    }

    /// Never gives a credential, and does not care about cancellation.
    struct Silent: Authenticator {
        func credential(
            replacing old: String?, for request: Request, through dispatcher: any Dispatcher
        ) async throws(Failure) -> String {
            await withUnsafeContinuation { (_: UnsafeContinuation<String, Never>) in }
        }
        func apply(_ credential: String, to request: inout Request) {}
        var secrets: [String] { [] }
        func secrets(of credential: String) -> [String] { [credential] }
        func isExpiring(_ credential: String, at now: Timestamp) -> Bool { false }
        func isRefused(_ response: Response) -> Bool { response.status == 401 }
    }

    @Test func `a scheme that never gives a credential ends with the timeout of each request`() async throws {
        let task = send(try request(Silent(), timeout: .seconds(5)))
        await until { time.sleeping == 1 }
        time.advance(by: .seconds(5))
        let failure = await task.value.failure
        #expect(failure?.kind == .timeout)
        #expect(failure?.message == "no credential: none came within 5s")
        #expect(failure?.isOfAuthorization == true)
    }

    /// Asks for its credential with that very credential.
    struct Circle: Authenticator {
        func credential(
            replacing old: String?, for request: Request, through dispatcher: any Dispatcher
        ) async throws(Failure) -> String {
            let environment = APIEnvironment(baseURL: "https://id.example", credentials: .custom(Circle()))
            return try await APIClient(environment, dispatcher: dispatcher).send(Call<String>(.post("/login")))
        }
        func apply(_ credential: String, to request: inout Request) {}
        var secrets: [String] { [] }
        func secrets(of credential: String) -> [String] { [credential] }
        func isExpiring(_ credential: String, at now: Timestamp) -> Bool { false }
        func isRefused(_ response: Response) -> Bool { response.status == 401 }
    }

    @Test func `a scheme that needs its own credential to get it is told so`() async throws {
        let failure = await send(try request(Circle())).value.failure
        #expect(failure?.kind == .badInput)
        #expect(
            failure?.message
                == "no credential: the request for a credential of `Circle` wants that credential itself: send it with `Credentials.none`"
        )
        #expect(network.sent.isEmpty)
    }

    @Test func `an engine refuses a request that still wants a credential`() async throws {
        let request = try request()
        let failure = await #expect(throws: Failure.self) { _ = try await CurlDispatcher.shared.send(request) }
        #expect(
            failure?.message
                == "a credential of `Tickets` is wanted, and no `AuthenticatingDispatcher` stands before the engine to get it"
        )
    }

    @Test func `a client sends a scheme's credential, logs it nowhere and caches no response to it`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .post, "/ticket", with: .fixed(.text("ticket-7c1f")))
        stub.respond(to: .get, "/me", with: .fixed(.text("you are ticket-7c1f")))
        let log = InterceptorTests.Log()
        let client = try APIClient(
            APIEnvironment(
                baseURL: "https://api.example", credentials: .custom(Tickets(user: "client")),
                cache: CacheRule(.cacheFirst)),
            dispatcher: stub, interceptors: [LoggingInterceptor(InterceptorTests.logger(log), bodies: true)])
        for _ in 1...2 { #expect(try await client.response(to: Call<Void>(.get("/me"))).status == 200) }
        #expect(stub.requests.map(\.url.path) == ["/ticket", "/me", "/me"])
        #expect(stub.requests.last?.headers["x-ticket"] == "ticket-7c1f")
        let text = log.lines.joined(separator: "\n")
        #expect(text.contains("you are ***") && !text.contains("7c1f"), "\(text)")
        let failure = await #expect(throws: Failure.self) {
            try await client.response(to: Call<Void>(.get("/me").with(\.cache, CacheRule(.onlyIfCached))))
        }
        #expect(
            failure?.message
                == "a response is never stored when a body goes to a file or comes from one, or with custom credentials"
        )
    }
}
