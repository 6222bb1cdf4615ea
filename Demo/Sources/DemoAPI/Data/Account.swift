/// A user who can sign in.
struct Account: Sendable {
    let profile: Profile
    /// Not hashed, because a sample server that lives for one test run protects nothing.
    let password: String
}

/// The public data of an account.
struct Profile: Sendable, Encodable {
    struct Address: Sendable, Encodable {
        var city: String
        var country: String
    }

    var id: Int
    var username: String
    var name: String
    var email: String
    var age: Int
    var roles: [String]
    var address: Address?
    var registeredAt: String
}
