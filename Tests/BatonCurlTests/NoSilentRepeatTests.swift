import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

/// libcurl sends a request again by itself when a kept connection turns out to be closed.
@Suite struct NoSilentRepeatTests {
    /// Answers once on the first connection, as if it were to be kept, and closes it after the second request, without an
    /// response.
    private func closingServer() -> RawServer {
        RawServer { connection in
            if connection.number == 0 {
                _ = connection.readRequest()
                connection.write(rawResponse("200 OK", ["Connection: keep-alive"]))
                _ = connection.readRequest()
                return
            }
            while connection.readRequest() != nil { connection.write(rawResponse("200 OK", [], "again")) }
        }
    }

    @Test(arguments: ["POST", "PATCH", "LOCK", "get"])
    func `a request that is not idempotent is not sent a second time`(_ name: String) async throws {
        let server = closingServer()
        defer { server.stop() }
        let method = try #require(Method(name))
        try await withEngine { dispatcher, _ in
            _ = try await dispatcher.send(try server.request())
            let failure = await failing {
                try await dispatcher.send(try server.request(method, body: .bytes([1, 2, 3], contentType: nil)))
            }
            #expect(failure?.kind == .reset)
            #expect(
                failure?.message
                    == "127.0.0.1:\(server.port) closed a kept connection without a response; a \(name) is not sent twice"
            )
        }
        #expect(server.requests.map(\.method) == ["GET", name])
    }

    @Test(arguments: ["GET", "PUT", "DELETE", "OPTIONS", "TRACE"])
    func `a repeated request of an idempotent method is recorded as an attempt`(_ name: String) async throws {
        let server = closingServer()
        defer { server.stop() }
        let method = try #require(Method(name))
        let body: RequestBody = name == "PUT" ? .bytes(Array(repeating: 0x61, count: 100_000), contentType: nil) : .none
        try await withEngine { dispatcher, _ in
            let first = try await dispatcher.send(try server.request())
            #expect(first.attempts == 1)
            let response = try await dispatcher.send(try server.request(method, body: body))
            #expect(response.attempts == 2)
            #expect(response.body == Array("again".utf8))
            #expect(!response.isReusedConnection)
        }
        #expect(server.requests.map(\.method) == ["GET", name, name])
        if name == "PUT" { #expect(server.requests.last?.body.count == 100_000) }
    }

    @Test func `each of many requests may be repeated, not only the first of them`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(rawResponse())
            _ = connection.read(1)
        }
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            for number in 0..<20 {
                let response = try await dispatcher.send(try server.request())
                #expect(response.attempts == (number == 0 ? 1 : 2))
            }
        }
    }

    @Test func `a POST on a new connection that the server closes fails too`() async throws {
        try await withServer({ connection in _ = connection.readRequest() }) { server in
            try await withEngine { dispatcher, _ in
                let failure = await failing { try await dispatcher.send(try server.request(.post)) }
                #expect(failure?.kind == .reset)
                #expect(failure?.message == "127.0.0.1:\(server.port) closed the connection without a response")
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test func `authentication sends a POST again, after a response, and that is no attempt`() async throws {
        let server = RawServer(answering: { request in
            request["authorization"] == nil
                ? rawResponse(
                    "401 Unauthorized", ["WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\""], "no")
                : rawResponse("200 OK", ["X-Last: 1"], "yes")
        })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request(.post, body: .bytes([1], contentType: nil)) {
                $0.authentication = .digest(username: "ada", password: "secret")
            }
            let response = try await dispatcher.send(request)
            #expect(response.status == 200)
            #expect(response.attempts == 1)
            #expect(response.body == Array("yes".utf8))
            #expect(response.headers.map(\.name) == ["Content-Length", "X-Last"])
        }
        #expect(server.requests.last?["authorization"]?.hasPrefix("Digest username=\"ada\"") == true)
        #expect(server.requests.last?.body == [1])
    }
}
