import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

/// Handles of libcurl are used again and again: nothing that one request or its response left there may show in the next.
@Suite struct LeftoverStateTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var method = Method.get
        var path = "/a"
        var userInfo = ""
        var headers: Headers = [:]
        var body = RequestBody.none
        var change: @Sendable (inout TransferOptions) -> Void = { _ in }
        /// Of the response.
        var response = rawResponse()
        var testDescription: String { name }

        func request(to server: RawServer) throws -> Request {
            var options = TransferOptions.patient
            change(&options)
            let url = try URLText.parse("http://\(userInfo)127.0.0.1:\(server.port)\(path)")
            return Request(method, url, headers: headers, body: body, options: options)
        }
    }

    private static func challenging(_ scheme: String) -> String {
        rawResponse("401 Unauthorized", ["WWW-Authenticate: \(scheme)"], "no")
    }
    private static let digest = #"Digest realm="first", nonce="of-the-first", qop="auth", opaque="o""#
    private static let large = RequestBody.bytes(Array(repeating: 0x61, count: 100_000), contentType: "text/plain")
    private static let small = RequestBody.bytes([1, 2, 3], contentType: "text/plain")
    private static func authenticating(_ authentication: Authentication) -> @Sendable (inout TransferOptions) -> Void {
        { $0.authentication = authentication }
    }

    static let first: [Case] = [
        Case(name: "a challenge of digest to nobody", response: challenging(digest)),
        Case(name: "a challenge of basic to nobody", response: challenging(#"Basic realm="first""#)),
        Case(name: "a challenge of NTLM to nobody", response: challenging("NTLM")),
        Case(name: "a challenge of Negotiate to nobody", response: challenging("Negotiate")),
        Case(
            name: "a proxy's challenge to nobody",
            response: rawResponse("407 Proxy Authentication Required", ["Proxy-Authenticate: \(digest)"], "no")),
        Case(
            name: "digest, refused", change: authenticating(.digest(username: "ada", password: "1")),
            response: challenging(digest)),
        Case(
            name: "digest without a challenge", change: authenticating(.digest(username: "ada", password: "1"))),
        Case(
            name: "basic", change: authenticating(.basic(username: "ada", password: "1"))),
        Case(
            name: "basic, refused with digest", change: authenticating(.basic(username: "ada", password: "1")),
            response: challenging(digest)),
        Case(
            name: "NTLM", change: authenticating(.ntlm(username: "ada", password: "1")), response: challenging("NTLM")),
        Case(name: "Negotiate", change: authenticating(.negotiate), response: challenging("Negotiate")),
        Case(name: "credentials in the URL", userInfo: "ada:1@", response: challenging(digest)),
        Case(name: "netrc", change: { $0.netrc = true }, response: challenging(digest)),
        Case(
            name: "headers that libcurl has options for",
            headers: [
                "Authorization": "Bearer t", "Cookie": "a=b", "Range": "bytes=0-1", "Referer": "http://r.test/",
                "Host": "other.test", "User-Agent": "ua", "Accept": "a/b", "Accept-Encoding": "br",
                "Content-Type": "x/y", "Expect": "100-continue", "TE": "trailers", "Connection": "close",
                "Proxy-Authorization": "Basic YTpi", "If-None-Match": "x",
            ]),
        Case(
            name: "a response's cookies, Alt-Svc and HSTS",
            response: rawResponse(
                "200 OK",
                [
                    "Set-Cookie: a=b; Path=/", #"Alt-Svc: h2=":1""#, "Strict-Transport-Security: max-age=99",
                    "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Content-Range: bytes 0-1/9",
                ])),
        Case(name: "HTTP/1.0", response: "HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n"),
        Case(
            name: "a redirect with its credentials", headers: ["Authorization": "Bearer t"],
            change: { $0.redirects = RedirectPolicy(maximum: 1, keepsCredentials: true) },
            response: rawResponse("302 Found", ["Location: /b", "WWW-Authenticate: \(digest)"])),
        Case(name: "HEAD", method: .head), Case(name: "OPTIONS", method: .options),
        Case(name: "PUT", method: .put, body: small), Case(name: "POST", method: .post, body: large),
        Case(name: "POST, refused early", method: .post, body: large, response: challenging(digest)),
        Case(
            name: "rare options", path: "/a/../b",
            change: {
                $0.pathAsIs = true
                $0.limitRate = 1_000_000
                $0.isCompressed = false
                $0.connectTimeout = .seconds(9)
            }),
    ]

    static let second: [Case] = [
        Case(name: "GET"), Case(name: "HEAD", method: .head), Case(name: "POST", method: .post, body: small),
        Case(name: "large POST", method: .post, body: large), Case(name: "PUT without a body", method: .put),
        Case(name: "path", path: "/a/../b"),
        Case(name: "digest", change: authenticating(.digest(username: "bob", password: "2"))),
        Case(
            name: "digest with a body", method: .post, body: small,
            change: authenticating(.digest(username: "bob", password: "2"))),
        Case(name: "basic", change: authenticating(.basic(username: "bob", password: "2"))),
        Case(name: "credentials in the URL", userInfo: "bob:2@"), Case(name: "netrc", change: { $0.netrc = true }),
        Case(name: "NTLM", change: authenticating(.ntlm(username: "bob", password: "2"))),
    ]

    @Test(arguments: first) func `a request is sent as if no other had been before it`(_ first: Case) async throws {
        let other = RawServer(answering: { _ in first.response })
        let server = RawServer(answering: { _ in rawResponse() })
        defer {
            other.stop()
            server.stop()
        }
        for second in Self.second {
            let start = server.requests.count
            try await withEngine { dispatcher, _ in _ = try await dispatcher.send(try second.request(to: server)) }
            let alone = server.requests[start...].map(Self.text)
            try await withEngine { dispatcher, _ in
                _ = try? await dispatcher.send(try first.request(to: other))
                _ = try await dispatcher.send(try second.request(to: server))
            }
            #expect(server.requests[(start + alone.count)...].map(Self.text) == alone, "\(second.name)")
        }
    }

    private static func text(_ request: RawServer.Request) -> String {
        "\(request.line)\n" + request.headers.map { "\($0.name): \($0.value)\n" }.joined() + "\n\(request.body.count)"
    }

    @Test func `the credentials of one scheme's proxy go to no other proxy`() async throws {
        let plain = RawServer(answering: { _ in rawResponse() })
        let tunnel = RawServer(answering: { _ in rawResponse("403 Forbidden") })
        defer {
            plain.stop()
            tunnel.stop()
        }
        let environment = CurlEnvironment { name in
            switch name {
            case "http_proxy": "http://ada:1@127.0.0.1:\(plain.port)"
            case "https_proxy": "http://127.0.0.1:\(tunnel.port)"
            default: nil
            }
        }
        try await withEngine(environment: environment) { dispatcher, _ in
            for _ in 0..<2 {
                _ = try await dispatcher.send(Request(.get, try URLText.parse("http://origin.test/")))
                _ = await failing {
                    try await dispatcher.send(Request(.get, try URLText.parse("https://origin.test/")))
                }
            }
        }
        #expect(plain.requests.map { $0["proxy-authorization"] } == ["Basic YWRhOjE=", "Basic YWRhOjE="])
        #expect(tunnel.requests.map(\.line) == Array(repeating: "CONNECT origin.test:443 HTTP/1.1", count: 2))
        #expect(tunnel.requests.allSatisfy { $0["proxy-authorization"] == nil })
    }
}
