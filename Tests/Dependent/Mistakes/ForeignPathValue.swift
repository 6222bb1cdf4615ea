// What stands in a path says that it may.
import BatonAPI

#if FIXED
    struct ItemID: RawRepresentable, ParameterValue {
        var rawValue: Int
    }
#else
    struct ItemID {
        var rawValue: Int
    }
#endif

func find(_ id: ItemID) -> APIRequest {
    // error: instance method 'appendInterpolation' requires that 'ItemID' conform to 'ParameterValue'
    .get("/items/\(id)")
}
