import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

@Suite struct RedirectingTests {
    @Test func `a redirect is a response unless it is to be followed`() async throws {
        let server = RawServer(answering: { _ in rawResponse("302 Found", ["Location: /b"]) })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let response = try await dispatcher.send(try server.request())
            #expect(response.status == 302)
            #expect(response.redirects.isEmpty)
        }
        #expect(server.requests.count == 1)
    }

    @Test func `an address and a cookie that are no UTF-8 go back as they came`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(
                Array("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nSet-Cookie: a=".utf8) + [0xE9]
                    + Array("\r\nLocation: /caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8))
            var head: [UInt8] = []
            while head.suffix(4) != Array("\r\n\r\n".utf8)[...] {
                let byte = connection.read(1)
                guard !byte.isEmpty else { return }
                head += byte
            }
            let isRight = head.firstRange(of: Array("\r\nCookie: a=".utf8) + [0xE9]) != nil
            connection.write(rawResponse("200 OK", [], isRight ? "as it came" : "changed"))
        }
        defer { server.stop() }
        let session = SessionStore()
        try await withEngine { dispatcher, _ in
            var request = try server.request { $0.redirects = RedirectPolicy() }
            request.session = session
            let response = try await dispatcher.send(request)
            #expect(response.url.path == "/caf%E9")
            #expect(String(decoding: response.body, as: UTF8.self) == "as it came")
        }
    }

    @Test func `hops are followed one by one, with the session's cookies`() async throws {
        let server = RawServer(answering: { request in
            switch request.target {
            case "/login": rawResponse("303 See Other", ["Location: home?x=1", "Set-Cookie: sid=7; Path=/"])
            case "/home?x=1": rawResponse("302 Found", ["Location: /end"])
            default: rawResponse("200 OK", [], "end")
            }
        })
        defer { server.stop() }
        let session = SessionStore()
        try await withEngine { dispatcher, _ in
            var request = try server.request(.post, "/login", body: .bytes([1], contentType: "a/b")) {
                $0.redirects = RedirectPolicy()
            }
            request.session = session
            let response = try await dispatcher.send(request)
            #expect(response.status == 200)
            #expect(response.body == Array("end".utf8))
            #expect(response.url.path == "/end")
            #expect(response.redirects.map(\.status) == [303, 302])
            #expect(response.redirects.map(\.url.path) == ["/login", "/home"])
        }
        #expect(
            server.requests.map(\.line) == [
                "POST /login HTTP/1.1", "GET /home?x=1 HTTP/1.1", "GET /end HTTP/1.1",
            ])
        #expect(server.requests.map { $0["cookie"] } == [nil, "sid=7", "sid=7"])
        #expect(server.requests.map { $0["content-type"] } == ["a/b", nil, nil])
        #expect(session.value.jar.cookies.map(\.name) == ["sid"])
    }

    @Test func `a 307 sends the body again`() async throws {
        let server = RawServer(answering: { $0.target == "/" ? rawResponse("307 x", ["Location: /b"]) : rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request(.put, body: .bytes(Array("abc".utf8), contentType: nil)) {
                $0.redirects = RedirectPolicy()
            }
            _ = try await dispatcher.send(request)
        }
        #expect(server.requests.map(\.text) == ["abc", "abc"])
    }

    @Test(arguments: [false, true]) func `credentials cross to another origin only when they are kept`(_ keeps: Bool)
        async throws
    {
        let other = RawServer(answering: { _ in rawResponse() })
        defer { other.stop() }
        let target = other.url
        let server = RawServer(answering: { _ in rawResponse("302 Found", ["Location: \(target)/b"]) })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            for authentication in [nil, Authentication.basic(username: "a", password: "b")] {
                let headers: Headers = authentication == nil ? ["Authorization": "Bearer t", "Cookie": "c=1"] : [:]
                let request = try server.request(headers: headers) {
                    $0.redirects = RedirectPolicy(keepsCredentials: keeps)
                    $0.authentication = authentication
                }
                _ = try await dispatcher.send(request)
            }
        }
        #expect(server.requests.allSatisfy { $0["authorization"] != nil })
        #expect(other.requests.map { $0["authorization"] } == (keeps ? ["Bearer t", "Basic YTpi"] : [nil, nil]))
        #expect(other.requests.first?["cookie"] == (keeps ? "c=1" : nil))
    }

    @Test func `a redirect to a file is refused`() async throws {
        let server = RawServer(answering: { _ in rawResponse("302 Found", ["Location: file:///etc/passwd"]) })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request { $0.redirects = RedirectPolicy() }
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .protocol)
            #expect(failure?.message.contains("has the scheme `file`") == true)
        }
    }

    @Test func `redirects without end are counted`() async throws {
        let server = RawServer(answering: { _ in rawResponse("302 Found", ["Location: /"]) })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request { $0.redirects = RedirectPolicy(maximum: 3) }
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .protocol)
            #expect(failure?.message == "127.0.0.1:\(server.port) redirects again after 3 redirects")
        }
        #expect(server.requests.count == 4)
    }
}
