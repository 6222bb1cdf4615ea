import BatonAPI
import RunningDemo
import Synchronization
import TemporaryFolders
import Testing

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
}
