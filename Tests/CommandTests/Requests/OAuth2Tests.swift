import BatonTesting
import CommandCalls
import ProjectFolders
import Synchronization
import Testing

/// Access tokens in whole runs: how often they are asked for, what a failure says, and that nothing shows them.
@Suite struct OAuth2Tests {
    private static let auth = "{ oauth2: { token_url: /token, client_id: c-1, client_secret: client-secret-1 } }"

    private static func json(_ body: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static let token = json(
        #"{"access_token":"access-token-1","id_token":"id-token-1","refresh_token":"refresh-token-1","token_type":"Bearer"}"#
    )

    /// A token for `/token`, and the closure's response for everything else.
    private static func server(
        _ token: String = Self.token,
        _ response: @escaping @Sendable (RawServer.Request) -> String = { _ in Recording.empty }
    ) throws -> Recording {
        try Recording { $0.target == "/token" ? token : response($0) }
    }

    @Test func `all steps of a run share one token, however many jobs there are`() async throws {
        let recording = try Self.server()
        for file in ["a", "b", "c", "d"] {
            try recording.folder.write(
                "\(file).yaml", "defaults: { auth: \(Self.auth) }\nsteps:\n  - get: /x\n  - post: /y\n    json: 1\n")
        }
        let result = try await Baton(folder: recording.folder)(
            "run", "a.yaml", "b.yaml", "c.yaml", "d.yaml", "--jobs", "4", "--base-url", recording.server.url)
        #expect(result.exitCode == 0, "\(result.everything)")
        let requests = recording.requests
        #expect(requests.count { $0.target == "/token" } == 1)
        #expect(requests.count { $0["authorization"] == "Bearer access-token-1" } == 8)
        let asked = try #require(requests.first { $0.target == "/token" })
        #expect(asked.text == "grant_type=client_credentials")
        #expect(asked["authorization"] == "Basic Yy0xOmNsaWVudC1zZWNyZXQtMQ==")
        #expect(asked["accept"] == "application/json")
    }

    @Test func `no output holds a token or a secret, not even one that the server sends back`() async throws {
        let recording = try Self.server { request in
            Self.json(
                #"{"sent":"\#(request["authorization"] ?? "")","all":"id-token-1 refresh-token-1 client-secret-1"}"#,
                status: "500 Oh")
        }
        let result = try await recording.step(
            "get: /x\nauth: \(Self.auth)\nexpect: { status: 200, $.sent: other }", "--trace", "--verbose", "--har",
            "h.har",
            "--json", "r.json", "--events", "e.jsonl", "--junit", "j.xml", "--html", "p.html")
        #expect(result.exitCode == 1, "\(result.everything)")
        var outputs = [result.everything]
        for file in ["h.har", "r.json", "e.jsonl", "j.xml", "p.html"] {
            outputs.append(try recording.folder.read(file))
        }
        for output in outputs {
            for secret in ["access-token-1", "id-token-1", "refresh-token-1", "client-secret-1", "Yy0xOmNsaWVudC1z"] {
                #expect(!output.contains(secret), "\(secret)")
            }
        }
        #expect(result.output.contains("-H 'Authorization: Bearer ***'"), "\(result.output)")
        #expect(try recording.folder.read("j.xml").contains("asks for an access token"))
    }

    @Test func `the token request is shown with what it was for`() async throws {
        let recording = try Self.server()
        let result = try await recording.step("get: /x\nauth: \(Self.auth)", "--verbose")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("POST \(recording.server.url)/token → 200"), "\(result.output)")
        #expect(result.output.contains(": asks for an access token"), "\(result.output)")
    }

