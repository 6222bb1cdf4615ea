// An endpoint says what it gives.
import BatonAPI

// error: type 'Profile' does not conform to protocol 'Endpoint'
// note: protocol requires nested type 'Output'
struct Profile: Endpoint {
    #if FIXED
        typealias Output = JSONValue
    #endif
    var request: APIRequest { .get("/me") }
}
