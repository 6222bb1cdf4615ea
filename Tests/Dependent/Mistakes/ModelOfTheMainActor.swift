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

// error: type 'Profile' does not conform to protocol 'Endpoint'
// error: unavailable instance method 'output(from:)' was used to satisfy a requirement of protocol 'Endpoint': let the output be `Decodable` (`nonisolated` where the main actor is the default), or write `output(from:)`
struct Profile: Endpoint {
    typealias Output = User
    var request: APIRequest { .get("/me") }
}
