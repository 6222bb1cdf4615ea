import BatonHTTP
import BatonSecrets
import BatonValues

/// Gets one token: finds the token endpoint if only the issuer is known, and asks it.
///
/// No redirect is followed. All of its requests together may take as long as the request that wants the token.
struct TokenFetch: Sendable {
    let oauth2: OAuth2
    /// The request that wants the token. Its proxy, its trusted certificates and its time limit count here too.
    let asker: Request
    let next: any Dispatcher
    let clock: WallClock
    /// The token endpoint, if it is known from an earlier discovery.
    var endpoint: URLText?
    /// A refresh token that came with an earlier token.
    var refreshToken: String?

    /// What it has learned on the way.
    private struct Learned {
        var endpoint: URLText?
        var secrets: Set<String>
    }

    /// How the messages of failures begin.
    static let messageStart = "no access token: "

    /// The most bytes of a response.
    private static let mostBytes = 1 << 20

    /// - Parameter found: called with the token endpoint that discovery has found.
    func token(found: (URLText) -> Void) async throws(Failure) -> AccessToken {
        var learned = Learned(secrets: Set(oauth2.secrets))
        defer {
            asker.authorization?.note(learned.secrets)
            if let endpoint = learned.endpoint { found(endpoint) }
        }
        let deadline = clock.now() + Int64(asker.options.timeout / .microseconds(1))
        do throws(Failure) {
            let token = try await token(&learned, deadline)
            return AccessToken(
                value: token.value, refreshToken: token.refreshToken, renewal: token.renewal(issued: clock.now()))
        } catch {
            var failure = error
            let registry = SecretRegistry()
            for secret in learned.secrets { registry.add(secret) }
            failure.message = registry.redact(failure.message)
            failure.cause = failure.cause.map(registry.redact)
            throw failure
        }
    }

    private func token(_ learned: inout Learned, _ deadline: Int64) async throws(Failure) -> IssuedToken {
        let url: URLText
        if let endpoint {
            url = endpoint
        } else {
            url = try await discovered(&learned, deadline)
            learned.endpoint = url
        }
        try check(url)
        if let refreshToken {
            let (token, refusal) = try await ask(url, refreshToken, &learned, deadline)
            if let token { return token }
            // A refresh token ends with its session; the grant of the configuration may still hold.
            if case .refreshToken = oauth2.grant, let refusal { throw refusal }
        }
        let (token, refusal) = try await ask(url, nil, &learned, deadline)
        if let token { return token }
        throw refusal ?? Failure(.unauthorized, "no access token")
    }

    /// Asks for a token; a refusal is not thrown but returned.
    private func ask(
        _ url: URLText, _ refreshToken: String?, _ learned: inout Learned, _ deadline: Int64
    ) async throws(Failure) -> (token: IssuedToken?, refusal: Failure?) {
        let nonce = Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })
        let question = TokenRequest(
            oauth2, to: url, refreshToken: refreshToken,
            assertion: try await ClientAssertion.text(oauth2, audience: url.text, now: clock.now(), nonce: nonce))
        learned.secrets.formUnion(question.secrets)
        let response = TokenResponse(
            try await send(
                question.request, refreshToken == nil ? "asks for an access token" : "refreshes the access token",
                deadline))
        learned.secrets.formUnion(response.secrets)
        do throws(TokenResponse.TokenError) {
            let token = try response.token()
            let kept = token.refreshToken ?? refreshToken
            return (IssuedToken(value: token.value, refreshToken: kept, lifetime: token.lifetime), nil)
        } catch {
            let failure = Failure(
                error.kind, "no access token: POST \(url.shown) \(error.message)", quoting: error.quote)
            guard response.isRefusal else { throw failure }
            return (nil, failure)
        }
    }

    // MARK: - Where

    private func discovered(_ learned: inout Learned, _ deadline: Int64) async throws(Failure) -> URLText {
        let issuer: String
        switch oauth2.provider {
        case .tokenURL(let text): return try Self.url(text, "the token URL")
        case .issuer(let text): issuer = text
        }
        let base = try Self.url(issuer, "the issuer")
        guard base.query == nil, base.fragment == nil else {
            throw Failure(.badInput, "no access token: the issuer `\(issuer)` has a query or a fragment (RFC 8414)")
        }
        try check(base)
        let places: [URLText]
        do throws(URLTextError) {
            places = try IssuerDocument.places(of: base)
        } catch {
            throw Failure(.invalidURL, "no access token: the issuer `\(issuer)` \(error.message)")
        }
        var answers: [String] = []
        for place in places {
            let request = Request(.get, place, headers: ["Accept": "application/json"])
            let response = try await send(request, "looks for the token endpoint", deadline)
            guard response.status == 200 else {
                answers.append("GET \(place.shown) answered \(response.status)")
                continue
            }
            do throws(TokenResponse.TokenError) {
                return try IssuerDocument.tokenEndpoint(in: response.body, of: issuer)
            } catch {
                throw Failure(error.kind, "no access token: GET \(place.shown) \(error.message)")
            }
        }
        throw Failure(
            .notFound, "no access token: the issuer has no discovery document: \(answers.joined(separator: ", "))")
    }

    private static func url(_ text: String, _ what: String) throws(Failure) -> URLText {
        do throws(URLTextError) {
            return try URLText.parse(text)
        } catch {
            let shown = UserInfo.hidden(inInvalid: text)
            throw Failure(.invalidURL, "no access token: \(what) `\(shown)` \(error.message)")
        }
    }

    private func check(_ url: URLText) throws(Failure) {
        guard !url.isSecure, !url.isLoopback, !oauth2.allowsHTTP else { return }
        throw Failure(
            .badInput,
            "no access token: \(url.shown) is asked over plain HTTP, where credentials and tokens can be read on the way"
        )
    }

    // MARK: - Sending

    private func send(_ written: Request, _ purpose: String, _ deadline: Int64) async throws(Failure) -> Response {
        var request = written
        let started = clock.now()
        let left = deadline - started
        guard left > 0 else { throw Failure(.timeout, "no access token: no time is left for \(what(request))") }
        request.options = options(to: request.url)
        request.options.timeout = .microseconds(left)
        if let agent = asker.headers.first("user-agent") { request.headers.append("User-Agent", agent) }
        let result: Result<Response, Failure>
        do throws(Failure) {
            result = .success(try await next.send(request))
        } catch {
            result = .failure(error)
        }
        asker.authorization?.add(
            AuthorizationLog.Exchange(
                request: request, result: result, started: started, duration: clock.now() - started, purpose: purpose))
        do throws(Failure) {
            return try result.get()
        } catch {
            if error.kind == .cancelled { throw error }
            throw Failure(error.kind, "no access token: \(what(request)) failed: \(error.message)", cause: error.cause)
        }
    }

    private func what(_ request: Request) -> String { "\(request.method.rawValue) \(request.url.shown)" }

    /// How the request travels: as the one that wants the token, without what belongs to the origin of that one.
    private func options(to url: URLText) -> TransferOptions {
        var options = TransferOptions()
        options.connectTimeout = asker.options.connectTimeout
        options.maxResponse = Self.mostBytes
        options.connection = asker.options.connection
        if !url.hasSameOrigin(as: asker.url) {
            options.connection.removeClientCertificate()
            if options.connection.values.unixSocket != nil { options.connection.values.unixSocket = nil }
            if options.connection.values.tls.pin != nil { options.connection.values.tls.pin = nil }
        }
        return options
    }
}
