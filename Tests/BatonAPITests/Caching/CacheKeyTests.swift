import BatonAPI
import BatonFiles
import Testing

@Suite struct CacheKeyTests {
    private static func request(_ change: (inout Request) throws -> Void = { _ in }) throws -> Request {
        var request = Request(.get, try URLText.parse("http://a.example/x?q=1"), headers: ["Accept": "a/b"])
        try change(&request)
        return request
    }

    private static func key(_ request: Request, _ key: String? = nil) -> CacheKey? {
        var headers = request.headers
        request.session?.addHeaders(to: &headers, for: request.url)
        return CacheKey(request, headers: headers, key: key)
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isWithRule = true
        let apply: @Sendable (inout Request) throws -> Void
    }

    /// Whatever can change a response; some of it counts also where a rule has a key of its own.
    static let changes: [Change] = [
        Change(testDescription: "the method") { $0.method = .head },
        Change(testDescription: "the path") { $0.url = try URLText.parse("http://a.example/y?q=1") },
        Change(testDescription: "the port") { $0.url = try URLText.parse("http://a.example:81/x?q=1") },
        Change(testDescription: "the query", isWithRule: false) {
            $0.url = try URLText.parse("http://a.example/x?q=2")
        },
        Change(testDescription: "a header", isWithRule: false) { $0.headers.append("X-Tenant", "1") },
        Change(testDescription: "a header's value", isWithRule: false) { $0.headers.set("Accept", "a/c") },
        Change(testDescription: "a body", isWithRule: false) { $0.body = .bytes([1], contentType: nil) },
        Change(testDescription: "a body's type", isWithRule: false) { $0.body = .bytes([], contentType: "a/b") },
        Change(testDescription: "Authorization") { $0.headers.append("Authorization", "Bearer a") },
        Change(testDescription: "an own credential") { $0.headers.append("X-Key", "a", isCredential: true) },
        Change(testDescription: "a token in the query") {
            $0.url = try URLText.parse("http://a.example/x?q=1&access_token=a")
        },
        Change(testDescription: "a password in a form") {
            $0.body = .bytes(Array("user=ada&password=a".utf8), contentType: "application/x-www-form-urlencoded")
        },
        Change(testDescription: "a password deep in a JSON body") {
            $0.body = .bytes(Array(#"[{"user": {"pass\u0077ord": "a"}}]"#.utf8), contentType: "application/json")
        },
        Change(testDescription: "a list of numbers that are a secret") {
            $0.body = .bytes(Array(#"{"secret": [1, 2]}"#.utf8), contentType: "application/vnd.a+json; charset=utf-8")
        },
        Change(testDescription: "a token in a part of a body") {
            $0.body = .multipart([MultipartPart("id_token", .bytes([0x61]))])
        },
        Change(testDescription: "a field of another name", isWithRule: false) {
            $0.body = .bytes(Array(#"{"page_token": "a", "x": "secret"}"#.utf8), contentType: "application/json")
        },
        Change(testDescription: "a cookie") { $0.headers.append("Cookie", "a=1") },
        Change(testDescription: "a cookie of the session") { request in
            let session = SessionStore()
            session.receive(["Set-Cookie": "sid=1"], from: request.url)
            request.session = session
        },
        Change(testDescription: "a kept header of the session") { request in
            let session = SessionStore(Session(keeping: ["token"], from: [request.url.origin]))
            session.receive(["Token": "t1"], from: request.url)
            request.session = session
        },
        Change(testDescription: "a cookie for where a redirect may lead") { request in
            request.options.redirects = RedirectPolicy()
            let session = SessionStore()
            session.receive(["Set-Cookie": "sid=1"], from: try URLText.parse("http://b.example/"))
            request.session = session
        },
        Change(testDescription: "basic credentials") {
            $0.options.authentication = .basic(username: "a", password: "b")
        },
        Change(testDescription: "digest credentials") {
            $0.options.authentication = .digest(username: "a", password: "b")
        },
        Change(testDescription: "NTLM credentials") {
            $0.options.authentication = .ntlm(username: "a", password: "b")
        },
        Change(testDescription: "Negotiate") { $0.options.authentication = .negotiate },
        Change(testDescription: "netrc") { $0.options.netrc = true },
        Change(testDescription: "following redirects") { $0.options.redirects = RedirectPolicy() },
        Change(testDescription: "a client certificate") { $0.options.connection.values.tls.certificate = "a.pem" },
        Change(testDescription: "a proxy") { $0.options.connection.values.proxy = "http://p:1" },
        Change(testDescription: "another address") { $0.options.connection.values.connectTo = ["::b:1"] },
        Change(testDescription: "the path as it is") { $0.options.pathAsIs = true },
        Change(testDescription: "the certificate of the server") { $0.options.wantsCertificate = true },
        Change(testDescription: "the largest response") { $0.options.maxResponse = 5 },
    ]

    @Test func `a key has a name that tells nothing without the secret`() throws {
        let request = Request(
            .get, try URLText.parse("http://a.example/x"), headers: ["Authorization": "Bearer s3cret"])
        let key = try #require(CacheKey(request, headers: request.headers, key: nil))
        let other = try #require(CacheKey(request, headers: Headers(), key: nil))
        let secret = Array(0..<UInt8(32))
        #expect(key.digest(keyedBy: secret).count == 64)
        #expect(key.digest(keyedBy: secret) == key.digest(keyedBy: secret))
        #expect(key.digest(keyedBy: secret) != other.digest(keyedBy: secret))
        #expect(key.digest(keyedBy: secret) != key.digest(keyedBy: [1]))
    }

    @Test func `a stored response goes through bytes`() throws {
        var response = Response(
            status: 201, headers: ["ETag": "\"1\""], body: [0x0A, 0, 0xFF, 0x0A],
            url: try URLText.parse("http://a.example/x"))
        response.redirects = [Response.Redirect(status: 302, url: try URLText.parse("http://a.example/w"))]
        let stored = StoredResponse(response: response, method: .post, requested: 7, received: 9)
        let bytes = try #require(stored.serialized)
        let read = try #require(StoredResponse(serialized: bytes))
        #expect(read.response.body == response.body && read.response.status == 201 && read.method == .post)
        #expect(read.response.headers["etag"] == "\"1\"" && read.response.redirects == response.redirects)
        #expect(read.requested == 7 && read.received == 9)
        for count in [0, 1, bytes.count / 2] { #expect(StoredResponse(serialized: Array(bytes.prefix(count))) == nil) }
    }

    @Test(arguments: changes)
    func `a part of the request that can change the response makes another key`(_ change: Change) throws {
        let plain = try #require(Self.key(try Self.request()))
        let changed = try #require(Self.key(try Self.request(change.apply)))
        #expect(plain != changed)
        #expect(try Self.key(Self.request(change.apply)) == changed)
    }

    @Test(arguments: changes)
    func `an own cache key stands for what is no credential`(_ change: Change) throws {
        let plain = try #require(Self.key(try Self.request(), "k"))
        let changed = try #require(Self.key(try Self.request(change.apply), "k"))
        #expect((plain != changed) == change.isWithRule)
        #expect(try Self.key(Self.request(), "other") != plain)
    }

    @Test func `an own cache key leaves out no secret that the builder of the request knows of`() throws {
        let secrets = [[], ["a"], ["b"], ["a", "b"], ["ab"]].map { secrets in
            try? Self.key(Self.request { $0.credentials = secrets }, "k")
        }
        #expect(Set(secrets.compactMap(\.self)).count == secrets.count)
    }

    @Test(arguments: ["User-Agent", "traceparent", "Date", "Accept-Encoding", "ACCEPT-ENCODING"])
    func `headers that change no response make no other key`(_ name: String) throws {
        #expect(try Self.key(Self.request()) == Self.key(Self.request { $0.headers.append(name, "x") }))
    }

    @Test func `the order and the case of headers make no other key`() throws {
        let one = try Self.request { $0.headers = ["A": "1", "B": "2"] }
        let other = try Self.request { $0.headers = ["b": "2", "a": "1"] }
        #expect(Self.key(one) == Self.key(other))
        let turned = try Self.request { $0.headers = ["A": "2", "A": "1"] }
        let straight = try Self.request { $0.headers = ["A": "1", "A": "2"] }
        #expect(Self.key(turned) != Self.key(straight))
    }

    @Test func `neighbouring values of a cache key do not run into one another`() throws {
        let one = try Self.request { $0.options.authentication = .basic(username: "ab", password: "c") }
        let other = try Self.request { $0.options.authentication = .basic(username: "a", password: "bc") }
        #expect(Self.key(one) != Self.key(other))
    }

    @Test func `bodies from files and to files have no key`() throws {
        let file = try OpenFile("/proc/self/status")
        #expect(try Self.key(Self.request { $0.body = .file(file, contentType: nil) }) == nil)
        #expect(try Self.key(Self.request { $0.body = .multipart([MultipartPart("a", .file(file))]) }) == nil)
        #expect(try Self.key(Self.request { $0.body = .multipart([MultipartPart("a", .bytes([1]))]) }) != nil)
        #expect(try Self.key(Self.request { $0.options.savePlace = try FilePlace("/tmp/x") }) == nil)
    }
}
