import BatonAPI
import BatonTesting
import Synchronization
import Testing

/// Downloads that go on where they broke off.
@Suite struct DownloadTests {
    private static let content = String(repeating: "0123456789", count: 30)

    /// A server of one file, which breaks off the first responses after some bytes.
    private final class Shop: Sendable {
        let server: RawServer

        /// - Parameters:
        ///   - breaks: the number of bytes of the first responses.
        ///   - head: the fields of each response, by its number.
        init(_ breaks: [Int], head: @escaping @Sendable (Int) -> String) {
            let count = Mutex(0)
            server = RawServer { connection in
                while let request = connection.readRequest() {
                    let number = count.withLock { count in
                        defer { count += 1 }
                        return count
                    }
                    let start = request["range"].flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
                    // A part of what has changed meanwhile is not asked for.
                    let fits = request["if-range"].map { head(number).contains($0) } ?? false
                    let rest = fits ? String(DownloadTests.content.dropFirst(start)) : DownloadTests.content
                    if fits, rest.isEmpty {
                        connection.write(
                            "HTTP/1.1 416 Range\r\nContent-Range: bytes */\(DownloadTests.content.count)\r\nContent-Length: 0\r\n\r\n"
                        )
                        continue
                    }
                    let range =
                        "Content-Range: bytes \(start)-\(DownloadTests.content.count - 1)/\(DownloadTests.content.count)\r\n"
                    connection.write(
                        (fits ? "HTTP/1.1 206 Partial Content\r\n\(range)" : "HTTP/1.1 200 OK\r\n")
                            + "Content-Length: \(rest.count)\r\n\(head(number))\r\n")
                    guard number < breaks.count else {
                        connection.write(rest)
                        continue
                    }
                    connection.write(String(rest.prefix(breaks[number])))
                    connection.waitUntilDelivered()
                    return
                }
            }
        }

        func client(_ retry: RetryPolicy? = nil) throws -> APIClient {
            try APIClient(APIEnvironment(baseURL: server.url, retry: retry))
        }

        var ranges: [String] { server.requests.map { $0["range"] ?? "whole" } }
    }

    private static let call = Call<Void>(.get("/file"))
    private static let tag = "ETag: \"v1\"\r\n"

    @Test func `a later call asks for the rest of the same version`() async throws {
        let shop = Shop([100, 50]) { _ in Self.tag }
        defer { shop.server.stop() }
        let folder = TemporaryFolder()
        let path = folder.file("export.csv")
        for _ in 1...2 {
            let failure = await #expect(throws: Failure.self) { try await shop.client().download(Self.call, to: path) }
            #expect(failure?.kind == .reset)
            #expect(folder.read("export.csv") == nil)
        }
        let response = try await shop.client().download(Self.call, to: path)
        #expect(shop.ranges == ["whole", "bytes=100-", "bytes=150-"])
        #expect(shop.server.requests[1]["if-range"] == "\"v1\"")
        #expect(response.status == 206 && response.body.isEmpty)
        #expect(folder.read("export.csv").map { String(decoding: $0, as: UTF8.self) } == Self.content)
        #expect(folder.names == ["export.csv"])
    }

    @Test func `attempts of one call go on, too`() async throws {
        let shop = Shop([1, 2, 3]) { _ in Self.tag }
        defer { shop.server.stop() }
        let folder = TemporaryFolder()
        let retry = RetryPolicy(attempts: 4, every: .milliseconds(1))
        try await shop.client(retry).download(Self.call, to: folder.file("export.csv"))
        #expect(shop.ranges == ["whole", "bytes=1-", "bytes=3-", "bytes=6-"])
        #expect(folder.read("export.csv").map { String(decoding: $0, as: UTF8.self) } == Self.content)
    }

