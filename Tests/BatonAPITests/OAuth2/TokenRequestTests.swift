import BatonTesting
import BatonValues
import Testing

@testable import BatonAPI

/// What goes to a token endpoint, and where that endpoint is.
@Suite struct TokenRequestTests {
    private static let url = "https://id.example/token"

    private static func request(_ oauth2: OAuth2, refreshToken: String? = nil) async throws -> TokenRequest {
        let assertion = try await ClientAssertion.text(
            oauth2, audience: url, now: 1_700_000_000_999_999, nonce: "n-1")
        return TokenRequest(
            oauth2, to: try URLText.parse(url), refreshToken: refreshToken, assertion: assertion)
    }

    private static func form(_ request: TokenRequest) -> String {
        guard case .bytes(let bytes, let type) = request.request.body else { return "" }
        return type == "application/x-www-form-urlencoded" ? String(decoding: bytes, as: UTF8.self) : ""
    }

    @Test(arguments: [
        (OAuth2(.tokenURL(url), clientID: "c"), "grant_type=client_credentials&client_id=c"),
        (
            OAuth2(
                .tokenURL(url), grant: .password(username: "ada", password: "a&b c"), clientID: "c", clientSecret: "s",
                clientAuthentication: .body),
            "grant_type=password&username=ada&password=a%26b+c&client_id=c&client_secret=s"
        ),
        (OAuth2(.tokenURL(url), grant: .refreshToken("r")), "grant_type=refresh_token&refresh_token=r"),
        (
            OAuth2(
                .tokenURL(url), clientID: "c", clientSecret: "s", scopes: ["read", "write"], audience: "https://api",
                parameters: [.init("resource", "https://a"), .init("resource", "https://b")]),
            "grant_type=client_credentials&scope=read+write&audience=https%3A%2F%2Fapi&resource=https%3A%2F%2Fa&resource=https%3A%2F%2Fb"
        ),
    ])
    func `the form has the grant, the scopes, the audience and further parameters`(_ oauth2: OAuth2, _ form: String)
        async throws
    {
        #expect(Self.form(try await Self.request(oauth2)) == form)
    }

    @Test func `a secret in a header is encoded like a form first`() async throws {
        let request = try await Self.request(OAuth2(.tokenURL(Self.url), clientID: "a:b", clientSecret: "s c/d"))
        let credentials = Base64.encode(Array("a%3Ab:s%20c%2Fd".utf8))
        #expect(request.request.headers.first("authorization") == "Basic \(credentials)")
        #expect(request.secrets == [credentials, "s%20c%2Fd"])
    }

    @Test(arguments: [true, false])
    func `a signed assertion proves the secret, or the key, without sending it`(_ hasKey: Bool) async throws {
        let key = ClientKey("ES256", id: "k-1") { Array($0.suffix(32)) }
        let oauth2 = OAuth2(
            .tokenURL(Self.url), clientID: "c", clientSecret: hasKey ? nil : "the-secret", clientAuthentication: .jwt,
            clientKey: hasKey ? key : nil)
        let request = try await Self.request(oauth2)
        let form = Self.form(request)
        #expect(!form.contains("the-secret"))
        let start =
            "grant_type=client_credentials&client_id=c&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion="
        #expect(form.hasPrefix(start))
        let assertion = form.dropFirst(start.count)
        #expect(request.secrets == [String(assertion)])
        let parts = assertion.split(separator: ".").map { String($0) }
        try #require(parts.count == 3)
        func text(_ part: String) -> String { String(decoding: Base64.decode(part, .url) ?? [], as: UTF8.self) }
        #expect(
            text(parts[0])
                == (hasKey ? #"{"alg":"ES256","typ":"JWT","kid":"k-1"}"# : #"{"alg":"HS256","typ":"JWT"}"#))
        #expect(
            text(parts[1])
                == #"{"iss":"c","sub":"c","aud":"https://id.example/token","jti":"n-1","iat":1700000000,"exp":1700000060}"#
        )
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        let signature = hasKey ? Array(signed.suffix(32)) : HMAC.sha256(key: Array("the-secret".utf8), signed)
        #expect(Base64.decode(parts[2], .url) == signature)
    }

