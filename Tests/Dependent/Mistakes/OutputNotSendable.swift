// An output goes from one task to another.
import BatonAPI

#if FIXED
    struct User: Decodable, Sendable {
        var name = ""
    }
#else
    final class User: Decodable {
        var name = ""
    }
#endif

// error: type 'Profile.Output' (aka 'User') does not conform to the 'Sendable' protocol
struct Profile: Endpoint {
    typealias Output = User
    var request: APIRequest { .get("/me") }
}
