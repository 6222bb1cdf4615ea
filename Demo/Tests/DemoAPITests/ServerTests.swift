import DemoAPI
import Testing

/// The server on a real socket; what it answers is tested without one.
struct ServerTests {
    @Test func `requests on one connection are answered in turn`() async throws {
        try await withServer { port in
            let connection = try await RawConnection(port: port)
            try await connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await connection.receive(until: #"{"status":"ok"}"#).hasPrefix("HTTP/1.1 200 OK\r\n"))
            try await connection.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n[1.0]")
            #expect(try await connection.receive(until: #""json":[1.0]}"#).hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test func `a HEAD response announces the body and leaves it out`() async throws {
        try await withServer { port in
            let connection = try await RawConnection(port: port)
            try await connection.send("HEAD /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let response = try await connection.receiveAll()
            #expect(response.contains("Content-Length: 15\r\n"))
            #expect(response.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func `a method beyond RFC 9110 arrives too`() async throws {
        try await withServer { port in
            let connection = try await RawConnection(port: port)
            try await connection.send("PROPFIND /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(try await connection.receiveAll().contains(#""method":"PROPFIND""#))
        }
    }

    @Test func `every cookie has a line of its own`() async throws {
        try await withServer { port in
            let connection = try await RawConnection(port: port)
            try await connection.send("GET /cookies/set?a=1&b=2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let lines = try await connection.receiveAll().split(separator: "\r\n")
            #expect(lines.filter { $0.hasPrefix("Set-Cookie: ") }.count == 2)
        }
    }

    @Test func `a port that is taken is an error at once`() async throws {
        try await withServer { port in
            let second = try DemoServer(application: DemoApplication(), port: port)
            await #expect(throws: (any Error).self) { try await second.run { _ in } }
        }
    }

    private func withServer(_ body: (UInt16) async throws -> Void) async throws {
        let server = try DemoServer(application: DemoApplication(), port: 0)
        let (ports, reporter) = AsyncStream.makeStream(of: UInt16.self)
        let serving = Task {
            defer { reporter.finish() }
            try await server.run { reporter.yield($0) }
        }
        for await port in ports {
            try await body(port)
            await server.stop(within: 0)
        }
        try await serving.value
    }
}
