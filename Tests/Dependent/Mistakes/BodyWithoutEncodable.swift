// A body that is a value is `Encodable`.
import BatonAPI

#if FIXED
    struct NewAccount: Encodable, Sendable {
        var name: String
    }
#else
    struct NewAccount: Sendable {
        var name: String
    }
#endif

func register(_ account: NewAccount) -> APIRequest {
    // error: static method 'post(_:body:encoder:)' requires that 'NewAccount' conform to 'Encodable'
    .post("/accounts", body: account)
}
