import Testing

@testable import BatonAPI

/// When tokens are asked for, shared, renewed and given up.
@Suite struct OAuth2DispatcherTests {
    private let network = HeldDispatcher()
    private let time = ManualTime()
    private let dispatcher: AuthenticatingDispatcher

    init() {
        dispatcher = AuthenticatingDispatcher(
            network, credentials: CredentialStore(clock: time.clock), clock: time.clock)
    }

    private static let oauth2 = OAuth2(
        .tokenURL("https://id.example/token"), clientID: "c", clientSecret: "very-secret", scopes: ["read"])

    private func request(
        _ oauth2: OAuth2 = Self.oauth2, timeout: Duration = .seconds(30), _ url: String = "https://api.example/x"
    ) throws -> Request {
        var request = Request(.post, try URLText.parse(url), body: .bytes([1, 2], contentType: nil))
        request.options.authentication = .oauth2(oauth2)
        request.options.timeout = timeout
        request.authorization = AuthorizationLog()
        return request
    }

    private typealias Outcome = Result<Response, Failure>

    private func send(_ request: Request) -> Task<Outcome, Never> {
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

    private func grant(_ number: Int, _ token: String, expiresIn: Int? = nil, refresh: String? = nil) {
        var members = [#""access_token":"\#(token)","token_type":"Bearer""#]
        if let expiresIn { members.append(#""expires_in":\#(expiresIn)"#) }
        if let refresh { members.append(#""refresh_token":"\#(refresh)""#) }
        network.respond(number, "{\(members.joined(separator: ","))}")
    }

    private func form(_ number: Int) -> String {
        guard case .bytes(let bytes, _) = network.sent[number].body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func bearer(_ number: Int) -> String? { network.sent[number].headers.first("authorization") }

    /// Gets a token and a response with it.
    private func begin(_ token: String, expiresIn: Int? = nil, refresh: String? = nil) async throws {
        let first = network.sent.count
        let task = send(try request())
        await sent(first + 1)
        grant(first, token, expiresIn: expiresIn, refresh: refresh)
        await sent(first + 2)
        network.respond(first + 1)
        _ = try await task.value.get()
    }

    @Test func `100 requests at once cause one token request and share its token`() async throws {
        let request = try request()
        let tasks = (0..<100).map { _ in send(request) }
        await sent(1)
        grant(0, "t-1")
        await sent(101)
        for number in 1...100 {
            #expect(bearer(number) == "Bearer t-1")
            network.respond(number)
        }
        for task in tasks { #expect(try await task.value.get().status == 200) }
        #expect(network.sent.count == 101)
    }

    @Test func `100 requests whose old token is refused cause one renewal and are sent once again`() async throws {
        try await begin("old")
        let request = try request()
        let tasks = (0..<100).map { _ in send(request) }
        await sent(102)
        for number in 2..<102 {
            #expect(bearer(number) == "Bearer old")
            network.respond(number, status: 401)
        }
        await sent(103)
        grant(102, "new")
        await sent(203)
        for number in 103..<203 {
            #expect(bearer(number) == "Bearer new")
            #expect(network.sent[number].body == .bytes([1, 2], contentType: nil))
            network.respond(number)
        }
        for task in tasks { #expect(try await task.value.get().status == 200) }
        #expect(network.sent.count == 203)
    }

    @Test func `a server that refuses every token gets each request at most twice`() async throws {
        try await begin("old")
        let first = send(try request())
        await sent(3)
        network.respond(2, status: 401)
        await sent(4)
        grant(3, "new")
        await sent(5)
        network.respond(4, status: 401)
        #expect(try await first.value.get().status == 401)
        // The new token has never been accepted: another one would be refused too.
        let second = send(try request())
        await sent(6)
        network.respond(5, status: 401)
        #expect(try await second.value.get().status == 401)
        #expect(network.sent.count == 6)
    }

    @Test func `a token is renewed a tenth of its lifetime before its end`() async throws {
        try await begin("old", expiresIn: 100)
        time.advance(by: .seconds(89))
        try await use("old")
        time.advance(by: .seconds(1))
        let task = send(try request())
        await sent(4)
        grant(3, "new", expiresIn: 100)
        await sent(5)
        #expect(bearer(4) == "Bearer new")
        network.respond(4)
        _ = try await task.value.get()
    }

    @Test func `a token is renewed 30 seconds before the end of a long lifetime`() async throws {
        try await begin("old", expiresIn: 3600)
        time.advance(by: .seconds(3500))
        try await use("old")
        time.advance(by: .seconds(71))
        let task = send(try request())
        await sent(4)
        #expect(network.sent[3].url.text == "https://id.example/token")
        task.cancel()
        _ = await task.value
    }

    /// Sends a request that needs no new token.
    private func use(_ token: String) async throws {
        let number = network.sent.count
        let task = send(try request())
        await sent(number + 1)
        #expect(bearer(number) == "Bearer \(token)")
        network.respond(number)
        _ = try await task.value.get()
    }

    @Test func `a token without a lifetime is kept until it is refused`() async throws {
        try await begin("old")
        time.advance(by: .seconds(1_000_000))
        try await use("old")
    }

    @Test func `a refresh token renews the token, and a new refresh token replaces it`() async throws {
        try await begin("t-1", expiresIn: 100, refresh: "r-1")
        for round in 1...2 {
            time.advance(by: .seconds(100))
            let number = network.sent.count
            let task = send(try request())
            await sent(number + 1)
            #expect(form(number) == "grant_type=refresh_token&refresh_token=r-\(round)&scope=read")
            grant(number, "t-\(round + 1)", expiresIn: 100, refresh: "r-\(round + 1)")
            await sent(number + 2)
            network.respond(number + 1)
            _ = try await task.value.get()
        }
    }

    @Test func `where the refresh token is refused, the grant of the configuration is used`() async throws {
        try await begin("t-1", expiresIn: 100, refresh: "r-1")
        time.advance(by: .seconds(100))
        let task = send(try request())
        await sent(3)
        network.respond(2, #"{"error":"invalid_grant"}"#, status: 400)
        await sent(4)
        #expect(form(3) == "grant_type=client_credentials&scope=read")
        grant(3, "t-2")
        await sent(5)
        #expect(bearer(4) == "Bearer t-2")
        network.respond(4)
        #expect(try await task.value.get().status == 200)
    }

    @Test func `a server that refused the credentials is not asked again with the same ones`() async throws {
        let first = send(try request())
        await sent(1)
        network.respond(0, #"{"error":"invalid_client","error_description":"who is very-secret?"}"#, status: 401)
        let refusal = await first.value.failure
        #expect(refusal?.kind == .unauthorized)
        #expect(
            refusal?.message
                == "no access token: POST https://id.example/token answered 401: invalid_client: who is ***?")
        #expect(refusal?.isOfAuthorization == true)
        #expect(await send(try request()).value.failure?.message == refusal?.message)
        #expect(network.sent.count == 1)
        var other = Self.oauth2
        other.clientSecret = "another-secret"
        let second = send(try request(other))
        await sent(2)
        grant(1, "t")
        await sent(3)
        network.respond(2)
        #expect(try await second.value.get().status == 200)
    }

    @Test func `a server that failed is asked again`() async throws {
        let first = send(try request())
        await sent(1)
        network.respond(0, status: 503)
        let failure = await first.value.failure
        #expect(failure?.kind == .serverError)
        #expect(failure?.message == "no access token: POST https://id.example/token answered 503")
        try await begin("t-1")
    }

    @Test func `a token server that is not there is told as such`() async throws {
        let task = send(try request())
        await sent(1)
        network.fail(0, Failure(.connect, "cannot connect to id.example:443"))
        let failure = await task.value.failure
        #expect(failure?.kind == .connect)
        #expect(
            failure?.message
                == "no access token: POST https://id.example/token failed: cannot connect to id.example:443")
    }

    @Test func `each request waits for a token at most as long as its own time limit`() async throws {
        let patient = send(try request())
        await sent(1)
        let hasty = send(try request(timeout: .milliseconds(1500)))
        await until { time.sleeping == 1 }
        time.advance(by: .seconds(2))
        let failure = await hasty.value.failure
        #expect(failure?.kind == .timeout)
        #expect(failure?.message == "no access token: none came within 1.5s")
        grant(0, "t")
        await sent(2)
        network.respond(1)
        #expect(try await patient.value.get().status == 200)
    }

    @Test func `where the request that asks for the token runs out of time, one that has time left asks`() async throws
    {
        let hasty = send(try request(timeout: .milliseconds(1500)))
        await sent(1)
        let patient = [send(try request(timeout: .seconds(10))), send(try request(timeout: .seconds(30)))]
        await until { time.sleeping == 2 }
        time.advance(by: .seconds(2))
        network.fail(0, Failure(.timeout, "timed out"))
        #expect(
            await hasty.value.failure?.message == "no access token: POST https://id.example/token failed: timed out")
        await sent(2)
        #expect(network.sent[1].options.timeout == .seconds(28))
        grant(1, "t")
        await sent(4)
        network.respond(2)
        network.respond(3)
        for task in patient { #expect(try await task.value.get().status == 200) }
    }

    @Test func `the token request ends with the last request that waits for it`() async throws {
        let tasks = [send(try request()), send(try request())]
        await sent(1)
        await until { time.sleeping == 1 }
        tasks[0].cancel()
        #expect(await tasks[0].value.failure?.kind == .cancelled)
        #expect(network.cancelled == 0)
        tasks[1].cancel()
        #expect(await tasks[1].value.failure?.kind == .cancelled)
        await until { network.cancelled == 1 }
    }

    @Test func `the time limit counts for discovery and token request together`() async throws {
        let task = send(try request(OAuth2(.issuer("https://id.example"), clientID: "c"), timeout: .seconds(10)))
        await sent(1)
        #expect(network.sent[0].options.timeout == .seconds(10))
        time.advance(by: .seconds(4))
        network.respond(0, status: 404)
        await sent(2)
        #expect(network.sent[1].options.timeout == .seconds(6))
        time.advance(by: .seconds(6))
        network.respond(1, #"{"issuer":"https://id.example","token_endpoint":"https://id.example/t"}"#)
        let failure = await task.value.failure
        #expect(failure?.kind == .timeout)
        #expect(failure?.message == "no access token: no time is left for POST https://id.example/t")
    }

    @Test func `a 401 of a server behind a redirect to another origin renews nothing`() async throws {
        try await begin("t-1")
        let task = send(try request())
        await sent(3)
        network.redirect(2, to: "https://elsewhere.example/", status: 401)
        #expect(try await task.value.get().status == 401)
        #expect(network.sent.count == 3)
    }

    @Test func `the token is a credential of its origin, and the form a body with a secret`() async throws {
        try await begin("t-1")
        #expect(network.sent[0].isBodySecret)
        #expect(network.sent[0].options.redirects == nil)
        #expect(network.sent[0].options.maxResponse == 1 << 20)
        #expect(network.sent[1].headers.map(\.isCredential) == [true])
        #expect(network.sent[1].options.authentication == nil)
    }

    @Test func `a request without an access token passes untouched`() async throws {
        let plain = Request(.get, try URLText.parse("https://api.example/x"))
        let task = send(plain)
        await sent(1)
        network.respond(0, status: 401)
        #expect(try await task.value.get().status == 401)
        #expect(network.sent[0].headers.isEmpty)
    }

    @Test func `the log tells what was sent, and knows the secrets`() async throws {
        let request = try request()
        let task = send(request)
        await sent(1)
        network.respond(
            0, #"{"access_token":"a-1","refresh_token":"r-1","id_token":"i-1","token_type":"bearer","scope":"s"}"#)
        await sent(2)
        network.respond(1)
        _ = try await task.value.get()
        let log = try #require(request.authorization)
        #expect(log.exchanges.map(\.purpose) == ["asks for an access token"])
        #expect(log.token == "a-1")
        #expect(log.secrets.isSuperset(of: ["a-1", "r-1", "i-1", "very-secret", "Yzp2ZXJ5LXNlY3JldA=="]))
        #expect(!log.secrets.contains("s") && !log.secrets.contains("bearer"))
    }

    @Test func `an engine refuses a request that still wants a token`() async throws {
        let request = try request()
        await #expect(throws: Failure.self) { _ = try await CurlDispatcher.shared.send(request) }
    }
}

extension Result where Failure == BatonAPI.Failure {
    /// Nil for a success.
    var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}

extension HeldDispatcher {
    /// Responds as after a redirect that was followed to another URL.
    func redirect(_ number: Int, to url: String, status: Int) {
        respond(number, status: status) { response in
            response.redirects = [Response.Redirect(status: 302, url: response.url)]
            if let target = try? URLText.parse(url) { response.url = target }
        }
    }
}
