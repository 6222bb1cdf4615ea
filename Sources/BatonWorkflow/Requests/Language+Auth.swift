import BatonJudging
package import BatonLanguage

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
