import BatonCurl
import BatonHTTP
import BatonTesting
import Synchronization
import Testing

/// Which connection a request goes over that must not be sent twice.
@Suite struct PersistenceTests {
    /// How a server ends a connection after its first response, which does not announce it.
    enum Close: String, CaseIterable {
        case atOnce
        /// When the next request begins to arrive: what the client sends crosses the close, each time.
        case atNextBytes
    }

    private static func respondOnce(_ connection: RawServer.Connection, _ response: String, _ close: Close) {
        guard connection.readRequest() != nil else { return }
        connection.write(response)
        if close == .atNextBytes { _ = connection.read(1) }
    }

    private static func post(to server: RawServer, _ path: String = "/") throws -> Request {
        try server.request(.post, path, body: .bytes([1, 2, 3], contentType: nil))
    }

    @Test(arguments: Close.allCases)
    func `each POST to a server that closes after its responses is received once`(_ close: Close) async throws {
        try await withServer({ Self.respondOnce($0, rawResponse(), close) }) { server in
            try await withEngine(idleTimes: .endless) { dispatcher, _ in
                for number in 0..<20 {
                    let response = try await dispatcher.send(try Self.post(to: server, "/\(number)"))
                    #expect(response.status == 200)
                }
                // No heap of dead connections is left for the next request to try.
                #expect(try await dispatcher.send(try server.request(.get, "/20")).attempts <= 2)
            }
            #expect(server.requests.map(\.target) == (0...20).map { "/\($0)" })
        }
    }

    @Test(arguments: Close.allCases)
    func `a POST after a GET to a server that closes after its responses is received once`(
        _ close: Close
    ) async throws {
        try await withServer({ Self.respondOnce($0, rawResponse(), close) }) { server in
            try await withEngine(idleTimes: .endless) { dispatcher, _ in
                for _ in 0..<20 {
                    _ = try await dispatcher.send(try server.request())
                    _ = try await dispatcher.send(try Self.post(to: server))
                }
            }
            #expect(server.requests.map(\.method) == Array(repeating: ["GET", "POST"], count: 20).flatMap { $0 })
        }
    }

    @Test(arguments: [
        rawResponse("200 OK", ["Connection: keep-alive"]), rawResponse("200 OK", ["connection: Foo , KEEP-ALIVE"]),
        rawResponse("200 OK", ["Keep-Alive: timeout=5"]),
        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n",
    ])
    func `requests to a server that announces to keep connections share one`(_ response: String) async throws {
        try await withServer(answering: { _ in response }) { server in
            try await withEngine(idleTimes: .endless) { dispatcher, _ in
                for _ in 0..<5 { _ = try await dispatcher.send(try Self.post(to: server)) }
            }
            #expect(server.requests.map(\.connection) == [0, 0, 0, 0, 0])
        }
    }

    @Test func `a response over a reused connection shows that connections are kept`() async throws {
        try await withServer(answering: { _ in rawResponse() }) { server in
            try await withEngine(idleTimes: .endless) { dispatcher, _ in
                for _ in 0..<2 { _ = try await dispatcher.send(try server.request()) }
                for _ in 0..<3 { _ = try await dispatcher.send(try Self.post(to: server)) }
            }
            #expect(server.requests.map(\.connection) == [0, 0, 0, 0, 0])
        }
    }

    @Test func `a connection that stayed open while it was idle shows that connections are kept`() async throws {
        try await withServer(answering: { _ in rawResponse() }) { server in
            try await withEngine(idleTimes: Persistence.Times(settled: 0, soon: 0, longest: 3600)) { dispatcher, _ in
                for _ in 0..<3 { _ = try await dispatcher.send(try Self.post(to: server)) }
            }
            #expect(server.requests.map(\.connection) == [0, 0, 0])
        }
    }

    @Test func `what one origin shows is not taken as shown by another`() async throws {
        try await withServer(answering: { _ in rawResponse("200 OK", ["Connection: keep-alive"]) }) { kept in
            try await withServer({ Self.respondOnce($0, rawResponse(), .atNextBytes) }) { closing in
                try await withEngine(idleTimes: .endless) { dispatcher, _ in
                    for _ in 0..<3 {
                        _ = try await dispatcher.send(try Self.post(to: kept))
                        _ = try await dispatcher.send(try Self.post(to: closing))
                    }
                }
                #expect(kept.requests.map(\.connection) == [0, 0, 0])
                #expect(closing.requests.count == 3)
            }
        }
    }

