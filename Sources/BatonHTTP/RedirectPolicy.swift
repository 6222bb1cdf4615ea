/// How redirects are followed.
public struct RedirectPolicy: Sendable, Hashable {
    /// Following one more than this fails.
    public var maximum: Int
    /// Whether credentials go along to another origin.
    public var keepsCredentials: Bool

    /// Follows ten redirects and leaves credentials behind at another origin, unless told otherwise.
    public init(maximum: Int = 10, keepsCredentials: Bool = false) {
        self.maximum = maximum
        self.keepsCredentials = keepsCredentials
    }
}
