import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Streams that are asked for again: what came on earlier connections stays, and times are those of the whole.
@Suite struct StreamReconnectionTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    /// A server whose first response is a stream of two events, and whose others are these bytes.
    private static func server(then other: String) -> RawServer {
        RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(
                connection.number == 0 ? head + "retry: 50\nid: 1\ndata: {\"n\":1}\n\ndata: {\"n\":2}\n\n" : other)
        }
    }

    private static func run(_ server: RawServer, _ step: String) async throws -> (result: Baton.Result, report: String)
    {
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n  - get: \(server.url)/events\n    \(step)\n")
        let result = try await Baton(folder: folder).run(["run", "w.yaml", "--json", "run.json"])
        return (result, try folder.read("run.json"))
    }

    private static let down =
        "HTTP/1.1 500 Down\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n{\"error\":\"is down\"}"

    @Test(arguments: [true, false])
    func `an error status of a reconnection is told, and the events stay`(_ hasCondition: Bool) async throws {
        let server = Self.server(then: Self.down)
        defer { server.stop() }
        let stream = hasCondition ? "{ until: event.data.n == 9, reconnect: 3 }" : "{ reconnect: 3 }"
        let (result, report) = try await Self.run(server, "stream: \(stream)")
        #expect(result.exitCode == 1)
        let unmet = hasCondition ? ", and `event.data.n == 9` never held" : ""
        #expect(
            result.output.contains(
                "the stream ended, and the reconnection got status 500: 2 events came before\(unmet) [stream.ended]"),
            "\(result.everything)")
        #expect(report.contains("\\\"n\\\":2}"), "\(report)")
        #expect(result.output.contains("{\"n\":1}") && result.output.contains("{\"n\":2}"), "\(result.everything)")
    }

    @Test func `checks of an expected end see the events and the last status`() async throws {
        let server = Self.server(then: Self.down)
        defer { server.stop() }
        let (result, _) = try await Self.run(
            server,
            """
            stream: { reconnect: 3 }
                expect:
                  outcome: stream.ended
                  status: 500
                  $events[*].data.n: [1, 2]
                  that: size(response.events) == 2
                capture: { n: "$events[-1].data.n" }
              - that: n == 2
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a reconnection without a response keeps the events`() async throws {
        let server = Self.server(then: "")
        defer { server.stop() }
        let (result, _) = try await Self.run(server, "stream: { until: event.data.n == 9, reconnect: 1 }")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(": 2 events came before, and `event.data.n == 9` never held"), "\(result.everything)"
        )
        #expect(result.output.contains("[network.reset]"), "\(result.everything)")
        #expect(result.output.contains("{\"n\":2}"), "\(result.everything)")
    }

    @Test func `a reconnection that hangs keeps the events`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            if connection.number == 0 {
                connection.write(Self.head + "retry: 1\ndata: {\"n\":1}\n\n")
            } else {
                connection.waitForClose()
            }
        }
        defer { server.stop() }
        let (result, _) = try await Self.run(
            server,
            "stream: { reconnect: 1, within: 3s }\n    expect: { outcome: network.timeout, \"$events[*].data.n\": [1] }"
        )
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `times cover all connections and the pauses between`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "retry: 60\ndata: \(connection.number)\n\n")
        }
        defer { server.stop() }
        let (result, _) = try await Self.run(
            server,
            """
            stream: { until: event.data == 2, reconnect: 5 }
                expect:
                  duration: { gte: 120ms }
                  gap: { gte: 60ms }
                  that: |
                    response.events[2].ms >= 120.0
                    response.events[0].ms < response.events[1].ms
                    response.duration >= duration("120ms")
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `each reconnection has the time that is left of the whole`() async throws {
        // Twenty pauses of 0.1 s; if each was counted once more with every later one, the time would be over before.
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "retry: 100\ndata: \(connection.number)\n\n")
        }
        defer { server.stop() }
        let (result, _) = try await Self.run(server, "stream: { until: event.data == 20, reconnect: 20, within: 10s }")
        #expect(result.exitCode == 0, "\(result.everything)")
    }
}
