import BatonCurl
import BatonFiles
import BatonHTTP
import BatonTesting
import BatonValues
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What arrives at the server.
@Suite struct RequestTests {
    /// The one request that a server gets.
    private func received(
        _ method: String = "GET", _ path: String = "/", headers: Headers = Headers(), body: RequestBody = .none,
        _ change: (inout TransferOptions) -> Void = { _ in }
    ) async throws -> RawServer.Request {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        let method = try #require(Method(method))
        try await withEngine { dispatcher, _ in
            _ = try await dispatcher.send(try server.request(method, path, headers: headers, body: body, change))
        }
        return try #require(server.requests.first)
    }

    @Test(arguments: [
        "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "get", "M-SEARCH",
    ])
    func `every method goes as it is written, one after another on one handle`(_ name: String) async throws {
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                connection.write(
                    request.method == "HEAD" ? "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" : rawResponse())
            }
        }
        defer { server.stop() }
        let method = try #require(Method(name))
        try await withEngine { dispatcher, _ in
            _ = try await dispatcher.send(try server.request(.post, body: .bytes([1], contentType: nil)))
            _ = try await dispatcher.send(try server.request(.head))
            _ = try await dispatcher.send(try server.request(method))
            _ = try await dispatcher.send(try server.request(.get))
        }
        #expect(server.requests.map(\.line) == ["POST", "HEAD", name, "GET"].map { "\($0) / HTTP/1.1" })
        #expect(server.requests.last?.body == [])
        #expect(server.connectionCount == 1)
    }

    @Test func `headers go in their order, as written, empty ones too`() async throws {
        let request = try await received(headers: ["X-b": "2", "x-A": "1", "X-Empty": "", "Accept": "a/b"])
        let names = request.headers.map(\.name)
        #expect(names.filter { $0.hasPrefix("x-") } == ["x-b", "x-a", "x-empty"])
        #expect(request["x-empty"] == "")
        #expect(request.headers.filter { $0.name == "accept" }.map(\.value) == ["a/b"])
    }

    private static let body = RequestBody.bytes(Array("{}".utf8), contentType: nil)

    @Test(
        arguments: [
            (["Content-Length": "3"] as Headers, body), (["Content-Length": "2, 2"] as Headers, body),
            (["Content-Length": "2", "content-length": "2"] as Headers, body),
            (["Content-Length": "+2"] as Headers, body),
            (["Content-Length": ""] as Headers, body),
            (["content-length": "2", "Content-Length": "3"] as Headers, body),
            (["Content-Length": "2"] as Headers, .none), (["Transfer-Encoding": "chunked"] as Headers, .none),
            (["Transfer-Encoding": "gzip, chunked"] as Headers, body),
            (["Transfer-Encoding": "identity"] as Headers, body),
            (["Transfer-Encoding": "chunked", "transfer-encoding": "chunked"] as Headers, body),
            (["Transfer-Encoding": "chunked", "Content-Length": "2"] as Headers, body),
            (["Host": "a", "host": "b"] as Headers, .none),
            (["TE": "gzip"] as Headers, .none), (["Trailer": "X-Sum"] as Headers, body),
            (["Connection": "close, Content-Length"] as Headers, body),
            (["Connection": "transfer-encoding"] as Headers, body), (["Connection": "Host"] as Headers, .none),
        ] as [(Headers, RequestBody)])
    func `a header that contradicts what is sent is refused before anything is`(
        _ headers: Headers, _ body: RequestBody
    ) async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        let request = try server.request(.post, headers: headers, body: body)
        try await withEngine { dispatcher, _ in
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .badInput, "\(failure as Any)")
        }
        #expect(server.connectionCount == 0)
    }

    @Test(
        arguments: [
            ["Content-Length": "2"] as Headers, ["TE": "trailers"] as Headers, ["Connection": "keep-alive"] as Headers,
            ["Connection": "close"] as Headers,
            ["Host": "other.example"] as Headers, Headers(),
        ], ["{}", String(repeating: "x", count: 100_000)])
    func `a header that agrees with what is sent goes with it`(_ headers: Headers, _ text: String) async throws {
        var headers = headers
        if headers.contains("content-length") { headers.set("Content-Length", "\(text.utf8.count)") }
        let request = try await received(
            "POST", headers: headers, body: .bytes(Array(text.utf8), contentType: nil))
        #expect(request.text == text)
        for field in headers { #expect(request[field.name.lowercased()] == field.value) }
    }

    @Test func `HTTP/1.0 has no chunks`() async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request(.post, headers: ["Transfer-Encoding": "chunked"], body: Self.body) {
                $0.connection.values.httpVersion = .http10
            }
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .badInput)
        }
        #expect(server.connectionCount == 0)
    }

    @Test func `a body is sent in chunks where the request says so`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            let body = String(decoding: connection.read(12), as: UTF8.self)
            connection.write(rawResponse("200 OK", [], body.replacing("\r\n", with: "|")))
        }
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request(.post, headers: ["Transfer-Encoding": "Chunked"], body: Self.body)
            let response = try await dispatcher.send(request)
            #expect(String(decoding: response.body, as: UTF8.self) == "2|{}|0||")
        }
        #expect(server.requests.first?["content-length"] == nil)
    }

    @Test func `a status 417 is one like others`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno")
            _ = connection.readRequest()
        }
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request(.post, headers: ["Expect": "100-continue"], body: Self.body)
            let response = try await dispatcher.send(request)
            #expect(response.status == 417 && response.body == Array("no".utf8))
        }
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: ["GET", "DELETE", "OPTIONS"]) func `a request without a body has no header that announces one`(
        _ method: String
    )
        async throws
    {
        let request = try await received(method)
        #expect(request["content-length"] == nil)
        #expect(request["content-type"] == nil)
        #expect(request["transfer-encoding"] == nil)
    }

    @Test(arguments: ["POST", "PUT", "PATCH"]) func `an empty body is announced where one is usual`(_ method: String)
        async throws
    {
        let request = try await received(method)
        #expect(request["content-length"] == "0")
        #expect(request["content-type"] == nil)
    }

    @Test(arguments: [0, 1, 1000, 61_440, 61_441, 3_000_000])
    func `a body arrives whole and unannounced by Expect`(_ size: Int) async throws {
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let request = try await received("POST", body: .bytes(body, contentType: "x/y"))
        #expect(request.body == body)
        #expect(request["content-length"] == "\(size)")
        #expect(request["content-type"] == "x/y")
        #expect(request["expect"] == nil)
    }

    @Test func `a content type among the headers wins over that of the body`() async throws {
        let request = try await received("PUT", headers: ["content-type": "a/b"], body: .bytes([1], contentType: "x/y"))
        #expect(request.headers.filter { $0.name == "content-type" }.map(\.value) == ["a/b"])
        let bare = try await received("POST", body: .bytes([1], contentType: nil))
        #expect(bare["content-type"] == nil)
    }

    @Test(arguments: ["GET", "DELETE", "PROPFIND"]) func `any method but HEAD may have a body`(_ method: String)
        async throws
    {
        let request = try await received(method, body: .bytes(Array("{}".utf8), contentType: "application/json"))
        #expect(request.method == method)
        #expect(request.text == "{}")
    }

    @Test func `a file is streamed from its offset for its length`() async throws {
        let folder = TemporaryFolder()
        let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        let path = folder.write("data.bin", content)
        let whole = try await received("PUT", body: .file(try OpenFile(path), contentType: "application/x-data"))
        #expect(whole.body == content)
        #expect(whole["content-type"] == "application/x-data")
        let part = try await received("POST", body: .file(try OpenFile(path), offset: 1000, length: 99_000))
        #expect(part.body == Array(content[1000..<100_000]))
    }

    @Test func `a multipart body mixes fields and streamed files`() async throws {
        let folder = TemporaryFolder()
        let path = folder.write("a.csv", Array("1,2\n".utf8))
        let request = try await received(
            "POST",
            body: .multipart([.init("note", .bytes(Array("hello".utf8))), .init("doc", .file(try OpenFile(path)))]))
        let type = try #require(request["content-type"])
        let boundary = try #require(type.split(separator: "boundary=").last)
        #expect(type.hasPrefix("multipart/form-data; boundary=baton-"))
        let expected = [
            "--\(boundary)", "Content-Disposition: form-data; name=\"note\"", "", "hello",
            "--\(boundary)", "Content-Disposition: form-data; name=\"doc\"; filename=\"a.csv\"",
            "Content-Type: text/csv", "", "1,2\n", "--\(boundary)--", "",
        ]
        #expect(request.text == expected.joined(separator: "\r\n"))
    }

    @Test func `a body file that becomes shorter while it is sent ends the request`() async throws {
        let folder = TemporaryFolder()
        let path = folder.write("a.bin", [UInt8](repeating: 1, count: 100_000))
        let file = try OpenFile(path)
        folder.write("a.bin", [1])
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request(.post, body: .file(file))
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .badInput)
            #expect(failure?.message == "cannot read \(path): it became shorter while it was sent")
        }
    }

    @Test func `another file under the name changes nothing of what is sent`() async throws {
        let folder = TemporaryFolder()
        let path = folder.write("a.txt", Array("first".utf8))
        let file = try OpenFile(path)
        rename(path, folder.file("b.txt"))
        folder.write("a.txt", Array("other".utf8))
        #expect(try await received("PUT", body: .file(file)).text == "first")
    }

    @Test func `a line break in a header is refused before anything is sent`() async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request(headers: ["X-A": "1\r\nX-Evil: 2"])
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .badInput)
        }
        #expect(server.connectionCount == 0)
    }

    @Test func `basic credentials go as a header, those of the URL too`() async throws {
        let request = try await received { $0.authentication = .basic(username: "ada", password: "p:ü") }
        #expect(request["authorization"] == "Basic YWRhOnA6w7w=")
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let url = try URLText.parse("http://ada:p%40ss@127.0.0.1:\(server.port)/")
            _ = try await dispatcher.send(Request(.get, url))
            _ = try await dispatcher.send(try server.request())
        }
        #expect(server.requests.map { $0["authorization"] } == ["Basic YWRhOnBAc3M=", nil])
    }

    @Test(arguments: [("ada", "ada"), ("j\u{E9}r\u{F4}me", "J\u{C9}R\u{D4}ME"), ("\u{FF}", "\u{FF}")])
    func `a name for NTLM goes as UTF-16, in capitals where it is not ASCII`(_ name: String, _ sent: String)
        async throws
    {
        // A type 2 message with an empty target that asks for Unicode (MS-NLMP, 2.2.1.2).
        let challenge = "NTLM TlRMTVNTUAACAAAAAAAAADgAAAABAgAAASNFZ4mrze8AAAAAAAAAAAAAAAA4AAAAAAAAAAAAAAA="
        let server = RawServer(answering: { request in
            request["authorization"]?.hasPrefix("NTLM TlRMTVNTUAAB") == true
                ? rawResponse("401 Unauthorized", ["WWW-Authenticate: \(challenge)"]) : rawResponse()
        })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request { $0.authentication = .ntlm(username: name, password: "p\u{E4}ss") }
            _ = try await dispatcher.send(request)
        }
        let message = try #require(server.requests.last?["authorization"]?.split(separator: " ").last)
        let bytes = try #require(Base64.decode(String(message)))
        let units = sent.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(bytes.firstRange(of: units) != nil, "\(bytes)")
    }

    @Test(arguments: [("\u{141}ukasz", "p"), ("ada", "\u{20AC}")])
    func `what NTLM cannot take is refused`(_ name: String, _ password: String) async throws {
        var request = Request(.get, try URLText.parse("http://h/"))
        request.options.authentication = .ntlm(username: name, password: password)
        #expect(throws: Failure.self) { try request.check() }
    }

    @Test func `NTLM begins with its first message`() async throws {
        let server = RawServer(answering: { _ in rawResponse("401 Unauthorized", ["WWW-Authenticate: NTLM"]) })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request { $0.authentication = .ntlm(username: "ada", password: "p") }
            let response = try await dispatcher.send(request)
            #expect(response.status == 401)
        }
        #expect(server.requests.contains { $0["authorization"]?.hasPrefix("NTLM TlRMTVNTUAAB") == true })
    }

    @Test func `Negotiate without a ticket is a response, not a crash`() async throws {
        let server = RawServer(answering: { _ in rawResponse("401 Unauthorized", ["WWW-Authenticate: Negotiate"]) })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request { $0.authentication = .negotiate }
            let status = try? await dispatcher.send(request).status
            #expect(status == nil || status == 401)
        }
    }

    @Test func `dot segments go only when they are to`() async throws {
        #expect(try await received("GET", "/a/../b/./c").target == "/b/c")
        #expect(try await received("GET", "/a/../b/./c") { $0.pathAsIs = true }.target == "/a/../b/./c")
    }

    @Test func `the rarely used options hold for one request only`() async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let rare = try server.request(
                .post, "/a/../b", body: .bytes(Array(repeating: 1, count: 100_000), contentType: nil)
            ) {
                $0.pathAsIs = true
                $0.isCompressed = false
                $0.limitRate = 100_000_000
                $0.authentication = .basic(username: "a", password: "b")
            }
            _ = try await dispatcher.send(rare)
            _ = try await dispatcher.send(try server.request(.get, "/a/../b"))
        }
        let (first, second) = (server.requests[0], server.requests[1])
        #expect(first.target == "/a/../b")
        #expect(first["accept-encoding"] == nil)
        #expect(second.line == "GET /b HTTP/1.1")
        #expect(second["accept-encoding"] == "deflate, gzip, br, zstd")
        #expect(second["authorization"] == nil)
        #expect(second["content-length"] == nil)
    }

    @Test(arguments: [(HTTPVersionChoice.http10, "HTTP/1.0"), (.http11, "HTTP/1.1"), (.automatic, "HTTP/1.1")])
    func `the protocol version is the chosen one`(_ version: HTTPVersionChoice, _ text: String) async throws {
        let request = try await received { $0.connection.values.httpVersion = version }
        #expect(request.line == "GET / \(text)")
    }

    @Test(arguments: [IPVersion.v4, .v6]) func `addresses of the chosen version only are asked for`(
        _ version: IPVersion
    ) async throws {
        try #require(NameServer.isInPlace)
        let name = "ip\(version.rawValue).test"
        try await withEngine { dispatcher, _ in
            var request = Request(.get, try URLText.parse("http://\(name)/"))
            request.options.connection.values.ipVersion = version
            let sent = request
            let failure = await failing { try await dispatcher.send(sent) }
            #expect(failure?.kind == .dns)
            #expect(failure?.message == "no address found for the host \(name)")
        }
        // AF_INET; for IPv6 libcurl asks for all and drops the others.
        #expect((NameServer.family(askedFor: name) == 2) == (version == .v4))
    }
}
