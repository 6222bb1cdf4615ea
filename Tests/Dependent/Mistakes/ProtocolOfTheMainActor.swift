// What all endpoints of an API share belongs to no actor.
// flags: -default-isolation MainActor
import BatonAPI

#if FIXED
    nonisolated protocol ShopEndpoint: Endpoint {}

    nonisolated extension ShopEndpoint {
        var api: API { API(base: "/items") }
    }
#else
    protocol ShopEndpoint: Endpoint {}

    extension ShopEndpoint {
        var api: API { API(base: "/items") }
    }
#endif

// error: conformance of 'FindItem' to protocol 'Endpoint' crosses into main actor-isolated code and can cause data races
struct FindItem: ShopEndpoint {
    typealias Output = JSONValue
    var request: APIRequest { .get("/7") }
}
