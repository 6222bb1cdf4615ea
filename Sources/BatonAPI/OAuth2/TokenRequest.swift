import BatonHTTP
import BatonValues

/// The request for a token (RFC 6749 sections 4 to 6), and the secrets in it that the configuration does not hold.
struct TokenRequest {
    private(set) var request: Request
    private(set) var secrets: [String] = []

    /// - Parameters:
    ///   - refreshToken: replaces the grant of the configuration.
    ///   - assertion: proves who the client is, if it has a key or a secret that signs.
    init(_ oauth2: OAuth2, to url: URLText, refreshToken: String?, assertion: String?) {
        request = Request(.post, url, headers: ["Accept": "application/json"])
        var form: [(String, String)] = []
        switch refreshToken.map(OAuth2.Grant.refreshToken) ?? oauth2.grant {
        case .clientCredentials: form.append(("grant_type", "client_credentials"))
        case .password(let username, let password):
            form += [("grant_type", "password"), ("username", username), ("password", password)]
        case .refreshToken(let token):
            form += [("grant_type", "refresh_token"), ("refresh_token", token)]
            secrets.append(token)
        }
        if !oauth2.scopes.isEmpty { form.append(("scope", oauth2.scopes.joined(separator: " "))) }
        if let audience = oauth2.audience { form.append(("audience", audience)) }
        form += oauth2.parameters.map { ($0.name, $0.value) }
        if let id = oauth2.clientID {
            if let assertion {
                secrets.append(assertion)
                form += [
                    ("client_id", id),
                    ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
                    ("client_assertion", assertion),
                ]
            } else if let secret = oauth2.clientSecret {
                switch oauth2.clientAuthentication {
                case .header: addHeader(id, secret)
                // A secret that signs is in the assertion.
                case .body, .jwt: form += [("client_id", id), ("client_secret", secret)]
                }
            } else {
                form.append(("client_id", id))
            }
        }
        request.body = .bytes(PercentEncoding.form(form), contentType: "application/x-www-form-urlencoded")
        request.isBodySecret = true
    }

    /// Both parts are encoded like a form before they become basic authentication (RFC 6749 section 2.3.1). A space is
    /// `%20`, which servers that know only percent-encoding understand as well.
    private mutating func addHeader(_ id: String, _ secret: String) {
        let encoded = [id, secret].map { PercentEncoding.component($0) }
        let credentials = Base64.encode(Array("\(encoded[0]):\(encoded[1])".utf8))
        secrets += [credentials, encoded[1]]
        request.headers.append("Authorization", "Basic \(credentials)", isCredential: true)
    }
}
