// The types of Foundation are parameters in BatonFoundation.
import Foundation

#if FIXED
    import BatonFoundation
#else
    import BatonAPI
#endif

func since(_ day: Date) -> APIRequest {
    // error: cannot convert value of type 'Date' to expected dictionary value type '(any ParameterValue)?'
    .get("/items", query: ["since": day])
}
