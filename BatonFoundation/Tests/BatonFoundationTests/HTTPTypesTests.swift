import BatonFoundation
import HTTPTypes
import Testing

/// Conversions from and to swift-http-types.
@Suite struct HTTPTypesTests {
    private func url(_ text: String) throws -> URLText { try URLText.parse(text) }

    @Test func `headers keep their order, their doubles and which are credentials`() throws {
        var headers: Headers = ["X-A": "1", "Set-Cookie": "a=1", "set-cookie": "b=2"]
        headers.append("X-Key", "k", isCredential: true)
        let fields = try HTTPFields(headers)
        #expect(fields.map(\.name.rawName) == ["X-A", "Set-Cookie", "set-cookie", "X-Key"])
        #expect(fields[values: .setCookie] == ["a=1", "b=2"])
        #expect(fields.map { $0.indexingStrategy == .disallow } == [false, false, false, true])
        #expect(Headers(fields) == headers)
    }

    static let wrong: [(String, String, String)] = [
        ("X A", "1", "`X A` is no name for a header"),
        ("", "1", "`` is no name for a header"),
        ("X-A", "1\r\nX-B: 2", "the header X-A has a character that no value may have"),
    ]

    @Test(arguments: wrong)
    func `headers that must not be sent are refused`(_ name: String, _ value: String, _ message: String) {
        let failure = #expect(throws: Failure.self) { try HTTPFields([name: value] as Headers) }
        #expect(failure?.description == "request.bad_input: \(message)")
    }

    @Test func `a request becomes a head and a body, and is the same again`() throws {
        let session = SessionStore()
        session.receive(["Set-Cookie": "sid=7"], from: try url("https://api.example:8443/"))
        var request = Request(
            .post, try url("https://api.example:8443/a%20b?x=1"), headers: ["X-A": "1"],
            body: .bytes([1, 2], contentType: "image/png"), session: session)
        request.options.authentication = .basic(username: "ada", password: "pw")
        let (head, body) = try request.httpRequest()
        #expect(head.method == .post)
        #expect(head.scheme == "https")
        #expect(head.authority == "api.example:8443")
        #expect(head.path == "/a%20b?x=1")
        #expect(
            Headers(head.headerFields).map { "\($0.name): \($0.value)" } == [
                "X-A: 1", "Authorization: Basic YWRhOnB3", "Content-Type: image/png", "Cookie: sid=7",
            ])
        #expect(try body?.bytes() == [1, 2])

        let again = try Request(head, body: request.body)
        #expect(again.method == .post && again.url == request.url)
        #expect(again.headers["authorization"] == "Basic YWRhOnB3")
        #expect(again.headers.first { $0.name == "Authorization" }?.isCredential == true)
    }

    @Test func `a multipart body has the boundary of its head`() throws {
        let request = Request(.put, try url("http://a.example/"), body: .multipart([MultipartPart("n", .bytes([65]))]))
        let (head, body) = try request.httpRequest()
        let type = try #require(head.headerFields[.contentType])
        let boundary = try #require(type.split(separator: "=").last)
        let text = String(decoding: try body?.bytes() ?? [], as: UTF8.self)
        #expect(type.hasPrefix("multipart/form-data; boundary=baton-"))
        #expect(text.hasPrefix("--\(boundary)\r\n") && text.hasSuffix("--\(boundary)--\r\n"))
        #expect(head.authority == "a.example")
    }

    @Test func `what is no request is refused`() throws {
        func message(_ head: HTTPRequest) -> String? {
            (#expect(throws: Failure.self) { try Request(head) })?.description
        }
        let needs =
            "request.bad_input: the request needs a scheme, an authority and a path, and no protocol of an extended CONNECT"
        #expect(message(HTTPRequest(method: .get, scheme: nil, authority: "a", path: "/")) == needs)
        #expect(message(HTTPRequest(method: .get, scheme: "http", authority: nil, path: "/")) == needs)
        #expect(message(HTTPRequest(method: .get, scheme: "http", authority: "a", path: nil)) == needs)
        #expect(
            message(HTTPRequest(method: .get, scheme: "ftp", authority: "u:secret@a", path: "/"))?.hasPrefix(
                "request.invalid_url: the URL `…@a/`") == true)
        #expect(
            message(HTTPRequest(method: .connect, scheme: "http", authority: "a", path: "/"))?.contains("CONNECT is")
                == true)

        var digest = Request(.get, try url("http://a.example/"))
        digest.options.authentication = .digest(username: "a", password: "b")
        #expect(
            (#expect(throws: Failure.self) { try digest.httpRequest() })?.message
                == "only basic authentication is a header of the request; send this one through `CurlDispatcher`")
    }

    @Test func `a response is the same after both conversions`() throws {
        let response = Response(
            status: 299, headers: ["A": "1", "Set-Cookie": "x", "set-cookie": "y"], body: [1],
            url: try url("http://a.example/"))
        let head = try HTTPResponse(response)
        #expect(head.status.code == 299)
        let again = Response(head, body: response.body, url: response.url)
        #expect(again.status == 299 && again.headers == response.headers && again.body == [1] && again.size == 1)
        let wrong = Response(status: 1000, url: response.url)
        #expect(
            (#expect(throws: Failure.self) { try HTTPResponse(wrong) })?.message
                == "1000 is no status: it has three digits")
    }
}
