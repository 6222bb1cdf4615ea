// A path with nil asks for nothing that there is.
import BatonAPI

func find(_ id: Int?) -> APIRequest? {
    #if FIXED
        id.map { .get("/items/\($0)") }
    #else
        // warning: 'appendInterpolation' is deprecated: unwrap the optional: a path with nil fails with `request.bad_input`
        .get("/items/\(id)")
    #endif
}
