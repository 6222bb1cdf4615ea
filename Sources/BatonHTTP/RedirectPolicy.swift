/// How redirects are followed.
public struct RedirectPolicy: Sendable, Hashable {
    /// The most redirects that are followed; one more fails.
    public var maximum: Int
    /// Whether credentials are sent to another origin too.
    public var keepsCredentials: Bool
    /// Whether any redirect is followed; false only for `.never`.
    package private(set) var follows = true

    /// Follows ten redirects and sends no credentials to another origin, by default.
    public init(maximum: Int = 10, keepsCredentials: Bool = false) {
        self.maximum = maximum
        self.keepsCredentials = keepsCredentials
    }

    /// Follows nothing: a redirect is a response like any other. Takes away the policy of an API or an environment.
    public static let never: RedirectPolicy = {
        var policy = RedirectPolicy(maximum: 0)
        policy.follows = false
        return policy
    }()
}
