import BatonAPI
import BatonTesting
import RunningDemo
import Synchronization
import Testing

import class TemporaryFolders.TemporaryFolder

/// The third style: a session of headers that the server gives, errors as the server words them, pictures as multipart.
///
/// | the style | here |
/// | --- | --- |
/// | headers `access-token`, `client`, `uid` are kept and sent with later requests | `sessionHeaders` |
/// | the session survives the application | `SessionStore.save(to:)`, `restore(from:)` |
/// | signing out ends it | `SessionStore.update(_:)` |
/// | a body of errors becomes a message | `Failure.serverMessages` |
/// | a picture is sent as multipart with progress | `.data`, `.file`, `progress` |
@Suite struct SessionsAndUploads {
    // The application: sign up, sign in, a profile with a picture.
    struct Profile: Decodable, Equatable, Sendable {
        var username: String
        var email: String
    }

    struct SignUp: Endpoint {
        typealias Output = Profile
        struct Form: Encodable, Sendable {
            var username: String
            var password: String
            var email: String?
        }
        var form: Form
        var request: APIRequest { .post("/register", body: form) }
    }

    private func client() async throws -> APIClient {
        try APIClient(
            APIEnvironment(
                baseURL: try await Demo.baseURL(), sessionHeaders: ["access-token", "client", "uid"]))
    }

    private func signIn(_ client: APIClient) async throws {
        try await client.send(Call<Void>(.post("/login", ["username": "ada", "password": "lovelace-1815"])))
    }

    @Test func `the session is kept, and restored by the next launch`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/session"
        let first = try await client()
        try await signIn(first)
        #expect(try await first.send(Call<Profile>(.get("/me"))).username == "ada")
        try first.session.save(to: file)