    @Test func `a key that signs without end is cancelled when the request has waited for its time`() async throws {
        let (hasBegun, isCancelled) = (Notice(), Notice())
        let key = ClientKey("RS256") { message in
            hasBegun.give()
            do { try await Task.sleep(for: .seconds(600)) } catch { isCancelled.give() }
            return message
        }
        var request = Request(.get, try URLText.parse("https://api.example/"))
        request.options.authentication = .oauth2(OAuth2(.tokenURL(Self.url), clientID: "c", clientKey: key))
        request.options.timeout = .milliseconds(50)
        let failure = await #expect(throws: Failure.self) {
            _ = try await AuthenticatingDispatcher(HeldDispatcher()).send(request)
        }
        #expect(failure?.kind == .timeout && failure?.message.hasPrefix("no access token") == true)
        await hasBegun.received()
        await isCancelled.received()
    }

    @Test func `a key without an identifier of the client is bad input`() async throws {
        var request = Request(.get, try URLText.parse("https://api.example/"))
        request.options.authentication = .oauth2(OAuth2(.tokenURL(Self.url), clientKey: ClientKey("RS256") { $0 }))
        let failure = await #expect(throws: Failure.self) {
            _ = try await AuthenticatingDispatcher(HeldDispatcher()).send(request)
        }
        #expect(failure?.kind == .badInput && failure?.message.contains("`clientID`") == true)
    }

    @Test func `a key that cannot sign ends the request, and its error is kept`() async throws {
        struct Locked: Error {}
        let key = ClientKey("RS256") { _ in throw Locked() }
        let network = HeldDispatcher()
        var request = Request(.get, try URLText.parse("https://api.example/"))
        request.options.authentication = .oauth2(OAuth2(.tokenURL(Self.url), clientID: "c", clientKey: key))
        let failure = await #expect(throws: Failure.self) {
            _ = try await AuthenticatingDispatcher(network).send(request)
        }
        #expect(failure?.kind == .badInput && failure?.underlying is Locked, "\(failure?.message ?? "")")
        #expect(network.sent.isEmpty)
    }

    @Test(arguments: [
        (
            "https://id.example", "https://id.example/.well-known/openid-configuration",
            "https://id.example/.well-known/oauth-authorization-server"
        ),
        (
            "https://id.example/", "https://id.example/.well-known/openid-configuration",
            "https://id.example/.well-known/oauth-authorization-server"
        ),
        (
            "https://id.example:8443/realms/a", "https://id.example:8443/realms/a/.well-known/openid-configuration",
            "https://id.example:8443/.well-known/oauth-authorization-server/realms/a"
        ),
    ])
    func `a discovery document has two places`(_ issuer: String, _ first: String, _ second: String) throws {
        #expect(try IssuerDocument.places(of: try URLText.parse(issuer)).map(\.text) == [first, second])
    }

    @Test(
        arguments: [
            ("no", .notJSON, "answered with a body that is no JSON object"),
            ("{}", .mappingMissing, "answered with a document without an `issuer`"),
            (
                #"{"issuer":"https://evil.example","token_endpoint":"https://evil.example/t"}"#, .mappingFormat,
                "answered with the document of another issuer: `https://evil.example` instead of `https://id.example`"
            ),
            (
                #"{"issuer":"https://id.example/","token_endpoint":"https://id.example/t"}"#, .mappingFormat,
                "answered with the document of another issuer: `https://id.example/` instead of `https://id.example`"
            ),
            (
                #"{"issuer":"https://id.example"}"#, .mappingMissing,
                "answered with a document without a `token_endpoint`"
            ),
            (
                #"{"issuer":"https://id.example","token_endpoint":"ftp://x/"}"#, .mappingFormat,
                "names the token endpoint `ftp://x/`, which has the scheme `ftp`; only http and https are sent"
            ),
        ] as [(String, Failure.Kind, String)])
    func `a discovery document that cannot be used says why`(_ body: String, _ kind: Failure.Kind, _ message: String) {
        do throws(TokenResponse.TokenError) {
            _ = try IssuerDocument.tokenEndpoint(in: Array(body.utf8), of: "https://id.example")
            Issue.record("an endpoint")
        } catch {
            #expect(error.kind == kind)
            #expect(error.message == message)
        }
    }

    @Test(arguments: [
        (
            OAuth2(.tokenURL("http://id.example/t"), clientID: "c"), Failure.Kind.badInput,
            "no access token: http://id.example/t is asked over plain HTTP, where credentials and tokens can be read on the way"
        ),
        (
            OAuth2(.issuer("http://id.example"), clientID: "c"), .badInput,
            "no access token: http://id.example/ is asked over plain HTTP, where credentials and tokens can be read on the way"
        ),
        (
            OAuth2(.issuer("https://id.example?a=b"), clientID: "c"), .badInput,
            "no access token: the issuer `https://id.example?a=b` has a query or a fragment (RFC 8414)"
        ),
        (
            OAuth2(.tokenURL("/token"), clientID: "c"), .invalidURL,
            "no access token: the token URL `/token` does not start with http:// or https://"
        ),
    ])
    func `a place that may not be asked is refused before anything is sent`(
        _ oauth2: OAuth2, _ kind: Failure.Kind, _ message: String
    ) async throws {
        let network = HeldDispatcher()
        var request = Request(.get, try URLText.parse("https://api.example/"))
        request.options.authentication = .oauth2(oauth2)
        do throws(Failure) {
            _ = try await AuthenticatingDispatcher(network).send(request)
            Issue.record("a response")
        } catch {
            #expect(error.kind == kind)
            #expect(error.message == message)
        }
        #expect(network.sent.isEmpty)
    }

    @Test(arguments: [
        "http://localhost/t", "http://a.localhost/t", "http://127.0.0.1:8/t", "http://127.9.9.9/t", "http://[::1]/t",
    ])
    func `plain HTTP stays on this machine without being allowed`(_ url: String) throws {
        #expect(try URLText.parse(url).isLoopback)
    }

    @Test(arguments: ["http://localhost.evil.example/", "http://127.0.0.1.evil.example/", "http://128.0.0.1/"])
    func `a host that only looks like this machine is another one`(_ url: String) throws {
        #expect(try !URLText.parse(url).isLoopback)
    }
}
