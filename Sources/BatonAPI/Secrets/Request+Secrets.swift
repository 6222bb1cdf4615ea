public import BatonHTTP
import BatonSecrets

extension Request {
    /// The URL as traces and logs may show it: without user and password, with `***` in place of the values of query
    /// parameters such as `access_token`, and of every credential and secret that the request is known to hold.
    ///
    /// Secrets of an environment are known to the requests that an `APIClient` makes. A secret with less than 4 characters is
    /// masked only as a parameter of such a name.
    public var maskedURL: String {
        let known = SecretRegistry()
        for secret in knownSecrets { known.add(secret) }
        return known.redact(ShownURL.of(url.shown))
    }

    /// Everything that must be masked wherever the request is told of, what was found out on its way included.
    var knownSecrets: [String] { secrets + credentials + (authorization?.secrets ?? []) }

    /// The parts of a request that must be masked wherever they come back: passwords, tokens, values of cookies and
    /// of query parameters such as `access_token`.
    var secrets: [String] {
        var secrets: [String] = []
        switch options.authentication {
        case .basic(_, let password)?, .digest(_, let password)?, .ntlm(_, let password)?: secrets.append(password)
        case .aws(let signature)?: secrets += signature.secrets
        case .oauth2(let oauth2)?: secrets += oauth2.secrets
        // Its credential is got below the interceptors, which then know its secrets.
        case .custom?, .negotiate?, nil: break
        }
        secrets += UserInfo.passwords(in: url.userInfo ?? "")
        if let query = url.query, query.contains("=") {
            for value in SecretNames.documented.values(inURL: "?\(query)") {
                secrets += [value, String(decoding: PercentEncoding.decode(value), as: UTF8.self)]
            }
        }
        if !options.connection.isIdentical(to: .standard) {
            let connection = options.connection.values
            secrets += ProxyText.passwords(in: connection.proxy ?? "")
            secrets += [connection.tls, connection.proxyTLS].compactMap(\.keyPassword)
        }
        if let session {
            var kept = Headers()
            session.addHeaders(to: &kept, for: url)
            for field in kept {
                secrets += field.name.lowercased() == "cookie" ? CookieHeader.values(in: field.value) : [field.value]
            }
        }
        for field in headers where field.isSecret {
            secrets +=
                field.name.lowercased() == "cookie"
                ? CookieHeader.values(in: field.value) : AuthorizationValue.secrets(in: field.value)
        }
        return secrets
    }
}

extension Headers.Field {
    /// Whether its value is a credential.
    var isSecret: Bool { isCredential || SecretNames.isSecretHeader(name) }
}
