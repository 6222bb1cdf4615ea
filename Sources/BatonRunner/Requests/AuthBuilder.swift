import BatonAPI
import BatonCEL
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonSecrets
import BatonValues
import BatonWorkflow

/// Evaluates the `auth` setting of a request with the values of a case.
struct AuthBuilder {
    let scope: any TemplateScope
    /// The base URL without trailing slashes, for the path of a token endpoint.
    var basePrefix: String?

    /// Parameters that prove who asks (RFC 7521).
    private static let assertions = ["assertion", "client_assertion"]

    func credentials(_ auth: AuthTemplate) throws(StepFailure) -> Credentials {
        switch auth {
        case .none: .none
        case .bearer(let token): .bearer(try secret(token))
        case .basic(let username, let password):
            try basic(username, password)
        case .digest(let username, let password):
            .digest(username: try filled(username), password: try secret(password))
        case .ntlm(let username, let password):
            .ntlm(username: try filled(username), password: try secret(password))
        case .apiKey(.header(let name), let value): .apiKey(header: try filled(name), value: try secret(value))
        case .apiKey(.query(let name), let value): .apiKeyInQuery(name: try filled(name), value: try secret(value))
        case .negotiate: .negotiate
        case .aws(let template): .aws(try aws(template))
        case .oauth2(let template): .oauth2(try oauth2(template))
        }
    }

    /// A password may be too short to be searched for in output, but the whole encoded credential is long enough.
    private func basic(_ username: TextTemplate, _ password: TextTemplate) throws(StepFailure) -> Credentials {
        let (username, password) = (try filled(username), try secret(password))
        scope.noteSecret(Base64.encode(Array("\(username):\(password)".utf8)))
        return .basic(username: username, password: password)
    }

    private func aws(_ template: AWSTemplate) throws(StepFailure) -> AWSSignature {
        var signature = AWSSignature(
            service: try filled(template.service), region: try filled(template.region),
            accessKey: try filled(template.accessKey), secretKey: try secret(template.secretKey),
            signsBody: template.signsBody)
        if let token = template.sessionToken { signature.sessionToken = try secret(token) }
        return signature
    }

    private func oauth2(_ template: OAuth2Template) throws(StepFailure) -> OAuth2 {
        let grant: OAuth2.Grant =
            switch template.grant {
            case .clientCredentials: .clientCredentials
            case .password(let username, let password):
                .password(username: try filled(username), password: try secret(password))
            case .refreshToken(let token): .refreshToken(try secret(token))
            }
        let provider: OAuth2.Provider =
            switch template.provider {
            case .tokenURL(let url): .tokenURL(try self.url(url, template))
            case .issuer(let issuer): .issuer(try self.url(issuer, template))
            }
        var made = OAuth2(
            provider, grant: grant, clientAuthentication: template.clientAuthentication, allowsHTTP: template.allowsHTTP
        )
        if let id = template.clientID { made.clientID = try filled(id) }
        if let secret = template.clientSecret { made.clientSecret = try self.secret(secret) }
        for scope in template.scopes {
            made.scopes += try filled(scope).split(separator: " ").map { String($0) }
        }
        if let audience = template.audience { made.audience = try filled(audience) }
        if let parameters = template.parameters {
            var merger = NamedValueMerger(ignoringCase: false)
            try merger.add(parameters, from: scope)
            for (name, value) in merger.pairs
            where SecretNames.documented.contains(name) || Self.assertions.contains(name) {
                scope.noteSecret(value)
            }
            made.parameters = merger.pairs.map { OAuth2.Parameter($0, $1) }
        }
        return made
    }

    /// The URL of a token endpoint or an issuer.
    private func url(_ text: TextTemplate, _ template: OAuth2Template) throws(StepFailure) -> String {
        var filled = try filled(text)
        if filled.utf8.first == UInt8(ascii: "/") {
            guard let basePrefix else {
                throw StepFailure(.invalidURL, "`\(filled)` needs a base URL, and there is none", at: text.range)
            }
            filled = basePrefix + filled
        }
        let url: URLText
        do throws(URLTextError) {
            url = try URLText.parse(filled)
        } catch {
            throw StepFailure(.invalidURL, "the URL `\(ShownURL.of(filled))` \(error.message)", at: text.range)
        }
        guard url.isSecure || url.isLoopback || template.allowsHTTP else {
            throw StepFailure(
                .badInput,
                "`\(url.shown)` is plain HTTP: credentials and tokens can be read on the way to another machine",
                hint: "write `https://…`, or `allow_http: true` if that is meant", at: text.range)
        }
        return filled
    }

    private func filled(_ template: TextTemplate) throws(StepFailure) -> String {
        return try template.text(from: scope)
    }

    private func secret(_ template: TextTemplate) throws(StepFailure) -> String {
        let text = try filled(template)
        scope.noteSecret(text)
        return text
    }
}

extension AuthTemplate {
    /// Whether the credential may be combined with others.
    var isKey: Bool { if case .apiKey = self { true } else { false } }
}
