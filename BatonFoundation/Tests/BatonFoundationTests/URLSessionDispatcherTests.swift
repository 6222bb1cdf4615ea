#if canImport(Glibc)
    import Foundation
    import Synchronization
    import Testing

    @testable import BatonFoundation
    @testable import BatonTesting

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Requests through a `URLSession`, against a server on loopback.
    @Suite struct URLSessionDispatcherTests {
        private static func answer(_ body: String, status: String = "200 OK", _ headers: String = "") -> String {
            "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }

        /// Sends one request to a server with that answer.
        private func exchange(
            _ path: String = "/x", answering answer: @escaping @Sendable (RawServer.Request) -> String,
            _ change: (inout Request) throws -> Void = { _ in }
        ) async throws -> (Result<Response, Failure>, [RawServer.Request]) {
            let server = RawServer(answering: answer)
            defer { server.stop() }
            var request = Request(.get, try URLText.parse("\(server.url)\(path)"))
            try change(&request)
            do throws(Failure) {
                return (.success(try await URLSessionDispatcher().send(request)), server.requests)
            } catch {
                return (.failure(error), server.requests)
            }
        }

        @Test func `a request arrives as it is, and so does the response`() async throws {
            let (result, requests) = try await exchange(
                "/a%20b/c?x=%2F",
                answering: { _ in Self.answer("hällo", "X-A: 1\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n") }
            ) { request in
                request.method = try #require(Method("PROPFIND"))
                request.headers = ["X-B": "2"]
            }
            let response = try result.get()
            #expect(requests.map(\.line) == ["PROPFIND /a%20b/c?x=%2F HTTP/1.1"])
            #expect(requests.first?["x-b"] == "2")
            #expect(response.status == 200 && response.body == Array("hällo".utf8) && response.size == 6)
            #expect(response.headers.values("x-a") == ["1"])
            #expect(response.headers.values("set-cookie") == ["a=1", "b=2"])
            #expect(response.url.path == "/a%20b/c")
        }

        @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"1\"", "NTLM", "Negotiate", "Bearer", "?"])
        func `a 401 is a response, and the request is sent once`(_ challenge: String) async throws {
            let (result, requests) = try await exchange(answering: { _ in
                Self.answer("who?", status: "401 Unauthorized", "WWW-Authenticate: \(challenge)\r\n")
            })
            let response = try result.get()
            #expect(response.status == 401 && response.body == Array("who?".utf8))
            #expect(response.headers["www-authenticate"] == challenge)
            #expect(requests.count == 1)
        }

        @Test(arguments: [400, 401, 404, 407, 500, 503, 204, 304])
        func `every status is a response`(_ status: Int) async throws {
            let (result, _) = try await exchange(answering: { _ in
                status == 204 || status == 304
                    ? "HTTP/1.1 \(status) No\r\n\r\n"
                    : Self.answer("no", status: "\(status) No", "WWW-Authenticate: Basic realm=\"x\"\r\n")
            })
            #expect(try result.get().status == status)
        }

        @Test func `bodies of bytes, of a file and of several parts are sent with their types`() async throws {
            let file = TemporaryFolder()
            let path = file.path + "/note.txt"
            try "from a file".write(toFile: path, atomically: true, encoding: .utf8)
            let call = APIRequest.post("/x", ["note": "hello", "doc": .file(path)])
            let multipart = try APIClient(APIEnvironment(baseURL: "http://a.example"), dispatcher: StubDispatcher())
                .request(for: Call<Void>(call))
                .body
            let streamed = try APIClient(APIEnvironment(baseURL: "http://a.example"), dispatcher: StubDispatcher())
                .request(
                    for: Call<Void>(APIRequest(.put, "/x", content: .file(path, type: "text/x-note")))
                ).body
            for (body, type, text) in [
                (RequestBody.bytes([65, 66], contentType: "text/x-own"), "text/x-own", "AB"),
                (streamed, "text/x-note", "from a file"),
                (multipart, "multipart/form-data; boundary=baton-", "Content-Disposition: form-data; name=\"note\""),
            ] {
                let (result, requests) = try await exchange(answering: { _ in Self.answer("") }) { request in
                    request.method = .put
                    request.body = body
                }
                _ = try result.get()
                #expect(requests.first?["content-type"]?.hasPrefix(type) == true)
                #expect(requests.first?.text.contains(text) == true)
                #expect(requests.first?["content-length"] == requests.first.map { "\($0.body.count)" })
            }
        }

        @Test func `a large body of parts goes through a temporary file, which is removed`() async throws {
            let large = [UInt8](repeating: 66, count: Upload.mostInMemory + 1)
            let sent = Mutex<[TransferProgress]>([])
            let (result, requests) = try await exchange(answering: { _ in Self.answer("ok") }) { request in
                request.method = .post
                request.body = .multipart([MultipartPart("big", .bytes(large))])
                request.progress = { progress in sent.withLock { $0.append(progress) } }
            }
            #expect(try result.get().status == 200)
            #expect((requests.first?.body.count ?? 0) > large.count)
            let last = sent.withLock { $0.last }
            #expect(last?.sent == Int64(requests.first?.body.count ?? 0))
            #expect(last?.received == 2 && last?.toReceive == 2)
            let left = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
            #expect(left.filter { $0.hasPrefix("baton-upload-") }.isEmpty)
        }

        @Test func `redirects are followed as the policy says, with the cookies of the session`() async throws {
            let (result, requests) = try await exchange(
                "/1",
                answering: { request in
                    switch request.target {
                    case "/1": "HTTP/1.1 302 Found\r\nLocation: /2\r\nSet-Cookie: sid=7\r\nContent-Length: 3\r\n\r\nabc"
                    default: Self.answer("end")
                    }
                }
            ) { request in
                request.method = .post
                request.body = .bytes([65], contentType: "text/plain")
                request.options.redirects = RedirectPolicy(maximum: 1)
                request.session = SessionStore()
            }
            let response = try result.get()
            #expect(response.body == Array("end".utf8))
            #expect(response.redirects.map(\.status) == [302])
            #expect(
                requests.map { $0.line.split(separator: " ").prefix(2).joined(separator: " ") } == [
                    "POST /1", "GET /2",
                ])
            #expect(requests.map { $0["cookie"] } == [nil, "sid=7"])
            #expect(requests.last?["content-type"] == nil)
        }

        @Test func `without a policy a redirect is a response, and too many fail`() async throws {
            let loop: @Sendable (RawServer.Request) -> String = { _ in
                "HTTP/1.1 307 Again\r\nLocation: /1\r\nContent-Length: 3\r\n\r\nabc"
            }
            let (plain, _) = try await exchange("/1", answering: loop)
            #expect(try plain.get().status == 307)
            #expect(try plain.get().body == Array("abc".utf8))
            let (followed, requests) = try await exchange("/1", answering: loop) {
                $0.options.redirects = RedirectPolicy(maximum: 2)
            }
            let failure = #expect(throws: Failure.self) { try followed.get() }
            #expect(failure?.kind == .protocol)
            #expect(failure?.message.hasSuffix("redirects again after 2 redirects") == true)
            #expect(requests.count == 3)
        }

        @Test func `credentials do not follow a redirect to another origin`() async throws {
            let other = RawServer(answering: { _ in Self.answer("other") })
            defer { other.stop() }
            let place = other.url
            let (result, requests) = try await exchange(answering: { _ in
                "HTTP/1.1 307 There\r\nLocation: \(place)/y\r\nContent-Length: 0\r\n\r\n"
            }) { request in
                request.options.redirects = RedirectPolicy()
                request.options.authentication = .basic(username: "ada", password: "pw")
                request.headers.append("X-Key", "k", isCredential: true)
            }
            #expect(try result.get().body == Array("other".utf8))
            #expect(requests.first?["authorization"] == "Basic YWRhOnB3")
            #expect(other.requests.count == 1)
            #expect(other.requests.first?["authorization"] == nil)
            #expect(other.requests.first?["x-key"] == nil)
        }

        /// `hello hello` in gzip.
        private static let compressed: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 87, 200, 0, 145, 0, 64, 166, 45, 1, 11, 0, 0, 0,
        ]

        @Test func `a compressed body is decoded`() async throws {
            let server = RawServer { connection in
                while connection.readRequest() != nil {
                    let head =
                        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(Self.compressed.count)\r\n\r\n"
                    connection.write(Array(head.utf8) + Self.compressed)
                }
            }
            defer { server.stop() }
            let response = try await URLSessionDispatcher().send(Request(.get, try URLText.parse(server.url)))
            #expect(String(decoding: response.body, as: UTF8.self) == "hello hello")
            #expect(server.requests.first?["accept-encoding"]?.contains("gzip") == true)
        }

        @Test func `user and password of a URL are sent as a header, once`() async throws {
            let server = RawServer(answering: { _ in Self.answer("") })
            defer { server.stop() }
            let url = "http://ada:p%40w@127.0.0.1:\(server.port)/x"
            _ = try await URLSessionDispatcher().send(Request(.get, try URLText.parse(url)))
            #expect(server.requests.first?["authorization"] == "Basic \(Data("ada:p@w".utf8).base64EncodedString())")
            #expect(server.requests.first?.target == "/x")
            #expect(try URLRequest(Request(.get, try URLText.parse(url))).url?.user() == nil)
        }

        @Test(arguments: [true, false])
        func `a body beyond the limit is refused`(_ isAnnounced: Bool) async throws {
            let body = String(repeating: "x", count: 5000)
            let (result, _) = try await exchange(answering: { _ in
                isAnnounced
                    ? Self.answer(body)
                    : "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1388\r\n\(body)\r\n0\r\n\r\n"
            }) { $0.options.maxResponse = 4999 }
            let failure = #expect(throws: Failure.self) { try result.get() }
            #expect(failure?.kind == .tooLarge)
            #expect(failure?.message.hasSuffix("has more than 4999 bytes") == true)
        }

        @Test func `a body of exactly the limit is a response`() async throws {
            let (result, _) = try await exchange(answering: { _ in Self.answer("12345") }) {
                $0.options.maxResponse = 5
            }
            #expect(try result.get().size == 5)
        }

        static let options: [(String, @Sendable (inout Request) -> Void)] = [
            ("`connectTimeout`", { $0.options.connectTimeout = .seconds(1) }),
            ("`authentication`", { $0.options.authentication = .digest(username: "a", password: "b") }),
            ("`uncompressed`", { $0.options.isCompressed = false }),
            ("`maxHeaders`", { $0.options.maxHeaders = 5 }),
            ("`limitRate`", { $0.options.limitRate = 5 }),
            ("`pathAsIs`", { $0.options.pathAsIs = true }),
            ("`certificate`", { $0.options.wantsCertificate = true }),
            ("`tls`", { $0.options.connection.values.tls.verify = false }),
            ("`proxy`", { $0.options.connection.values.proxy = "http://127.0.0.1:1" }),
            ("`addresses`", { $0.options.connection.values.resolve = ["a.example:80:127.0.0.1"] }),
            ("`unixSocket`", { $0.options.connection.values.unixSocket = "/tmp/none" }),
            ("`interface`", { $0.options.connection.values.interface = "lo" }),
            ("`version`", { $0.options.connection.values.httpVersion = .http2 }),
            ("`limitRate`, `netrc`", { ($0.options.netrc, $0.options.limitRate) = (true, 1) }),
        ]

        @Test(arguments: options)
        func `an option that a URLSession cannot honour is refused before anything is sent`(
            _ names: String, _ change: @Sendable (inout Request) -> Void
        ) async throws {
            let (result, requests) = try await exchange(answering: { _ in Self.answer("") }) { change(&$0) }
            let failure = #expect(throws: Failure.self) { try result.get() }
            #expect(
                failure?.description
                    == "request.bad_input: a URLSession cannot honour \(names): send the request through `CurlDispatcher`, or leave it out"
            )
            #expect(requests.isEmpty)
        }

        @Test func `a saved body and a stream of events are refused`() async throws {
            let client = try APIClient(
                APIEnvironment(baseURL: "http://127.0.0.1:1"), dispatcher: URLSessionDispatcher())
            let folder = TemporaryFolder()
            let saved = APIRequest.get("/x").with(\.savePath, folder.path + "/x")
            let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(saved)) }
            #expect(failure?.message.contains("cannot honour `savePath`") == true)
            let events = await #expect(throws: Failure.self) {
                for try await _ in client.events(of: Call<Void>(.get("/x"))) {}
            }
            #expect(events?.message.contains("cannot honour `events`") == true)
        }

        @Test func `a server that does not answer ends with the timeout`() async throws {
            let server = RawServer { $0.waitForClose() }
            defer { server.stop() }
            var request = Request(.get, try URLText.parse(server.url))
            request.options.timeout = .milliseconds(200)
            let sent = request
            let failure = await #expect(throws: Failure.self) { try await URLSessionDispatcher().send(sent) }
            #expect(failure?.kind == .timeout)
            #expect(failure?.message == "no complete response within 0.2 seconds from 127.0.0.1:\(server.port)")
        }

        @Test func `a response that stops ends with the timeout, and shows what had arrived`() async throws {
            let server = RawServer { connection in
                _ = connection.readRequest()
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
                connection.waitForClose()
            }
            defer { server.stop() }
            var request = Request(.get, try URLText.parse(server.url))
            request.options.timeout = .milliseconds(500)
            let sent = request
            let failure = await #expect(throws: Failure.self) { try await URLSessionDispatcher().send(sent) }
            #expect(failure?.kind == .timeout)
            #expect(failure?.status == 200)
        }

        @Test func `a cancelled task ends at once`() async throws {
            let (arrived, arrive) = AsyncStream.makeStream(of: Void.self)
            let server = RawServer { connection in
                _ = connection.readRequest()
                arrive.yield()
                connection.waitForClose()
            }
            defer { server.stop() }
            let request = Request(.get, try URLText.parse(server.url))
            let task = Task { try await URLSessionDispatcher().send(request) }
            for await _ in arrived { break }
            task.cancel()
            let result = await task.result
            #expect((#expect(throws: Failure.self) { try result.get() })?.kind == .cancelled)
        }

        @Test func `many requests at once have their own responses`() async throws {
            let server = RawServer(answering: { Self.answer($0.target) })
            defer { server.stop() }
            let dispatcher = URLSessionDispatcher()
            let url = server.url
            try await withThrowingTaskGroup(of: (Int, String).self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let response = try await dispatcher.send(Request(.get, try URLText.parse("\(url)/\(number)")))
                        return (number, String(decoding: response.body, as: UTF8.self))
                    }
                }
                for try await (number, text) in group { #expect(text == "/\(number)") }
            }
        }

        static let broken: [(response: String, kind: Failure.Kind, message: String)] = [
            ("", .reset, "the server closed the connection without a response"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", .reset, "the connection broke"),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 10\r\n\r\nhalf", .reset,
                "the connection broke"
            ),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nhalf", .reset, "the connection broke"),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhalf", .protocol,
                "the response is not valid HTTP"
            ),
            ("no HTTP at all\r\n\r\n", .protocol, "the response is not valid HTTP"),
            ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhalf", .protocol, "the response is not valid HTTP"),
            ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nhalf", .protocol, "the response is not valid HTTP"),
            ("HTTP/1.1 200 OK\r\nX Y: 4\r\nContent-Length: 4\r\n\r\nhalf", .protocol, "the response is not valid HTTP"),
            (
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot gzip!", .encoding,
                "the body is not encoded as its Content-Encoding says"
            ),
            (
                "HTTP/1.1 200 OK\r\n"
                    + String(repeating: "X-A: \(String(repeating: "y", count: 1000))\r\n", count: 2000),
                .tooLarge, "the headers of the response are too large"
            ),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhalf", .tooLarge,
                "has more than \(TransferOptions.maxResponseInMemory) bytes"
            ),
        ]

        @Test(arguments: broken)
        func `a broken response is a failure of its own kind`(
            _ bytes: String, _ kind: Failure.Kind, _ message: String
        ) async throws {
            let server = RawServer { connection in
                _ = connection.readRequest()
                connection.write(bytes)
            }
            defer { server.stop() }
            let request = Request(.get, try URLText.parse(server.url))
            let failure = await #expect(throws: Failure.self) { try await URLSessionDispatcher().send(request) }
            #expect(failure?.kind == kind, "\(String(describing: failure)) \(failure?.cause ?? "")")
            #expect(failure?.message.contains(message) == true)
        }

        @Test func `a GET request with a body is refused before anything is sent`() async throws {
            let (result, requests) = try await exchange(answering: { _ in Self.answer("") }) {
                $0.body = .bytes([65], contentType: "text/plain")
            }
            let failure = #expect(throws: Failure.self) { try result.get() }
            #expect(
                failure?.description
                    == "request.bad_input: a URLSession sends no body with GET: send the request through `CurlDispatcher`, or with another method"
            )
            #expect(requests.isEmpty)
        }

        @Test func `a port without a server and a name without an address are told apart`() async throws {
            let server = RawServer { _ in }
            let url = server.url
            server.stop()
            let refused = await #expect(throws: Failure.self) {
                try await URLSessionDispatcher().send(Request(.get, try URLText.parse(url)))
            }
            #expect(refused?.kind == .connect)
            #expect(refused?.message == "no connection could be made (127.0.0.1:\(server.port))")
            #expect(refused?.cause?.hasPrefix("URLError -1004: ") == true)
            let unknown = await #expect(throws: Failure.self) {
                try await URLSessionDispatcher().send(Request(.get, try URLText.parse("http://no.invalid/")))
            }
            #expect(unknown?.kind == .dns)
        }

        static let codes: [(URLError.Code, Failure.Kind)] = [
            (.cancelled, .cancelled), (.timedOut, .timeout), (.cannotFindHost, .dns), (.cannotConnectToHost, .connect),
            (.notConnectedToInternet, .connect), (.networkConnectionLost, .reset), (.secureConnectionFailed, .tls),
            (.serverCertificateHasBadDate, .tlsExpired), (.serverCertificateUntrusted, .tlsUntrusted),
            (.badServerResponse, .protocol), (.cannotDecodeContentData, .encoding), (.unsupportedURL, .protocol),
            (.badURL, .invalidURL),
            (.unknown, .connect),
        ]

        @Test(arguments: codes)
        func `errors of a URLSession are kinds of failures`(_ code: URLError.Code, _ kind: Failure.Kind) throws {
            let request = Request(.get, try URLText.parse("http://a.example/"))
            let failure = URLErrorTable.failure(URLError(code), request, nil)
            #expect(failure.kind == kind)
            #expect(failure.message.hasSuffix("(a.example:80)"))
            #expect(failure.cause?.hasPrefix("URLError \(code.rawValue)") == true)
        }

        @Test func `a client sends its endpoints through it`() async throws {
            struct Me: Decodable, Sendable { var since: Date }
            let server = RawServer(answering: { _ in Self.answer(#"{"since":1700000000}"#) })
            defer { server.stop() }
            let client = try APIClient(
                APIEnvironment(baseURL: server.url, coder: .foundation), dispatcher: URLSessionDispatcher())
            let me = try await client.send(Call<Me>(.get("/me"), of: API(dates: .unix)))
            #expect(me.since == Date(timeIntervalSince1970: 1_700_000_000))
        }
    }
#endif
