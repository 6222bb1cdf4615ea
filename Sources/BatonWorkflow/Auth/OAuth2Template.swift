package import BatonAPI

/// `auth: { oauth2: … }`: how an access token is asked for.
package struct OAuth2Template: Sendable {
    package enum Provider: Sendable {
        case tokenURL(TextTemplate)
        case issuer(TextTemplate)
    }

    package enum Grant: Sendable {
        case clientCredentials
        case password(username: TextTemplate, password: TextTemplate)
        case refreshToken(TextTemplate)
    }

    package var provider: Provider
    package var grant: Grant
    package var clientID: TextTemplate?
    package var clientSecret: TextTemplate?
    package var clientAuthentication = OAuth2.ClientAuthentication.header
    /// Each may hold several scopes, separated by spaces.
    package var scopes: [TextTemplate] = []
    package var audience: TextTemplate?
    package var parameters: MapTemplate?
    package var allowsHTTP = false
}