    @Test func `a server that closed under a request is no longer believed to keep connections`() async throws {
        let response = rawResponse("200 OK", ["Connection: keep-alive"])
        try await withServer({ Self.respondOnce($0, response, .atNextBytes) }) { server in
            try await withEngine(idleTimes: .endless) { dispatcher, _ in
                _ = try await dispatcher.send(try server.request())
                #expect(try await dispatcher.send(try server.request()).attempts == 2)
                for _ in 0..<3 { _ = try await dispatcher.send(try Self.post(to: server)) }
            }
            #expect(server.requests.map(\.method) == ["GET", "GET", "POST", "POST", "POST"])
        }
    }

    @Test func `a server that closed an idle connection is no longer believed to keep connections`() async throws {
        let isSeen = Notice()
        let response = rawResponse("200 OK", ["Connection: keep-alive"])
        let server = RawServer { connection in
            guard connection.number == 0 else { return Self.respondOnce(connection, response, .atNextBytes) }
            _ = connection.readRequest()
            connection.write(response)
            connection.finishWriting()
            // The client ends its half when it has seen that the server has ended its own.
            connection.waitForClose()
            isSeen.give()
        }
        defer { server.stop() }
        try await withEngine(idleTimes: .endless) { dispatcher, _ in
            _ = try await dispatcher.send(try server.request())
            await isSeen.received()
            for _ in 0..<3 { _ = try await dispatcher.send(try Self.post(to: server)) }
        }
        #expect(server.requests.map(\.connection) == [0, 1, 2, 3])
    }

    @Test func `an idle connection that is closed late was kept`() async throws {
        let isSeen = Notice()
        let server = RawServer { connection in
            while connection.readRequest() != nil {
                connection.write(rawResponse("200 OK", ["Connection: keep-alive"]))
                guard connection.number == 0 else { continue }
                connection.finishWriting()
                connection.waitForClose()
                isSeen.give()
            }
        }
        defer { server.stop() }
        try await withEngine(idleTimes: Persistence.Times(settled: .max, soon: 0, longest: 3600)) { dispatcher, _ in
            _ = try await dispatcher.send(try server.request())
            await isSeen.received()
            for _ in 0..<3 { _ = try await dispatcher.send(try Self.post(to: server)) }
        }
        #expect(server.requests.map(\.connection) == [0, 1, 1, 1])
    }

    @Test func `NTLM's rounds stay on their connection, and the next POST goes over it`() async throws {
        // A type 2 message with an empty target and the challenge 0123456789abcdef (MS-NLMP, 2.2.1.2).
        let challenge = "NTLM TlRMTVNTUAACAAAAAAAAADgAAAACAgAAASNFZ4mrze8AAAAAAAAAAAAAAAAAAAAA"
        let server = RawServer(answering: { request in
            // "NTLMSSP", a zero byte and the number of the message in base64.
            request["authorization"]?.hasPrefix("NTLM TlRMTVNTUAAB") == true
                ? rawResponse("401 Unauthorized", ["WWW-Authenticate: \(challenge)"]) : rawResponse()
        })
        defer { server.stop() }
        try await withEngine(idleTimes: .endless) { dispatcher, _ in
            _ = try await dispatcher.send(try server.request())
            for _ in 0..<2 {
                let request = try server.request(.post, body: .bytes([1, 2, 3], contentType: nil)) {
                    $0.authentication = .ntlm(username: "ada", password: "p")
                }
                #expect(try await dispatcher.send(request).status == 200)
            }
        }
        #expect(Set(server.requests.dropFirst().map(\.connection)) == [1])
        #expect(server.requests.last?.body == [1, 2, 3])
    }

    @Test func `over a proxy, each POST to an origin of which nothing is known has its own connection`() async throws {
        try await withServer({ Self.respondOnce($0, rawResponse(), .atNextBytes) }) { proxy in
            try await withEngine(idleTimes: .endless) { dispatcher, _ in
                for host in ["a.test", "b.test", "a.test"] {
                    var request = Request(.post, try URLText.parse("http://\(host)/"), options: .patient)
                    request.options.connection.values.proxy = proxy.url
                    #expect(try await dispatcher.send(request).status == 200)
                }
            }
            #expect(proxy.requests.map(\.target) == ["http://a.test/", "http://b.test/", "http://a.test/"])
        }
    }
}
