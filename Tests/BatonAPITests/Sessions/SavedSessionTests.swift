import BatonFiles
import BatonTesting
import Synchronization
import Testing

@testable import BatonAPI

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Cookies and kept headers that outlive the program.
@Suite struct SavedSessionTests {
    private let folder = TemporaryFolder()
    private static let base = "https://shop.example"

    private func client(_ session: SessionStore? = nil, keeping: [String] = ["Access-Token"]) throws -> APIClient {
        let stub = StubDispatcher()
        stub.respond(
            to: .post, "/login",
            with: .fixed(
                Sample(headers: [
                    "Set-Cookie": "sid=s3cret; Path=/; Secure; HttpOnly", "Access-Token": "t-1", "X-Other": "no",
                ])))
        stub.respond(to: .get, "/me", with: .fixed(Sample()))
        return try APIClient(
            APIEnvironment(baseURL: Self.base, sessionHeaders: keeping), dispatcher: stub, session: session)
    }

    private func sent(by client: APIClient) throws -> Headers {
        var headers = Headers()
        client.session.addHeaders(to: &headers, for: try URLText.parse("\(Self.base)/me"))
        return headers
    }

    @Test func `a session that is kept in a file goes on at the next launch by itself`() async throws {
        let folder = TemporaryFolder()
        let path = folder.file("session")
        let environment = APIEnvironment(baseURL: "http://shop.example", sessionHeaders: ["token"])
        func launch() throws -> (APIClient, StubDispatcher) {
            let stub = StubDispatcher()
            stub.respond(
                to: .get, "/login", with: .fixed(Sample(headers: ["Set-Cookie": "sid=1", "token": "t-1"])),
                .fixed(Sample(headers: ["token": "t-2"])))
            stub.respond(to: .get, "/me", with: .fixed(Sample()))
            let session = try SessionStore.kept(in: path, for: environment)
            return (try APIClient(environment, dispatcher: stub, session: session), stub)
        }
        let (first, _) = try launch()
        try await first.send(.get("/me"))
        #expect((try? FileReading.bytes(of: path)) == nil, "nothing is written before there is something")
        try await first.send(.get("/login"))
        first.session.update { $0.owner = "ada" }
        try await first.send(.get("/login"))
        let (second, stub) = try launch()
        try await second.send(.get("/me"))
        #expect(stub.requests[0].headers["cookie"] == "sid=1" && stub.requests[0].headers["token"] == "t-2")
        #expect(second.session.value.owner == "ada")
    }

    @Test func `a change that cannot be written is told, and requests go on`() async throws {
        let folder = TemporaryFolder()
        let problems = Problems()
        let environment = APIEnvironment(baseURL: "http://shop.example")
        let session = try SessionStore.kept(in: folder.file("missing/session"), for: environment) { problems.add($0) }
        let stub = StubDispatcher()
        stub.respond(to: .get, "/", with: .fixed(Sample(headers: ["Set-Cookie": "sid=1"])))
        let client = try APIClient(environment, dispatcher: stub, session: session)
        for _ in 0..<2 { try await client.send(.get("/")) }
        #expect(stub.requests[1].headers["cookie"] == "sid=1")
        #expect(problems.kinds == [.badInput])
    }

    private final class Problems: Sendable {
        private let kept = Mutex<[Failure.Kind]>([])
        var kinds: [Failure.Kind] { kept.withLock { $0 } }
        func add(_ failure: Failure) { kept.withLock { $0.append(failure.kind) } }
    }

    @Test func `a later launch goes on with the session of a file that only its user can read`() async throws {
        let path = folder.file("session.json")
        let first = try client()
        try await first.send(Call<Void>(.post("/login")))
        try first.session.save(to: path)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let later = try client()
        #expect(try later.session.restore(from: path))
        let headers = try sent(by: later)
        #expect(headers["cookie"] == "sid=s3cret")
        #expect(headers["access-token"] == "t-1")
        #expect(headers.map(\.isCredential) == [true, true])
        // Saved once more, it is the same.
        try later.session.save(to: folder.file("again.json"))
        #expect(try FileReading.bytes(of: path) == FileReading.bytes(of: folder.file("again.json")))
    }

