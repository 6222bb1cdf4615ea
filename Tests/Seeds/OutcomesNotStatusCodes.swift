import BatonAPI
import BatonTesting
import RunningDemo
import Testing

/// The fifth style: an endpoint lists how it can end, and no end is forgotten.
///
/// | the style | here |
/// | --- | --- |
/// | an enum of outcomes for each endpoint | `OutcomeEndpoint.Output` |
/// | every response and every failure becomes one of them | `outcome(of:)`, which cannot throw |
/// | a mapping that failed and a network that is down are outcomes too | `Failure.kind` |
/// | the caller switches, and the compiler asks for each case | `switch await client.send(…)` |
/// | the same for one call, without a type | `OutcomeCall` |
@Suite struct OutcomesNotStatusCodes {
    // The application: sign in, and say in its own words how that went.
    struct SignIn: OutcomeEndpoint {
        enum Output: Sendable, Equatable {
            case success(name: String)
            case invalidCredentials
            case mappingFailed(String)
            case connectionFailed
            case unexpected(Int)
        }

        var username: String
        var password: String
        var request: APIRequest { .post("/login", ["username": username, "password": password]) }

        func outcome(of result: Result<Reply, Failure>) -> Output {
            do throws(Failure) {
                let reply = try result.get()
                switch reply.status {
                case 200: return .success(name: try reply.mapper("user.name"))
                case 401: return .invalidCredentials
                default: return .unexpected(reply.status)
                }
            } catch {
                return error.kind.family == "mapping" ? .mappingFailed(error.message) : .connectionFailed
            }
        }
    }

    private static func words(_ outcome: SignIn.Output) -> String {
        switch outcome {
        case .success(let name): "Hello \(name)"
        case .invalidCredentials: "Wrong name or password"
        case .mappingFailed: "The server has changed"
        case .connectionFailed: "You are offline"
        case .unexpected(let status): "Something went wrong (\(status))"
        }
    }

    private func shown(_ password: String, _ client: APIClient) async -> String {
        Self.words(await client.send(SignIn(username: "ada", password: password)))
    }

    @Test func `each end has its words`() async throws {
        let client = try APIClient(APIEnvironment(baseURL: try await Demo.baseURL()))
        #expect(await shown("lovelace-1815", client) == "Hello Ada Lovelace")
        #expect(await shown("wrong", client) == "Wrong name or password")
        let nobody = try APIClient(APIEnvironment(baseURL: "http://127.0.0.1:1"))
        #expect(await shown("x", nobody) == "You are offline")
    }

    @Test(arguments: [
        (Sample.json(["user": [:]]), "The server has changed"),
        (Sample(status: 503), "Something went wrong (503)"),
    ])
    func `what no server does on demand is stubbed`(_ response: Sample, _ words: String) async throws {
        let stub = StubDispatcher()
        stub.respond(to: .post, "/login", with: .fixed(response))
        let client = try APIClient(APIEnvironment(baseURL: "https://shop.example"), dispatcher: stub)
        #expect(await shown("x", client) == words)
    }

    @Test func `one call has outcomes without a type of its own`() async throws {
        let health = OutcomeCall(.get("/health")) { result in
            switch result {
            case .success(let reply): reply.status == 200 ? "up" : "ill"
            case .failure: "down"
            }
        }
        let client = try APIClient(APIEnvironment(baseURL: try await Demo.baseURL()))
        #expect(await client.send(health) == "up")
        #expect(await (try APIClient(APIEnvironment(baseURL: "http://127.0.0.1:1"))).send(health) == "down")
    }

    // MARK: - What else such libraries offer

    /// The messages of a form, by the field that each is about.
    struct FormErrors: Mappable {
        var fields: [String: [String]]
        init(mapper: Mapper) throws { fields = try mapper("errors") }
    }

    @Test func `the server's errors are read into a type of one's own`() async throws {
        let stub = StubDispatcher()
        stub.respond(
            to: .post, "/register", with: .fixed(.json(["errors": ["email": ["is taken", "is long"]]], status: 422)))
        let client = try APIClient(APIEnvironment(baseURL: "https://shop.example"), dispatcher: stub)
        let failure = try #require(await #expect(throws: Failure.self) { try await client.send(.post("/register")) })
        #expect(failure.kind == .unprocessable && failure.status == 422)
        let errors = try FormErrors.mapped(from: Mapper(try #require(failure.json)))
        #expect(errors.fields["email"] == ["is taken", "is long"])
    }
}
