import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// The OAuth 2.0 server of Authlib issues tokens for what Baton asks, and takes them.
@Suite(
    .enabled("needs Authlib, which needs python3 with venv, and PyPI the first time") {
        await ForeignServer.authlib.isInstalled()
    })
struct ForeignOAuth2Tests {
    private func run(_ workflow: String, _ port: Int, _ options: String...) async throws -> Baton.Result {
        let folder = try Folder()
        try folder.write("w.yaml", workflow)
        return try await Baton(folder: folder).run(
            ["run", "w.yaml", "--base-url", "http://127.0.0.1:\(port)"] + options)
    }

    static let secrets = [
        "basic secret/1%", "post secret&2", "a-secret-of-at-least-256-bits-for-hs256", "lovelace 1815",
    ]

    @Test func `every grant and every way to authenticate the client gives a token that the API takes`() async throws {
        let basic = "client_id: 'basic:client', client_secret: basic secret/1%"
        let rows = [
            ("token_url: /token, \(basic), scope: read", "basic:client", "read"),
            ("token_url: /token, \(basic), scope: [read, write]", "basic:client", "read write"),
            ("issuer: /realms/a, \(basic), scope: read", "basic:client", "read"),
            ("issuer: /plain, \(basic), scope: read", "basic:client", "read"),
            (
                "token_url: /token, client_auth: body, client_id: post-client, client_secret: post secret&2, scope: write",
                "post-client", "write"
            ),
            (
                "token_url: /token, client_auth: jwt, client_id: jwt-client, client_secret: a-secret-of-at-least-256-bits-for-hs256, scope: read",
                "jwt-client", "read"
            ),
            (
                "token_url: /token, grant: password, username: ada, password: lovelace 1815, client_id: public-client, scope: read",
                "public-client", "read"
            ),
        ]
        try await ForeignServer.authlib.serving { port in
            var workflow = "steps:\n"
            for (oauth2, client, scope) in rows {
                workflow += """
                      - get: /me
                        auth: { oauth2: { \(oauth2) } }
                        expect: { $.client: "\(client)", $.scope: \(scope) }

                    """
            }
            let result = try await run(workflow, port, "--trace", "--har", "h.har", "--verbose")
            #expect(result.exitCode == 0, "\(result.everything)")
            for secret in Self.secrets { #expect(!result.everything.contains(secret)) }
        }
    }

    @Test func `100 requests at once cost one token, and one more after it was revoked`() async throws {
        try await ForeignServer.authlib.serving { port in
            let result = try await run(
                """
                defaults:
                  auth: { oauth2: { token_url: /token, client_id: 'basic:client', client_secret: basic secret/1%, scope: read } }
                steps:
                  - get: /me
                    for_each: { range: [1, 100] }
                    concurrency: 20
                  - { post: /revoke, auth: none, expect: { $.issued: 1 } }
                  - post: /me
                    for_each: { range: [1, 100] }
                    concurrency: 20
                    text: again
                    expect: { $.body: again }
                  - { get: /counts, auth: none, expect: { $.issued: 2, $.refused: 0 } }
                """, port)
            #expect(result.exitCode == 0, "\(result.everything)")
        }
    }

    @Test func `a refresh token is exchanged, and the new one is used after a revocation`() async throws {
        try await ForeignServer.authlib.serving { port in
            let result = try await run(
                """
                steps:
                  - post: /token
                    form: { grant_type: password, username: ada, password: lovelace 1815, client_id: public-client, scope: read }
                    capture: { refresh: { path: $.refresh_token, secret: true } }
                  - get: /me
                    auth: &own { oauth2: { token_url: /token, grant: refresh_token, refresh_token: $(refresh), client_id: public-client } }
                    expect: { $.user: ada }
                  - { post: /revoke }
                  - get: /me
                    auth: *own
                    expect: { $.user: ada }
                  - { get: /counts, expect: { $.issued: 3, $.refused: 0 } }
                """, port)
            #expect(result.exitCode == 0, "\(result.everything)")
        }
    }

    @Test func `what Authlib refuses is told with its reason`() async throws {
        try await ForeignServer.authlib.serving { port in
            let result = try await run(
                """
                steps:
                  - get: /me
                    auth: { oauth2: { token_url: /token, grant: password, username: ada, password: not this one, client_id: public-client } }
                """, port)
            #expect(result.exitCode == 1, "\(result.everything)")
            #expect(
                result.output.contains(
                    "no access token: POST http://127.0.0.1:\(port)/token answered 400: invalid_request: "),
                "\(result.output)")
            #expect(!result.everything.contains("not this one") && !result.everything.contains("not+this+one"))
        }
    }
}