        let second = try await client()
        #expect(try second.session.restore(from: file))
        #expect(try await second.send(Call<Profile>(.get("/me"))).username == "ada")
    }

    @Test func `after signing out requests go without it`() async throws {
        let client = try await client()
        try await signIn(client)
        client.session.update { $0 = Session() }
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Profile>(.get("/me"))) }
        #expect(failure?.kind == .unauthorized)
        #expect(failure?.serverMessage == "sign in first")
    }

    @Test func `the server's own words are the messages`() async throws {
        let failure = await #expect(throws: Failure.self) {
            try await client().send(SignUp(form: .init(username: "x", password: "short", email: "nowhere")))
        }
        let messages = failure?.serverMessages ?? []
        #expect(messages.count >= 2, "\(messages)")
        #expect(failure.map { String(reflecting: $0) }?.contains(messages.first ?? "?") == true)
    }

    @Test func `a picture is sent from memory and from disk, with its progress`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("second.png", String(repeating: "7", count: 300_000))
        let most = Mutex<Int64>(0)
        let upload = APIRequest.post(
            "/upload",
            [
                "caption": "me", "picture": .data([0x89, 0x50, 0x4E, 0x47], filename: "first.png"),
                "more": .file(path),
            ]
        ).with(\.progress) { progress in most.withLock { $0 = max($0, progress.sent) } }
        let seen = try await client().send(Call<JSONValue>(upload))
        let text = seen.description
        #expect(text.contains("first.png") && text.contains("second.png") && text.contains("caption"))
        #expect(most.withLock { $0 } > 300_000)
    }

    // MARK: - What else such libraries offer

    private let stub = StubDispatcher()

    private func stubbed(_ credentials: Credentials? = nil, _ store: CredentialStore = CredentialStore()) throws
        -> APIClient
    {
        try APIClient(
            APIEnvironment(
                baseURL: "https://api.example", credentials: credentials,
                sessionHeaders: ["access-token", "client", "uid"]),
            dispatcher: AuthenticatingDispatcher(stub, credentials: store))
    }

    @Test func `each request has the newest token, also after a response without one`() async throws {
        stub.respond(
            to: .get, "/me", with: .fixed(Sample(headers: ["access-token": "t-1", "uid": "ada"])),
            .fixed(Sample(headers: ["access-token": "t-2"])), .fixed(Sample()))
        let client = try stubbed()
        for _ in 1...4 { try await client.send(.get("/me")) }
        #expect(stub.requests.map { $0.headers["access-token"] } == [nil, "t-1", "t-2", "t-2"])
        #expect(stub.requests.last?.headers["uid"] == "ada")
    }

    /// Leads to the sign-in screen wherever a request was not authorized.
    struct SignInScreen: Interceptor {
        let show: @Sendable () -> Void

        func intercept(_ request: Request, in exchange: Exchange) async throws(Failure) -> Response {
            let response = try await exchange.send(request)
            if response.status == 401 { show() }
            return response
        }
    }

    @Test func `one place learns that a request was not authorized`() async throws {
        stub.respond(to: .get, "/me", with: .fixed(Sample()), .fixed(Sample(status: 401)))
        let shown = Mutex(0)
        let client = try APIClient(
            APIEnvironment(baseURL: "https://api.example"), dispatcher: stub,
            interceptors: [SignInScreen { shown.withLock { $0 += 1 } }])
        try await client.send(.get("/me"))
        #expect(shown.withLock { $0 } == 0)
        let failure = await #expect(throws: Failure.self) { try await client.send(.get("/me")) }
        #expect(shown.withLock { $0 } == 1 && failure?.kind == .unauthorized)
    }

    /// A sign-in whose token the server may forget.
    struct SignIn: Authenticator {
        func credential(
            replacing old: String?, for request: Request, through dispatcher: any Dispatcher
        ) async throws(Failure) -> String {
            let client = try APIClient(APIEnvironment(baseURL: "https://api.example"), dispatcher: dispatcher)
            return try await client.send(Call<String>(.post("/sign_in")) { reply in try reply.mapper("token") })
        }

        func apply(_ token: String, to request: inout Request) {
            request.headers.set("Authorization", "Bearer \(token)")
        }

        var secrets: [String] { [] }
        func secrets(of token: String) -> [String] { [token] }
        func isExpiring(_ token: String, at now: Timestamp) -> Bool { false }
        func isRefused(_ response: Response) -> Bool { response.status == 401 }
    }

    /// A server that signs in and then knows the token `new` alone.
    private func knowOnlyNew() {
        stub.respond(to: .post, "/sign_in", with: .fixed(.json(["token": "new"])))
        stub.respond(
            to: .get, "/me",
            with: .computed { request throws(Failure) in
                Sample(status: request.headers["authorization"] == "Bearer new" ? 200 : 401)
            })
    }

    @Test func `20 requests with a forgotten token cause one sign-in, and all succeed`() async throws {
        knowOnlyNew()
        let store = CredentialStore()
        store.set("old", for: SignIn())
        let client = try stubbed(.custom(SignIn()), store)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...20 { group.addTask { try await client.send(.get("/me")) } }
            try await group.waitForAll()
        }
        #expect(stub.requests.count { $0.url.path == "/sign_in" } == 1)
        #expect(store.credential(of: SignIn()) == "new")
    }

    @Test func `a token of an earlier launch is set by hand, and taken away by signing out`() async throws {
        knowOnlyNew()
        let store = CredentialStore()
        store.set("new", for: SignIn())
        let client = try stubbed(.custom(SignIn()), store)
        try await client.send(.get("/me"))
        #expect(stub.requests.map(\.url.path) == ["/me"])
        store.set(nil, for: SignIn())
        #expect(store.credential(of: SignIn()) == nil)
        try await client.send(.get("/me"))
        #expect(stub.requests.map(\.url.path) == ["/me", "/sign_in", "/me"])
    }

    @Test func `a refresh token replaces an access token that was refused`() async throws {
        func token(_ text: String) -> StubDispatcher.Behaviour {
            .fixed(.json(["access_token": .string(text), "token_type": "Bearer", "refresh_token": "r-1"]))
        }
        stub.respond(to: .post, "/token", with: token("a-1"), token("a-2"))
        stub.respond(to: .get, "/me", with: .fixed(Sample()), .fixed(Sample(status: 401)), .fixed(Sample()))
        let oauth2 = OAuth2(
            .tokenURL("https://api.example/token"), grant: .password(username: "ada", password: "x"), clientID: "app")
        let client = try stubbed(.oauth2(oauth2))
        for _ in 1...2 { try await client.send(.get("/me")) }
        let forms = stub.requests.compactMap { request -> String? in
            guard case .bytes(let bytes, _) = request.body else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(forms.count == 2 && forms[0].contains("grant_type=password"))
        #expect(forms.last?.contains("grant_type=refresh_token") == true)
        #expect(forms.last?.contains("refresh_token=r-1") == true)
        #expect(stub.requests.last?.headers["authorization"] == "Bearer a-2")
    }

    @Test func `a file is the body of an upload, without multipart`() async throws {
        let server = RawServer(answering: { _ in "HTTP/1.1 204 No Content\r\n\r\n" })
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try folder.write("first.txt", "from disk")
        let upload = APIRequest(.put, "/pictures/1", content: .file(path, type: nil))
        try await APIClient(APIEnvironment(baseURL: server.url)).send(upload)
        #expect(server.requests.first?.text == "from disk")
        #expect(server.requests.first?["content-type"] == "text/plain")
    }

    @Test func `a download tells how much of it has come`() async throws {
        let server = RawServer(answering: { _ in
            "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + String(repeating: "7", count: 300_000)
        })
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let last = Mutex<TransferProgress?>(nil)
        let download = APIRequest.get("/pictures/1").with(\.savePath, folder.path + "/first.png")
            .with(\.progress) { progress in last.withLock { $0 = progress } }
        let response = try await APIClient(APIEnvironment(baseURL: server.url)).response(to: download)
        #expect(response.size == 300_000)
        #expect(try folder.names() == ["first.png"])
        #expect(last.withLock { $0?.received } == 300_000 && last.withLock { $0?.toReceive } == 300_000)
    }
}
