public import BatonHTTP
import Synchronization

/// The credentials that requests share: access tokens of OAuth 2.0, and those of `Authenticator`s of one's own.
///
/// Every client has one of its own. One that is given to the dispatcher can be asked and changed from outside, for example
/// to keep a credential between launches:
///
/// ```swift
/// let credentials = CredentialStore()
/// credentials.set(savedToken, for: login)
/// let client = try APIClient(
///     environment, dispatcher: AuthenticatingDispatcher(CurlDispatcher.shared, credentials: credentials))
/// ```
public final class CredentialStore: Sendable {
    private struct State {
        var keepers: [AnyAuthenticator: any Sendable] = [:]
    }

    private let state = Mutex(State())
    private let clock: WallClock

    /// Knows no credentials yet.
    public convenience init() { self.init(clock: .system) }

    package init(clock: WallClock) { self.clock = clock }

    /// The credential that requests with that authenticator are sent with now; nil before it has been got or set.
    ///
    /// It is a secret.
    public func credential<Scheme: Authenticator>(of authenticator: Scheme) -> Scheme.Credential? {
        keeper(of: authenticator).value
    }

    /// Replaces a credential, for example after a login or with one of an earlier launch. Nil takes it away: the next
    /// request gets a new one. Both also end the refusal of an earlier one.
    public func set<Scheme: Authenticator>(_ credential: Scheme.Credential?, for authenticator: Scheme) {
        keeper(of: authenticator).set(credential)
    }

    func keeper(of oauth2: OAuth2) -> CredentialKeeper<OAuth2Authenticator> {
        keeper(
            of: OAuth2Authenticator(oauth2, clock: clock), messageStart: TokenFetch.messageStart,
            // Only the requests have a limit, not a key of the program.
            limitsItself: oauth2.clientKey == nil)
    }

    func keeper<Scheme: Authenticator>(of authenticator: Scheme) -> CredentialKeeper<Scheme> {
        keeper(of: authenticator, messageStart: "no credential: ", limitsItself: false)
    }

    private func keeper<Scheme: Authenticator>(
        of authenticator: Scheme, messageStart: String, limitsItself: Bool
    ) -> CredentialKeeper<Scheme> {
        state.withLock { state in
            let key = AnyAuthenticator(authenticator)
            if let known = state.keepers[key] as? CredentialKeeper<Scheme> { return known }
            let keeper = CredentialKeeper(
                authenticator, messageStart: messageStart, limitsItself: limitsItself, clock: clock)
            state.keepers[key] = keeper
            return keeper
        }
    }
}