    @Test(arguments: [
        // Another version replaces the part.
        (["ETag: \"v1\"\r\n", "ETag: \"v2\"\r\n"], ["whole", "bytes=100-"]),
        // Nothing says which version a part is of.
        (["", ""], ["whole", "whole"]),
        (["ETag: W/\"v1\"\r\n", "ETag: W/\"v1\"\r\n"], ["whole", "whole"]),
        (
            [
                "Date: Sun, 29 Nov 2026 12:00:00 GMT\r\nLast-Modified: Sun, 29 Nov 2026 12:00:00 GMT\r\n",
                "Date: Sun, 29 Nov 2026 12:00:00 GMT\r\nLast-Modified: Sun, 29 Nov 2026 12:00:00 GMT\r\n",
            ], ["whole", "whole"]
        ),
        (
            [
                "Date: Sun, 29 Nov 2026 12:00:00 GMT\r\nLast-Modified: Sun, 29 Nov 2026 11:00:00 GMT\r\n",
                "Date: Sun, 29 Nov 2026 12:00:09 GMT\r\nLast-Modified: Sun, 29 Nov 2026 11:00:00 GMT\r\n",
            ], ["whole", "bytes=100-"]
        ),
    ])
    func `only a part of what is still there is gone on with`(_ heads: [String], _ ranges: [String]) async throws {
        let shop = Shop([100]) { heads[min($0, 1)] }
        defer { shop.server.stop() }
        let folder = TemporaryFolder()
        let path = folder.file("export.csv")
        _ = try? await shop.client().download(Self.call, to: path)
        try await shop.client().download(Self.call, to: path)
        #expect(shop.ranges == ranges)
        #expect(folder.read("export.csv").map { String(decoding: $0, as: UTF8.self) } == Self.content)
    }

    @Test func `a part of another URL is not gone on with`() async throws {
        let shop = Shop([100]) { _ in Self.tag }
        defer { shop.server.stop() }
        let folder = TemporaryFolder()
        let path = folder.file("export.csv")
        _ = try? await shop.client().download(Self.call, to: path)
        try await shop.client().download(Call<Void>(.get("/file?page=2")), to: path)
        #expect(shop.ranges == ["whole", "whole"])
    }

    @Test func `a server that sends another part is a failure, and the next attempt begins anew`() async throws {
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request["range"] == nil {
                    connection.write("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 9\r\n\r\nabc")
                    connection.waitUntilDelivered()
                    return
                }
                connection.write(
                    "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-1/9\r\nContent-Length: 2\r\n\r\nab")
            }
        }
        defer { server.stop() }
        let folder = TemporaryFolder()
        let client = try APIClient(APIEnvironment(baseURL: server.url))
        for kind in [Failure.Kind.reset, .protocol, .reset] {
            let failure = await #expect(throws: Failure.self) {
                try await client.download(Self.call, to: folder.file("export.csv"))
            }
            #expect(failure?.kind == kind, "\(failure?.message ?? "")")
        }
        #expect(server.requests.map { $0["range"] != nil } == [false, true, false])
        #expect(folder.read("export.csv") == nil)
    }

    @Test func `a stub and an empty body are saved as well, and a status outside 2xx saves nothing`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/file", with: .fixed(Sample(status: 200, body: Array("abc".utf8))))
        stub.respond(to: .get, "/empty", with: .fixed(Sample(status: 200)))
        stub.respond(to: .get, "/none", with: .fixed(Sample(status: 404)))
        let client = try APIClient(APIEnvironment(baseURL: "https://shop.example"), dispatcher: stub)
        let folder = TemporaryFolder()
        try await client.download(Self.call, to: folder.file("a"))
        try await client.download(Call<Void>(.get("/empty")), to: folder.file("b"))
        let failure = await #expect(throws: Failure.self) {
            try await client.download(Call<Void>(.get("/none")), to: folder.file("c"))
        }
        #expect(failure?.kind == .notFound)
        #expect(folder.read("a") == Array("abc".utf8) && folder.read("b") == [] && folder.read("c") == nil)
    }

    @Test func `a file that cannot be written is bad input before anything is sent`() async throws {
        let stub = StubDispatcher()
        let client = try APIClient(APIEnvironment(baseURL: "https://shop.example"), dispatcher: stub)
        let failure = await #expect(throws: Failure.self) {
            try await client.download(Self.call, to: "/nowhere/export.csv")
        }
        #expect(failure?.kind == .badInput)
    }
}
