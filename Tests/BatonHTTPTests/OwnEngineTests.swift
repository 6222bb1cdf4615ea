import BatonFiles
import Testing

@testable import BatonHTTP

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What a dispatcher that is an engine of its own is given.
@Suite struct OwnEngineTests {
    private func url(_ text: String) throws -> URLText { try URLText.parse(text) }

    // MARK: - Bodies

    private func file(_ text: String) throws -> OpenFile {
        var template = Array("/tmp/baton-body-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        let path = try #require(String(validating: template.dropLast(), as: UTF8.self))
        defer { unlink(path) }
        try #require(write(descriptor, text, text.utf8.count) == text.utf8.count)
        close(descriptor)
        return try OpenFile(path)
    }

    @Test func `a body is read piece by piece, with its headers and its length`() throws {
        var request = Request(.post, try url("http://a.example/"), headers: ["X": "1"], body: .none)
        #expect(try OutgoingBody(request) == nil)
        request.body = .bytes(Array("hello".utf8), contentType: "text/plain")
        var body = try #require(try OutgoingBody(request))
        #expect(body.length == 5 && body.filePath == nil)
        #expect(body.headers == ["X": "1", "Content-Type": "text/plain"])
        #expect(try body.next(2) == Array("he".utf8))
        #expect(try body.next(0) == Array("l".utf8))
        #expect(try body.next() == Array("lo".utf8))
        #expect(try body.next() == nil)
        request.headers.set("content-type", "text/own")
        #expect(try OutgoingBody(request)?.headers == ["X": "1", "content-type": "text/own"])
    }

    @Test func `a multipart body is read with the boundary that its headers name`() throws {
        var request = Request(.post, try url("http://a.example/"))
        request.body = .multipart([MultipartPart("n", .bytes([65])), MultipartPart("f", .file(try file("text")))])
        let body = try #require(try OutgoingBody(request))
        let boundary = try #require(MediaType.parameter("boundary", of: body.headers["content-type"] ?? ""))
        let bytes = try body.bytes()
        #expect(bytes.count == Int(body.length))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
            text.hasPrefix("--\(boundary)\r\n") && text.contains("\r\ntext\r\n")
                && text.hasSuffix("--\(boundary)--\r\n"))
        request.headers = ["Content-Type": "multipart/mixed; boundary=own"]
        #expect(String(decoding: try OutgoingBody(request)?.bytes() ?? [], as: UTF8.self).hasPrefix("--own\r\n"))
        request.headers = ["Content-Type": "multipart/mixed"]
        #expect(
            try OutgoingBody(request)?.headers["content-type"]?.hasPrefix("multipart/mixed; boundary=baton-") == true)
    }

    @Test func `only a whole file has a path`() throws {
        let open = try file("0123456789")
        var request = Request(.put, try url("http://a.example/"), body: .file(open))
        #expect(try OutgoingBody(request)?.filePath == open.path)
        request.body = .file(open, offset: 2, length: 3)
        var part = try #require(try OutgoingBody(request))
        #expect(part.filePath == nil && part.length == 3)
        #expect(try part.next() == Array("234".utf8))
        request.body = .file(open, offset: 5, length: 6)
        #expect((#expect(throws: Failure.self) { try OutgoingBody(request) })?.kind == .badInput)
    }

    @Test func `a body beyond the limit is not read into memory`() throws {
        let request = Request(.post, try url("http://a.example/"), body: .bytes([1, 2, 3], contentType: nil))
        let failure = #expect(throws: Failure.self) { try OutgoingBody(request)?.bytes(limit: 2) }
        #expect(failure?.description == "request.bad_input: the body has 3 bytes, and 2 are the most")
    }

    // MARK: - Hops

    /// Sends nothing: answers by the path, and notes what it was given.
    private func hops(
        _ request: Request, _ answers: [String: (Int, Headers)]
    ) async throws(Failure) -> (Response, [Request]) {
        var sent: [Request] = []
        let response = try await request.sentHopByHop { hop throws(Failure) in
            sent.append(hop)
            guard let (status, headers) = answers[hop.url.path] else { throw Failure(.reset, "no answer") }
            return Response(status: status, headers: headers, url: hop.url)
        }
        return (response, sent)
    }

    @Test func `each hop has the session, and the last response tells the others`() async throws {
        var request = Request(.post, try url("http://a.example/1"), body: .bytes([1], contentType: nil))
        request.session = SessionStore()
        request.options.redirects = RedirectPolicy()
        request.headers.append("Authorization", "x", isCredential: true)
        let (response, sent) = try await hops(
            request,
            [
                "/1": (302, ["Location": "/2", "Set-Cookie": "a=1"]), "/2": (307, ["Location": "http://b.example/3"]),
                "/3": (200, [:]),
            ])
        #expect(sent.map(\.url.text) == ["http://a.example/1", "http://a.example/2", "http://b.example/3"])
        #expect(sent.map(\.method) == [.post, .get, .get])
        #expect(sent.map { $0.headers["cookie"] } == [nil, "a=1", nil])
        #expect(sent.map { $0.headers["authorization"] } == ["x", "x", nil])
        #expect(sent.allSatisfy { $0.options.timeout <= request.options.timeout })
        #expect(response.redirects.map(\.status) == [302, 307])
    }

    @Test func `what cannot be followed or sent fails`() async throws {
        var request = Request(.get, try url("http://a.example/1"))
        request.options.redirects = RedirectPolicy(maximum: 1)
        var failure = await #expect(throws: Failure.self) { try await hops(request, ["/1": (302, ["Location": "/1"])]) }
        #expect(failure?.message == "a.example:80 redirects again after 1 redirects")
        #expect(failure?.redirectedTo == request.url)
        failure = await #expect(throws: Failure.self) { try await hops(request, [:]) }
        #expect(failure?.kind == .reset && failure?.redirectedTo == nil)
        request.options.timeout = .zero
        failure = await #expect(throws: Failure.self) { try await hops(request, [:]) }
        #expect(failure?.kind == .timeout)
        request.headers = ["X": "a\nb"]
        failure = await #expect(throws: Failure.self) { try await hops(request, [:]) }
        #expect(failure?.message == "the header X has a line break in its value")
    }

    // MARK: - Options

    static let options: [(Request.Option, @Sendable (inout Request) -> Void)] = [
        (.idleTimeout, { $0.options.idleTimeout = .seconds(1) }),
        (.connectTimeout, { $0.options.connectTimeout = .seconds(1) }),
        (.basic, { $0.options.authentication = .basic(username: "a", password: "b") }),
        (.authentication, { $0.options.authentication = .negotiate }),
        (.uncompressed, { $0.options.isCompressed = false }),
        (.maxResponse, { $0.options.maxResponse = 1 }),
        (.maxHeaders, { $0.options.maxHeaders = 1 }),
        (.limitRate, { $0.options.limitRate = 1 }),
        (.pathAsIs, { $0.options.pathAsIs = true }),
        (.certificate, { $0.options.wantsCertificate = true }),
        (.sentHeaders, { $0.options.wantsSentHeaders = true }),
        (.netrc, { $0.options.netrc = true }),
        (.savePath, { $0.options.savePlace = try? FilePlace("/tmp/baton-place") }),
        (.events, { $0.bodyStream = BodyStream() }),
        (.events, { $0.options.readsStream = true }),
        (.tls, { $0.options.connection.values.tls.verify = false }),
        (.proxy, { $0.options.connection.values.proxy = "" }),
        (.proxy, { $0.options.connection.values.noProxy = "*" }),
        (.addresses, { $0.options.connection.values.resolve = ["a:1:b"] }),
        (.addresses, { $0.options.connection.values.connectTo = ["::b:"] }),
        (.unixSocket, { $0.options.connection.values.unixSocket = "/x" }),
        (.interface, { $0.options.connection.values.interface = "lo" }),
        (.version, { $0.options.connection.values.httpVersion = .http2 }),
        (.version, { $0.options.connection.values.ipVersion = .v6 }),
    ]

    @Test(arguments: options)
    func `an option is asked for by whatever differs from the default`(
        _ option: Request.Option, _ change: @Sendable (inout Request) -> Void
    ) throws {
        var request = Request(.get, try url("http://a.example/"))
        #expect(request.askedOptions == [])
        change(&request)
        #expect(request.askedOptions == [option])
    }

    @Test func `every option can be asked for`() {
        #expect(Set(Self.options.map(\.0)) == Set(Request.Option.allCases))
    }
}
