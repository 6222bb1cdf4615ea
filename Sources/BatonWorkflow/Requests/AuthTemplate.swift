package import BatonAPI
import BatonJudging
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

extension Language {
    /// `auth`.
    package enum Auth {
        package static let bearer = Key(
            "bearer", .text, "A token, sent as `Authorization: Bearer …` (RFC 6750).",
            example: "bearer: $(process.env.TOKEN)")
        package static let basic = Key(
            "basic", .map, "HTTP basic authentication (RFC 7617).", holds: .one(BasicAuth.map),
            example: "basic: { username: ada, password: $(process.env.PASSWORD) }")
        package static let digest = Key(
            "digest", .map,
            "HTTP digest authentication (RFC 7616): asks first, and answers the challenge of the server.",
            holds: .one(DigestAuth.map),
            example: "digest: { username: ada, password: $(process.env.PASSWORD) }")
        package static let ntlm = Key(
            "ntlm", .map, "NTLM, as Windows servers want it.", holds: .one(NTLMAuth.map),
            example: "ntlm: { username: ada, password: $(process.env.PASSWORD) }")
        package static let apiKey = Key(
            "api_key", .map, "A key in a header or in the query.",
            holds: .one(APIKey.map), example: "api_key: { header: X-Api-Key, value: $(process.env.API_KEY) }")
        package static let negotiate = Key(
            "negotiate", .boolean, "Kerberos by SPNEGO (RFC 4559), with the ticket that `kinit` got.", takes: "`true`")
        package static let aws = Key(
            "aws", .map, "A signature for Amazon Web Services (Signature Version 4).", holds: .one(AWSAuth.map),
            example:
                "aws: { service: s3, region: eu-west-1, access_key: $(process.env.AWS_ACCESS_KEY_ID), secret_key: $(process.env.AWS_SECRET_ACCESS_KEY) }"
        )
        package static let oauth2 = Key(
            "oauth2", .map, "An access token of an OAuth 2.0 server, asked for once in a run (RFC 6749).",
            holds: .one(OAuth2.map),
            example: "oauth2: { token_url: /token, client_id: shop, client_secret: $(process.env.CLIENT_SECRET) }")
        static let keys = [bearer, basic, digest, ntlm, negotiate, apiKey, aws, oauth2]
        /// The keys of `auth`, and of its maps, whose values are credentials.
        package static let secrets: KeySet = [
            bearer, Password.password, APIKey.value, AWSAuth.secretKey, AWSAuth.sessionToken, OAuth2.clientSecret,
            OAuth2.password, OAuth2.refreshToken,
        ]
        package static let map = Map(
            "`auth`", keys, rules: [.exactlyOne(keys)])
    }
}

extension Language {
    /// `auth: { basic: … }`.
    package enum BasicAuth {
        package static let map = Map("`basic`", Password.keys, rules: [.all(Password.keys)])
    }
}

extension Language {
    /// `auth: { digest: … }`.
    package enum DigestAuth {
        package static let map = Map("`digest`", Password.keys, rules: [.all(Password.keys)])
    }
}

extension Language {
    /// `auth: { ntlm: … }`.
    package enum NTLMAuth {
        package static let map = Map("`ntlm`", Password.keys, rules: [.all(Password.keys)])
    }
}

extension Language {
    /// Keys of `basic`, `digest` and `ntlm`.
    package enum Password {
        package static let username = Key(
            "username", .text, "The user's name; for `basic` without a colon, for `ntlm` also `DOMAIN\\user`.",
            example: "username: ada")
        package static let password = Key(
            "password", .text, "The password; always masked.", example: "password: $(process.env.PASSWORD)")
        static let keys = [username, password]
    }
}

extension Language {
    /// `auth: { api_key: … }`.
    package enum APIKey {
        package static let header = Key(
            "header", .text, "The header that carries the key.", example: "header: X-Api-Key")
        package static let query = Key(
            "query", .text, "The query parameter that carries the key.", example: "query: key")
        package static let value = Key(
            "value", .text, "The key; always masked.", example: "value: $(process.env.API_KEY)")
        package static let map = Map(
            "`api_key`", [header, query, value], rules: [.all([value]), .exactlyOne([header, query])])
    }
}

