import BatonAPI
import BatonTesting
import Synchronization
import Testing

/// Bodies of requests that are made while they are sent.
@Suite struct BodySourceTests {
    /// Under a sanitizer 50,000 pieces take minutes: no test here is about the time that a request may take.
    private static func client(_ url: String) throws -> APIClient {
        try APIClient(APIEnvironment(baseURL: url, timeout: .seconds(600)))
    }

    private static func post(_ source: BodySource) -> Call<Void> {
        Call(APIRequest(.post, "/import", content: .stream(source, type: "text/csv")))
    }

    private static func pieces(_ texts: String...) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            for text in texts { continuation.yield(Array(text.utf8)) }
            continuation.finish()
        }
    }

    @Test func `a piece is sent before the next one is made`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let seen = Mutex<[String]>([])
        let server = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            seen.withLock { $0.append(request["transfer-encoding"] ?? "") }
            while let chunk = connection.readChunk(), !chunk.isEmpty {
                seen.withLock { $0.append(String(decoding: chunk, as: UTF8.self)) }
                if chunk.last == UInt8(ascii: "1") {
                    continuation.yield(Array("row 2".utf8))
                } else {
                    continuation.finish()
                }
            }
            connection.write("HTTP/1.1 204 No Content\r\n\r\n")
        }
        defer { server.stop() }
        continuation.yield(Array("row 1".utf8))
        try await Self.client(server.url).send(Self.post(BodySource(stream)))
        #expect(seen.withLock { $0 } == ["chunked", "row 1", "row 2"])
        #expect(server.requests[0]["content-type"] == "text/csv")
    }

    @Test func `with a length there are no chunks, and pieces of any size arrive whole`() async throws {
        let server = RawServer(answering: { _ in "HTTP/1.1 204 No Content\r\n\r\n" })
        defer { server.stop() }
        let sizes = [1, 0, 70_000, 300_000, 3, 16_384]
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        for (number, size) in sizes.enumerated() { continuation.yield([UInt8](repeating: UInt8(number), count: size)) }
        continuation.finish()
        let length = sizes.reduce(0, +)
        try await Self.client(server.url).send(Self.post(BodySource(stream, length: Int64(length))))
        let request = server.requests[0]
        #expect(request["content-length"] == "\(length)" && request["transfer-encoding"] == nil)
        #expect(request.body == sizes.enumerated().flatMap { [UInt8](repeating: UInt8($0), count: $1) })
    }

    @Test(arguments: [(2, "more than its length of 2 bytes"), (9, "ended after 6 bytes, and its length is 9")])
    func `more or fewer bytes than were said are a failure`(_ length: Int64, _ words: String) async throws {
        let server = RawServer(answering: { _ in "HTTP/1.1 204 No Content\r\n\r\n" })
        defer { server.stop() }
        let source = BodySource(Self.pieces("abc", "def"), length: length)
        let client = try Self.client(server.url)
        let failure = await #expect(throws: Failure.self) { try await client.send(Self.post(source)) }
        #expect(failure?.kind == .badInput && failure?.message.contains(words) == true, "\(failure?.message ?? "")")
    }

    @Test func `what comes behind the length is a failure however late it comes`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let hasHead = Notice()
        let server = RawServer { connection in
            guard connection.readRequest(readsBody: false) != nil, connection.read(2).count == 2 else { return }
            hasHead.give()
            if connection.read(1).count == 1 { connection.write("HTTP/1.1 204 No Content\r\n\r\n") }
        }
        defer { server.stop() }
        continuation.yield([1, 2, 3])
        let client = try Self.client(server.url)
        let request = Self.post(BodySource(stream, length: 3))
        async let sent = #expect(throws: Failure.self) { try await client.send(request) }
        await hasHead.received()
        continuation.yield([4])
        continuation.finish()
        #expect(await sent?.message.contains("more than its length") == true)
    }

    @Test func `very small and very large pieces arrive as they are`() async throws {
        let received = Mutex<[UInt8]>([])
        let chunks = Mutex(0)
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            while let chunk = connection.readChunk(), !chunk.isEmpty {
                received.withLock { $0 += chunk }
                chunks.withLock { $0 += 1 }
            }
            connection.write("HTTP/1.1 204 No Content\r\n\r\n")
        }
        defer { server.stop() }
        let large = (0..<20_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let small = (0..<50_000).map { [UInt8(truncatingIfNeeded: $0)] }
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        for piece in small { continuation.yield(piece) }
        continuation.yield(large)
        continuation.finish()
        try await Self.client(server.url).send(Self.post(BodySource(stream)))
        #expect(received.withLock { $0 } == small.flatMap { $0 } + large)
        #expect(chunks.withLock { $0 } < 10_000)
    }

    @Test func `an error of the sequence is kept`() async throws {
        struct Torn: Error {}
        let server = RawServer(answering: { _ in "HTTP/1.1 204 No Content\r\n\r\n" })
        defer { server.stop() }
        let stream = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield([1])
            continuation.finish(throwing: Torn())
        }
        let client = try Self.client(server.url)
        let failure = await #expect(throws: Failure.self) { try await client.send(Self.post(BodySource(stream))) }
        #expect(failure?.kind == .badInput && failure?.underlying is Torn, "\(failure?.message ?? "")")
    }

    @Test func `the sequence is read as fast as the body is sent`() async throws {
        let made = Mutex(0)
        let pieces = AsyncStream {
            made.withLock { made in
                made += 1
                return made <= 200 ? [UInt8](repeating: 7, count: 10_000) : nil
            }
        }
        var worst = 0
        let received = Mutex(0)
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            while let chunk = connection.readChunk(), !chunk.isEmpty { received.withLock { $0 += chunk.count } }
            connection.write("HTTP/1.1 204 No Content\r\n\r\n")
        }
        defer { server.stop() }
        let source = BodySource(pieces)
        let request = Self.post(source)
        let client = try Self.client(server.url)
        async let sent: Void = client.send(request)
        // What waits is what was made and has not been taken.
        while received.withLock({ $0 }) < 2_000_000 {
            worst = max(worst, source.waiting)
            await Task.yield()
        }
        try await sent
        #expect(worst <= (256 << 10) + 10_000)
    }

    @Test func `a server that refuses early is heard, although the sequence has nothing more`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let isEnded = Notice()
        continuation.onTermination = { _ in isEnded.give() }
        continuation.yield([1])
        let server = RawServer { connection in
            guard connection.readRequest() != nil, connection.readChunk() != nil else { return }
            connection.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\n\r\nno")
            connection.write(" up")
            connection.waitForClose()
        }
        defer { server.stop() }
        let client = try Self.client(server.url)
        let failure = await #expect(throws: Failure.self) { try await client.send(Self.post(BodySource(stream))) }
        #expect(failure?.response?.status == 413 && failure?.response?.text == "no up", "\(failure?.message ?? "")")
        await isEnded.received()
    }

    @Test func `a sequence hears of the end between two of its pieces too`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let isEnded = Notice()
        continuation.onTermination = { _ in isEnded.give() }
        let source = BodySource(stream)
        try source.begin()
        let reading = withUnsafeTemporaryAllocation(byteCount: 8, alignment: 1) { buffer in
            source.read(into: buffer) { source.stop() }
        }
        #expect(reading == .later)
        continuation.yield([1])
        await isEnded.received()
    }

    @Test func `cancelling the task ends the request and the sequence`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let (isThere, isEnded) = (Notice(), Notice())
        continuation.onTermination = { _ in isEnded.give() }
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            isThere.give()
            connection.waitForClose()
        }
        defer { server.stop() }
        let client = try Self.client(server.url)
        let task = Task { try await client.send(Self.post(BodySource(stream))) }
        await isThere.received()
        task.cancel()
        let failure = await #expect(throws: Failure.self) { try await task.value }
        #expect(failure?.kind == .cancelled)
        await isEnded.received()
    }

    @Test(arguments: ["/busy", "/moved", "/login"])
    func `a request with such a body is sent once`(_ path: String) async throws {
        let server = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            while let chunk = connection.readChunk(), !chunk.isEmpty {}
            switch request.target {
            case "/busy": connection.write("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")
            case "/moved":
                connection.write("HTTP/1.1 307 Moved\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
            default: connection.write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")
            }
        }
        defer { server.stop() }
        struct Token: Authenticator {
            func credential(
                replacing old: String?, for request: Request, through dispatcher: any Dispatcher
            ) async throws(Failure) -> String { "t" }
            func apply(_ credential: String, to request: inout Request) {
                request.headers.set("Authorization", "Bearer \(credential)", isCredential: true)
            }
            var secrets: [String] { [] }
            func isExpiring(_ credential: String, at now: Timestamp) -> Bool { false }
            func isRefused(_ response: Response) -> Bool { response.status == 401 }
            func secrets(of credential: String) -> [String] { [credential] }
        }
        let environment = APIEnvironment(
            baseURL: server.url, credentials: path == "/login" ? .custom(Token()) : nil,
            redirects: RedirectPolicy())
        let client = try APIClient(environment)
        let request = APIRequest(.post, .raw(path), content: .stream(BodySource(Self.pieces("abc")), type: nil))
            .with(\.retry, RetryPolicy(attempts: 3, methods: .all))
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(request)) }
        #expect(server.requests.count == 1)
        let message = try #require(failure?.message)
        switch path {
        case "/busy": #expect(message.hasSuffix("(a body that is a stream is not sent again)"), "\(message)")
        case "/moved":
            #expect(failure?.kind == .badInput && message.contains("a stream, which is read once"), "\(message)")
        default: #expect(failure?.kind == .unauthorized, "\(message)")
        }
    }

    @Test func `HTTP 1.0 needs a length`() async throws {
        let client = try Self.client("http://127.0.0.1:1")
        let request = Self.post(BodySource(Self.pieces("abc"))).request
            .with(\.transfer, TransferSettings(httpVersion: .http10))
        let failure = await #expect(throws: Failure.self) { try await client.send(Call<Void>(request)) }
        #expect(failure?.kind == .badInput && failure?.message.contains("give it a length") == true)
    }

    @Test func `the body of a response goes on as the body of a request`() async throws {
        let server = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            guard request.method == "POST" else {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
                return
            }
            let chunk = connection.readChunk() ?? []
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(chunk.count)\r\n\r\n")
            connection.write(chunk)
        }
        defer { server.stop() }
        let client = try Self.client(server.url)
        let source = BodySource(client.bytes(of: Call<Void>(.get("/export"))))
        let response = try await client.response(
            to: APIRequest(.post, "/import", content: .stream(source, type: "text/plain")))
        #expect(response.text == "hello")
    }
}
