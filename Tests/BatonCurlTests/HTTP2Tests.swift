import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

@Suite struct HTTP2Tests {
    /// Speaks just enough of HTTP/2 (RFC 9113) to answer every request with status 200.
    private static func serve(_ connection: RawServer.Connection, beforeResponse: () -> Void) {
        _ = connection.read(24)
        connection.write([0, 0, 0, 4, 0, 0, 0, 0, 0])
        while true {
            let head = connection.read(9)
            guard head.count == 9 else { return }
            _ = connection.read(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
            let (type, flags) = (head[3], head[4])
            if type == 4, flags == 0 { connection.write([0, 0, 0, 4, 1, 0, 0, 0, 0]) }
            if type == 1 {
                beforeResponse()
                // HEADERS with the end of the stream: `:status: 200` is entry 8 of the static table.
                connection.write([0, 0, 1, 1, 5] + head[5...] + [0x88])
            }
        }
    }

    private func request(_ server: RawServer, unixSocket path: String? = nil, timeout: Duration = .seconds(600)) throws
        -> Request
    {
        var request = Request(.get, try URLText.parse(path == nil ? server.url : "http://h/"))
        request.options.timeout = timeout
        request.options.connection.values.httpVersion = .http2PriorKnowledge
        request.options.connection.values.unixSocket = path
        return request
    }

    @Test func `a response over HTTP/2 has its status and version`() async throws {
        try await withServer({ connection in Self.serve(connection) {} }) { server in
            try await withEngine { dispatcher, _ in
                for _ in 0..<2 {
                    let response = try await dispatcher.send(try request(server))
                    #expect(response.status == 200)
                    #expect(response.httpVersion == .http2)
                }
            }
        }
    }

    @Test(arguments: [(UInt8(2), Failure.Kind.reset), (8, .reset), (1, .protocol)])
    func `a stream that the server ends with an error has the kind of it`(
        _ error: UInt8, _ kind: Failure.Kind
    ) async throws {
        let server = RawServer { connection in
            Self.serve(connection) {
                // RST_STREAM of the stream 1, in place of the response.
                connection.write([0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, error])
                _ = connection.read(1)
            }
        }
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try request(server)
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == kind, "\(failure as Any)")
        }
    }

    @Test(arguments: [Method.get, .post], [UInt8(7), 13])
    func `what the server did not process is sent again`(_ method: Method, _ error: UInt8) async throws {
        let server = RawServer { connection in
            if connection.number > 0, error == 13 {
                guard connection.readRequest() != nil else { return }
                connection.write(rawResponse())
            } else {
                Self.serve(connection) {
                    if connection.number == 0 { connection.write(Self.frame(3, 0, [0, 0, 0, error])) }
                }
            }
        }
        defer { server.stop() }
        var request = try request(server)
        request.method = method
        try await withEngine { dispatcher, _ in
            let response = try await dispatcher.send(request)
            #expect(response.status == 200)
        }
    }

    @Test(arguments: [Method.get, .post], [UInt8(0), 1, 2])
    func `a connection that is ended before it took the request is sent again or reset`(
        _ method: Method, _ error: UInt8
    ) async throws {
        let server = RawServer { connection in
            Self.serve(connection) {
                // GOAWAY whose last stream is none.
                if connection.number == 0 {
                    connection.write([0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, error])
                    connection.finishWriting()
                }
            }
        }
        defer { server.stop() }
        var request = try request(server)
        request.method = method
        try await withEngine { dispatcher, _ in
            do throws(Failure) {
                let response = try await dispatcher.send(request)
                #expect(response.status == 200)
            } catch {
                #expect(error.kind == .reset, "\(error)")
                #expect(!error.message.contains("kept connection"))
            }
        }
    }

    /// A response's head of literal fields (RFC 7541, 6.2.2), in a HEADERS frame and the CONTINUATION frames that it needs.
    private static func head(status: [UInt8] = [0x88], _ fields: [(name: String, value: String)], endsStream: Bool)
        -> [UInt8]
    {
        func text(_ text: String) -> [UInt8] {
            var length = text.utf8.count
            guard length >= 127 else { return [UInt8(length)] + text.utf8 }
            var bytes: [UInt8] = [127]
            length -= 127
            while length >= 128 {
                bytes.append(UInt8(length % 128 + 128))
                length /= 128
            }
            return bytes + [UInt8(length)] + text.utf8
        }
        var block = (status + fields.flatMap { [0] + text($0.name) + text($0.value) })[...]
        var frames: [UInt8] = []
        var type: UInt8 = 1
        repeat {
            let part = block.prefix(16384)
            block = block.dropFirst(16384)
            let flags: UInt8 = (block.isEmpty ? 4 : 0) | (type == 1 && endsStream ? 1 : 0)
            frames += frame(type, flags, Array(part))
            type = 9
        } while !block.isEmpty
        return frames
    }

    /// A frame of stream 1.
    private static func frame(_ type: UInt8, _ flags: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count
        return [UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags, 0, 0, 0, 1] + payload
    }

    private static func long(_ kind: String) -> [(name: String, value: String)] {
        switch kind {
        case "one long": [("x-long", String(repeating: "a", count: 30_000))]
        case "many": (0..<200).map { ("x-\($0)", String(repeating: "b", count: 200)) }
        default: [("x-short", "c")]
        }
    }

    @Test(arguments: ["one long", "many", "short"], ["head", "interim", "trailer"])
    func `headers of any length arrive`(_ kind: String, _ place: String) async throws {
        let fields = Self.long(kind)
        try await withServer({ connection in
            Self.serve(connection) {
                // `:status: 103` as a literal with the name of entry 8 of the static table.
                let early: [UInt8] = [0x08, 3] + "103".utf8
                var bytes: [UInt8] = []
                if place == "interim" { bytes += Self.head(status: early, fields, endsStream: false) }
                bytes += Self.head(place == "head" ? fields : [], endsStream: false)
                bytes += Self.frame(0, place == "trailer" ? 0 : 1, Array("body".utf8))
                if place == "trailer" { bytes += Self.head(status: [], fields, endsStream: true) }
                connection.write(bytes)
                _ = connection.read(1 << 20)
            }
        }) { server in
            try await withEngine { dispatcher, _ in
                let response = try await dispatcher.send(try request(server, timeout: .seconds(5)))
                #expect(response.status == 200 && response.body == Array("body".utf8))
                if place == "head" {
                    for field in fields { #expect(response.headers.values(field.name) == [field.value]) }
                }
            }
        }
    }

    @Test(arguments: [1, 3, 40])
    func `a limited rate is kept until the end of the body`(_ frames: Int) async throws {
        let size = frames * 1000
        try await withServer({ connection in
            Self.serve(connection) {
                var bytes = Self.head([], endsStream: false)
                for index in 1...frames {
                    bytes += Self.frame(0, index == frames ? 1 : 0, [UInt8](repeating: 97, count: 1000))
                }
                connection.write(bytes)
                _ = connection.read(1 << 20)
            }
        }) { server in
            try await withEngine { dispatcher, _ in
                var request = try request(server, timeout: .seconds(10))
                request.options.limitRate = Int64(size)
                let response = try await dispatcher.send(request)
                #expect(response.body.count == size)
            }
        }
    }

    @Test func `two requests at a time never share a connection`() async throws {
        let isAsked = Notice()
        let mayRespond = Gate()
        let server = RawServer { connection in
            Self.serve(connection) {
                isAsked.give()
                mayRespond.wait()
            }
        }
        defer { server.stop() }
        try await withEngine { dispatcher, engine in
            let request = try request(server)
            let loop = engine.loop(at: 0)
            let tasks = (0..<2).map { _ in Task(executorPreference: loop) { try await dispatcher.send(request).status }
            }
            await isAsked.received()
            await isAsked.received()
            for _ in tasks { mayRespond.open() }
            for task in tasks {
                let status = try await task.value
                #expect(status == 200)
            }
        }
        #expect(server.connectionCount == 2)
    }

    @Test func `a response that says HTTP/2 as text is refused where nothing went over to HTTP/2`() async throws {
        let server = RawServer(answering: { _ in "HTTP/2 200 OK\r\nContent-Length: 0\r\n\r\n" })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request { $0.connection.values.httpVersion = .http2 }
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .protocol)
            #expect(failure?.message.contains("says HTTP/2 on a connection of HTTP/1.1") == true, "\(failure as Any)")
        }
    }

    @Test func `a connection that went over to HTTP/2 serves later requests as well`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
            // The request that asked for it is stream 1.
            connection.write([0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 1, 5, 0, 0, 0, 1, 0x88])
            Self.serve(connection) {}
        }
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request { $0.connection.values.httpVersion = .http2 }
            for isReused in [false, true] {
                let response = try await dispatcher.send(request)
                #expect(response.httpVersion == .http2)
                #expect(response.isReusedConnection == isReused)
            }
        }
    }

    /// Frames that belong to no response, each as it is sent again and again.
    private static let floods: [(name: String, frame: [UInt8])] = [
        ("PRIORITY", [0, 0, 5, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 16]), ("empty DATA", [0, 0, 0, 0, 0, 0, 0, 0, 1]),
        ("DATA of padding", [0, 0, 1, 0, 8, 0, 0, 0, 1, 0]),
        ("SETTINGS", [0, 0, 0, 4, 0, 0, 0, 0, 0]), ("PING", [0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("WINDOW_UPDATE", [0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
        ("an unknown frame", [0, 0, 0, 0xBB, 0, 0, 0, 0, 0]),
    ]

    @Test(arguments: floods.indices, [false, true])
    func `a flood of frames ends, and holds up no other request`(_ index: Int, isUnixSocket: Bool) async throws {
        let (name, frame) = Self.floods[index]
        let frames = Array(repeatElement(frame, count: 5000).joined())
        let folder = TemporaryFolder()
        let path = isUnixSocket ? folder.file("s") : nil
        let server = RawServer(unixSocket: path) { connection in
            Self.serve(connection) {
                if connection.number == 0 {
                    // DATA belongs to a response that has begun.
                    if name.contains("DATA") { connection.write([0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88]) }
                    while connection.write(frames) {}
                }
            }
        }
        defer { server.stop() }
        try await withEngine { dispatcher, engine in
            let loop = engine.loop(at: 0)
            let request = try request(server, unixSocket: path)
            let limited = try self.request(server, unixSocket: path, timeout: .seconds(5))
            let flooded = Task(executorPreference: loop) { await failing { try await dispatcher.send(limited) } }
            let failure = await flooded.value
            // Where the frames come more slowly than libcurl reads them, the request's own limit ends them.
            #expect([.protocol, .reset, .timeout].contains(failure?.kind), "\(name): \(failure as Any)")
            let other = Task(executorPreference: loop) { try await dispatcher.send(request).status }
            #expect(try await other.value == 200)
        }
    }
}
