import BatonCurl
import BatonHTTP
import BatonTesting
import Testing

/// What a server may send, right or wrong.
@Suite struct ResponseTests {
    private func exchange(
        _ bytes: [UInt8], closes: Bool = false, _ change: @escaping (inout TransferOptions) -> Void = { _ in }
    ) async throws -> Result<Response, Failure> {
        let server = RawServer { connection in
            while connection.readRequest() != nil {
                connection.write(bytes)
                if closes { return }
            }
        }
        defer { server.stop() }
        return try await withEngine { dispatcher, _ in
            let request = try server.request(.get, "/", change)
            do {
                return .success(try await dispatcher.send(request))
            } catch let failure as Failure {
                return .failure(failure)
            }
        }
    }

    private func response(_ text: String, closes: Bool = false) async throws -> Response {
        try await exchange(Array(text.utf8), closes: closes).get()
    }

    private func failure(
        _ text: String, closes: Bool = false, _ change: @escaping (inout TransferOptions) -> Void = { _ in }
    ) async throws -> Failure? {
        do {
            let response = try await exchange(Array(text.utf8), closes: closes, change).get()
            Issue.record("a response with status \(response.status)")
            return nil
        } catch let failure as Failure {
            return failure
        }
    }

    @Test func `headers begin anew after an interim response`() async throws {
        let response = try await response(
            "HTTP/1.1 100 Continue\r\nX-Interim: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                + rawResponse("200 OK", ["X-Last: 1"], "ok"))
        #expect(response.status == 200)
        #expect(response.headers.map(\.name) == ["Content-Length", "X-Last"])
        #expect(response.body == Array("ok".utf8))
    }

    @Test func `header lines are read leniently where RFC 9112 allows it`() async throws {
        let response = try await response(
            "HTTP/1.1 200 Fine, thanks\r\nContent-Length:2\r\nX-Fold: a\r\n  b\r\nX-Space: \t c \t\r\nX-Empty:\r\n\r\nok"
        )
        #expect(response.headers["x-fold"] == "a b")
        #expect(response.headers["x-space"] == "c")
        #expect(response.headers["x-empty"] == "")
    }

    @Test func `a chunked body comes whole, its trailers are no headers`() async throws {
        let response = try await response(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n")
        #expect(response.body == Array("abcde".utf8))
        #expect(response.headers.map(\.name) == ["Transfer-Encoding"])
    }

    @Test func `a body without a length ends with the connection`() async throws {
        #expect(try await response("HTTP/1.0 200 OK\r\n\r\nabc", closes: true).body == Array("abc".utf8))
        #expect(try await response("HTTP/1.0 200 OK\r\n\r\n", closes: true).httpVersion == .http10)
    }

    @Test(arguments: [204, 304]) func `some responses have no body`(_ status: Int) async throws {
        let response = try await response("HTTP/1.1 \(status) x\r\nX-A: 1\r\n\r\n")
        #expect(response.status == status)
        #expect(response.body.isEmpty)
    }

    static let encodings: [(String, [UInt8])] = [
        (
            "gzip",
            [
                0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0,
                0,
            ]
        ),
        ("deflate", [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 6, 0x2C, 2, 0x15]),
        ("br", [0x0B, 2, 0x80, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 3]),
        ("zstd", [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5, 0x29, 0, 0, 0x68, 0x65, 0x6C, 0x6C, 0x6F]),
    ]

    @Test(arguments: encodings) func `compressed bodies are undone`(_ name: String, _ body: [UInt8]) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(name)\r\nContent-Length: \(body.count)\r\n\r\n"
        let response = try await exchange(Array(head.utf8) + body).get()
        #expect(response.body == Array("hello".utf8))
        #expect(response.size == 5)
        #expect(response.headers["content-encoding"] == name)
    }

    /// A stream's last byte may hold nothing that the body needs: it is missed all the same.
    @Test(arguments: encodings, [false, true])
    func `a compressed body that is cut off anywhere is a failure`(
        _ encoding: (String, [UInt8]), _ closes: Bool
    ) async throws {
        let (name, body) = encoding
        for count in 1..<body.count {
            let length = closes ? "" : "Content-Length: \(count)\r\n"
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(name)\r\n\(length)\r\n"
            guard case .failure(let failure) = try await exchange(Array(head.utf8) + body.prefix(count), closes: closes)
            else {
                Issue.record("\(count) of \(body.count) bytes pass")
                continue
            }
            #expect(failure.kind == .encoding)
            #expect(failure.message.hasSuffix("ends before its Content-Encoding does: it is cut off"))
            #expect(failure.response?.status == 200)
        }
    }

    @Test(arguments: encodings)
    func `a compressed body that comes byte by byte is undone`(_ name: String, _ body: [UInt8]) async throws {
        let chunks = body.map { [0x31, 0x0D, 0x0A, $0, 0x0D, 0x0A] }.joined()
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(name)\r\nTransfer-Encoding: chunked\r\n\r\n"
        let response = try await exchange(Array(head.utf8) + chunks + Array("0\r\n\r\n".utf8)).get()
        #expect(response.body == Array("hello".utf8))
    }

    @Test(arguments: encodings) func `nothing may follow a compressed body`(_ name: String, _ body: [UInt8])
        async throws
    {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(name)\r\nContent-Length: \(body.count + 3)\r\n\r\n"
        guard case .failure(let failure) = try await exchange(Array(head.utf8) + body + [0x61, 0x62, 0x63]) else {
            Issue.record("it passes")
            return
        }
        #expect(failure.kind == .encoding)
    }

    @Test(arguments: [("gzip", 0), ("zstd", 3)])
    func `streams of one encoding may follow each other`(_ name: String, _ index: Int) async throws {
        let body = Self.encodings[index].1 + Self.encodings[index].1
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(name)\r\nContent-Length: \(body.count)\r\n\r\n"
        #expect(try await exchange(Array(head.utf8) + body).get().body == Array("hellohello".utf8))
    }

    @Test func `deflate without its frame is undone, and so are other names of encodings`() async throws {
        let raw: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0]
        for (name, body) in [("deflate", raw), ("X-GZIP, identity", Self.encodings[0].1)] {
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(name)\r\nContent-Length: \(body.count)\r\n\r\n"
            #expect(try await exchange(Array(head.utf8) + body).get().body == Array("hello".utf8))
        }
    }

