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

    /// The first response breaks off after three of nine bytes.
    private static let broken = "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 9\r\n\r\nabc"

    @Test(arguments: [
        "Content-Range: bytes 0-1/9\r\nETag: \"v1\"\r\nContent-Length: 2\r\n\r\nab",
        "Content-Range: bytes 3-4/9\r\nETag: \"v1\"\r\nContent-Length: 6\r\n\r\ndefghi",
        "Content-Range: bytes 3-9/10\r\nETag: \"v1\"\r\nContent-Length: 7\r\n\r\ndefghij",
        "Content-Range: bytes 3-8/9\r\nContent-Length: 6\r\n\r\ndefghi",
        "Content-Range: bytes 3-8/9\r\nETag: \"v2\"\r\nContent-Length: 6\r\n\r\nDEFGHI",
        "ETag: \"v1\"\r\nContent-Length: 6\r\n\r\ndefghi",
        "Content-Range: bytes 3-8/9\r\nETag: \"v1\"\r\nContent-Encoding: gzip\r\nContent-Length: 6\r\n\r\ndefghi",
    ])
    func `a part that is not the one that was asked for is refused, and the next attempt begins anew`(
        _ part: String
    ) async throws {
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request["range"] != nil {
                    connection.write("HTTP/1.1 206 Partial Content\r\n\(part)")
                } else if request.connection == 0 {
                    connection.write(Self.broken)
                    connection.waitUntilDelivered()
                    return
                } else {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabcdefghi")
                }
            }
        }
        defer { server.stop() }
        let folder = TemporaryFolder()
        let client = try APIClient(APIEnvironment(baseURL: server.url))
        for _ in 1...2 {
            await #expect(throws: Failure.self) { try await client.download(Self.call, to: folder.file("a")) }
            #expect(folder.read("a") == nil)
        }
        try await client.download(Self.call, to: folder.file("a"))
        #expect(folder.read("a").map { String(decoding: $0, as: UTF8.self) } == "abcdefghi")
        #expect(server.requests.map { $0["range"] != nil } == [false, true, false])
    }

    @Test(arguments: ["bytes */3", "bytes */9"])
    func `a server that has less by now sends what it has`(_ range: String) async throws {
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request["range"] != nil {
                    connection.write("HTTP/1.1 416 Range\r\nContent-Range: \(range)\r\nContent-Length: 0\r\n\r\n")
                } else if request.connection == 0 {
                    connection.write(Self.broken)
                    connection.waitUntilDelivered()
                    return
                } else {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nxyz")
                }
            }
        }
        defer { server.stop() }
        let folder = TemporaryFolder()
        let client = try APIClient(APIEnvironment(baseURL: server.url))
        await #expect(throws: Failure.self) { try await client.download(Self.call, to: folder.file("a")) }
        try await client.download(Self.call, to: folder.file("a"))
        #expect(folder.read("a").map { String(decoding: $0, as: UTF8.self) } == "xyz")
    }

    @Test func `a redirect to another place by now begins anew`() async throws {
        let places = Mutex(["/one", "/two", "/two"])
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                switch (request.target, request["range"]) {
                case ("/file", _):
                    let place = places.withLock { $0.removeFirst() }
                    connection.write("HTTP/1.1 302 Found\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n")
                case ("/one", _):
                    connection.write(Self.broken)
                    connection.waitUntilDelivered()
                    return
                case (_, nil): connection.write("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 3\r\n\r\nxyz")
                default:
                    connection.write(
                        "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 3-8/9\r\nETag: \"v1\"\r\nContent-Length: 6\r\n\r\nDEFGHI"
                    )
                }
            }
        }
        defer { server.stop() }
        let folder = TemporaryFolder()
        let client = try APIClient(APIEnvironment(baseURL: server.url, redirects: RedirectPolicy()))
        for _ in 1...2 {
            await #expect(throws: Failure.self) { try await client.download(Self.call, to: folder.file("a")) }
        }
        try await client.download(Self.call, to: folder.file("a"))
        #expect(folder.read("a").map { String(decoding: $0, as: UTF8.self) } == "xyz")
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

    @Test(arguments: ["/nowhere/export.csv", "/tmp", ""])
    func `a file that cannot be written is bad input before anything is sent`(_ path: String) async throws {
        let stub = StubDispatcher()
        let client = try APIClient(APIEnvironment(baseURL: "https://shop.example"), dispatcher: stub)
        let failure = await #expect(throws: Failure.self) {
            try await client.download(Self.call, to: path)
        }
        #expect(failure?.kind == .badInput)
    }
}
