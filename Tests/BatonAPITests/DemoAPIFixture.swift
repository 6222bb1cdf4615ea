import BatonAPI
import DemoAPI

/// demo-api on a free port of loopback, one for the whole test process, and clients of it.
enum Demo {
    static func client(
        interceptors: [any Interceptor] = [], session: SessionStore? = nil,
        _ change: (inout APIEnvironment) -> Void = { _ in }
    ) async throws -> APIClient {
        var environment = APIEnvironment(baseURL: try await baseURL())
        change(&environment)
        return try APIClient(environment, interceptors: interceptors, session: session)
    }

    static func baseURL() async throws -> String { "http://127.0.0.1:\(try await server.port())" }

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

/// Who is signed in, as demo-api says it.
struct User: Decodable, Equatable, Sendable {
    var name: String
    var roles: [String]
}

struct SignIn: Endpoint {
    struct Output: Decodable, Sendable {
        var token: String
        var user: User
    }

    var username = "ada"
    var password = "lovelace-1815"

    var request: APIRequest {
        .post("/login", ["username": .json(.string(username)), "password": .json(.string(password))])
    }
}

struct Profile: Endpoint {
    typealias Output = User
    var token: String?

    var request: APIRequest {
        .get("/me").with(\.credentials, token.map { .bearer($0) })
    }
}
