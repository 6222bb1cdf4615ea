import BatonAPI
import BatonTesting
import FailureCauses
import Synchronization
import Testing

/// Every kind of failure that a client can meet, caused for real on loopback. Workflows are held against the same causes:
/// `Tests/CommandTests/FailureKindTests.swift`.
@Suite struct FailureTableTests {
    struct Person: Mappable {
        var name: String
        var age: Int
        var born: Timestamp?

        init(mapper: Mapper) throws {
            name = try mapper("name")
            age = try mapper("age")
            born = try mapper("born")
        }
    }

    private static func request(_ cause: FailureCause, at server: RawServer) -> APIRequest {
        var request = APIRequest.get(.raw(cause.url(at: server))).with(\.headers, ["X-Note": cause.note])
        if let timeout = cause.timeout { request.timeout = .milliseconds(timeout) }
        request.maxResponse = cause.maxResponse
        return request
    }

    @Test(.timeLimit(.minutes(5)), arguments: FailureCause.all)
    func `what goes wrong has its kind, the response and the server's own words`(_ cause: FailureCause) async throws {
        let server = cause.serve()
        defer { server.stop() }
        let client = try APIClient(APIEnvironment(baseURL: server.url))
        let call = Call<Person>(Self.request(cause, at: server))
        let thrown = await #expect(throws: Failure.self) { _ = try await client.send(call) }
        let failure = try #require(thrown)
        #expect(failure.kind.rawValue == cause.kind)
        #expect(failure.serverMessages == cause.messages)
        #expect(!failure.message.isEmpty)
        if let first = cause.messages.first { #expect(failure.message.contains(first)) }
        if cause.kind.hasPrefix("http.") || cause.kind.hasPrefix("mapping.") {
            #expect(failure.status == cause.status)
            #expect(failure.headers["content-type"] == "application/json")
        }
    }

    @Test func `a cancelled task has its kind`() async throws {
        let arrived = Notice()
        let server = RawServer { connection in
            _ = connection.readRequest()
            arrived.give()
            connection.waitForClose()
        }
        defer { server.stop() }
        var environment = APIEnvironment(baseURL: server.url)
        // On a busy machine half a minute may pass before it is cancelled.
        environment.timeout = .seconds(600)
        let client = try APIClient(environment)
        let kind = Mutex("")
        let handle = client.send(Call<Person>(.get("/"))) { result in
            if case .failure(let failure) = result { kind.withLock { $0 = failure.kind.rawValue } }
        }
        await arrived.received()
        handle.cancel()
        await handle.wait()
        #expect(kind.withLock { $0 } == "workflow.cancelled")
        #expect(client.inFlight == 0)
    }

    @Test func `an endpoint without a sample has its kind`() async throws {
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), isStubbed: true)
        let failure = await #expect(throws: Failure.self) { _ = try await client.send(Call<Person>(.get("/"))) }
        #expect(failure?.kind == .stubMissing)
    }
}
