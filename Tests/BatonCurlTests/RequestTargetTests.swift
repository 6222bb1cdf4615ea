import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

/// What is asked for is what the URL says, whatever the handle sent before.
@Suite struct RequestTargetTests {
    private static let targets = [
        "/", "/login", "/me?", "/items?page=2&size=10", "/items", "/a%2Fb%c3", "/q?x=%C3%A9", "/items?page=3",
        "//double//", "/x;y=1/@a:b,c!$&'()*+", "/?q=a?b/c", "/dot.json", "/.hidden", "/a/..b/c", "/last?a='b'",
    ]

    @Test(arguments: [1, 7]) func `each target arrives as it is written, one after another on one handle`(
        _ step: Int
    ) async throws {
        let server = RawServer { connection in
            while connection.readRequest() != nil { connection.write(rawResponse()) }
        }
        defer { server.stop() }
        // Two orders, so that each stands behind several others.
        let order = (0..<Self.targets.count * 2).map { Self.targets[$0 * step % Self.targets.count] }
        try await withEngine { dispatcher, _ in
            for target in order {
                let response = try await dispatcher.send(try server.request(.get, target))
                #expect(response.url.text.hasSuffix(target))
            }
        }
        #expect(server.requests.map(\.line) == order.map { "GET \($0) HTTP/1.1" })
        #expect(server.connectionCount == 1)
    }

    @Test func `dot segments go only where that is asked for`() async throws {
        let server = RawServer { connection in
            while connection.readRequest() != nil { connection.write(rawResponse()) }
        }
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            for keepsDots in [false, true, false] {
                for target in ["/plain", "/a/../b/./c", "/plain"] {
                    _ = try await dispatcher.send(try server.request(.get, target) { $0.pathAsIs = keepsDots })
                }
            }
        }
        let resolved = ["/plain", "/b/c", "/plain"]
        #expect(
            server.requests.map(\.line)
                == (resolved + ["/plain", "/a/../b/./c", "/plain"] + resolved).map { "GET \($0) HTTP/1.1" })
    }

    @Test func `a request goes to its own server, with its own name for it`() async throws {
        let servers = (0..<2).map { number in
            RawServer(answering: { rawResponse("200 OK", [], "\(number) \($0["host"] ?? "")") })
        }
        defer { for server in servers { server.stop() } }
        let urls = servers.flatMap { ["http://127.0.0.1:\($0.port)", "http://LOCALHOST:\($0.port)"] }
        try await withEngine { dispatcher, _ in
            for index in [0, 1, 2, 3, 1, 0, 3, 2] {
                let url = try URLText.parse(urls[index] + "/x?y=1")
                let response = try await dispatcher.send(Request(.get, url))
                let host = urls[index].lowercased().dropFirst("http://".count)
                #expect(String(decoding: response.body, as: UTF8.self) == "\(index / 2) \(host)")
            }
        }
    }
}
