import BatonAPI
import BatonTesting
import Testing

/// A cancelled task: a failure of its own kind, and Swift's own error for those who need it.
@Suite(.timeLimit(.minutes(5))) struct CancellationTests {
    /// A server that never answers, and tells when a request has come.
    private func withHangingServer(
        _ body: @escaping @Sendable (APIClient, Notice) async throws -> Void
    ) async throws {
        let arrived = Notice()
        let server = RawServer { connection in
            _ = connection.readRequest()
            arrived.give()
            connection.waitForClose()
        }
        defer { server.stop() }
        try await body(try APIClient(APIEnvironment(baseURL: server.url, timeout: .seconds(600))), arrived)
    }

    @Test func `a cancelled request throws CancellationError where it is asked for`() async throws {
        try await withHangingServer { client, arrived in
            let task = Task {
                do {
                    try await withCancellationError { try await client.send(Call<Void>(.get("/"))) }
                    return "sent"
                } catch is CancellationError {
                    return "cancelled"
                } catch {
                    return "\(error)"
                }
            }
            await arrived.received()
            task.cancel()
            #expect(await task.value == "cancelled")
        }
    }

    @Test func `a cancelled request is a failure that says so`() async throws {
        try await withHangingServer { client, arrived in
            let task = Task { () -> Failure? in
                do throws(Failure) {
                    try await client.send(Call<Void>(.get("/")))
                    return nil
                } catch {
                    return error
                }
            }
            await arrived.received()
            task.cancel()
            let failure = await task.value
            #expect(failure?.isCancelled == true)
            #expect(failure?.kind == .cancelled)
            #expect(throws: CancellationError.self) { try failure?.throwIfCancelled() }
        }
    }

    @Test func `a task that was cancelled before sends nothing`() async throws {
        let stub = StubDispatcher()
        stub.respond(to: .get, "/", with: .fixed(Sample()))
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await withCancellationError { try await client.send(Call<Void>(.get("/"))) }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(stub.requests.isEmpty)
    }

    @Test func `the failure of one request cancels the others of a group, and they end as cancelled`() async throws {
        try await withHangingServer { client, arrived in
            let failure = await #expect(throws: Failure.self) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await withCancellationError { try await client.send(Call<Void>(.get("/"))) } }
                    group.addTask {
                        await arrived.received()
                        throw Failure(.check, "the other")
                    }
                    for try await _ in group {}
                }
            }
            #expect(failure?.kind == .check)
            #expect(client.inFlight == 0)
        }
    }

    @Test func `other failures, other errors and values pass unchanged`() async throws {
        struct Other: Error {}
        #expect(try await withCancellationError { 7 } == 7)
        await #expect(throws: Other.self) { try await withCancellationError { throw Other() } }
        let failure = await #expect(throws: Failure.self) {
            try await withCancellationError { throw Failure(.timeout, "too slow") }
        }
        #expect(failure?.kind == .timeout)
        #expect(failure?.isCancelled == false)
        try failure?.throwIfCancelled()
    }

    @Test @MainActor func `requests of an actor stay on it`() async throws {
        var count = 0
        try await withCancellationError {
            MainActor.assertIsolated()
            count += 1
        }
        #expect(count == 1)
    }
}
