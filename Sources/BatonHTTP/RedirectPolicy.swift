/// How redirects are followed.
package struct RedirectPolicy: Sendable, Hashable {
    /// Following one more than this fails.
    package var maximum: Int
    /// Whether credentials go along to another origin.
    package var keepsCredentials: Bool

    package init(maximum: Int = 10, keepsCredentials: Bool = false) {
        self.maximum = maximum
        self.keepsCredentials = keepsCredentials
    }
}
