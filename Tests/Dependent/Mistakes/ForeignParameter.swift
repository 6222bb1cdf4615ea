// A type of one's own becomes a parameter when it says so.
import BatonAPI

#if FIXED
    struct Address: Encodable, ParameterValue {
        var city: String
    }
#else
    struct Address {
        var city: String
    }
#endif

func move(to address: Address) -> APIRequest {
    // error: cannot convert value of type 'Address' to expected dictionary value type '(any ParameterValue)?'
    .post("/account", ["address": address])
}
