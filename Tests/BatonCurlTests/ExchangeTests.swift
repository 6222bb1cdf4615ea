import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

@Suite struct ExchangeTests {
    @Test func `a response has status, headers in order, body and remote address`() async throws {
        let server = RawServer(answering: { _ in
            rawResponse("201 Created", ["X-One: 1", "x-two: 2", "X-One: 3"], "hello")
        })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let response = try await dispatcher.send(try server.request(.get, "/a?b=c"))
            #expect(response.status == 201)
            #expect(response.httpVersion == .http11)
            #expect(response.headers.map(\.name) == ["Content-Length", "X-One", "x-two", "X-One"])
            #expect(response.headers["x-ONE"] == "1, 3")
            #expect(response.headers.values("x-one") == ["1", "3"])
            #expect(response.body == Array("hello".utf8))
            #expect(response.size == 5)
            #expect(response.remoteAddress == "127.0.0.1")
            #expect(response.remotePort == server.port)
            #expect(response.attempts == 1)
            #expect(response.requestBytes > 0)
            #expect(response.timings.total > 0)
        }
        #expect(server.requests.first?.line == "GET /a?b=c HTTP/1.1")
    }

    @Test func `a status of 500 is a response`() async throws {
        try await withServer(answering: { _ in rawResponse("500 Internal Server Error") }) { server in
            try await withEngine { dispatcher, _ in
                let response = try await dispatcher.send(try server.request())
                #expect(response.status == 500)
            }
        }
    }
}
