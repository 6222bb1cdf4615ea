package import BatonHTTP
package import BatonSecrets
package import BatonWorkflow

/// Where requests go and who gets what: the environment of the run, or another one that steps name.
package final class RunEnvironment: Sendable {
    package let name: String?
    package let baseURL: URLText?
    /// The base URL without slashes at its end: what a path is put after.
    let basePrefix: String?
    package let trustedOrigins: Set<Origin>
    private let isBaseTrusted: Bool
    /// The names of headers that sessions keep.
    package let sessionHeaders: [String]
    /// What the workflows of this run share, where the environment says so.
    let sharedSessions: SharedSessions?

    package init(
        name: String?, baseURL: URLText?, trustedOrigins: Set<Origin>, session: SessionSpec = SessionSpec(),
        secrets: SecretRegistry
    ) {
        self.name = name
        self.baseURL = baseURL
        basePrefix = baseURL.map { url in
            let slashes = url.text.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count
            return String(url.text.dropLast(slashes))
        }
        self.trustedOrigins = trustedOrigins
        isBaseTrusted = baseURL.map { trustedOrigins.contains($0.origin) } ?? false
        sessionHeaders = session.headers
        sharedSessions =
            session.scope == .run && !session.headers.isEmpty
            ? SharedSessions(keeping: session.headers, from: trustedOrigins, secrets: secrets) : nil
    }

    /// Whether the origin of a URL gets the credentials of environment, `defaults` and session.
    func isTrusted(_ url: URLText) -> Bool {
        // That of the base URL is where nearly all requests go.
        if isBaseTrusted, let baseURL, url.hasSameOrigin(as: baseURL) { return true }
        return trustedOrigins.contains(url.origin)
    }
}
