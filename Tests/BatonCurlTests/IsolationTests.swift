import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

/// A connection belongs to the options it was made under; those of TLS are in `TLSTests`.
@Suite struct IsolationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var change: @Sendable (inout ConnectionOptions.Values, Int) -> Void
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "interface") { values, _ in values.interface = "127.0.0.1" },
        Case(name: "connect_to") { values, port in values.connectTo = ["127.0.0.1:\(port):127.0.0.1:\(port)"] },
        Case(name: "resolve") { values, port in values.resolve = ["127.0.0.1:\(port):127.0.0.1"] },
        Case(name: "http_version") { values, _ in values.httpVersion = .http11 },
        Case(name: "ip") { values, _ in values.ipVersion = .v4 },
        Case(name: "no_proxy") { values, _ in values.noProxy = "*" },
        Case(name: "empty proxy") { values, _ in values.proxy = "" },
        Case(name: "verify") { values, _ in values.tls.verify = false },
    ]

    @Test(arguments: cases) func `a connection is used again under its own options only`(_ example: Case) async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        let port = server.port
        try await withEngine { dispatcher, _ in
            let plain = try server.request()
            let special = try server.request { example.change(&$0.connection.values, port) }
            for request in [plain, special, plain, special] { _ = try await dispatcher.send(request) }
        }
        #expect(server.requests.map(\.connection) == [0, 1, 0, 1])
    }

    @Test func `equal options share connections, whoever made them`() async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            for _ in 0..<3 {
                _ = try await dispatcher.send(try server.request { $0.connection.values.interface = "127.0.0.1" })
            }
        }
        #expect(server.connectionCount == 1)
    }

    @Test func `an address given by resolve is known to no other request`() async throws {
        try #require(NameServer.isInPlace)
        let server = RawServer(answering: { rawResponse("200 OK", [], $0["host"] ?? "") })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let url = try URLText.parse("http://known.test:\(server.port)/")
            var request = Request(.get, url)
            request.options.connection.values.resolve = ["known.test:\(server.port):127.0.0.1"]
            let response = try await dispatcher.send(request)
            #expect(response.body == Array("known.test:\(server.port)".utf8))
            let failure = await failing { try await dispatcher.send(Request(.get, url)) }
            #expect(failure?.kind == .dns)
        }
    }

    @Test func `each unix socket has its own connections`() async throws {
        let folder = TemporaryFolder()
        let servers = ["a.sock", "b.sock"].map { name in
            RawServer(unixSocket: folder.file(name)) { connection in
                while connection.readRequest() != nil {
                    connection.write(rawResponse("200 OK", [], "\(name) \(connection.number)"))
                }
            }
        }
        defer { for server in servers { server.stop() } }
        try await withEngine { dispatcher, _ in
            var texts: [String] = []
            for name in ["a.sock", "b.sock", "a.sock", "b.sock"] {
                var request = Request(.get, try URLText.parse("http://h/"))
                request.options.connection.values.unixSocket = folder.file(name)
                texts.append(String(decoding: try await dispatcher.send(request).body, as: UTF8.self))
            }
            #expect(texts == ["a.sock 0", "b.sock 0", "a.sock 0", "b.sock 0"])
        }
    }

    @Test func `each proxy, with each of its passwords, has its own connections`() async throws {
        let proxy = RawServer(answering: { rawResponse("200 OK", [], $0.target) })
        defer { proxy.stop() }
        try await withEngine { dispatcher, _ in
            for userInfo in ["", "ada:1@", "ada:2@", "ada:1@", ""] {
                var request = Request(.get, try URLText.parse("http://origin.test/a"))
                request.options.connection.values.proxy = "http://\(userInfo)127.0.0.1:\(proxy.port)"
                let response = try await dispatcher.send(request)
                #expect(response.body == Array("http://origin.test/a".utf8))
            }
        }
        #expect(proxy.requests.map(\.connection) == [0, 1, 2, 1, 0])
        #expect(
            proxy.requests.map { $0["proxy-authorization"] } == [
                nil, "Basic YWRhOjE=", "Basic YWRhOjI=", "Basic YWRhOjE=", nil,
            ])
    }

    @Test func `NTLM's connections belong to the user`() async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            for user in ["ada", "bob", "ada"] {
                let request = try server.request { $0.authentication = .ntlm(username: user, password: "p") }
                _ = try await dispatcher.send(request)
            }
            _ = try await dispatcher.send(try server.request())
        }
        let connections = server.requests.map(\.connection)
        #expect(Set(connections.prefix(2)).count == 2)
        #expect(!connections.dropLast().contains(connections.last ?? 0))
    }

    @Test func `many sets of options do not pile up connections`() async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            for number in 0..<40 {
                let request = try server.request { $0.connection.values.noProxy = "h\(number)" }
                _ = try await dispatcher.send(request)
            }
        }
        #expect(server.connectionCount == 40)
    }
}
