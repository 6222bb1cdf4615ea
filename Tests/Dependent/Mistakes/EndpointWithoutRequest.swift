// An endpoint says what it sends.
import BatonAPI

// error: type 'Profile' does not conform to protocol 'Endpoint'
// note: protocol requires property 'request' with type 'APIRequest'
struct Profile: Endpoint {
    struct Output: Decodable, Sendable { var name: String }
    #if FIXED
        var request: APIRequest { .get("/me") }
    #endif
}
