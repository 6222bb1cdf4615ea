import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Responses to requests for streams whose status says that they are none.
@Suite struct StreamRefusalTests {
    private static func refusing(_ status: String, _ body: String, goesOn: Bool = false) -> RawServer {
        RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 \(status)\r\nContent-Type: text/event-stream\r\n\r\n\(body)")
            let block = [UInt8](repeating: 0x78, count: 1 << 16)
            while goesOn, connection.write(block) {}
            connection.waitForClose()
        }
    }

    @Test(arguments: ["401 No", "500 Down"], [false, true])
    func `an error whose body never ends is judged by its status`(_ status: String, _ goesOn: Bool) async throws {
        let server = Self.refusing(status, "data: sorry\n\n", goesOn: goesOn)
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "w.yaml", "steps:\n  - get: \(server.url)/events\n    stream: { until: event.data == 1, within: 5m }\n")
        let result = try await Baton(folder: folder).run(["run", "w.yaml"])
        #expect(result.exitCode == 1)
        #expect(result.output.contains("status: expected 2xx, got \(status.prefix(3))"), "\(result.everything)")
        #expect(result.output.contains("data: sorry"), "\(result.everything)")
        try folder.write(
            "w.yaml",
            "steps:\n  - get: \(server.url)/\n    stream: true\n    expect: { status: \(status.prefix(3)), $events: { length: 0 } }\n"
        )
        let expected = try await Baton(folder: folder).run(["run", "w.yaml"])
        #expect(expected.exitCode == 0, "\(expected.everything)")
    }

    @Test func `an error body that ends later than its head is read whole`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 500 Down\r\nContent-Type: application/json\r\n\r\n{\"a\":")
            connection.write("1}")
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "w.yaml", "steps:\n  - get: \(server.url)/\n    stream: true\n    expect: { status: 500, $.a: 1 }\n")
        let result = try await Baton(folder: folder).run(["run", "w.yaml"])
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `an endless 401 has the token renewed and the stream asked for again`() async throws {
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/token" {
                    let body = #"{"access_token":"token-\#(connection.number)-4711","token_type":"Bearer"}"#
                    connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
                    )
                    return
                }
                let isFirst = request["authorization"] == "Bearer token-0-4711"
                connection.write(
                    "HTTP/1.1 \(isFirst ? "401 No" : "200 OK")\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
                connection.waitForClose()
                return
            }
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - get: \(server.url)/events
                auth: { oauth2: { token_url: "\(server.url)/token", client_id: c, client_secret: client-secret-1 } }
                stream: { until: event.data == 1, within: 5m }
                expect: { $events: { length: 1 } }
            """)
        let result = try await Baton(folder: folder).run(["run", "w.yaml"])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(server.requests.map(\.target) == ["/token", "/events", "/token", "/events"])
    }
}
