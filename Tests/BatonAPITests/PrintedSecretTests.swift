import BatonAPI
import BatonTesting
import Testing

/// What a program prints while it looks for a mistake holds no secret.
@Suite struct PrintedSecretTests {
    private static let credentials: [Credentials] = [
        .bearer("s-3cret"), .basic(username: "ada", password: "s-3cret"),
        .digest(username: "ada", password: "s-3cret"), .ntlm(username: "ada", password: "s-3cret"),
        .aws(AWSSignature(service: "s3", region: "eu", accessKey: "A", secretKey: "s-3cret")),
        .oauth2(OAuth2(.tokenURL("http://127.0.0.1/"), clientID: "c", clientSecret: "s-3cret")),
        .apiKey(header: "X-Key", value: "s-3cret"), .apiKeyInQuery(name: "key", value: "s-3cret"),
        .custom(Door(password: "s-3cret")),
    ]

    private static func texts(_ value: some Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(dumped)"
    }

    @Test(arguments: credentials) func `credentials, and what holds them`(_ credentials: Credentials) throws {
        let environment = APIEnvironment(
            "local", baseURL: "http://ada:s-3cret@shop.example", credentials: credentials, secrets: ["KEY": "s-3cret"])
        let call = Call<Void>(.get("/me").with(\.credentials, credentials), of: API(credentials: credentials))
        for text in [Self.texts(credentials), Self.texts(environment), Self.texts(call), Self.texts([environment])] {
            #expect(!text.contains("s-3cret"), "\(text)")
        }
        #expect(environment.description.hasPrefix("local (http://"))
    }

    @Test func `requests and headers are readable`() throws {
        var headers: Headers = ["Accept": "text/html"]
        headers.append("Authorization", "Bearer s-3cret", isCredential: true)
        let request = Request(.get, try URLText.parse("http://shop.example/me"), headers: headers)
        #expect("\(request)" == "GET http://shop.example/me\nAccept: text/html\nAuthorization: ***")
        #expect("\(Response(status: 204, url: request.url))" == "204 http://shop.example/me, 0 bytes")
    }

