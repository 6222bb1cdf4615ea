import BatonAPI
import BatonCurl
import BatonTesting
import Testing

/// Bodies that are read in pieces.
@Suite struct ByteSequenceTests {
    private static func client(_ url: String) throws -> APIClient { try APIClient(APIEnvironment(baseURL: url)) }

    @Test func `a piece is there before the next one is sent`() async throws {
        let mayGoOn = Gate()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none")
            mayGoOn.wait()
            connection.write("two")
        }
        defer { server.stop() }
        var text = ""
        for try await piece in try Self.client(server.url).bytes(of: Call<Void>(.get("/"))) {
            text += String(decoding: piece, as: UTF8.self)
            if text == "one" { mayGoOn.open() }
        }
        #expect(text == "onetwo")
    }

    /// On a connection that others have used, what comes while the reader is behind would look like bytes that nobody asked
    /// for.
    @Test func `a stream has a connection of its own, and a slow reader gets all of it`() async throws {
        let size = 3_000_000
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                guard request.target == "/stream" else {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    continue
                }
                connection.write("HTTP/1.1 200 OK\r\n\r\n")
                connection.write([UInt8](repeating: 7, count: size))
                return
            }
        }
        defer { server.stop() }
        // An engine of its own, whose connections do not age while a busy machine takes its time.
        let engine = CurlEngine(idleTimes: Persistence.Times(longest: 1_000_000))
        defer { engine.shutDown() }
        let client = try APIClient(APIEnvironment(baseURL: server.url), dispatcher: CurlDispatcher(engine: engine))
        for _ in 1...3 {
            _ = try await client.response(to: .get("/health"))
            var count = 0
            for try await piece in client.bytes(of: Call<Void>(.get("/stream"))) {
                count += piece.count
                for _ in 1...100 { await Task.yield() }
            }
            #expect(count == size)
        }
        #expect(Set(server.requests.filter { $0.target == "/stream" }.map(\.connection)).count == 3)
        let health = server.requests.filter { $0.target == "/health" }.map(\.connection)
        #expect(Set(health).count == 1)
    }

    @Test func `leaving the loop ends the transfer`() async throws {
        let isClosed = Notice()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\none")
            connection.waitForClose()
            isClosed.give()
        }
        defer { server.stop() }
        for try await piece in try Self.client(server.url).bytes(of: Call<Void>(.get("/"))) {
            #expect(piece == Array("one".utf8))
            break
        }
        await isClosed.received()
    }

    @Test func `a status outside 2xx and a broken body are failures`() async throws {
        let server = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            connection.write(
                request.target == "/missing"
                    ? "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"
                    : "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\none")
        }
        defer { server.stop() }
        let client = try Self.client(server.url)
        for (path, kind) in [("/missing", Failure.Kind.notFound), ("/short", .reset)] {
            var text = ""
            let failure = await #expect(throws: Failure.self) {
                for try await piece in client.bytes(of: Call<Void>(.get(.raw(path)))) {
                    text += String(decoding: piece, as: UTF8.self)
                }
            }
            #expect(failure?.kind == kind && text == (path == "/short" ? "one" : ""))
        }
        #expect(client.inFlight == 0)
    }

    @Test func `a body that stops coming ends with the idle timeout`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\none")
            connection.waitForClose()
        }
        defer { server.stop() }
        let call = Call<Void>(.get("/").with(\.idleTimeout, .seconds(1)))
        let client = try Self.client(server.url)
        let failure = await #expect(throws: Failure.self) { for try await _ in client.bytes(of: call) {} }
        #expect(failure?.kind == .timeout)
        #expect(failure?.message == "nothing came from 127.0.0.1:\(server.port) for 1s")
    }

    @Test func `a stub gives its body at once`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/", with: .fixed(.text("whole")))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        var pieces: [String] = []
        for try await piece in client.bytes(of: Call<Void>(.get("/"))) {
            pieces.append(String(decoding: piece, as: UTF8.self))
        }
        #expect(pieces == ["whole"])
    }

    @Test func `what takes long has no time limit as a whole unless one is set`() throws {
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: StubDispatcher())
        func options(_ request: APIRequest) throws -> TransferOptions {
            try client.request(for: Call<Void>(request)).options
        }
        let plain = try options(.get("/"))
        #expect(plain.timeout == .seconds(30) && plain.idleTimeout == nil)
        let download = APIRequest.get("/").with(\.savePath, "/tmp/x")
        let long = try options(download)
        #expect(long.timeout > .seconds(86_400) && long.idleTimeout == .seconds(60))
        let bounded = try options(download.with(\.timeout, .seconds(5)))
        #expect(bounded.timeout == .seconds(5) && bounded.idleTimeout == nil)
        #expect(throws: Failure.self) { try options(.get("/").with(\.idleTimeout, .zero)) }
    }
}
