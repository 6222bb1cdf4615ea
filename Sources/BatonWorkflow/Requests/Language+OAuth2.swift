import BatonJudging
package import BatonLanguage

extension Language {
    /// `auth: { oauth2: … }`.
    package enum OAuth2 {
        package static let tokenURL = Key(
            "token_url", .text, "The token endpoint: a URL, or a path after the base URL.", example: "token_url: /token"
        )
        package static let issuer = Key(
            "issuer", .text, "The issuer, whose discovery document names the token endpoint (RFC 8414).",
            example: "issuer: https://login.example.com")
        package static let grant = Key(
            "grant", .text, "`client_credentials` (unless written), `password` or `refresh_token`.",
            values: Values(["client_credentials", "password", "refresh_token"]), example: "grant: client_credentials")
        package static let clientID = Key("client_id", .text, "Who asks for the token.", example: "client_id: shop")
        package static let clientSecret = Key(
            "client_secret", .text, "The client's secret; always masked.",
            example: "client_secret: $(process.env.CLIENT_SECRET)")
        package static let clientAuth = Key(
            "client_auth", .text,
            "How the client proves its secret: in a `header` (unless written), in the `body`, or by a `jwt` that it signs.",
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
            "scope", .any, "What the token may be used for: one text, or a list of texts.",
            example: "scope: [read, write]")
        package static let audience = Key(
            "audience", .text, "The API that the token is for.", example: "audience: https://api.example.com")
        package static let parameters = Key(
            "parameters", .mapOrExpression, "Further parameters of the token request.",
            example: "parameters: { resource: orders }")
        package static let allowHTTP = Key(
            "allow_http", .boolean,
            "Whether the token may come over plain HTTP from another machine; false unless written.")
        package static let map = Map(
            "`oauth2`",
            [
                tokenURL, issuer, grant, clientID, clientSecret, clientAuth, username, password, refreshToken, scope,
                audience, parameters, allowHTTP,
            ],
            rules: [.exactlyOne([tokenURL, issuer])])
    }
}
