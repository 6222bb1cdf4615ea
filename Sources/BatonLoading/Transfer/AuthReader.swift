import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Auth

/// Reads `auth`.
struct AuthReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    func auth(_ node: YAMLNode) -> AuthTemplate? {
        guard node.isMapping else {
            if node.scalar?.text == "none" || node.isNull { return AuthTemplate.none }
            sink.report(
                .wrongType(Language.Step.auth, wanted: "`{ bearer: … }`, `{ basic: … }` or `none`", node))
            return nil
        }
        if let advice = Self.advice(forTyped: node) {
            sink.report(advice)
            return nil
        }
        guard let entry = MapReader(sink: sink).entries(of: node, as: Keys.map).first else { return nil }
        switch entry.key {
        case Keys.bearer: return .bearer(templates.text(entry.value))
        case Keys.apiKey: return apiKey(entry.value)
        case Keys.negotiate: return negotiate(entry.value)
        case Keys.aws: return aws(entry)
        case Keys.oauth2: return OAuth2Reader(templates: templates).template(entry.value).map(AuthTemplate.oauth2)
        default: return passwordAuth(entry)
        }
    }

    /// What to write for `auth: { type: basic, username: …, password: … }`, as other tools have it; nil for any other map.
    private static func advice(forTyped node: YAMLNode) -> Diagnostic? {
        let entries = node.entries ?? []
        guard
            let type = entries.first(where: {
                $0.isNamed("type") || $0.isNamed("mode") || $0.isNamed("method") || $0.isNamed("scheme")
            }),
            let word = type.value.scalar?.text.lowercased().filter({ $0 != "_" && $0 != "-" && $0 != " " })
        else { return nil }
        let shapes = [
            "basic": "basic: { username: …, password: … }", "digest": "digest: { username: …, password: … }",
            "ntlm": "ntlm: { username: …, password: … }", "bearer": "bearer: …",
            "apikey": "api_key: { header: …, value: … }",
            "oauth2": "oauth2: { token_url: …, grant: … }", "awsv4": "aws: { region: …, service: … }",
        ]
        guard let shape = ["none", "noauth", "no"].contains(word) ? "none" : shapes[word].map({ "{ \($0) }" }) else {
            return nil
        }
        return Diagnostic(
            "workflow.unknown-key", "unknown key `\(type.keyText)` in `auth`", at: type.keyRange,
            help: shape == "none" ? "write `auth: none`" : "the method is the key: `auth: \(shape)`")
    }

    private func passwordAuth(_ entry: MapReader.Entry) -> AuthTemplate? {
        let map =
            switch entry.key {
            case Keys.digest: Language.DigestAuth.map
            case Keys.ntlm: Language.NTLMAuth.map
            default: Language.BasicAuth.map
            }
        let entries = MapReader(sink: sink).entries(of: entry.value, as: map)
        func text(_ key: Language.Key) -> TextTemplate? { entries[key].map { templates.text($0.value) } }
        guard let username = text(Language.Password.username), let password = text(Language.Password.password) else {
            return nil
        }
        switch entry.key {
        case Keys.digest: return .digest(username: username, password: password)
        case Keys.ntlm: return .ntlm(username: username, password: password)
        default:
            if let literal = username.literal, literal.contains(byte: UInt8(ascii: ":")) {
                sink.report(
                    Diagnostic(
                        "workflow.wrong-value",
                        "a user name for basic authentication cannot have a colon (RFC 7617)", at: username.range))
            }
            return .basic(username: username, password: password)
        }
    }

    private func negotiate(_ node: YAMLNode) -> AuthTemplate? {
        if node.bool == false {
            sink.report(
                Diagnostic(
                    "workflow.wrong-value", "`negotiate: false` is no way to authenticate", at: node.range,
                    help: "write `auth: none`"))
            return nil
        }
        return .negotiate
    }

    private func aws(_ entry: MapReader.Entry) -> AuthTemplate? {
        let entries = MapReader(sink: sink).entries(of: entry.value, as: Language.AWSAuth.map)
        func text(_ key: Language.Key) -> TextTemplate? { entries[key].map { templates.text($0.value) } }
        guard let service = text(Language.AWSAuth.service), let region = text(Language.AWSAuth.region),
            let accessKey = text(Language.AWSAuth.accessKey), let secretKey = text(Language.AWSAuth.secretKey)
        else { return nil }
        return .aws(
            AWSTemplate(
                service: service, region: region, accessKey: accessKey, secretKey: secretKey,
                sessionToken: text(Language.AWSAuth.sessionToken),
                signsBody: entries[Language.AWSAuth.signBody]?.value.bool ?? true))
    }

    private func apiKey(_ node: YAMLNode) -> AuthTemplate? {
        var place: AuthTemplate.APIKeyPlace?
        var value: TextTemplate?
        for item in MapReader(sink: sink).entries(of: node, as: Language.APIKey.map) {
            let text = templates.text(item.value)
            switch item.key {
            case Language.APIKey.header:
                if let name = text.literal, !Token.isValid(name) {
                    sink.report(.invalidHeaderName(name, at: text.range))
                }
                place = .header(text)
            case Language.APIKey.query: place = .query(text)
            default: value = text
            }
        }
        guard let place, let value else { return nil }
        return .apiKey(place, value: value)
    }
}

extension Diagnostic {
    static func authAndHeader(at range: SourceRange, auth: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.exclusive-keys", "the step has `auth` and an `Authorization` header", at: range,
            notes: [Note("`auth` is here", at: auth)], help: "keep one of them")
    }
}

extension Diagnostic {
    static func plainTokenURL(_ url: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.plain-http",
            "`\(url)` is plain HTTP: credentials and tokens can be read on the way to another machine", at: range,
            help: "write `https://…`, or `allow_http: true` if that is meant")
    }
}