    @Test func `a file that is not there restores nothing`() throws {
        #expect(try client().session.restore(from: folder.file("nothing.json")) == false)
    }

    @Test func `headers that are not kept here, or of origins that are not trusted here, are left out`() async throws {
        let first = try client()
        try await first.send(Call<Void>(.post("/login")))
        let stranger = try client(keeping: ["Other-Token"])
        stranger.session.restore(first.session.value)
        #expect(try sent(by: stranger).map(\.name) == ["Cookie"])
        let elsewhere = try APIClient(
            APIEnvironment(baseURL: "https://elsewhere.example", sessionHeaders: ["Access-Token"]),
            dispatcher: StubDispatcher())
        elsewhere.session.restore(first.session.value)
        #expect(try sent(by: elsewhere)["access-token"] == nil)
    }

    @Test func `expired cookies are not restored`() throws {
        let url = try URLText.parse(Self.base)
        var session = Session()
        session.receive(["Set-Cookie": "a=1; Max-Age=10"], from: url, now: 1000)
        session.receive(["Set-Cookie": "b=2; Max-Age=1000"], from: url, now: 1000)
        let store = SessionStore(Session(), now: { 1100 })
        store.restore(session)
        var headers = Headers()
        store.addHeaders(to: &headers, for: url)
        #expect(headers["cookie"] == "b=2")
    }

    @Test func `a session that shares headers restores into the one that it shares`() async throws {
        let first = try client()
        try await first.send(Call<Void>(.post("/login")))
        let owner = try client()
        let sharer = SessionStore(sharingHeadersOf: owner.session)
        sharer.restore(first.session.value)
        #expect(try sent(by: owner)["access-token"] == "t-1")
        #expect(try sent(by: owner)["cookie"] == nil)
        #expect(try sent(by: client(sharer))["cookie"] == "sid=s3cret")
    }

    @Test(arguments: [
        ("", "is not JSON"), ("[1", "is not JSON"), ("[]", "should be"),
        (#"{"version":2}"#, "this program reads version 1 of a session, not 2"),
        (#"{"version":1}"#, "origins` is missing"),
        (
            #"{"version":1,"origins":[],"keeps":[],"headers":[],"cookies":[{"name":"a","value":"b\r\nX: y","domain":"d","isHostOnly":true,"path":"/","isSecure":false,"isHTTPOnly":false}]}"#,
            "a cookie has a character that cannot be sent"
        ),
        (
            #"{"version":1,"origins":[],"keeps":[],"cookies":[],"headers":[{"origin":{"scheme":"https","host":"h","port":443},"name":"a","value":"b\r\n"}]}"#,
            "a header has a character that cannot be sent"
        ),
    ])
    func `a file that holds no session is refused, and nothing is changed`(_ text: String, _ words: String) throws {
        let path = folder.file("broken.json")
        try AtomicFile.write(path, Array(text.utf8))
        let store = SessionStore()
        let failure = #expect(throws: Failure.self) { try store.restore(from: path) }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message.hasPrefix("the session in `\(path)` cannot be read: ") == true)
        #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
        #expect(store.value.isEmpty)
    }

    @Test func `a file that others can read is not trusted`() throws {
        let path = folder.file("open.json")
        try SessionStore().save(to: path)
        #expect(chmod(path, 0o644) == 0)
        let failure = #expect(throws: Failure.self) { try SessionStore().restore(from: path) }
        #expect(
            failure?.message
                == "the session in `\(path)` is not read: others have access to it (mode 0644); `chmod 600` takes that away"
        )
    }

    @Test func `a place that cannot be written is told`() {
        let failure = #expect(throws: Failure.self) { try SessionStore().save(to: "/nowhere/at/all/s.json") }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message.hasPrefix("the session cannot be saved: ") == true)
    }
}
