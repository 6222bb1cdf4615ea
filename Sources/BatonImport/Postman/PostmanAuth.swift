import BatonJSON

/// What an auth does to the headers that a request writes itself.
enum PostmanAuthKind {
    case none
    /// It sends an `Authorization` of its own.
    case authorization
    case other

    var replacesAuthorization: Bool { self == .authorization }
}

/// The parameters of an auth: a list in version 2.1, a map in version 2.0.
private struct PostmanAuthParameters {
    let type: String
    private let value: JSONValue

    init(_ auth: JSONValue, type: String) {
        self.type = type
        value = auth[at: type]
    }

    subscript(name: String) -> String {
        if let parameters = value.arrayValue {
            let parameter = parameters.last { $0[at: "key"].stringValue == name && !$0.isDisabled }
            return parameter.map { $0[at: "value"].anyText } ?? ""
        }
        return value[at: name].anyText
    }

    /// The value of the first of the names that has one.
    func first(_ names: String...) -> String { names.lazy.map { self[$0] }.first { !$0.isEmpty } ?? "" }
}

extension PostmanReader {
    /// The auth that stands somewhere; `kind` becomes what it does, and stays where nothing stands.
    mutating func auth(_ value: JSONValue, kind: inout PostmanAuthKind) -> ImportedAuth {
        guard let type = value[at: "type"].stringValue ?? value.stringValue, type != "inherit" else {
            return .inherited
        }
        let parameters = PostmanAuthParameters(value, type: type)
        let auth = auth(parameters)
        switch auth {
        case .none: kind = .none
        case .inherited: break
        case .apiKey(let name, _, let inQuery):
            kind = !inQuery && name.literal?.lowercased() == "authorization" ? .authorization : .other
        case .bearer, .basic, .digest, .ntlm, .aws, .oauth2: kind = .authorization
        }
        return auth
    }

    private mutating func auth(_ parameters: PostmanAuthParameters) -> ImportedAuth {
        switch parameters.type {
        case "noauth": return .none
        case "bearer":
            let token = parameters["token"]
            return token.isEmpty ? .none : .bearer(secret(token, "token"))
        case "basic":
            if text(parameters["username"]).literal?.contains(":") ?? false {
                note(
                    .lost, "auth", "auth of type basic",
                    "The name of the user has a colon, which ends it for a server.",
                    advice: "Write the header `Authorization` by hand.")
                return .none
            }
            return .basic(username: text(parameters["username"]), password: secret(parameters["password"], "password"))
        case "digest":
            return .digest(username: text(parameters["username"]), password: secret(parameters["password"], "password"))
        case "ntlm":
            var username = ImportText()
            if !parameters["domain"].isEmpty { username = text(parameters["domain"] + "\\") }
            username.append(text(parameters["username"]))
            return .ntlm(username: username, password: secret(parameters["password"], "password"))
        case "apikey": return apiKey(parameters)
        case "awsv4": return aws(parameters)
        case "oauth2": return oauth2(parameters)
        default: return lost(parameters.type)
        }
    }

    private mutating func secret(_ value: String, _ wanted: String) -> ImportText {
        secretText(value, wanted: wanted, place: "auth")
    }

    private mutating func apiKey(_ parameters: PostmanAuthParameters) -> ImportedAuth {
        let name = parameters["key"]
        if name.isEmpty { return .none }
        let inQuery = parameters["in"] == "query"
        if !inQuery, PostmanTemplate(name).names.isEmpty, !PostmanHeader.isName(name) {
            note(
                .lost, "auth", "auth of type apikey", "`\(name)` cannot be the name of a header.",
                advice: "Write the name that the server reads.")
            return .none
        }
        return .apiKey(name: text(name), value: secret(parameters["value"], name), inQuery: inQuery)
    }