    @Test(arguments: [
        "\n-----BEGIN PRIVATE KEY-----\ns-3cret", "Bag Attributes\n    s-3cret", "-----BEGIN s-3cret", "x\r\ns-3cret",
    ])
    func `a key in memory`(_ key: String) async throws {
        let settings = TransferSettings(
            tls: TLSOptions(certificate: key, key: key, keyPassword: "s-3cret"),
            proxy: "http://ada:s-3cret@proxy.example")
        #expect(
            !Self.texts(settings).contains("s-3cret") && !Self.texts(settings.tls ?? TLSOptions()).contains("s-3cret"))
        let environment = APIEnvironment(baseURL: "https://127.0.0.1:1", transfer: TransferSettings(tls: settings.tls))
        let failure = await #expect(throws: Failure.self) {
            try await APIClient(environment).send(Call<Void>(.get("/")))
        }
        #expect(failure.map { Self.texts($0).contains("s-3cret") } == false, "\(failure?.message ?? "")")
    }

    @Test func `what a request is authenticated with`() throws {
        let oauth2 = OAuth2(.tokenURL("http://127.0.0.1/"), clientID: "c", clientSecret: "s-3cret")
        let signature = AWSSignature(service: "s3", region: "eu", accessKey: "A", secretKey: "s-3cret")
        let all: [Authentication] = [
            .basic(username: "ada", password: "s-3cret"), .digest(username: "ada", password: "s-3cret"),
            .ntlm(username: "ada", password: "s-3cret"), .aws(signature), .oauth2(oauth2),
            .custom(AnyAuthenticator(Door(password: "s-3cret"))),
        ]
        for authentication in all {
            var request = Request(.get, try URLText.parse("http://shop.example/me"))
            request.options.authentication = authentication
            for text in [Self.texts(authentication), Self.texts(request), Self.texts(request.options)] {
                #expect(!text.contains("s-3cret"), "\(text)")
            }
        }
        #expect(!(Self.texts(oauth2) + Self.texts(signature)).contains("s-3cret"))
    }

    @Test func `a secret in another one`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/me", with: .failure(Failure(.reset, "k=alphabeta-gamma-delta, b=alphabeta")))
        let client = try APIClient(
            APIEnvironment(
                baseURL: "https://shop.example", credentials: .bearer("alphabeta"),
                secrets: ["B": "alphabeta-gamma-delta"]),
            dispatcher: stub)
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(.get("/me"))) }
        #expect(failure?.message == "k=***, b=***")
    }

    @Test func `the masked URL of a request`() throws {
        let client = try APIClient(
            APIEnvironment(
                baseURL: "https://ada:s-3cret@shop.example", credentials: .bearer("t0ken-1"), secrets: ["KEY": "k 3y/7"]
            ),
            dispatcher: StubDispatcher())
        let call = APIRequest.get(
            "/a/t0ken-1/\(.secret("KEY"))", query: ["page": 2, "api_key": "short", "q": .secret("KEY")])
        let request = try client.request(for: Call<Void>(call))
        #expect(request.maskedURL == "https://shop.example/a/***/***?page=2&api_key=***&q=***")
        #expect(Request(.get, try URLText.parse("http://a.example/?q=1#top")).maskedURL == "http://a.example/?q=1")
    }

    @Test func `the server's words, where they repeat a credential`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/me", with: .fixed(.json(["errors": [["message": "no s-3cret here"]]], status: 404)))
        let client = try APIClient(
            APIEnvironment(baseURL: "https://shop.example", credentials: .bearer("s-3cret")), dispatcher: stub)
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(.get("/me"))) }
        #expect(failure?.serverMessage == "no *** here" && failure?.serverMessages == ["no *** here"])
    }

    @Test func `the password of a scheme of one's own, where the login repeats it`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .post, "/login", with: .fixed(.json(["error": "bad password s-3cret"], status: 401)))
        let client = try APIClient(
            APIEnvironment(baseURL: "https://shop.example", credentials: .custom(Door(password: "s-3cret"))),
            dispatcher: stub)
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(.get("/me"))) }
        let text = failure.map { Self.texts($0.message) + "\($0)" + ($0.serverMessage ?? "") } ?? ""
        #expect(text.contains("bad password ***") && !text.contains("s-3cret"), "\(text)")
    }

    @Test func `every text of a failure hides a secret in the URL`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .fixed(.text("no", status: 404)))
        let client = try APIClient(
            APIEnvironment(baseURL: "https://shop.example", secrets: ["K": "s-3cret"]), dispatcher: stub)
        let failure = await #expect(throws: Failure.self) {
            try await client.send(Call<Void>(.get("/x", query: ["k": .secret("K")])))
        }
        let message = failure?.message ?? ""
        #expect(message.hasPrefix("https://shop.example/x?k=*** answered 404"), "\(message)")
    }

    @Test func `a response that repeats a cookie of the session`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/x", with: .fixed(.json(["message": "you sent s-3cret"], status: 500)))
        let client = try APIClient(APIEnvironment(baseURL: "https://shop.example"), dispatcher: stub)
        client.session.receive(["Set-Cookie": "sid=s-3cret"], from: try URLText.parse("https://shop.example/"))
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(.get("/x"))) }
        let shown = failure.map { String(reflecting: $0) } ?? ""
        #expect(shown.contains("you sent ***"), "\(shown)")
    }

    private struct Door: Authenticator {
        var password: String

        func credential(
            replacing old: String?, for request: Request, through dispatcher: any Dispatcher
        ) async throws(Failure) -> String {
            let client = try APIClient(APIEnvironment(baseURL: "https://shop.example"), dispatcher: dispatcher)
            return try await client.send(Call<String>(.post("/login", ["password": password])))
        }

        func apply(_ credential: String, to request: inout Request) {}

        var secrets: [String] { [password] }

        func secrets(of credential: String) -> [String] { [credential] }

        func isExpiring(_ credential: String, at now: Timestamp) -> Bool { false }

        func isRefused(_ response: Response) -> Bool { response.status == 401 }
    }
}
