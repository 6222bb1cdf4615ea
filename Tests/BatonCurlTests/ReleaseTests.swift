import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

@Suite struct ReleaseTests {
    /// Ends with its request: nobody else keeps it.
    private final class Witness {
        weak var session: SessionStore?
    }

    @Test(arguments: ["answer", "close", "cancel", "refuse"])
    func `nothing of a request is kept once it has ended`(_ ending: String) async throws {
        let isAsked = Notice()
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/close" { return }
                if request.target == "/cancel" {
                    isAsked.give()
                    return connection.waitForClose()
                }
                connection.write(rawResponse())
            }
        }
        defer { server.stop() }
        let witness = Witness()
        try await withEngine { dispatcher, engine in
            // Another request keeps the loop and its handles busy and alive.
            _ = try await dispatcher.send(try server.request())
            let task = try start("/\(ending)", server, dispatcher, engine, witness)
            if ending == "cancel" {
                await isAsked.received()
                task.cancel()
            }
            await task.value
            _ = try await dispatcher.send(try server.request())
            #expect(witness.session == nil)
        }
    }

    private func start(
        _ path: String, _ server: RawServer, _ dispatcher: CurlDispatcher, _ engine: CurlEngine, _ witness: Witness
    ) throws -> Task<Void, Never> {
        var request = try server.request(.get, path)
        if path == "/refuse" { request.url = try URLText.parse("http://127.0.0.1:1/") }
        let session = SessionStore()
        request.session = session
        witness.session = session
        let sent = request
        return Task(executorPreference: engine.loop(at: 0)) { _ = try? await dispatcher.send(sent) }
    }
}

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