    private mutating func aws(_ parameters: PostmanAuthParameters) -> ImportedAuth {
        let service = parameters["service"]
        let region = parameters["region"]
        var keys: [(key: String, value: ImportText)] = [
            ("service", text(service.isEmpty ? "execute-api" : service)),
            ("region", text(region.isEmpty ? "us-east-1" : region)),
            ("access_key", text(parameters["accessKey"])),
            ("secret_key", secret(parameters["secretKey"], "secret_key")),
        ]
        if !parameters["sessionToken"].isEmpty {
            keys.append(("session_token", secret(parameters["sessionToken"], "session_token")))
        }
        if parameters["addAuthDataToQuery"] == "true" {
            note(
                .lost, "auth", "addAuthDataToQuery", "Baton sends the signature in headers.",
                advice: "Check that the server takes it there.")
        }
        return .aws(keys)
    }

    // MARK: OAuth 2.0

    private mutating func oauth2(_ parameters: PostmanAuthParameters) -> ImportedAuth {
        let token = parameters["accessToken"]
        if !token.isEmpty { return accessToken(token, parameters) }
        let grants = [
            "client_credentials": "client_credentials", "password_credentials": "password", "password": "password",
        ]
        let grant = parameters["grant_type"]
        guard let name = grants[grant], !parameters["accessTokenUrl"].isEmpty else {
            note(
                .lost, "auth", "oauth2 with grant \(grant.isEmpty ? "of nobody" : grant)",
                "The access token is not in the source, and the grant needs a browser.",
                advice: "Get a refresh token once, and write `oauth2` with `grant: refresh_token`.")
            return .none
        }
        var keys: [(key: String, value: ImportText)] = [("token_url", text(parameters["accessTokenUrl"]))]
        if name == "client_credentials", parameters["clientId"].isEmpty {
            note(
                .lost, "auth", "oauth2 with grant \(grant)", "The source has no client to get the access token for.",
                advice: "Write `oauth2` with `client_id` and `client_secret`.")
            return .none
        }
        if name != "client_credentials" { keys.append(("grant", ImportText(name))) }
        if !parameters["clientId"].isEmpty { keys.append(("client_id", text(parameters["clientId"]))) }
        if !parameters["clientSecret"].isEmpty, !parameters["clientId"].isEmpty {
            keys.append(("client_secret", secret(parameters["clientSecret"], "client_secret")))
            if parameters["client_authentication"] == "body" { keys.append(("client_auth", ImportText("body"))) }
        }
        if name == "password" {
            keys.append(("username", text(parameters["username"])))
            keys.append(("password", secret(parameters["password"], "password")))
        }
        if !parameters["scope"].isEmpty { keys.append(("scope", text(parameters["scope"]))) }
        if !parameters["audience"].isEmpty { keys.append(("audience", text(parameters["audience"]))) }
        return .oauth2(keys)
    }

    private mutating func accessToken(_ token: String, _ parameters: PostmanAuthParameters) -> ImportedAuth {
        if parameters["addTokenTo"] == "queryParams" {
            return .apiKey(name: ImportText("access_token"), value: secret(token, "access_token"), inQuery: true)
        }
        let written = parameters["headerPrefix"]
        let prefix = written.isEmpty ? "Bearer" : trimmed(written)
        if prefix.lowercased() == "bearer" { return .bearer(secret(token, "access_token")) }
        var value = text(prefix + " ")
        value.append(secret(token, "access_token"))
        return .apiKey(name: ImportText("Authorization"), value: value, inQuery: false)
    }

    // MARK: what Baton has not

    private static let advice = [
        "hawk": "Compute the header by hand with hmac_sha256, or take another way to authenticate.",
        "oauth1": "Ask the server for a token that is sent as `bearer`, or compute the header by hand.",
        "edgegrid": "Send the request over a proxy that signs it.",
        "asap": "Make the token outside, and write `bearer: $(secrets.TOKEN)`.",
        "jwt": "Make the token outside, and write `bearer: $(secrets.TOKEN)`.",
    ]

    private mutating func lost(_ type: String) -> ImportedAuth {
        note(
            .lost, "auth", "auth of type \(type)", "Baton has no such way to authenticate.",
            advice: Self.advice[type] ?? "Write the headers that it sends by hand.")
        return .none
    }
}
