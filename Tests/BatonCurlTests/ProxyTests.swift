import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

@Suite struct ProxyTests {
    private func request(_ url: String, _ change: (inout ConnectionOptions.Values) -> Void = { _ in }) throws -> Request
    {
        var request = Request(.get, try URLText.parse(url))
        change(&request.options.connection.values)
        return request
    }

    @Test func `the environment's proxy is used unless the request says otherwise`() async throws {
        let proxy = RawServer(answering: { _ in rawResponse("200 OK", [], "proxy") })
        defer { proxy.stop() }
        let server = RawServer(answering: { _ in rawResponse("200 OK", [], "server") })
        defer { server.stop() }
        let port = proxy.port
        let environment = CurlEnvironment { ["http_proxy": "http://127.0.0.1:\(port)", "no_proxy": "localhost"][$0] }
        try await withEngine(environment: environment) { dispatcher, _ in
            var bodies: [String] = []
            for request in [
                try request(server.url), try request(server.url) { $0.proxy = "" },
                try request(server.url) { $0.noProxy = "127.0.0.1" },
                try request("http://localhost:\(server.port)/") { $0.ipVersion = .v4 },
            ] {
                bodies.append(String(decoding: try await dispatcher.send(request).body, as: UTF8.self))
            }
            #expect(bodies == ["proxy", "server", "server", "server"])
        }
    }

    @Test(arguments: ["socks4", "socks5"])
    func `a name that is resolved before a SOCKS proxy and has no address is told as such`(_ kind: String) async throws
    {
        #expect(NameServer.isInPlace)
        let proxy = RawServer { connection in
            // The method of SOCKS 5 without authentication (RFC 1928, section 3).
            if kind == "socks5" {
                _ = connection.read(3)
                connection.write([5, 0])
            }
            _ = connection.read(1)
        }
        defer { proxy.stop() }
        let port = proxy.port
        try await withEngine { dispatcher, _ in
            let request = try request("http://nowhere.test/") { $0.proxy = "\(kind)://127.0.0.1:\(port)" }
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .dns, "\(failure as Any)")
            #expect(failure?.message == "no address found for the host nowhere.test")
        }
    }

    @Test func `a tunnel that the proxy refuses is a failure to connect`() async throws {
        let proxy = RawServer(answering: { _ in rawResponse("403 Forbidden", ["X-Proxy: 1"], "no") })
        defer { proxy.stop() }
        let port = proxy.port
        try await withEngine { dispatcher, _ in
            let request = try request("https://origin.test/") { $0.proxy = "http://ada:secret@127.0.0.1:\(port)" }
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .connect)
            #expect(
                failure?.message
                    == "the proxy http://127.0.0.1:\(port) refused a tunnel to origin.test:443 with status 403")
            #expect(failure?.response == nil)
        }
        #expect(proxy.requests.first?.line == "CONNECT origin.test:443 HTTP/1.1")
    }

    @Test func `what a proxy says about its tunnel is not the server's response`() async throws {
        let certificates = try #require(Certificates.shared)
        let server = try #require(TLSServer(certificates.server))
        let proxy = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 Connection established\r\nX-Proxy: 1\r\n\r\n")
            connection.relay(to: server.port)
        }
        defer { proxy.stop() }
        try await withEngine { dispatcher, _ in
            let port = proxy.port
            let request = try request(server.url) {
                $0.proxy = "http://127.0.0.1:\(port)"
                $0.tls.ca = certificates.server.certificate
            }
            let response = try await dispatcher.send(request)
            #expect(response.headers.map(\.name) == ["Content-Length"])
            #expect(response.body == Array("0 nobody TLSv1.3".utf8))
        }
    }

    @Test func `a proxy that is not there is named`() async throws {
        try await withEngine { dispatcher, _ in
            let request = try request("http://origin.test/") { $0.proxy = "http://127.0.0.1:1" }
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .connect)
            #expect(failure?.message == "connection refused by the proxy http://127.0.0.1:1")
        }
    }

    @Test(arguments: ["http_proxy", "all_proxy", "ALL_PROXY"])
    func `a proxy of the environment is named with its variable, without its password`(_ name: String) async throws {
        let environment = CurlEnvironment { [name: "http://ada:s3cret@127.0.0.1:1"][$0] }
        try await withEngine(environment: environment) { dispatcher, _ in
            let request = try request("http://origin.test/")
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.message == "connection refused by the proxy http://127.0.0.1:1 (\(name))")
        }
    }

    @Test func `a server that is asked without the proxy is not taken for it`() async throws {
        let environment = CurlEnvironment { ["http_proxy": "http://127.0.0.1:1", "no_proxy": "127.0.0.1"][$0] }
        try await withEngine(environment: environment) { dispatcher, _ in
            let request = try request("http://127.0.0.1:2/")
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.message == "connection refused by 127.0.0.1:2")
        }
    }
}
