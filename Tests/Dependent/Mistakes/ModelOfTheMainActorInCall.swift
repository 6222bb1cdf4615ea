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

// error: main actor-isolated conformance of 'User' to 'Decodable' cannot satisfy conformance requirement for a 'Sendable' type parameter
let profile = Call<User>(.get("/me"))
