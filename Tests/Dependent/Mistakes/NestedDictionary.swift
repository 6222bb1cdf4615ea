// The values of a plain dictionary inside have one type; `.object` takes members of any types.
import BatonAPI

func order(_ city: String, _ zip: Int) -> APIRequest {
    #if FIXED
        .post("/orders", ["address": .object(["city": city, "zip": zip])])
    #else
        // error: cannot convert value of type '[String : Any]' to expected dictionary value type '(any ParameterValue)?'
        .post("/orders", ["address": ["city": city, "zip": zip]])
    #endif
}
