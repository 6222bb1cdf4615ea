import BatonAPI
import BatonCEL
import BatonHTTP
import BatonJSON
import BatonJudging
package import BatonLanguage
package import BatonSecrets
import BatonValues
package import BatonWorkflow

/// The secrets that a run knows before its first request, in addition to `secrets.NAME`: literal credentials in files,
/// values from the command line, and values from environment variables. They are masked for the whole run, also in the
/// output of workflows that do not use them.
package struct OutsideSecrets {
    /// Gives values of `process` only: a template that needs other values is not a secret from outside.
    private let scope: any TemplateScope
    private let inputs: [String: String]
    private let environment: [String: String]
    private let names: SecretNames
    private var seen: Set<String> = []
    /// Whether a request may take its credentials from `~/.netrc`.
    package private(set) var readsNetrc = false

    package init(
        _ scope: any TemplateScope, _ names: SecretNames, inputs: [String: String], environment: [String: String]
    ) {
        self.names = names
        self.scope = scope
        self.inputs = inputs
        self.environment = environment
    }

    /// Adds the secrets of a workflow, and of the workflows that it calls.
    package mutating func note(_ workflow: Workflow) {
        guard seen.insert(workflow.path).inserted else { return }
        for input in workflow.inputs where input.isSecret {
            if let text = inputs[input.name] { scope.noteSecret(text) }
            input.defaultValue?.forEachSecretPart { scope.noteSecret($0) }
        }
        for name in workflow.uses.variables where names.containsVariable(name) {
            if let value = environment[name] { scope.noteSecret(value) }
        }
        workflow.visitSteps { step in if case .request(let template) = step.action { note(template) } }
        for called in workflow.uses.called { note(called) }
    }

    private mutating func note(_ template: RequestTemplate) {
        if let auth = template.auth, !auth.value.isOnlyVariable {
            _ = try? AuthBuilder(scope: scope).credentials(auth.value)
        }
        for headers in template.headers {
            forEachText(in: headers.value) { name, value in
                if RequestBuilder.isAuthorization(name) {
                    for secret in AuthorizationValue.secrets(in: value) { scope.noteSecret(secret) }
                } else {
                    noteCredential(name, value)
                }
                if name.isEqualIgnoringCase(to: "cookie") {
                    for cookie in CookieHeader.values(in: value) + [value] { scope.noteSecret(cookie) }
                }
            }
        }
        for query in template.query {
            forEachText(in: query.value, noteCredential)
        }
        if let body = template.body { note(body) }
        for cookies in template.cookies {
            forEachText(in: cookies.value) { _, value in
                for form in [value, CookieHeader.unquoted(value)] { scope.noteSecret(form) }
            }
        }
        if let url = try? template.url.text(from: scope) {
            for password in UserInfo.passwords(inURL: url) { scope.noteSecret(password) }
            noteCredentials(inURL: url)
        }
        guard let transfer = template.transfer else { return }
        if transfer.options.netrc { readsNetrc = true }
        if let proxy = try? transfer.proxy?.url.text(from: scope) {
            for secret in Self.secrets(inProxy: proxy) { scope.noteSecret(secret) }
        }
        for tls in [transfer.tls, transfer.proxy?.tls] {
            if let password = try? tls?.keyPassword?.text(from: scope) { scope.noteSecret(password) }
        }
    }

    /// Adds the credentials that a body sends: `form: { client_secret: … }`, `json: { password: … }`.
    private func note(_ body: BodyTemplate) {
        switch body {
        case .form(let map): forEachText(in: map, noteCredential)
        case .json(let template): noteCredentials(in: template)
        case .graphQL(let graphQL): if let variables = graphQL.variables { noteCredentials(in: variables) }
        case .multipart(.parts(let parts)):
            for part in parts {
                guard let name = part.name.literal, case .value(let value) = part.content,
                    let text = try? value.json(from: scope).stringValue
                else { continue }
                noteCredential(name, text)
            }
        case .text, .xml, .multipart, .binary, .file: break
        }
    }

    private func noteCredentials(inURL url: String) {
        guard url.utf8.contains(UInt8(ascii: "?")) else { return }
        let query = url.utf8.prefix { $0 != UInt8(ascii: "#") }.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        for pair in query.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1).map { String(Substring($0)) }
            guard parts.count == 2 else { continue }
            for value in [parts[1], String(decoding: PercentEncoding.decode(parts[1]), as: UTF8.self)] {
                noteCredential(parts[0], value)
            }
        }
    }

    private func noteCredential(_ name: String, _ value: String) {
        if names.contains(name), SecretNames.isHiddenEverywhere(value) { scope.noteSecret(value) }
    }

    private func noteCredentials(in template: Template) {
        switch template {
        case .literal(let value): noteCredentials(in: value)
        case .list(let items): for item in items { noteCredentials(in: item) }
        case .map(let members):
            for member in members {
                if member.value.isOnlyVariable { continue }
                if let name = member.key.literal, let value = try? member.value.json(from: scope).stringValue {
                    noteCredential(name, value)
                } else {
                    noteCredentials(in: member.value)
                }
            }
        case .text, .expression: break
        }
    }

    private func noteCredentials(in value: JSONValue) {
        switch value {
        case .array(let items): for item in items { noteCredentials(in: item) }
        case .object(let object):
            for member in object.members {
                if let text = member.value.stringValue {
                    noteCredential(member.name, text)
                } else {
                    noteCredentials(in: member.value)
                }
            }
        case .null, .bool, .number, .string: break
        }
    }

    /// The password of a proxy, and the credential sent to it. For a short password only the credential is long enough
    /// to be searched for in output.
    package static func secrets(inProxy text: String) -> [String] {
        let passwords = ProxyText.passwords(in: text)
        guard let userInfo = ProxyText.userInfo(in: text), !passwords.isEmpty else { return passwords }
        let (username, password) = UserInfo.credentials(in: userInfo)
        return passwords + [Base64.encode(Array("\(username):\(password)".utf8))]
    }

    private func forEachText(in map: MapTemplate, _ visit: (String, String) -> Void) {
        guard case .entries(let entries) = map else { return }
        for entry in entries {
            guard let name = entry.key.literal, let filled = try? entry.value.filled(from: scope) else { continue }
            for text in ParameterText.texts(of: filled.value) ?? [] { visit(name, text) }
        }
    }
}

/// What is only the name of a variable: none has a value before the first request, and `process` is a map.
extension AuthTemplate {
    fileprivate var isOnlyVariable: Bool {
        if case .bearer(let token) = self { token.soleExpression?.program.name != nil } else { false }
    }
}

extension Template {
    fileprivate var isOnlyVariable: Bool {
        if case .expression(let expression) = self { expression.program.name != nil } else { false }
    }
}
