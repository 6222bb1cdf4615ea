// OAuth 2.0 is one authenticator: `TokenFetch` finds the token endpoint (`IssuerDocument`), writes a `TokenRequest`,
// sends it, and reads the `TokenResponse` for an access token, which `CredentialKeeper` keeps until it is renewed.

import BatonHTTP
import BatonValues
import Synchronization

/// OAuth 2.0 as an authenticator: equal where the configurations are.
struct OAuth2Authenticator: Authenticator {
    let oauth2: OAuth2
    let clock: WallClock
    /// The token endpoint that discovery has found, which is looked for once.
    private let endpoint = FoundEndpoint()

    init(_ oauth2: OAuth2, clock: WallClock) {
        self.oauth2 = oauth2
        self.clock = clock
    }

    func credential(
        replacing old: AccessToken?, for request: Request, through dispatcher: any Dispatcher
    ) async throws(Failure) -> AccessToken {
        let fetch = TokenFetch(
            oauth2: oauth2, asker: request, next: dispatcher, clock: clock, endpoint: endpoint.url,
            refreshToken: old?.refreshToken)
        return try await fetch.token { endpoint.url = $0 }
    }

    func apply(_ token: AccessToken, to request: inout Request) {
        request.authorization?.use(token.value)
        request.headers.set("Authorization", "Bearer \(token.value)", isCredential: true)
    }

    var secrets: [String] { oauth2.secrets }

    func secrets(of token: AccessToken) -> [String] { [token.value] + (token.refreshToken.map { [$0] } ?? []) }

    func isExpiring(_ token: AccessToken, at now: Timestamp) -> Bool {
        token.renewal.map { now.seconds * 1_000_000 + Int64(now.nanoseconds) / 1000 >= $0 } ?? false
    }

    func isRefused(_ response: Response) -> Bool { response.status == 401 }

    static func == (one: OAuth2Authenticator, other: OAuth2Authenticator) -> Bool { one.oauth2 == other.oauth2 }

    func hash(into hasher: inout Hasher) { hasher.combine(oauth2) }
}

private final class FoundEndpoint: Sendable {
    private let found = Mutex<URLText?>(nil)

    var url: URLText? {
        get { found.withLock { $0 } }
        set { found.withLock { $0 = newValue } }
    }
}
