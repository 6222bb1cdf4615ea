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
        let provider = provider(entries)
        let grant = grant(entries, node)
        guard let provider, let grant else { return nil }
        var template = OAuth2Template(provider: provider, grant: grant)
        template.clientID = text(Keys.clientID)
        template.clientSecret = text(Keys.clientSecret)
        template.clientAuthentication = entries[Keys.clientAuth]?.word() ?? .header
        template.scopes = entries[Keys.scope].map { scopes($0.value) } ?? []
        template.audience = text(Keys.audience)
        template.parameters = entries[Keys.parameters].map { templates.parameters($0.value) }
        template.allowsHTTP = entries[Keys.allowHTTP]?.value.bool ?? false
        if case .clientCredentials = grant, !entries.isWritten(Keys.clientID), !entries.isWritten(Keys.clientSecret) {
            incomplete("`grant: client_credentials` needs `client_id`", node.range)
        }
        checkURL(template)
        return template
    }

    private func incomplete(_ message: Message, _ range: SourceRange, help: Message? = nil) {
        sink.report(Diagnostic("workflow.missing-key", message, at: range, help: help))
    }

    // MARK: - Where

    private func provider(_ entries: MapReader.Entries) -> OAuth2Template.Provider? {
        if let url = entries[Keys.tokenURL] { return .tokenURL(templates.text(url.value)) }
        return entries[Keys.issuer].map { .issuer(templates.text($0.value)) }
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
        // A refused word has been reported.
        guard written != nil || !entries.isWritten(Keys.grant) else { return nil }
        let name = written?.value.scalar?.text ?? "client_credentials"
        let users = [Keys.username, Keys.password]
        let own =
            switch name {
            case "password": users
            case "refresh_token": [Keys.refreshToken]
            default: [Language.Key]()
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

    private func scopes(_ node: YAMLNode) -> [TextTemplate] {
        if let items = node.items, items.allSatisfy({ $0.scalar != nil && !$0.isNull }) {
            return items.map { templates.text($0) }
        }
        if node.scalar != nil, !node.isNull { return [templates.text(node)] }
        sink.report(.wrongType(Language.OAuth2.scope, wanted: "a text or a list of texts", node))
        return []
    }
}
