import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

/// Servers that break the rules: each gives its kind of failure or a harmless response, within its limits.
@Suite struct HostileServerTests {
    @Test func `every misbehaviour is expected to end somehow`() {
        #expect(Misbehaviour.all.count >= 100)
        #expect(Set(Misbehaviour.all.map(\.name)).count == Misbehaviour.all.count)
        #expect(Misbehaviour.all.map(\.name).filter { HostileOutcome.byName[$0] == nil } == [])
        #expect(Set(HostileOutcome.byName.keys).subtracting(Misbehaviour.all.map(\.name)) == [])
    }

    /// A transfer that hangs ends with `network.timeout` after two minutes, which only the slow servers may.
    @Test(arguments: Misbehaviour.all)
    func `a misbehaviour is a failure of its kind or does no harm`(_ misbehaviour: Misbehaviour) async throws {
        let expected = try #require(HostileOutcome.byName[misbehaviour.name])
        let server = HostileServer()
        defer { server.stop() }
        var request = Request(.get, try URLText.parse(server.url + misbehaviour.path))
        request.options.timeout = expected.isSlow ? .seconds(2) : .seconds(120)
        request.options.maxResponse = HostileOutcome.bodyLimit(misbehaviour)
        request.options.redirects = RedirectPolicy()
        let session = SessionStore()
        request.session = session
        let well = Request(.get, try URLText.parse(server.url + "/well"))
        try await withEngine { dispatcher, _ in
            _ = try await dispatcher.send(well)
            do {
                let response = try await dispatcher.send(request)
                expected.check(response, limit: HostileOutcome.bodyLimit(misbehaviour))
            } catch let failure as Failure {
                expected.check(failure, limit: HostileOutcome.bodyLimit(misbehaviour))
            }
            // What came too much on a connection never answers the next request.
            let next = try await dispatcher.send(well)
            #expect(next.status == 200)
            #expect(next.body == Array("{\"fine\": true}".utf8))
        }
        #expect(session.value.jar.cookies.count <= CookieJar.limitPerDomain)
        #expect(session.value.jar.cookies.allSatisfy { $0.domain == "127.0.0.1" })
        #expect(server.requests.allSatisfy { $0["x-injected"] == nil })
    }

    @Test func `cookies for others, and with false promises, are not kept`() async throws {
        let server = HostileServer()
        defer { server.stop() }
        for name in ["cookie-foreign-domain", "cookie-public-suffix", "cookie-false-promise", "cookie-of-50kb"] {
            let session = SessionStore()
            var request = Request(.get, try URLText.parse("\(server.url)/\(name)"))
            request.session = session
            try await withEngine { dispatcher, _ in _ = try await dispatcher.send(request) }
            #expect(session.value.jar.isEmpty, "\(name)")
        }
    }

    @Test func `a POST that is read and dropped on a kept connection is not sent again`() async throws {
        let server = HostileServer()
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            // A response over the kept connection shows that it is kept.
            for _ in 0..<2 { _ = try await dispatcher.send(Request(.get, try URLText.parse(server.url + "/well"))) }
            let post = Request(
                .post, try URLText.parse(server.url + "/drop-kept"), body: .bytes([1, 2, 3], contentType: nil))
            let failure = await failing { try await dispatcher.send(post) }
            #expect(failure?.kind == .reset)
            #expect(failure?.message.hasSuffix("a POST is not sent twice") == true)
        }
        #expect(server.requests.map(\.method) == ["GET", "GET", "POST"])
        #expect(Set(server.requests.map(\.connection)) == [0])
    }

    @Test func `a response sent before the request was read is a response`() async throws {
        let server = HostileServer()
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let body = [UInt8](repeating: 0x61, count: 8_000_000)
            let post = Request(
                .post, try URLText.parse(server.url + "/early-response"), body: .bytes(body, contentType: nil))
            #expect(try await dispatcher.send(post).status == 413)
        }
    }

    @Test func `an unrequested response is dropped with its connection`() async throws {
        let smuggled = Notice()
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                connection.write(rawResponse("200 OK", [], request.target))
                guard request.target == "/first" else { continue }
                connection.write(rawResponse("200 OK", [], "smuggled"))
                connection.waitUntilDelivered()
                smuggled.give()
            }
        }
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            #expect(try await dispatcher.send(try server.request(.get, "/first")).body == Array("/first".utf8))
            await smuggled.received()
            let second = try await dispatcher.send(try server.request(.get, "/second"))
            #expect(second.body == Array("/second".utf8))
            #expect(!second.isReusedConnection)
        }
    }

    /// Each is sent a moment after a response that was whole.
    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL", "\r\n", "x", String(repeating: "x", count: 60_000),
    ])
    func `bytes on an idle connection are no response to the next request`(_ unasked: String) async throws {
        let mayGoOn = Gate()
        let isThere = Notice()
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                connection.write(rawResponse("200 OK", [], request.target))
                guard request.target == "/first" else { continue }
                mayGoOn.wait()
                connection.write(unasked)
                connection.waitUntilDelivered()
                isThere.give()
            }
        }
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            #expect(try await dispatcher.send(try server.request(.get, "/first")).body == Array("/first".utf8))
            mayGoOn.open()
            await isThere.received()
            let second = try await dispatcher.send(try server.request(.post, "/second"))
            #expect(second.body == Array("/second".utf8))
            #expect(!second.isReusedConnection)
        }
    }

    @Test func `a connection with bytes behind the last chunk is not used again`() async throws {
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                guard request.target == "/first" else {
                    connection.write(rawResponse("200 OK", [], request.target))
                    continue
                }
                connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\nHTTP/1.1")
            }
        }
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let first = try await dispatcher.send(try server.request(.get, "/first"))
            #expect(first.body == Array("abcde".utf8))
            let second = try await dispatcher.send(try server.request(.get, "/second"))
            #expect(second.body == Array("/second".utf8))
            #expect(!second.isReusedConnection)
        }
    }

    @Test func `a server that asks for credentials without end is left`() async throws {
        let server = RawServer(answering: { _ in
            rawResponse("401 Unauthorized", ["WWW-Authenticate: Digest realm=\"a\", nonce=\"b\", stale=true"], "")
        })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request(.post, body: .bytes([1], contentType: nil)) {
                $0.authentication = .digest(username: "ada", password: "secret")
            }
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .unauthorized)
            #expect(
                failure?.message == "127.0.0.1:\(server.port) asked for credentials 5 times and accepted none"
            )
            #expect(failure?.response?.status == 401)
        }
        #expect(server.requests.count == 5)
    }

    @Test func `a body that is announced as larger than what is taken is not waited for`() async throws {
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 999999999999999999\r\n\r\n")
            connection.waitForClose()
        }) { server in
            try await withEngine { dispatcher, _ in
                let failure = await failing { try await dispatcher.send(try server.request(.get)) }
                #expect(failure?.kind == .tooLarge)
                let head = try await dispatcher.send(try server.request(.head))
                #expect(head.status == 200)
            }
        }
    }

    @Test(arguments: ["Upgrade", "upgrade"])
    func `a request that asks for another protocol gets the 101 response`(_ name: String) async throws {
        let head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\n\r\n"
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.write(head)
            connection.waitForClose()
        }) { server in
            try await withEngine { dispatcher, _ in
                let request = try server.request(
                    headers: Headers([.init(name, "chat"), .init("Connection", "Upgrade")]))
                #expect(try await dispatcher.send(request).status == 101)
            }
        }
    }
}
