/// How redirects are followed.
public struct RedirectPolicy: Sendable, Hashable {
    /// The most redirects that are followed; one more fails.
    public var maximum: Int
    /// Whether credentials are sent to another origin too.
    public var keepsCredentials: Bool

    /// Follows ten redirects and sends no credentials to another origin, by default.
    public init(maximum: Int = 10, keepsCredentials: Bool = false) {
        self.maximum = maximum
        self.keepsCredentials = keepsCredentials
    }
}
