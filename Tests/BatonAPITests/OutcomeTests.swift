import BatonHTTP
import BatonTesting
import RunningDemo
import Testing

@testable import BatonAPI

/// An endpoint that names all its ends comes to exactly one of them.
@Suite struct OutcomeTests {
    enum Ending: Equatable, Sendable {
        case done(String)
        case wrongPassword(String)
        case unreadable(String)
        case unreachable
        case other(String)
    }

    struct SignInOutcome: OutcomeEndpoint {
        typealias Output = Ending

        var password: String

        var request: APIRequest {
            .post("/login", ["username": "ada", "password": password])
        }

        func outcome(of result: Result<Reply, Failure>) -> Ending {
            switch result {
            case .success(let reply) where reply.status == 401:
                return .wrongPassword(reply.failure?.serverMessage ?? "")
            case .success(let reply):
                if let failure = reply.failure { return .other(failure.kind.rawValue) }
                do throws(Failure) {
                    return .done(try reply.mapper("user.name"))
                } catch {
                    return .unreadable(error.kind.rawValue)
                }
            case .failure(let failure):
                return failure.kind.family == "network" ? .unreachable : .other(failure.kind.rawValue)
            }
        }
    }

    @Test func `success and a refusal of a real server`() async throws {
        let client = try await Demo.client()
        #expect(await client.send(SignInOutcome(password: "lovelace-1815")) == .done("Ada Lovelace"))
        #expect(await client.send(SignInOutcome(password: "wrong")) == .wrongPassword("wrong username or password"))
    }

    struct Case: Sendable {
        var response: StubDispatcher.Behaviour
        var ending: Ending
    }

    static let cases: [Case] = [
        Case(response: .fixed(.json(["user": ["name": "Ada"]])), ending: .done("Ada")),
        Case(response: .fixed(.json(["user": [:]])), ending: .unreadable("mapping.missing")),
        Case(response: .fixed(.text("<html>")), ending: .unreadable("response.not_json")),
        Case(response: .fixed(Sample()), ending: .unreadable("response.no_data")),
        Case(response: .fixed(.json(["message": "later"], status: 503)), ending: .other("http.server_error")),
        Case(response: .fixed(.json([], status: 401)), ending: .wrongPassword("")),
        Case(response: .failure(Failure(.dns, "no such host")), ending: .unreachable),
        Case(response: .failure(Failure(.cancelled, "cancelled")), ending: .other("workflow.cancelled")),
    ]

    @Test(arguments: cases) func `every response and every failure is an outcome`(_ item: Case) async throws {
        let stub = StubDispatcher()
        stub.respond(to: .post, "/login", with: item.response)
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: stub)
        #expect(await client.send(SignInOutcome(password: "x")) == item.ending)
    }

    @Test func `a request that cannot be made has an outcome`() async throws {
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: StubDispatcher())
        struct Odd: OutcomeEndpoint {
            typealias Output = String
            var request: APIRequest { .get("http://[/") }
            func outcome(of result: Result<Reply, Failure>) -> String {
                if case .failure(let failure) = result { failure.kind.rawValue } else { "a response" }
            }
        }
        #expect(await client.send(Odd()) == "request.invalid_url")
    }
}

/// Every response has exactly one outcome.
@Suite struct CallOutcomeTests {
    @Test(arguments: [
        (200, true, "success"), (204, true, "success"), (200, false, "mapping_failed"), (404, true, "http.not_found"),
        (404, false, "http.not_found"), (302, true, "http.unexpected"), (503, true, "http.server_error"),
    ])
    func `a response that no declared outcome claims has the outcome of its status`(
        _ status: Int, _ isMapped: Bool, _ name: String
    ) {
        #expect(CallOutcome.unclaimed(status: status) { isMapped }.name == name)
    }

    @Test func `whether a result can be made is asked only for a success`() {
        _ = CallOutcome.unclaimed(status: 500) {
            Issue.record("it was asked")
            return false
        }
    }

    @Test func `names that mean something for every endpoint are reserved`() {
        for name in ["success", "mapping_failed"] + Failure.Kind.all.map(\.rawValue) {
            #expect(CallOutcome.isReserved(name), "\(name)")
        }
        #expect(!CallOutcome.isReserved("locked"))
    }
}
