import DemoAPI

/// demo-api on a free port of loopback, one for the whole test process.
package enum Demo {
    package static func baseURL() async throws -> String {
        "http://127.0.0.1:\(try await server.port())"
    }

    private static let server = Server()

    private actor Server {
        private var running: Task<UInt16, any Error>?

        func port() async throws -> UInt16 {
            if let running { return try await running.value }
            let task = Task { try await Self.start() }
            running = task
            return try await task.value
        }

        private static func start() async throws -> UInt16 {
            let server = try DemoServer(application: DemoApplication(), port: 0)
            return try await withCheckedThrowingContinuation { continuation in
                Task {
                    do {
                        try await server.run { continuation.resume(returning: $0) }
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
        }
    }
}
