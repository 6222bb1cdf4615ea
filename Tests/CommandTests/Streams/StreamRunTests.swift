import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `stream`: responses that are read as events while they arrive.
@Suite struct StreamRunTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    /// A server that sends these events and leaves the connection open, or closes it.
    private static func sending(_ events: String..., ends: Bool = false) -> RawServer {
        RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(head + events.map { "\($0)\n\n" }.joined())
            if !ends { connection.waitForClose() }
        }
    }

    private static let counting = [
        "data: {\"n\":1}", "event: add\nid: 7\ndata: {\"n\":2}", "data: {\"n\":3,\"done\":true}",
    ]

    private static func run(
        _ server: RawServer, _ step: String, options: String..., file: String? = nil
    ) async throws -> Baton.Result {
        let folder = try Folder()
        try folder.write("w.yaml", file ?? "steps:\n  - get: \(server.url)/events\n    \(step)\n")
        return try await Baton(folder: folder).run(["run", "w.yaml"] + options)
    }

    /// Runs a step, and another one in a branch that awaits it.
    private static func run(
        _ server: RawServer, awaiting step: String, before other: String
    ) async throws -> Baton.Result {
        try await run(
            server, "",
            file: """
                steps:
                  - parallel:
                      - steps:
                          - await: open
                          - \(other)
                      - id: open
                        \(step.replacing("URL", with: server.url))
                """)
    }

    /// Sends the head of a stream at once and its event when something has been posted.
    @Test func `another branch waits until a stream is open, which is before its first event`() async throws {
        let posted = Gate()
        let server = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            if request.method == "POST" {
                posted.open()
                connection.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
                return
            }
            connection.write(Self.head)
            posted.wait()
            connection.write("data: {\"n\":1}\n\n")
            connection.waitForClose()
        }
        defer { server.stop() }
        let result = try await Self.run(
            server, awaiting: "get: URL/events\n        stream: { until: event.data.n == 1 }",
            before: "post: \(server.url)/items")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test(arguments: [
        "get: URL/events\n        stream: { until: event.data.n == 1 }", "that: 1 > 2", "that: true\n        if: false",
        "that: true\n        skip: not today",
    ])
    func `a branch does not wait for what never comes`(_ step: String) async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let result = try await Self.run(server, awaiting: step, before: "that: true")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains("the step `open`, which this branch awaits, did not pass"), "\(result.everything)")
    }

    @Test func `a stream ends when its condition holds, although the server goes on`() async throws {
        let isClosed = Notice()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + Self.counting.map { "\($0)\n\n" }.joined() + "data: {\"n\":4}\n\n")
            connection.waitForClose()
            isClosed.give()
        }
        defer { server.stop() }
        let result = try await Self.run(
            server,
            """
            stream: { until: event.data.done == true, within: 5m }
                expect:
                  $events: { length: 3 }
                  $events[0].data.n: 1
                  $events[1]: { eq: { event: add, data: { n: 2 }, id: "7", ms: "$(response.events[1].ms)" } }
                  $events[*].data.n: [1, 2, 3]
                  $events[?@.event == 'add'].data.n: [2]
                  first_event: { lt: 5m }
                  gap: { lt: 5m }
                  body: { contains: 'id: 7' }
                  that: |
                    size(response.events) == 3
                    response.events[2].data.done && response.events[0].ms >= 0.0
                capture:
                  numbers: $events[*].data.n
                  last: { path: "$events[-1].data.n", as: integer }
              - that: numbers == [1, 2, 3] && last == 3
            """)
        try #require(result.exitCode == 0, "\(result.everything)")
        await isClosed.received()
    }

    /// Ways in which a transfer fails behind the event that was waited for.
    private static let breaks = [
        "Content-Length: 1000\r\n\r\ndata: 1\n\n", "Transfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\nno chunk",
        "Transfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n",
        "\r\ndata: 1\n\ndata: \(String(repeating: "x", count: 2000))\n\n",
    ]

    @Test(arguments: breaks, [false, true])
    func `a stream whose condition held is done, however its transfer ends`(_ rest: String, _ resets: Bool) async throws
    {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + rest)
            connection.waitUntilDelivered()
            if resets { connection.reset() }
        }
        defer { server.stop() }
        let step = "max_response: 1kB\n    stream: { until: event.data == 1, within: 5m }"
        for _ in 1...4 {
            let result = try await Self.run(server, step + "\n    expect: { \"$events[0].data\": 1, status: 200 }")
            #expect(result.exitCode == 0, "\(result.everything)")
        }
        let other = try await Self.run(server, "max_response: 1kB\n    stream: { until: event.data == 2, within: 5m }")
        #expect(other.exitCode == 1, "\(other.everything)")
    }

    @Test func `a condition sees all events until now, and variables`() async throws {
        let server = Self.sending(Self.counting[0], Self.counting[1], Self.counting[2])
        defer { server.stop() }
        let result = try await Self.run(
            server, "",
            file: """
                vars: { wanted: 2 }
                steps:
                  - get: \(server.url)/
                    stream: { until: "size(events) == wanted && events[0].data.n == 1 && event.event == 'add'" }
                    expect: { $events: { length: 2 } }
                """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a stream without a condition ends with its server`() async throws {
        let server = Self.sending(Self.counting[0], Self.counting[1], ends: true)
        defer { server.stop() }
        let result = try await Self.run(server, "stream: true\n    expect: { \"$events[*].data.n\": [1, 2] }")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `JSON Lines are events of one name`() async throws {
        let server = RawServer(answering: { _ in
            let body = "{\"n\":1}\n\n{\"n\":2}"
            return
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        })
        defer { server.stop() }
        let result = try await Self.run(
            server,
            "stream: { format: json_lines }\n    expect: { \"$events[*].data.n\": [1, 2], \"$events[0].event\": message, \"$events[0].id\": '' }"
        )
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(server.requests.first?["accept"]?.hasPrefix("application/x-ndjson") == true)
    }

    // MARK: - Failures

    @Test func `a stream that ends before its condition held says what came`() async throws {
        let server = Self.sending(Self.counting[0], Self.counting[1], ends: true)
        defer { server.stop() }
        let result = try await Self.run(server, "stream: { until: event.data.n == 3, within: 5m }")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "the stream ended: 2 events came, and `event.data.n == 3` never held [stream.ended]  w.yaml:3:22\n"),
            "\(result.everything)")
        #expect(result.output.contains("event.data.n  = 2\n"))
        #expect(result.output.contains(" {\"n\":1}\n"))
        #expect(result.output.contains(" add {\"n\":2}\n"))
        #expect(result.output.contains(" -N\n"))
    }

    @Test(arguments: [
        (
            "{ until: event.data.n == 9, within: 3s }",
            "the stream did not end within 3s: 3 events came, and `event.data.n == 9` never held [network.timeout]"
        ),
        ("{ within: 3s }", "the stream did not end within 3s: 3 events came [network.timeout]"),
        (
            "{ until: event.data.n == 9, max: 3 }",
            "3 events came, as many as `max` allows, and `event.data.n == 9` never held [network.too_large]"
        ),
    ])
    func `a bound that is reached is a failure`(_ stream: String, _ message: String) async throws {
        let server = Self.sending(Self.counting[0], Self.counting[1], Self.counting[2])
        defer { server.stop() }
        let result = try await Self.run(server, "stream: \(stream)")
        #expect(result.exitCode == 1)
        #expect(result.output.contains(message), "\(result.everything)")
        #expect(result.output.contains("{\"n\":3,\"done\":true}"))
    }

    @Test func `no event beyond max is kept`() async throws {
        let server = Self.sending(Self.counting[0], Self.counting[1], Self.counting[2])
        defer { server.stop() }
        let plain = try await Self.run(server, "stream: { max: 2 }")
        #expect(plain.exitCode == 1)
        #expect(
            plain.output.contains("the stream has more than 2 events, which `max` allows [network.too_large]"),
            "\(plain.everything)")
        #expect(!plain.output.contains("\"done\""), "\(plain.everything)")
        let expected = try await Self.run(
            server, "stream: { max: 2 }\n    expect: { outcome: network.too_large, \"$events[*].data.n\": [1, 2] }")
        #expect(expected.exitCode == 0, "\(expected.everything)")
        let exact = Self.sending(Self.counting[0], Self.counting[1], ends: true)
        defer { exact.stop() }
        let fits = try await Self.run(exact, "stream: { max: 2 }\n    expect: { $events: { length: 2 } }")
        #expect(fits.exitCode == 0, "\(fits.everything)")
    }

    @Test func `an error in a condition is told with the last event`() async throws {
        let server = Self.sending("data: {\"n\":1}", "data: [DONE]", ends: true)
        defer { server.stop() }
        let result = try await Self.run(server, "stream: { until: event.data.done == true }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("cause: string has no members, so no `done`"), "\(result.everything)")
        #expect(result.output.contains("event.data       = \"[DONE]\""), "\(result.everything)")
    }

    @Test func `checks of events say what is there`() async throws {
        let server = Self.sending(Self.counting[0], Self.counting[1], Self.counting[2], ends: true)
        defer { server.stop() }
        let result = try await Self.run(
            server,
            """
            stream: true
                expect:
                  $events[1].data.n: 5
                  $events[9].data: 1
                  $events[0].dta: 1
                  $events[*].data.n: [1, 7, 3]
                  first_event: { gt: 5m }
                capture: { x: "$events[0].nope" }
            """)
        #expect(result.exitCode == 1)
        for message in [
            "$events[1].data.n: expected 5, got 2",
            "$events[9].data: expected 1, but there is nothing at this path; the stream is a list of 3",
            "$events[0].dta: expected 1, but there is nothing at this path; `$events[0]` has event, data, id, ms",
            "$events[1].data.n: expected 7, got 2",
            "first_event: expected greater than 300s, got ",
            "x: there is nothing at `$events[0].nope`; `$events[0]` has event, data, id, ms",
        ] {
            #expect(result.output.contains(message), "\(message) in \(result.everything)")
        }
    }

    @Test func `times of a stream without events are missing`() async throws {
        let server = Self.sending(": nothing", ends: true)
        defer { server.stop() }
        let result = try await Self.run(
            server, "stream: true\n    expect: { first_event: { lt: 5m }, gap: { lt: 5m } }")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("first_event: expected less than 300s, but no event came"), "\(result.everything)")
        #expect(result.output.contains("gap: expected less than 300s, but fewer than two events came"))
    }

    @Test func `a response that is no stream says how to read it as one`() async throws {
        let server = RawServer(answering: { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi"
        })
        defer { server.stop() }
        let result = try await Self.run(server, "stream: true")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "is `text/plain`, which is neither server-sent events nor JSON Lines [response.not_stream]"),
            "\(result.everything)")
        #expect(result.output.contains("hint: where the Content-Type does not tell, write `stream: { format: sse }`"))
    }

    @Test func `a format that the Content-Type contradicts is a failure`() async throws {
        let server = RawServer(answering: { request in
            let type = request.target == "/events" ? "text/html" : "text/plain"
            return "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: 9\r\n\r\ndata: 1\n\n"
        })
        defer { server.stop() }
        let result = try await Self.run(server, "stream: { format: sse }")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("is `text/html`, not `text/event-stream`, which `sse` is [response.not_stream]"),
            "\(result.everything)")
        #expect(result.output.contains("hint: is it the right URL? Without `format` the Content-Type decides"))
        let plain = try await Self.run(
            server, "",
            file:
                "steps:\n  - get: \(server.url)/plain\n    stream: { format: sse }\n    expect: { $events: { length: 1 } }"
        )
        #expect(plain.exitCode == 0, "\(plain.everything)")
    }

    @Test func `a status outside 2xx is judged as of any request`() async throws {
        let server = RawServer(answering: { _ in
            "HTTP/1.1 404 No\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{\"error\":\"nope\"}"
        })
        defer { server.stop() }
        let plain = try await Self.run(server, "stream: { until: event.data == 1 }")
        #expect(plain.exitCode == 1)
        #expect(plain.output.contains("status: expected 2xx, got 404"), "\(plain.everything)")
        let expected = try await Self.run(
            server, "stream: true\n    expect: { status: 404, $.error: nope, $events: { length: 0 } }")
        #expect(expected.exitCode == 0, "\(expected.everything)")
    }

    // MARK: - Expected ends

    @Test func `what came before an expected end is checked and captured`() async throws {
        let server = Self.sending(Self.counting[0], Self.counting[1])
        defer { server.stop() }
        let result = try await Self.run(
            server,
            """
            stream: { until: event.data.n == 3, within: 3s }
                expect:
                  outcome: network.timeout
                  status: 200
                  $events[*].data.n: [1, 2]
                  gap: { lt: 5m }
                  that: size(response.events) == 2
                capture: { n: "$events[-1].data.n" }
              - that: n == 2
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        let wrong = try await Self.run(
            server, "stream: { within: 3s }\n    expect: { outcome: network.timeout, \"$events[0].data.n\": 2 }")
        #expect(wrong.exitCode == 1)
        #expect(wrong.output.contains("$events[0].data.n: expected 2, got 1"), "\(wrong.everything)")
    }

    @Test(arguments: [false, true]) func `an expected end of a stream passes, and another one fails`(_ ends: Bool)
        async throws
    {
        let server = Self.sending(Self.counting[0], ends: ends)
        defer { server.stop() }
        let result = try await Self.run(
            server, "stream: { until: event.data.n == 3, within: 3s }\n    expect: { outcome: stream.ended }")
        #expect(result.exitCode == (ends ? 0 : 1), "\(result.everything)")
        if !ends {
            #expect(
                result.output.contains("outcome: expected \"stream.ended\", got \"network.timeout\""),
                "\(result.everything)")
        }
    }

    @Test func `a body that was cut off by a time limit can be checked`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 100\r\n\r\nthe beginning")
            connection.waitForClose()
        }
        defer { server.stop() }
        let partial = "timeout: 3s\n    expect: { outcome: network.timeout, status: 200, headers: { x-a: b }, body: "
        let result = try await Self.run(server, partial + "the beginning }")
        #expect(result.exitCode == 0, "\(result.everything)")
        let wrong = try await Self.run(server, partial + "the end }")
        #expect(wrong.exitCode == 1)
        #expect(wrong.output.contains("body: expected \"the end\", got \"the beginning\""), "\(wrong.everything)")
    }

    @Test func `checks of a response that never came still fail`() async throws {
        let server = RawServer { connection in
            _ = connection.readRequest()
            connection.waitForClose()
        }
        defer { server.stop() }
        let result = try await Self.run(
            server, "timeout: 3s\n    expect: { outcome: network.timeout, body: { contains: x } }")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("body: there is no response to check: the request ended in network.timeout"),
            "\(result.everything)")
    }

    // MARK: - Hostile servers

    @Test func `an event without end is cut off at its limit`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "data: ")
            let block = [UInt8](repeating: 0x78, count: 1 << 20)
            while connection.write(block) {}
        }
        defer { server.stop() }
        let result = try await Self.run(server, "stream: { until: event.data == 1, within: 5m }")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("sent a line of more than 16000000 bytes: no event came before"),
            "\(result.everything)")
        #expect(result.output.contains("[network.too_large]"))
    }

    @Test func `events without end are cut off at the limit of the whole`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head)
            let events = String(repeating: "data: {\"n\":1}\n\n", count: 1000)
            while connection.write(events) {}
        }
        defer { server.stop() }
        let result = try await Self.run(
            server, "max_response: 100kB\n    stream: { until: event.data.n == 2, within: 5m, max: 1000000 }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("is larger than max_response, 100000 bytes: "), "\(result.everything)")
        let standard = try await Self.run(server, "stream: { within: 5m }")
        #expect(
            standard.output.contains("the stream has more than 10000 events, which `max` allows"),
            "\(standard.everything)")
    }

    @Test func `comments without end are ended by the time limit`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head)
            while connection.write(": still here\n"), connection.pause(milliseconds: 1) {}
        }
        defer { server.stop() }
        let result = try await Self.run(server, "stream: { until: event.data == 1, within: 3s }")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "the stream did not end within 3s: no event came, and `event.data == 1` never held"),
            "\(result.everything)")
    }

    // MARK: - Beside other keys

    @Test func `a stream is retried like any request`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "data: \(connection.number)\n\n")
        }
        defer { server.stop() }
        let result = try await Self.run(
            server,
            "stream: { until: event.data == 2 }\n    retry: { attempts: 3, every: 1ms, on: [stream] }\n    expect: { $events: { length: 1 } }"
        )
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(server.connectionCount == 3)
    }

    @Test func `a stream is read in every pass of a loop, at once too`() async throws {
        let server = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            connection.write(Self.head + "data: \"\(request.target)\"\n\n")
            connection.waitForClose()
        }
        defer { server.stop() }
        let result = try await Self.run(
            server, "",
            file: """
                steps:
                  - for_each: [a, b, c]
                    concurrency: 3
                    get: \(server.url)/$(item)
                    stream: { until: event.data == "/" + item }
                """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a stream is asked for again only where that is wanted`() async throws {
        let server = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            let last = request["last-event-id"].flatMap { Int($0) } ?? 0
            connection.write(Self.head + "retry: 1\nid: \(last + 1)\ndata: {\"n\":\(last + 1)}\n\n")
        }
        defer { server.stop() }
        let again = try await Self.run(
            server,
            "stream: { until: event.data.n == 3, reconnect: true }\n    expect: { \"$events[*].data.n\": [1, 2, 3] }")
        #expect(again.exitCode == 0, "\(again.everything)")
        let bounded = try await Self.run(server, "stream: { until: event.data.n == 3, reconnect: 1 }")
        #expect(bounded.output.contains("the stream ended: 2 events came"), "\(bounded.everything)")
        let once = try await Self.run(server, "stream: { until: event.data.n == 3 }")
        #expect(once.output.contains("the stream ended: 1 event came"), "\(once.everything)")
        #expect(server.connectionCount == 3 + 2 + 1)
    }

    @Test func `what is sent when a stream is asked for again must be a stream too`() async throws {
        let server = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            connection.write(
                request["last-event-id"] == nil
                    ? Self.head + "retry: 1\nid: 1\ndata: 1\n\n"
                    : "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>")
        }
        defer { server.stop() }
        let result = try await Self.run(server, "stream: { reconnect: 2 }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("[response.not_stream]"), "\(result.everything)")
    }

    @Test func `a pause that is longer than the time left ends the stream, which is no time-out`() async throws {
        let server = Self.sending("retry: 60000\nid: 1\ndata: 1\n\n", ends: true)
        defer { server.stop() }
        let result = try await Self.run(
            server,
            "stream: { until: event.data == 9, reconnect: 1, within: 20s }\n    expect: { outcome: network.timeout }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("no time was left to ask for it again"), "\(result.everything)")
        #expect(result.output.contains("[stream.ended]"), "\(result.everything)")
    }

    @Test func `a token that came for the stream is masked in the explanation of its condition`() async throws {
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                if request.target == "/tok" {
                    let body = #"{"access_token":"SECRETTOKEN4711","token_type":"Bearer"}"#
                    connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    )
                } else {
                    connection.write(Self.head + "id: \(request["authorization"] ?? "")\ndata: 1\n\n")
                    return
                }
            }
        }
        defer { server.stop() }
        let result = try await Self.run(
            server,
            """
            auth: { oauth2: { token_url: "\(server.url)/tok", client_id: c, client_secret: client-secret-1 } }
                stream: { until: 'event.id.substring(9) == "never"' }
            """)
        #expect(result.exitCode == 1)
        #expect(result.output.contains("never held"), "\(result.everything)")
        #expect(!result.everything.contains("TOKEN4711"), "\(result.everything)")
    }

    @Test func `a cache from defaults does not apply to a stream`() async throws {
        let server = Self.sending(Self.counting[0], ends: true)
        defer { server.stop() }
        let step = "  - get: \(server.url)/\n    stream: true\n    expect: { that: '!response.from_cache' }\n"
        let result = try await Self.run(
            server, "", file: "defaults: { cache: cache-first }\nsteps:\n\(step)\(step)")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(server.connectionCount == 2)
    }

    @Test func `a sample is a stream in a run without a server`() async throws {
        let folder = try Folder()
        try folder.write(
            "api.yaml",
            """
            endpoints:
              watch:
                get: /watch
                sample: { status: 200, headers: { content-type: text/event-stream }, text: "data: 1\\n\\ndata: 2\\n\\n" }
            """)
        try folder.write(
            "w.yaml",
            """
            use: { shop: api.yaml }
            steps:
              - call: shop.watch
                stream: { until: event.data == 2 }
            """)
        let result = try await Baton(folder: folder).run([
            "run", "w.yaml", "--stub", "--base-url", "http://127.0.0.1:1",
        ])
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    // MARK: - Reports

    @Test func `reports show the last events, and no secret in any of them`() async throws {
        let secret = "hunter2-hunter2"
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            let events = (0..<50).map { "data: {\"n\":\($0),\"echo\":\"\(secret)\"}\n\n" }.joined()
            connection.write(Self.head + events)
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "environments: { local: { base_url: \"\(server.url)\", secrets: [TOKEN] } }\n")
        try folder.write(
            "workflows/w.yaml",
            """
            steps:
              - get: /
                auth: { bearer: $(secrets.TOKEN) }
                stream: { until: event.data.n == 99 && event.data.echo == "", within: 5m }
            """)
        let result = try await Baton(folder: folder, environment: ["TOKEN": secret]).run(
            ["run", "--trace", "--har", "w.har", "--json", "w.json", "--events", "w.jsonl"])
        #expect(result.exitCode == 1)
        #expect(result.output.contains("… 38 events before"), "\(result.everything)")
        #expect(result.output.contains("{\"n\":49,\"echo\":\"***\"}"), "\(result.everything)")
        #expect(!result.output.contains("{\"n\":5,"))
        let texts = try ["reports/report.html", "reports/junit.xml", "w.har", "w.json", "w.jsonl"].map {
            try folder.read($0)
        }
        for text in texts + [result.everything] { #expect(!text.contains(secret)) }
        #expect(texts[0].contains("38 events before"))
        #expect(texts[2].contains("38 events before"))
        #expect(texts[4].contains("38 events before"))
    }

    @Test func `the failing event is shown among its neighbours`() async throws {
        let events = (0..<50).map { "data: {\"n\":\($0)}\n\n" }.joined()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + events)
        }
        defer { server.stop() }
        let result = try await Self.run(server, "stream: true\n    expect: { \"$events[20].data.n\": 7 }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("… 14 events before"), "\(result.everything)")
        #expect(result.output.contains("{\"n\":20}"))
        #expect(result.output.contains("… 24 events after"))
    }
}
