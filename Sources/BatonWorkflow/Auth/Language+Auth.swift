extension Language {
    /// `auth`.
    package enum Auth {
        package static let bearer = Key(
            "bearer", .text, "A token, sent as `Authorization: Bearer …` (RFC 6750).", foreign: ["token", "type"])
        package static let basic = Key(
            "basic", .map, "`username` and `password` (RFC 7617).", holds: .one(BasicAuth.map),
            foreign: ["username", "password"])
        package static let digest = Key(
            "digest", .map, "`username` and `password`, proved by a digest (RFC 7616).", holds: .one(DigestAuth.map))
        package static let ntlm = Key(
            "ntlm", .map, "`username` and `password` of a Windows domain: `DOMAIN\\user`.", holds: .one(NTLMAuth.map))
        package static let apiKey = Key(
            "api_key", .map, "A key in a header or in the query: `{ header: X-Api-Key, value: … }`.",
            holds: .one(APIKey.map), foreign: ["apikey"])
        package static let oauth2 = Key(
            "oauth2", .map, "An access token of an OAuth 2.0 server, asked for once in a run (RFC 6749).",
            holds: .one(OAuth2.map), foreign: ["oauth", "oidc", "openid", "client_credentials"])
        static let keys = [bearer, basic, digest, ntlm, apiKey, oauth2]
        package static let map = Map(
            "`auth`", keys, rules: [.exactlyOne(keys)], planned: ["negotiate", "aws"],
            foreign: ["kerberos": "negotiate"])
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
        package static let username = Key("username", .text, "The user's name.", foreign: ["user"])
        package static let password = Key("password", .text, "The password; always masked.", foreign: ["pass"])
        static let keys = [username, password]
    }
}

extension Language {
    /// `auth: { api_key: … }`.
    package enum APIKey {
        package static let header = Key("header", .text, "The header that carries the key.", foreign: ["name", "in"])
        package static let query = Key("query", .text, "The query parameter that carries the key.")
        package static let value = Key("value", .text, "The key; always masked.", foreign: ["key"])
        package static let map = Map(
            "`api_key`", [header, query, value], rules: [.all([value]), .exactlyOne([header, query])])
    }
}
