// The output of a call is read by its type, or by a closure.
import BatonAPI

struct User: Sendable {
    var name: String
}

#if FIXED
    let profile = Call<User>(.get("/me")) { reply in User(name: try reply.mapper("name")) }
#else
    // error: 'init(_:of:sample:)' is unavailable: let the output be `Decodable` (`nonisolated` where the main actor is the default), or make it in a closure
    let profile = Call<User>(.get("/me"))
#endif