    @Test func `a refused client is told with status, error and description, and the curl line of the token request`()
        async throws
    {
        let recording = try Self.server(
            Self.json(
                #"{"error":"invalid_client","error_description":"no client with client-secret-1"}"#,
                status: "401 Unauthorized"))
        let result = try await recording.step("get: /x\nauth: \(Self.auth)")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "no access token: POST \(recording.server.url)/token answered 401: invalid_client: no client with *** [http.unauthorized]"
            ),
            "\(result.output)")
        #expect(result.output.contains("--data-raw grant_type=client_credentials"), "\(result.output)")
        #expect(result.output.contains("'Authorization: Basic ***'"), "\(result.output)")
        #expect(!result.everything.contains("client-secret-1"))
        #expect(recording.requests.map(\.target) == ["/token"])
    }

    @Test func `a refused client is asked about once in a run`() async throws {
        let recording = try Self.server(Self.json(#"{"error":"invalid_client"}"#, status: "401 Unauthorized"))
        let result = try await recording.run(
            "defaults: { auth: \(Self.auth) }\nsteps:\n  - get: /x\n    for_each: { range: [1, 20] }\n    concurrency: 5\n"
        )
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(recording.requests.map(\.target) == ["/token"])
    }

    @Test(arguments: [
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>", "answered 200 with a body that is no JSON object",
            "response.not_json"
        ),
        (json("{}"), "answered 200 without an `access_token`", "mapping.missing"),
        (
            json(#"{"access_token":"a-token","token_type":"mac"}"#), "gave a token of the type `\"mac\"`",
            "mapping.format"
        ),
        (json(#"{"access_token":"abcde","expires_in":-1}"#), "gave `expires_in` as `-1`", "mapping.format"),
        (
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.2/\r\nContent-Length: 0\r\n\r\n",
            "answered 302, a redirect to `http://127.0.0.2/`, which is not followed with credentials", "http.unexpected"
        ),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n", "network.too_large", "network.too_large"),
    ])
    func `a token endpoint that misbehaves fails the step and says how`(
        _ response: String, _ message: String, _ kind: String
    ) async throws {
        let recording = try Self.server(response)
        let result = try await recording.step(
            "get: /x\ntimeout: 3s\nauth: \(Self.auth)\nexpect: { outcome: network.timeout }")
        #expect(result.exitCode != 0, "\(result.everything)")
        #expect(result.output.contains("no access token: "), "\(result.output)")
        #expect(result.output.contains(message), "\(result.output)")
        #expect(result.output.contains("[\(kind)]"), "\(result.output)")
        #expect(recording.requests.map(\.target) == ["/token"])
    }

    @Test func `a token that never comes ends at the step's time limit, and is no outcome of the step`() async throws {
        let recording = try Recording { _ in "" }
        let result = try await recording.step(
            "get: /x\ntimeout: 300ms\nauth: \(Self.auth)\nexpect: { outcome: network.timeout }")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains("no access token: POST \(recording.server.url)/token failed: "), "\(result.output)")
        #expect(result.output.contains("[network.timeout]"), "\(result.output)")
    }

    @Test func `the document of another issuer is refused`() async throws {
        let recording = try Recording { _ in
            Self.json(#"{"issuer":"https://evil.example","token_endpoint":"https://evil.example/"}"#)
        }
        let result = try await recording.step(
            "get: /x\nauth: { oauth2: { issuer: /a, client_id: c } }")
        #expect(result.exitCode != 0)
        #expect(
            result.output.contains(
                "answered with the document of another issuer: `https://evil.example` instead of `\(recording.server.url)/a`"
            ),
            "\(result.output)")
        #expect(recording.requests.map(\.target) == ["/a/.well-known/openid-configuration"])
    }

    @Test func `an issuer without a document is told with both places`() async throws {
        let recording = try Recording { _ in "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n" }
        let result = try await recording.step("get: /x\nauth: { oauth2: { issuer: /a, client_id: c } }")
        let base = recording.server.url
        #expect(
            result.output.contains(
                "no access token: the issuer has no discovery document: GET \(base)/a/.well-known/openid-configuration answered 404, GET \(base)/.well-known/oauth-authorization-server/a answered 404"
            ),
            "\(result.output)")
        #expect(result.output.contains("[http.not_found]"), "\(result.output)")
    }

    @Test func `a refused token is renewed once, and both exchanges are shown`() async throws {
        let recording = try Recording { request in
            if request.target == "/token" {
                return Self.json(
                    #"{"access_token":"\#(request.text.contains("old-refresh") ? "new" : "old")-token","refresh_token":"old-refresh"}"#
                )
            }
            return request["authorization"] == "Bearer new-token"
                ? Recording.empty : "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"
        }
        let result = try await recording.step("post: /x\njson: { a: 1 }\nauth: \(Self.auth)", "--verbose")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map(\.target) == ["/token", "/x", "/token", "/x"])
        #expect(recording.requests.last?.text == #"{"a":1}"#)
        #expect(result.output.contains("→ 401"), "\(result.output)")
        #expect(result.output.contains("refused the access token, which was renewed"), "\(result.output)")
        #expect(!result.output.contains("flaky"), "\(result.output)")
    }

    @Test func `a token that cannot be renewed is told with the response that refused it`() async throws {
        let flaky = try Self.flaky()
        let result = try await flaky.step("get: /x\nauth: \(Self.auth)", "--events", "run.jsonl")
        #expect(result.exitCode == 1, "\(result.everything)")
        let server = flaky.server.url.dropFirst("http://".count)
        #expect(
            result.output.contains(
                "no access token: \(server) refused it with 401, and it could not be renewed: POST \(flaky.server.url)/token answered 400: invalid_client"
            ),
            "\(result.output)")
        #expect(result.output.contains("refused the access token, which could not be renewed"), "\(result.output)")
        #expect(result.output.contains("GET \(flaky.server.url)/x → 401"), "\(result.output)")
        #expect(try flaky.folder.read("run.jsonl").contains("the session has ended"))
        #expect(flaky.requests.map(\.target) == ["/token", "/x", "/token"])
        #expect(!result.everything.contains("access-token-1"), "\(result.everything)")
    }

    /// A server that issues one token, refuses it, and issues no other.
    private static func flaky() throws -> Recording {
        let issued = Mutex(false)
        return try Recording { request in
            guard request.target == "/token" else {
                return json(#"{"error":"the session has ended"}"#, status: "401 Unauthorized")
            }
            let isFirst = issued.withLock { issued in
                defer { issued = true }
                return !issued
            }
            return isFirst
                ? json(#"{"access_token":"access-token-1","token_type":"Bearer"}"#)
                : json(#"{"error":"invalid_client"}"#, status: "400 Bad Request")
        }
    }

    @Test func `a server that always says 401 gets two requests of the first step and one of each other`() async throws
    {
        let recording = try Self.server { _ in "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n" }
        let result = try await recording.run(
            """
            defaults: { auth: \(Self.auth) }
            steps:
              - { get: /a, expect: { status: 401 } }
              - { get: /b, expect: { status: 401 } }
              - { get: /c, expect: { status: 401 } }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map(\.target) == ["/token", "/a", "/token", "/a", "/b", "/c"])
    }

    @Test func `the token stays with its origin when a redirect leads away`() async throws {
        let other = try Recording()
        let target = other.server.url
        let recording = try Self.server { _ in "HTTP/1.1 302 Found\r\nLocation: \(target)/\r\nContent-Length: 0\r\n\r\n"
        }
        let result = try await recording.step("get: /x\nfollow_redirects: true\nauth: \(Self.auth)")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.last?["authorization"] == "Bearer access-token-1")
        #expect(other.requests.count == 1)
        #expect(other.requests.first?["authorization"] == nil)
    }

    @Test func `a token endpoint of another machine over plain HTTP is refused unless allowed`() async throws {
        let recording = try Self.server()
        let step = "get: /x\nauth: { oauth2: { token_url: $(url), client_id: c, allow_http: ALLOWED } }"
        func run(_ allowed: Bool) async throws -> Baton.Result {
            try await recording.run(
                "vars: { url: 'http://id.example:\(recording.server.port)/token' }\nsteps:\n  - "
                    + step.replacing("ALLOWED", with: "\(allowed)").replacing("\n", with: "\n    ")
                    + "\n    resolve: 'id.example:\(recording.server.port):127.0.0.1'\n")
        }
        let refused = try await run(false)
        #expect(
            refused.output.contains(
                "`http://id.example:\(recording.server.port)/token` is plain HTTP: credentials and tokens can be read on the way to another machine [request.bad_input]"
            ),
            "\(refused.output)")
        #expect(refused.output.contains("`allow_http: true`"), "\(refused.output)")
        #expect(recording.requests.isEmpty)
        let allowed = try await run(true)
        #expect(allowed.exitCode == 0, "\(allowed.everything)")
        #expect(
            recording.requests.map { $0["host"] } == [
                "id.example:\(recording.server.port)", "127.0.0.1:\(recording.server.port)",
            ])
    }

    @Test func `an environment and an API file use the same words`() async throws {
        let recording = try Self.server()
        try recording.folder.write(
            "baton.yaml",
            """
            environments:
              local:
                base_url: \(recording.server.url)
                secrets: [CLIENT_SECRET]
                auth: { oauth2: { token_url: /token, client_id: c, client_secret: $(secrets.CLIENT_SECRET), parameters: { resource: a b } } }
            """)
        try recording.folder.write("w.yaml", "steps:\n  - get: /x\n  - get: /y\n    auth: none\n")
        let result = try await Baton(folder: recording.folder, environment: ["CLIENT_SECRET": "of-the-environment"])(
            "run", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map { $0["authorization"]?.prefix(6) } == ["Basic ", "Bearer", nil])
        #expect(recording.requests.first?.text == "grant_type=client_credentials&resource=a+b")
    }

    @Test func `a cached response needs no token, and one that expires is renewed`() async throws {
        let recording = try Self.server(Self.json(#"{"access_token":"access-token-1","expires_in":0}"#)) { _ in
            Self.json("{}")
        }
        let result = try await recording.run(
            """
            defaults: { auth: \(Self.auth) }
            steps:
              - { get: /a, cache: cache-first }
              - { get: /a, cache: cache-first }
              - { get: /b }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map(\.target) == ["/token", "/a", "/token", "/b"])
    }
}
