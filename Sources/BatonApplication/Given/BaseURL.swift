import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonRunner
import BatonSecrets
import BatonWorkflow

/// The base of relative request URLs (`/…`), and the origins that may receive the environment's credentials.
enum BaseURL {
    static func resolve(
        _ options: RunOptions, _ environment: EnvironmentSpec?, _ scope: ProjectScope
    ) throws(UsageError) -> URLText? {
        if let given = options.baseURL {
            do {
                return try BaseURLText.parse(given)
            } catch {
                let option = options.origin == .swift ? "" : "--base-url "
                throw UsageError(
                    "request.invalid-url",
                    "\(options.shownBaseURL): `\(ShownURL.of(UserInfo.hidden(inInvalid: given)))` \(error.message)",
                    // Of an advice with a hidden part nothing can be copied.
                    help: BaseURLText.meant(by: given).flatMap { meant in
                        scope.hidden(meant).contains("***") ? nil : "write `\(option)\(meant)`"
                    } ?? "write the whole URL, as `\(option)http://localhost:8080`")
            }
        }
        guard let template = environment?.baseURL else { return nil }
        return try url(template, scope, BaseURLText.parse)
    }

    /// The base URL of a run. Where nothing is sent to a server, any works (RFC 2606).
    static func ofRun(
        _ options: RunOptions, _ environment: EnvironmentSpec?, _ scope: ProjectScope
    ) throws(UsageError) -> URLText? {
        let url = try resolve(options, environment, scope)
        return url == nil && (options.isStub || options.hasOwnDispatcher)
            ? try? URLText.parse("http://stub.invalid/") : url
    }

    /// The base URL as reports and history have it: without its password, however short, and without known secrets.
    static func shown(_ url: URLText, _ registry: SecretRegistry) -> MaskedText {
        for password in UserInfo.passwords(in: url.userInfo ?? "") { registry.add(password) }
        return registry.masked(UserInfo.hidden(in: url.text))
    }

    /// The base URL of an environment that steps name, to which `--base-url` does not apply.
    static func environment(
        _ spec: EnvironmentSpec, _ scope: ProjectScope, _ registry: SecretRegistry
    ) throws(UsageError) -> RunEnvironment {
        let baseURL = try spec.baseURL.map { template throws(UsageError) in
            try url(template, scope, BaseURLText.parse)
        }
        for password in UserInfo.passwords(in: baseURL?.userInfo ?? "") { registry.add(password) }
        return RunEnvironment(
            name: spec.name, baseURL: baseURL, baseURLSource: source(of: spec),
            trustedOrigins: try trusted(baseURL, spec, scope),
            session: spec.session, secrets: registry)
    }

    /// Who says the base URL, for messages.
    static func source(of spec: EnvironmentSpec?) -> String? {
        guard let spec, let range = spec.baseURL?.range else { return nil }
        return "`base_url` of the environment `\(spec.name)`, \(range.file.path):\(range.start.line)"
    }

    /// The base URL's origin, and the origins that the environment trusts.
    static func trusted(
        _ baseURL: URLText?, _ environment: EnvironmentSpec?, _ scope: ProjectScope
    ) throws(UsageError) -> [Origin] {
        var origins: [Origin] = []
        if let baseURL { origins.append(baseURL.origin) }
        for template in environment?.trusted ?? [] { origins.append(try url(template, scope, URLText.parse).origin) }
        return origins
    }

    private static func url(
        _ template: TextTemplate, _ scope: ProjectScope, _ parse: (String) throws(URLTextError) -> URLText
    ) throws(UsageError) -> URLText {
        let text: String
        do {
            text = try template.text(from: scope)
        } catch {
            throw UsageError([Diagnostic("expression.failed", Message(value: error.message), at: error.range)])
        }
        do {
            return try parse(text)
        } catch {
            throw UsageError([
                Diagnostic(
                    "request.invalid-url", "`\(scope.hidden(text))` \(error.message)", at: template.range,
                    help: scope.shownHelp(BaseURLText.help(for: text)))
            ])
        }
    }
}

/// The values that templates of baton.yaml may read: `process.env`.
final class ProjectScope: TemplateScope {
    private let process: ProcessView
    private let secrets: SecretRegistry

    init(_ environment: [String: String], _ secrets: SecretRegistry) {
        process = ProcessView(environment, secrets.names)
        self.secrets = secrets
    }

    func value(at slot: Int) throws(CELError) -> CELValue? {
        slot == Root.process.rawValue ? .native(process) : nil
    }

    func noteSecret(_ text: String) { secrets.add(text) }

    /// An advice with a URL in it; one of which a part must be hidden says only what is wanted.
    func shownHelp(_ help: Message) -> Message {
        hidden(help.text).contains("***") ? "write the whole URL, with its scheme: `http://…`" : help
    }

    /// A URL with its secrets, its user information and the secrets of its query hidden.
    func hidden(_ url: String) -> String {
        secrets.redact(secrets.names.hidden(inURL: UserInfo.hidden(inInvalid: url)))
    }
}
