// A model that stands alone is read off the main actor.
// flags: -default-isolation MainActor
import BatonAPI

#if FIXED
    nonisolated struct User: Decodable, Sendable {
        var name: String
    }
#else
    struct User: Decodable, Sendable {
        var name: String
    }
#endif

struct LogIn: OutcomeEndpoint {
    enum Output: Sendable { case welcome(User), offline }
    var request: APIRequest { .post("/login") }

    func outcome(of result: Result<Reply, Failure>) -> Output {
        // error: main actor-isolated conformance of 'User' to 'Decodable' cannot be used in nonisolated context
        do throws(Failure) { return .welcome(try result.get().decoded()) } catch { return .offline }
    }
}
