import BatonJudging
package import BatonLanguage

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