extension Language {
    /// `auth: { aws: … }`.
    package enum AWSAuth {
        package static let service = Key(
            "service", .text, "The name of the service in signatures, such as `s3`, `execute-api` or `dynamodb`.",
            example: "service: s3")
        package static let region = Key(
            "region", .text, "The region, such as `eu-west-1`.", example: "region: eu-west-1")
        package static let accessKey = Key(
            "access_key", .text, "The identifier of the access key.",
            example: "access_key: $(process.env.AWS_ACCESS_KEY_ID)")
        package static let secretKey = Key(
            "secret_key", .text, "The secret access key; always masked, and never sent.",
            example: "secret_key: $(process.env.AWS_SECRET_ACCESS_KEY)")
        package static let sessionToken = Key(
            "session_token", .text,
            "The token of temporary credentials, sent as `X-Amz-Security-Token`; always masked.",
            example: "session_token: $(process.env.AWS_SESSION_TOKEN)")
        package static let signBody = Key(
            "sign_body", .boolean,
            "Whether the signature covers the body; only S3 takes requests without it.", unlessWritten: "`true`")
        static let needed = [service, region, accessKey, secretKey]
        package static let map = Map("`aws`", needed + [sessionToken, signBody], rules: [.all(needed)])
    }
}

extension Language {
    /// `auth: { oauth2: … }`.
    package enum OAuth2 {
        package static let tokenURL = Key(
            "token_url", .text, "The token endpoint; a path follows the base URL.", takes: "URL or path",
            example: "token_url: /token"
        )
        package static let issuer = Key(
            "issuer", .text,
            "The issuer, whose discovery document names the token endpoint (OpenID Connect Discovery, else RFC 8414).",
            takes: "URL",
            example: "issuer: https://login.example.com")
        package static let grant = Key(
            "grant", .text, "The grant by which the token is asked for.", unlessWritten: "`client_credentials`",
            values: Values(["client_credentials", "password", "refresh_token"]), example: "grant: client_credentials")
        package static let clientID = Key("client_id", .text, "Who asks for the token.", example: "client_id: shop")
        package static let clientSecret = Key(
            "client_secret", .text, "The client's secret, always masked; a public client has none.",
            example: "client_secret: $(process.env.CLIENT_SECRET)")
        package static let clientAuth = Key(
            "client_auth", .text,
            "How the client proves its secret: by basic authentication in a `header`, in the `body` of the form, or by a `jwt` that it signs with it (`client_secret_jwt`).",
            unlessWritten: "`header`",
            values: Values(["header", "body", "jwt"]), example: "client_auth: body")
        package static let username = Key(
            "username", .text, "For `grant: password`: the user's name.", example: "username: ada")
        package static let password = Key(
            "password", .text, "For `grant: password`: the password; always masked.",
            example: "password: $(process.env.PASSWORD)")
        package static let refreshToken = Key(
            "refresh_token", .text, "For `grant: refresh_token`: the token; always masked.",
            example: "refresh_token: $(process.env.REFRESH_TOKEN)")
        package static let scope = Key(
            "scope", .any, "What the token may be used for.", takes: "text or list of texts",
            example: "scope: [read, write]")
        package static let audience = Key(
            "audience", .text, "The API that the token is for.", example: "audience: https://api.example.com")
        package static let parameters = Key(
            "parameters", .mapOrExpression, "Further parameters of the token request.",
            example: "parameters: { resource: orders }")
        package static let allowHTTP = Key(
            "allow_http", .boolean,
            "Whether the token may come over plain HTTP from another machine.", unlessWritten: "`false`")
        package static let map = Map(
            "`oauth2`",
            [
                tokenURL, issuer, grant, clientID, clientSecret, clientAuth, username, password, refreshToken, scope,
                audience, parameters, allowHTTP,
            ],
            rules: [
                .exactlyOne([tokenURL, issuer]), .needs([clientAuth], clientSecret), .needs([clientSecret], clientID),
            ])
    }
}
