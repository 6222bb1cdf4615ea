/// An access token with what came along with it.
struct AccessToken: Sendable {
    let value: String
    /// What a new token is asked for with; nil: with the grant of the configuration.
    let refreshToken: String?
    /// When the token is renewed, in microseconds since 1970; nil: not before a server refuses it.
    let renewal: Int64?
}

/// The members of a successful token response (RFC 6749 section 5.1).
struct IssuedToken: Sendable {
    let value: String
    let refreshToken: String?
    /// For how many seconds the token is valid; nil where the server does not say.
    let lifetime: Int64?

    /// When the token is renewed, in microseconds since 1970: a tenth of its lifetime before its end, 30 seconds at
    /// most, so that it does not expire on its way.
    func renewal(issued: Int64) -> Int64? {
        lifetime.map { lifetime in
            let microseconds = min(lifetime, Self.longest) * 1_000_000
            return issued + microseconds - min(30_000_000, microseconds / 10)
        }
    }

    /// Ten years in seconds: a longer lifetime counts as this one.
    private static let longest: Int64 = 10 * 365 * 86_400
}