    @Test(arguments: [
        "Content-Length: 0\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "Connection: close\r\n\r\n",
    ])
    func `an empty body is taken as it is, whatever encoding its header names`(_ rest: String) async throws {
        for encoding in ["gzip", "deflate", "br", "zstd"] {
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\n"
            let response = try await response(head + rest, closes: true)
            #expect(response.body.isEmpty)
        }
    }

    @Test func `HEAD and 304 tell of an encoding and have no body that could be cut off`() async throws {
        let response = try await response("HTTP/1.1 304 x\r\nContent-Encoding: gzip\r\n\r\n")
        #expect(response.status == 304)
    }

    @Test(arguments: ["gzip", "br", "zstd"]) func `a body that is not encoded as it says is a failure`(
        _ name: String
    ) async throws {
        let failure = try await failure(
            rawResponse("200 OK", ["Content-Encoding: \(name)"], "plain text, not at all encoded"))
        #expect(failure?.kind == .encoding)
        #expect(failure?.message.hasSuffix("is not encoded as its Content-Encoding says") == true)
        #expect(failure?.response?.status == 200)
    }

    @Test func `a gzip bomb ends at the limit of decoded bytes`() async throws {
        let bomb = CompressionBomb.gzip(decodedSize: 200_000_000)
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
        let result = try await exchange(Array(head.utf8) + bomb) { $0.maxResponse = 1_000_000 }
        guard case .failure(let failure) = result else {
            Issue.record("the bomb was decoded")
            return
        }
        #expect(failure.kind == .tooLarge)
        #expect(failure.message.hasSuffix("is larger than max_response, 1000000 bytes"))
        #expect((failure.response?.size ?? .max) <= 1_000_000)
    }

    @Test func `max_response counts to the last byte`() async throws {
        let full = Array(rawResponse("200 OK", [], "12345").utf8)
        #expect(try await exchange(full) { $0.maxResponse = 5 }.get().size == 5)
        let failure = try await failure(rawResponse("200 OK", [], "12345")) { $0.maxResponse = 4 }
        #expect(failure?.kind == .tooLarge)
    }

    @Test func `headers have a limit too`() async throws {
        let fields = (0..<50).map { "X-\($0): \(String(repeating: "x", count: 1000))" }
        let failure = try await failure(rawResponse("200 OK", fields)) { $0.maxHeaders = 10_000 }
        #expect(failure?.kind == .tooLarge)
        #expect(failure?.message.hasSuffix("sent more than 10000 bytes of headers") == true)
    }

    @Test func `interim responses without end count as headers`() async throws {
        let failure = try await failure(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 10_000)) {
            $0.maxHeaders = 100_000
        }
        #expect(failure?.kind == .tooLarge)
    }

    static let broken: [(String, Bool, Failure.Kind, String)] = [
        ("", true, .reset, "closed the connection without a response"),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n" + String(repeating: "x", count: 120), true, .reset,
            "closed the connection after 120 of 500 bytes"
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", true, .reset,
            "closed the connection after 2 bytes, before the body's end"
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", false, .protocol,
            "sends a chunk whose size is no hexadecimal number: `zz`"
        ),
        ("SSH-2.0-OpenSSH_9.2\r\n", true, .protocol, "answered with something that is not HTTP"),
        ("HTTP/1.1 2000 OK\r\n\r\n", true, .protocol, ""),
        ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", true, .protocol, "sent a header line without a colon"),
    ]

    @Test(arguments: broken)
    func `a broken response is a failure in words`(
        _ text: String, _ closes: Bool, _ kind: Failure.Kind, _ words: String
    )
        async throws
    {
        let failure = try await failure(text, closes: closes)
        #expect(failure?.kind == kind)
        #expect(failure?.message.contains("127.0.0.1:") == true, "\(failure?.message ?? "")")
        #expect(failure?.message.hasSuffix(words) == true, "\(failure?.message ?? "") / \(failure?.cause ?? "")")
    }

    @Test func `a reset connection is told from a closed one`() async throws {
        let server = RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            connection.reset()
        }
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let request = try server.request()
            let failure = await failing { try await dispatcher.send(request) }
            #expect(failure?.kind == .reset)
        }
    }

    @Test func `what a server sets is not kept without a session`() async throws {
        let server = RawServer(answering: { _ in rawResponse("200 OK", ["Set-Cookie: sid=1; Path=/"]) })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            for _ in 0..<2 {
                let response = try await dispatcher.send(try server.request())
                #expect(response.headers["set-cookie"] == "sid=1; Path=/")
            }
        }
        #expect(server.requests.map { $0["cookie"] } == [nil, nil])
    }

    @Test func `the second request says that its connection was used before`() async throws {
        let server = RawServer(answering: { _ in rawResponse() })
        defer { server.stop() }
        try await withEngine { dispatcher, _ in
            let first = try await dispatcher.send(try server.request())
            let second = try await dispatcher.send(try server.request())
            #expect(!first.isReusedConnection)
            #expect(first.timings.connect > 0)
            #expect(second.isReusedConnection)
            #expect((second.timings.dns, second.timings.connect, second.timings.tls) == (0, 0, 0))
        }
    }
}
