#if canImport(Glibc)
    import BatonTracing
    import InMemoryTracing
    import Testing
    import Tracing

    @testable import BatonTesting

    /// Spans of requests that libcurl sends to a server on loopback.
    @Suite struct EngineTests {
        private let spans = Spans()

        @Test func `a span knows the connection, and the server gets its context`() async throws {
            let server = RawServer(answering: { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" })
            defer { server.stop() }
            try await spans.send(through: CurlDispatcher.shared, APIEnvironment(baseURL: server.url)) { client in
                try await client.send(.get("/a/../b"))
            }
            let span = try #require(try spans.ofRequests.first)
            #expect(span["network.protocol.version"] == "1.1")
            #expect(span["network.peer.address"] == "127.0.0.1")
            #expect(span["network.peer.port"] == SpanAttribute.int(Int64(server.port)))
            #expect(server.requests.map { $0[InMemoryTracer.spanIDKey] } == [span.spanID])
        }

        /// Sends the first piece of a body without an end; then the rest when the gate is opened.
        private static func server(_ gate: Gate) -> RawServer {
            RawServer { connection in
                guard connection.readRequest() != nil else { return }
                connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nA\r\n")
                gate.wait()
                connection.write("1\r\nB\r\n0\r\n\r\n")
            }
        }

        @Test func `the span of a stream ends with its last byte`() async throws {
            let gate = Gate()
            let server = Self.server(gate)
            defer { server.stop() }
            try await spans.send(through: CurlDispatcher.shared, APIEnvironment(baseURL: server.url)) { client in
                var body: [UInt8] = []
                for try await piece in client.bytes(of: Call<Void>(.get("/"))) {
                    if body.isEmpty {
                        #expect(spans.finished.isEmpty)
                        gate.open()
                    }
                    body += piece
                }
                #expect(body == Array("AB".utf8))
                #expect(spans.finished.map(\.operationName) == ["GET"])
            }
            let span = try #require(try spans.ofRequests.first)
            #expect(span["http.response.status_code"] == 200)
            #expect(span.status == nil)
        }

        @Test func `the span of a stream ends without an error when its reader leaves it`() async throws {
            /// Tells when an exchange has ended, its span included.
            struct Told: Dispatcher {
                let next: TracingDispatcher
                let ended: Notice

                func send(_ request: Request) async throws(Failure) -> Response {
                    defer { ended.give() }
                    return try await next.send(request)
                }
            }
            let gate = Gate()
            let server = Self.server(gate)
            defer { server.stop() }
            defer { gate.open() }
            let ended = Notice()
            let client = try APIClient(
                APIEnvironment(baseURL: server.url),
                dispatcher: Told(next: TracingDispatcher(CurlDispatcher.shared), ended: ended))
            try await withTracer(spans.tracer) {
                for try await _ in client.bytes(of: Call<Void>(.get("/"))) {
                    #expect(spans.tracer.activeSpans.count == 1)
                    break
                }
                await ended.received()
            }
            let span = try #require(spans.finished.first)
            #expect(spans.tracer.activeSpans.isEmpty)
            #expect(span["http.response.status_code"] == 200)
            #expect(span["error.type"] == nil)
            #expect(span.status == nil)
        }
    }
#endif
