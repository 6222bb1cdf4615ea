import BatonAPI
import RunningDemo

extension Demo {
    static func client(
        interceptors: [any Interceptor] = [], session: SessionStore? = nil,
        _ change: (inout APIEnvironment) -> Void = { _ in }
    ) async throws -> APIClient {
        var environment = APIEnvironment(baseURL: try await baseURL())
        change(&environment)
        return try APIClient(environment, interceptors: interceptors, session: session)
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
        .post("/login", ["username": username, "password": password])
    }
}

struct Profile: Endpoint {
    typealias Output = User
    var token: String?

    var request: APIRequest {
        .get("/me").with(\.credentials, token.map { .bearer($0) })
    }
}
