import BatonAPI
import BatonTesting
import Testing

/// Streams of events for Swift code.
@Suite struct EventSequenceTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    private static func client(_ server: RawServer, timeout: Duration = .seconds(600)) throws -> APIClient {
        var environment = APIEnvironment(baseURL: server.url)
        environment.timeout = timeout
        return try APIClient(environment)
    }

    /// A server that sends these texts, each as a whole response that ends with its connection.
    private static func sending(_ texts: String..., type: String = "text/event-stream") -> RawServer {
        RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n\(texts[min(connection.number, texts.count - 1)])")
        }
    }

    private static func names(_ events: EventSequence) async throws -> [String] {
        var found: [String] = []
        for try await event in events { found.append("\(event.name) \(event.data)") }
        return found
    }

    private static func failure(_ events: EventSequence) async -> (seen: [String], failure: Failure?) {
        var found: [String] = []
        do throws(Failure) {
            for try await event in events { found.append(event.data) }
            return (found, nil)
        } catch {
            return (found, error)
        }
    }

    @Test func `events come before the stream has ended`() async throws {
        let gate = Gate()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "event: a\ndata: {\"n\":1}\nid: 7\n\n")
            gate.wait()
            connection.write("data: two\n\n")
        }
        defer { server.stop() }
        let events = try Self.client(server).events(of: Call<Void>(.get("/")))
        var iterator = events.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        #expect(first.name == "a")
        #expect(first.json == ["n": 1])
        #expect(first.id == "7")
        gate.open()
        let second = try #require(try await iterator.next())
        #expect(second.data == "two")
        #expect(second.json == nil)
        #expect(second.elapsed >= first.elapsed)
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        #expect(server.requests[0]["accept"]?.hasPrefix("text/event-stream") == true)
    }

    @Test func `each iteration sends the request anew`() async throws {
        let server = Self.sending("data: 1\n\n", "data: 2\n\n")
        defer { server.stop() }
        let events = try Self.client(server).events(of: Call<Void>(.get("/")))
        #expect(try await Self.names(events) == ["message 1"])
        #expect(try await Self.names(events) == ["message 2"])
    }

    @Test func `leaving the loop ends the transfer`() async throws {
        let isClosed = Notice()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "data: 1\n\n")
            connection.waitForClose()
            isClosed.give()
        }
        defer { server.stop() }
        let client = try Self.client(server)
        for try await event in client.events(of: Call<Void>(.get("/"))) {
            #expect(event.data == "1")
            break
        }
        await isClosed.received()
    }

    @Test func `cancelling the task ends the transfer with its kind`() async throws {
        let isClosed = Notice()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "data: 1\n\n")
            connection.waitForClose()
            isClosed.give()
        }
        defer { server.stop() }
        let client = try Self.client(server)
        let hasEvent = Notice()
        let task = Task {
            var seen: [String] = []
            do throws(Failure) {
                for try await event in client.events(of: Call<Void>(.get("/"))) {
                    seen.append(event.data)
                    hasEvent.give()
                }
                return (seen, Failure?.none)
            } catch {
                return (seen, error)
            }
        }
        await hasEvent.received()
        task.cancel()
        let (seen, failure) = await task.value
        #expect(seen == ["1"])
        #expect(failure?.kind == .cancelled)
        await isClosed.received()
        await until { client.inFlight == 0 }
    }

    @Test func `a stream is asked for again with the last id, after the pause that the server wants`() async throws {
        let server = Self.sending("retry: 1\nid: 4\ndata: a\n\ndata: half", "data: b\n\n", "id: 5\ndata: c\n\n")
        defer { server.stop() }
        let events = try Self.client(server).events(of: Call<Void>(.get("/")), reconnections: 2)
        #expect(try await Self.names(events) == ["message a", "message b", "message c"])
        #expect(server.requests.map { $0["last-event-id"] } == [nil, "4", "4"])
        #expect(server.connectionCount == 3)
    }

    @Test func `an empty id takes the last one back`() async throws {
        let server = Self.sending("retry: 1\nid: 4\ndata: a\n\n", "id\ndata: b\n\n", "data: c\n\n")
        defer { server.stop() }
        var request = APIRequest.get("/")
        request.headers = ["Last-Event-ID": "3"]
        let call = Call<Void>(request)
        let events = try Self.client(server).events(of: call, reconnections: 2)
        #expect(try await Self.names(events) == ["message a", "message b", "message c"])
        #expect(server.requests.map { $0["last-event-id"] } == ["3", "4", nil])
    }

    @Test func `a 204 ends the reconnections`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(
                connection.number == 0 ? Self.head + "retry: 1\ndata: a\n\n" : "HTTP/1.1 204 No Content\r\n\r\n")
        }
        defer { server.stop() }
        let events = try Self.client(server).events(of: Call<Void>(.get("/")), reconnections: 100)
        #expect(try await Self.names(events) == ["message a"])
        #expect(server.connectionCount == 2)
    }

    @Test func `a status outside 2xx has its kind and the server's words`() async throws {
        let server = RawServer(answering: { _ in
            "HTTP/1.1 403 No\r\nContent-Type: application/json\r\nContent-Length: 23\r\n\r\n{\"message\":\"not yours\"}"
        })
        defer { server.stop() }
        let (seen, failure) = await Self.failure(try Self.client(server).events(of: Call<Void>(.get("/"))))
        #expect(seen.isEmpty)
        #expect(failure?.kind == .forbidden)
        #expect(failure?.serverMessage == "not yours")
    }

    @Test func `a response that is no stream is told by its type`() async throws {
        let server = Self.sending("<html>", type: "text/html")
        defer { server.stop() }
        let (_, failure) = await Self.failure(try Self.client(server).events(of: Call<Void>(.get("/"))))
        #expect(failure?.kind == .notStream)
        #expect(
            failure?.message
                == "the response from 127.0.0.1:\(server.port) is `text/html`, which is neither server-sent events nor JSON Lines"
        )
        #expect(failure?.response?.status == 200)
        let (_, named) = await Self.failure(
            try Self.client(server).events(of: Call<Void>(.get("/")), format: .serverSentEvents))
        #expect(named?.kind == .notStream)
        #expect(
            named?.message
                == "the response from 127.0.0.1:\(server.port) is `text/html`, not `text/event-stream`, which `sse` is")
    }

    @Test func `a line that is not JSON comes after the events before it`() async throws {
        let server = Self.sending("{\"n\":1}\noops\n{\"n\":3}\n", type: "application/x-ndjson")
        defer { server.stop() }
        let (seen, failure) = await Self.failure(try Self.client(server).events(of: Call<Void>(.get("/"))))
        #expect(seen == ["{\"n\":1}"])
        #expect(failure?.kind == .notJSON)
    }

    @Test func `an event without end is cut off at the limit`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head + "data: ")
            let block = [UInt8](repeating: 0x78, count: 1 << 20)
            while connection.write(block) {}
        }
        defer { server.stop() }
        let (_, failure) = await Self.failure(try Self.client(server).events(of: Call<Void>(.get("/"))))
        #expect(failure?.kind == .tooLarge)
        #expect(failure?.message == "127.0.0.1:\(server.port) sent a line of more than 16000000 bytes")
    }

    @Test func `comments without end are ended by the timeout`() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.head)
            while connection.write(": still here\n") {}
        }
        defer { server.stop() }
        let client = try Self.client(server, timeout: .milliseconds(300))
        let (seen, failure) = await Self.failure(client.events(of: Call<Void>(.get("/"))))
        #expect(seen.isEmpty)
        #expect(failure?.kind == .timeout)
    }

    @Test func `a stub's body is a stream like any other`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .get, "/",
            with: .fixed(
                Sample(
                    headers: ["Content-Type": "text/event-stream"], body: Array("data: 1\n\ndata: 2\n\n".utf8))))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        #expect(try await Self.names(client.events(of: Call<Void>(.get("/")))) == ["message 1", "message 2"])
    }
}
