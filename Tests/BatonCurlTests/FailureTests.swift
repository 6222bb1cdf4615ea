import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

/// Servers that cannot be reached or do not answer in time.
@Suite struct FailureTests {
    private func failure(_ url: String, _ change: (inout TransferOptions) -> Void = { _ in }) async throws -> Failure? {
        var options = TransferOptions()
        change(&options)
        let request = Request(.get, try URLText.parse(url), options: options)
        return try await withEngine { dispatcher, _ in await failing { try await dispatcher.send(request) } }
    }

    @Test func `a port where no server listens refuses the connection`() async throws {
        let failure = try await failure("http://127.0.0.1:1/")
        #expect(failure?.kind == .connect)
        #expect(failure?.message == "connection refused by 127.0.0.1:1")
        #expect(failure?.cause?.hasPrefix("libcurl 7: ") == true)
        #expect(failure?.response == nil)
    }

    @Test func `a host name that does not resolve fails with its kind`() async throws {
        try #require(NameServer.isInPlace)
        let failure = try await failure("http://nobody.test/")
        #expect(failure?.kind == .dns)
        #expect(failure?.message == "no address found for the host nobody.test")
    }

    @Test func `a Unix socket where no server listens refuses the connection`() async throws {
        let failure = try await failure("http://h/") { $0.connection.values.unixSocket = "/nowhere/s.sock" }
        #expect(failure?.kind == .connect)
        #expect(failure?.message == "cannot connect to the socket /nowhere/s.sock: no such file or directory")
    }

    @Test func `a network interface that does not exist fails with its kind`() async throws {
        let failure = try await failure("http://127.0.0.1:1/") { $0.connection.values.interface = "if!nope0" }
        #expect(failure?.kind == .connect)
        #expect(failure?.message == "cannot send from the interface if!nope0")
    }

    @Test func `a server that never responds times out`() async throws {
        let server = RawServer { connection in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        defer { server.stop() }
        let failure = try await failure(server.url) { $0.timeout = .seconds(1) }
        #expect(failure?.kind == .timeout)
        #expect(failure?.message == "no response within 1s from 127.0.0.1:\(server.port)")
    }

    @Test func `a server that stops in the middle of a body times out`() async throws {
        let server = RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n" + String(repeating: "x", count: 120))
            connection.waitForClose()
        }
        defer { server.stop() }
        let failure = try await failure(server.url) { $0.timeout = .seconds(1) }
        #expect(failure?.kind == .timeout)
        #expect(
            failure?.message
                == "the response from 127.0.0.1:\(server.port) was not complete within 1s: 120 of 500 bytes had come")
        #expect(failure?.response?.status == 200)
        #expect(failure?.response?.body.count == 120)
    }

    @Test func `a TLS handshake that never ends times out`() async throws {
        let server = RawServer { connection in connection.waitForClose() }
        defer { server.stop() }
        let failure = try await failure("https://127.0.0.1:\(server.port)/") { $0.connectTimeout = .milliseconds(300) }
        #expect(failure?.kind == .timeout)
        #expect(failure?.message == "no connection to 127.0.0.1:\(server.port) within 300ms")
    }

    @Test func `a server that speaks no TLS fails with its kind`() async throws {
        let server = RawServer { connection in
            _ = connection.read(1)
            connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        defer { server.stop() }
        let failure = try await failure("https://127.0.0.1:\(server.port)/")
        #expect(failure?.kind == .tls)
        #expect(
            failure?.message
                == "127.0.0.1:\(server.port) answered the TLS handshake without TLS: for plain HTTP write `http://`")
    }

    @Test func `a deadline holds for all hops together`() async throws {
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/end" { return connection.waitForClose() }
                connection.write(rawResponse("302 Found", ["Location: /end"]))
            }
        }
        defer { server.stop() }
        let failure = try await failure(server.url) {
            $0.timeout = .milliseconds(500)
            $0.redirects = RedirectPolicy()
        }
        #expect(failure?.kind == .timeout)
        #expect(failure?.message.hasPrefix("no response within ") == true)
    }
}
