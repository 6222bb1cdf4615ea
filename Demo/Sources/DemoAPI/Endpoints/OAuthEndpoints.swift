/// A small OAuth 2.0 server (RFC 6749) with one client, `reader`, whose secret is `reader-7c1f`.
struct OAuthEndpoints: Sendable {
    let accounts: AccountStore
    let tokens: TokenStore

    private static let clientID = "reader"
    private static let clientSecret = "reader-7c1f"

    var routes: [Route] {
        [
            Route("GET", "/.well-known/openid-configuration", describe),
            Route("POST", "/oauth/token", issue),
            Route("GET", "/oauth/client", readClient),
        ]
    }

    /// The discovery document; the issuer is the address at which the server was asked.
    private func describe(_ request: DemoRequest) throws -> DemoResponse {
        struct Content: Encodable {
            var issuer: String
            var tokenEndpoint: String
        }
        let issuer = "http://\(request.headers.first("Host") ?? "127.0.0.1")"
        return try .json(Content(issuer: issuer, tokenEndpoint: "\(issuer)/oauth/token"))
    }

    private func issue(_ request: DemoRequest) throws -> DemoResponse {
        guard request.mediaType == "application/x-www-form-urlencoded" else {
            throw Self.error("invalid_request", "a token is asked for with a form")
        }
        let form = URLEncoded.pairs(request.text ?? "")
        guard isClient(request, form) else {
            throw Self.error("invalid_client", "the client or its secret is not known", status: 401)
        }
        switch form.first("grant_type") {
        case "client_credentials":
            let client = TokenStore.Client(
                clientID: Self.clientID, scope: form.first("scope") ?? "read", audience: form.first("audience"))
            return try answer(tokens.issue(client), scope: client.scope)
        case "password":
            guard let username = form.first("username"), let password = form.first("password"),
                let (_, session) = accounts.signIn(username: username, password: password)
            else { throw Self.error("invalid_grant", "wrong username or password") }
            return try answer(session.token, refresh: tokens.issueRefreshToken(username: username))
        case "refresh_token":
            guard let token = form.first("refresh_token"), let username = tokens.redeem(refreshToken: token),
                let session = accounts.signIn(username: username)
            else { throw Self.error("invalid_grant", "the refresh token is not known") }
            return try answer(session.token, refresh: tokens.issueRefreshToken(username: username))
        default:
            throw Self.error("unsupported_grant_type", "the grants are client_credentials, password and refresh_token")
        }
    }

    private func answer(_ token: String, refresh: String? = nil, scope: String? = nil) throws -> DemoResponse {
        struct Content: Encodable {
            var accessToken: String
            var tokenType = "Bearer"
            var expiresIn = 3600
            var refreshToken: String?
            var scope: String?
        }
        return try .json(
            Content(accessToken: token, refreshToken: refresh, scope: scope),
            headers: [HeaderField("Cache-Control", "no-store")])
    }

    /// By basic authentication, in the form, or by a JSON Web Token: of that only the claims are read, because this
    /// server has no HMAC.
    private func isClient(_ request: DemoRequest, _ form: [HeaderField]) -> Bool {
        if case .basic(let id, let secret)? = Credentials(request) {
            return id == Self.clientID && secret == Self.clientSecret
        }
        if let assertion = form.first("client_assertion") {
            let parts = assertion.split(separator: ".")
            return parts.count == 3 && form.first("client_id") == Self.clientID
                && form.first("client_assertion_type") == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        }
        return form.first("client_id") == Self.clientID && form.first("client_secret") == Self.clientSecret
    }

    private func readClient(_ request: DemoRequest) throws -> DemoResponse {
        guard case .bearer(let token)? = Credentials(request), let client = tokens.client(token: token) else {
            throw Refusal.unauthorized("this needs an access token of a client")
        }
        return try .json(client)
    }

    /// An error of a token endpoint (RFC 6749 section 5.2).
    private static func error(_ name: String, _ description: String, status: Int = 400) -> Refusal {
        struct Content: Encodable {
            var error: String
            var errorDescription: String
        }
        let content = Content(error: name, errorDescription: description)
        let response = try? DemoResponse.json(content, status: status)
        return Refusal(response ?? DemoResponse(status))
    }
}
