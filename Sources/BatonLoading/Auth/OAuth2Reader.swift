import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.OAuth2

/// Reads `auth: { oauth2: … }`.
struct OAuth2Reader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    func template(_ node: YAMLNode) -> OAuth2Template? {
        let entries = MapReader(sink: sink).entries(of: node, as: Keys.map)
        guard node.isMapping else { return nil }
        func text(_ key: Language.Key) -> TextTemplate? { entries[key].map { templates.text($0.value) } }
        let provider = provider(entries, node)
        let grant = grant(entries, node)
        let clientAuthentication = clientAuthentication(entries)
        guard let provider, let grant else { return nil }
        var template = OAuth2Template(provider: provider, grant: grant)
        template.clientID = text(Keys.clientID)
        template.clientSecret = text(Keys.clientSecret)
        template.clientAuthentication = clientAuthentication
        template.scopes = entries[Keys.scope].map { scopes($0.value) } ?? []
        template.audience = text(Keys.audience)
        template.parameters = entries[Keys.parameters].map { templates.parameters($0.value) }
        template.allowsHTTP = entries[Keys.allowHTTP]?.value.bool ?? false
        if template.clientID == nil { checkClient(entries, template, node) }
        checkURL(template)
        return template
    }

    private func incomplete(_ message: Message, _ range: SourceRange, help: Message? = nil) {
        sink.report(Diagnostic("workflow.missing-key", message, at: range, help: help))
    }

    // MARK: - Where

    private func provider(_ entries: MapReader.Entries, _ node: YAMLNode) -> OAuth2Template.Provider? {
        switch (entries[Keys.tokenURL], entries[Keys.issuer]) {
        case (let url?, nil): return .tokenURL(templates.text(url.value))
        case (nil, let issuer?): return .issuer(templates.text(issuer.value))
        case (nil, nil):
            incomplete("`oauth2` needs `token_url` or `issuer`", node.range)
            return nil
        case (let url?, let issuer?):
            sink.report(
                Diagnostic(
                    "workflow.missing-key", "`oauth2` has `token_url` or `issuer`, not both", at: issuer.keyRange,
                    notes: [.init("`token_url` is here", at: url.keyRange)]))
            return nil
        }
    }

    /// Checks a URL that is written without `$(…)`; a path is appended to the base URL.
    private func checkURL(_ template: OAuth2Template) {
        let text: TextTemplate
        switch template.provider {
        case .tokenURL(let url): text = url
        case .issuer(let issuer): text = issuer
        }
        guard let literal = text.literal, literal.utf8.first != UInt8(ascii: "/") else { return }
        do throws(URLTextError) {
            let url = try URLText.parse(literal)
            if !url.isSecure, !url.isLoopback, !template.allowsHTTP {
                sink.report(.plainTokenURL(url.shown, at: text.range))
            }
        } catch {
            sink.report(
                Diagnostic(
                    "workflow.wrong-value", "the URL `\(UserInfo.hidden(inInvalid: literal))` \(error.message)",
                    at: text.range
                ))
        }
    }

    // MARK: - Who

    private func grant(_ entries: MapReader.Entries, _ node: YAMLNode) -> OAuth2Template.Grant? {
        let written = entries[Keys.grant]
        let name = written?.value.scalar?.text ?? "client_credentials"
        let users = [Keys.username, Keys.password]
        let own: [Language.Key]
        switch name {
        case "client_credentials": own = []
        case "password": own = users
        case "refresh_token": own = [Keys.refreshToken]
        default:
            wrongGrant(name, at: written?.value.range ?? node.range)
            return nil
        }
        for key in users + [Keys.refreshToken] where !own.contains(key) {
            guard let entry = entries[key] else { continue }
            let fitting = users.contains(key) ? "password" : "refresh_token"
            sink.report(
                Diagnostic(
                    "workflow.wrong-value", "`\(key.name)` is for `grant: \(fitting)`", at: entry.keyRange,
                    help: "write `grant: \(fitting)`, or leave `\(key.name)` out"))
        }
        for key in own where entries[key] == nil {
            incomplete("`grant: \(name)` needs `\(key.name)`", node.range)
            return nil
        }
        func text(_ key: Language.Key) -> TextTemplate? { entries[key].map { templates.text($0.value) } }
        switch name {
        case "password":
            guard let username = text(Keys.username), let password = text(Keys.password) else { return nil }
            return .password(username: username, password: password)
        case "refresh_token": return text(Keys.refreshToken).map(OAuth2Template.Grant.refreshToken)
        default: return .clientCredentials
        }
    }

    private func wrongGrant(_ name: String, at range: SourceRange) {
        let needsBrowser = ["authorization_code", "implicit", "device_code"].contains(name)
        let near = Spelling.nearest(to: name, in: Self.grants) ?? Self.foreignGrants[name.lowercased()]
        sink.report(
            Diagnostic(
                "workflow.wrong-value", "`grant` is `client_credentials`, `password` or `refresh_token`", at: range,
                help: needsBrowser
                    ? "a person has to sign in for this grant: do it once, and use the refresh token with `grant: refresh_token`"
                    : near.map { "did you mean `\($0)`?" as Message }))
    }

    private static let grants = ["client_credentials", "password", "refresh_token"]
    private static let foreignGrants = [
        "client": "client_credentials", "credentials": "client_credentials", "application": "client_credentials",
        "password_credentials": "password", "resource_owner": "password", "ropc": "password",
        "resource_owner_password_credentials": "password", "refresh": "refresh_token",
    ]

    private func clientAuthentication(_ entries: MapReader.Entries) -> OAuth2.ClientAuthentication {
        guard let entry = entries[Keys.clientAuth], let name = entry.value.scalar?.text else { return .header }
        guard let way = OAuth2.ClientAuthentication(rawValue: name) else {
            let help: Message? =
                switch name {
                case "client_secret_basic", "basic": "here it is called `header`"
                case "client_secret_post", "post": "here it is called `body`"
                case "client_secret_jwt": "here it is called `jwt`"
                case "private_key_jwt": "a key pair is not supported; `jwt` signs with the client's secret (HS256)"
                case "none": "leave `client_secret` and `client_auth` out"
                default: Spelling.nearest(to: name, in: ["header", "body", "jwt"]).map { "did you mean `\($0)`?" }
                }
            sink.report(
                Diagnostic(
                    "workflow.wrong-value", "`client_auth` is `header`, `body` or `jwt`", at: entry.value.range,
                    help: help))
            return .header
        }
        if entries[Keys.clientSecret] == nil {
            incomplete("`client_auth` needs a `client_secret`, which is what the client proves", entry.keyRange)
        }
        return way
    }

    private func checkClient(_ entries: MapReader.Entries, _ template: OAuth2Template, _ node: YAMLNode) {
        if let secret = entries[Keys.clientSecret] {
            incomplete("`client_secret` needs a `client_id`", secret.keyRange)
        } else if case .clientCredentials = template.grant {
            incomplete("`grant: client_credentials` needs `client_id`", node.range)
        }
    }

    private func scopes(_ node: YAMLNode) -> [TextTemplate] {
        if let items = node.items, items.allSatisfy({ $0.scalar != nil && !$0.isNull }) {
            return items.map { templates.text($0) }
        }
        if node.scalar != nil, !node.isNull { return [templates.text(node)] }
        sink.report(.wrongType(Language.OAuth2.scope, wanted: "a text or a list of texts", node))
        return []
    }
}
