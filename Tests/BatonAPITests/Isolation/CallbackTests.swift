import BatonAPI
import BatonTesting
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Callbacks run where docs/swift.md says.
@Suite struct CallbackTests {
    /// The threads on which something was called, by its name.
    private final class Threads: Sendable {
        private let seen = Mutex<[String: Set<UInt>]>([:])

        func note(_ name: String) {
            let thread = CallbackTests.thread
            _ = seen.withLock { $0[name, default: []].insert(thread) }
        }

        subscript(name: String) -> Set<UInt> { seen.withLock { $0[name] ?? [] } }
    }

    private static var thread: UInt { UInt(bitPattern: pthread_self().hashValue) }

    private struct Witness: Interceptor {
        let threads: Threads
        func intercept(_ request: Request, in exchange: Exchange) async throws(Failure) -> Response {
            threads.note("interceptor")
            defer { threads.note("interceptor") }
            return try await exchange.send(request)
        }
    }

    private struct Noted: Endpoint {
        typealias Output = String
        let threads: Threads
        var path = "/"
        var request: APIRequest {
            threads.note("request")
            return APIRequest.post(.raw(path)).with(\.content, .bytes([UInt8](repeating: 1, count: 300_000), type: nil))
                .with(\.progress) { [threads] _ in threads.note("progress") }
        }
        func output(from reply: Reply) throws(Failure) -> String {
            threads.note("output")
            return "\(reply.status)"
        }
    }

    @Test @MainActor func `nothing is called on the actor of the caller, and progress on the engine's thread`()
        async throws
    {
        let server = RawServer(answering: { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" })
        defer { server.stop() }
        let threads = Threads()
        let client = try APIClient(APIEnvironment(baseURL: server.url), interceptors: [Witness(threads: threads)])
        let own = Self.thread
        for _ in 1...3 {
            await client.send(Noted(threads: threads)) { (_: Result<String, Failure>) in threads.note("completion") }
                .wait()
            await client.values(of: Noted(threads: threads)) { _, _ in threads.note("completion") }.wait()
            await client.response(to: Noted(threads: threads)) { _ in threads.note("completion") }.wait()
            _ = try await client.send(Noted(threads: threads))
        }
        for name in ["request", "output", "interceptor", "completion", "progress"] {
            #expect(!threads[name].isEmpty, "\(name) was not called")
            #expect(!threads[name].contains(own), "\(name) ran on the main actor's thread")
        }
        #expect(threads["progress"].count == 1)
        #expect(threads["progress"].isDisjoint(with: threads["completion"].union(threads["interceptor"])))
    }
}
