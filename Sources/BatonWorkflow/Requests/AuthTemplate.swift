package import BatonAPI
package import BatonLanguage

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
    package var clientAuthentication: OAuth2.ClientAuthentication = .header
    /// Each may hold several scopes, separated by spaces.
    package var scopes: [TextTemplate] = []
    package var audience: TextTemplate?
    package var parameters: MapTemplate?
    package var allowsHTTP = false

    package init(
        provider: Provider, grant: Grant, clientID: TextTemplate? = nil, clientSecret: TextTemplate? = nil,
        clientAuthentication: OAuth2.ClientAuthentication = .header, scopes: [TextTemplate] = [],
        audience: TextTemplate? = nil, parameters: MapTemplate? = nil, allowsHTTP: Bool = false
    ) {
        self.provider = provider
        self.grant = grant
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.clientAuthentication = clientAuthentication
        self.scopes = scopes
        self.audience = audience
        self.parameters = parameters
        self.allowsHTTP = allowsHTTP
    }
}

/// The authentication of a request.
package indirect enum AuthTemplate: Sendable {
    case none
    case bearer(TextTemplate)
    case basic(username: TextTemplate, password: TextTemplate)
    case digest(username: TextTemplate, password: TextTemplate)
    case ntlm(username: TextTemplate, password: TextTemplate)
    case apiKey(APIKeyPlace, value: TextTemplate)
    case negotiate
    case aws(AWSTemplate)
    case oauth2(OAuth2Template)

    package enum APIKeyPlace: Sendable {
        case header(TextTemplate)
        case query(TextTemplate)
    }
}

/// `auth: { aws: … }`.
package struct AWSTemplate: Sendable {
    package let service: TextTemplate
    package let region: TextTemplate
    package let accessKey: TextTemplate
    package let secretKey: TextTemplate
    package let sessionToken: TextTemplate?
    package let signsBody: Bool

    package init(
        service: TextTemplate, region: TextTemplate, accessKey: TextTemplate, secretKey: TextTemplate,
        sessionToken: TextTemplate?, signsBody: Bool
    ) {
        self.service = service
        self.region = region
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
        self.signsBody = signsBody
    }
}
