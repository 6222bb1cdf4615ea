import BatonHTTP
import BatonTesting
import Testing

@testable import BatonCurl

/// Bodies that are handed over while they arrive.
@Suite struct StreamingTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"

    /// Sends the request with a stream, and lets the body read it.
    private func reading<Value: Sendable>(
        _ server: RawServer, onLoop: Bool = false, change: (inout TransferOptions) -> Void = { _ in },
        _ body: @Sendable (BodyStream, Task<Result<Response, Failure>, Never>) async throws -> Value
    ) async throws -> Value {
        var request = try server.request(.get, "/", change)
        let stream = BodyStream()
        request.bodyStream = stream
        let sent = request
        return try await withEngine { dispatcher, engine in
            let sending = Task(executorPreference: onLoop ? engine.loop(at: 0) : nil) {
                () -> Result<Response, Failure> in
                defer { stream.end() }
                do throws(Failure) {
                    return .success(try await dispatcher.send(sent))
                } catch {
                    return .failure(error)
                }
            }
            return try await body(stream, sending)
        }
    }

    private static func text(_ pieces: [BodyStream.Piece]?) -> String? {
        pieces.map { String(decoding: $0.flatMap(\.bytes), as: UTF8.self) }
    }

    @Test(arguments: [false, true]) func `a piece is there before the next one is sent`(_ onLoop: Bool) async throws {
        let gates = [Gate(), Gate()]
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
            gates[0].wait()
            connection.write("3\r\ntwo\r\n")
            gates[1].wait()
            connection.write("0\r\n\r\n")
        }
        defer { server.stop() }
        try await reading(server, onLoop: onLoop) { stream, sending in
            #expect(await Self.text(stream.next()) == "one")
            #expect(stream.head?.status == 200)
            #expect(stream.head?.headers["content-type"] == "text/event-stream")
            gates[0].open()
            let second = await stream.next()
            #expect(Self.text(second) == "two")
            gates[1].open()
            #expect(await stream.next() == nil)
            let response = try await sending.value.get()
            #expect(response.size == 6)
            #expect(response.body.isEmpty)
        }
    }

    @Test func `a transfer pauses while its reader is behind, and loses nothing`() async throws {
        let count = 40 << 20
        let block = [UInt8](repeating: 0x78, count: 1 << 20)
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "Content-Length: \(count)\r\n\r\n")
            for _ in 0..<40 { connection.write(block) }
        }
        defer { server.stop() }
        try await reading(server, onLoop: true) { stream, sending in
            while !stream.isFull { await Task.yield() }
            var size = 0
            while let pieces = await stream.next() {
                let waited = pieces.reduce(0) { $0 + $1.bytes.count }
                #expect(waited <= BodyStream.capacity + 64 << 10)
                size += waited
            }
            #expect(size == count)
            let response = try await sending.value.get()
            #expect(response.size == count)
        }
    }

    @Test func `a transfer that is stopped is a response, and its connection is closed`() async throws {
        let isClosed = Notice()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "\r\none")
            connection.waitForClose()
            isClosed.give()
        }
        defer { server.stop() }
        try await reading(server) { stream, sending in
            #expect(await Self.text(stream.next()) == "one")
            stream.stop()
            let response = try await sending.value.get()
            #expect(response.status == 200)
            #expect(response.size == 3)
            await isClosed.received()
        }
    }

    @Test func `a transfer that pauses is cancelled like any other`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "\r\n")
            let block = [UInt8](repeating: 0x78, count: 1 << 20)
            while connection.write(block) {}
        }
        defer { server.stop() }
        try await reading(server) { stream, sending in
            while !stream.isFull { await Task.yield() }
            sending.cancel()
            let failure = await failing { try await sending.value.get() }
            #expect(failure?.kind == .cancelled)
        }
    }

    @Test func `a transfer that pauses keeps to its time limit`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "\r\n")
            let block = [UInt8](repeating: 0x78, count: 1 << 20)
            while connection.write(block) {}
        }
        defer { server.stop() }
        try await reading(server, change: { $0.timeout = .milliseconds(300) }) { _, sending in
            let failure = await failing { try await sending.value.get() }
            #expect(failure?.kind == .timeout)
            #expect(failure?.response?.status == 200)
        }
    }

    @Test func `a response outside 2xx and a redirect on the way are no stream`() async throws {
        let server = RawServer(answering: { request in
            switch request.target {
            case "/": rawResponse("302 Found", ["Location: /b"], "moved")
            default: rawResponse("404 Not Found", [], "nothing")
            }
        })
        defer { server.stop() }
        try await reading(server, change: { $0.redirects = RedirectPolicy() }) { stream, sending in
            #expect(await stream.next() == nil)
            #expect(stream.head == nil)
            let response = try await sending.value.get()
            #expect(response.status == 404)
            #expect(String(decoding: response.body, as: UTF8.self) == "nothing")
        }
    }
}
