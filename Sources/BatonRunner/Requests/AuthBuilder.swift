import BatonAPI
import BatonCEL
import BatonText
import BatonWorkflow

/// Evaluates the `auth` setting of a request with the values of a case.
struct AuthBuilder {
    let scope: any TemplateScope

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
        }
    }

    /// A password may be too short to be searched for in output, but the whole encoded credential is long enough.
    private func basic(_ username: TextTemplate, _ password: TextTemplate) throws(StepFailure) -> Credentials {
        let (username, password) = (try filled(username), try secret(password))
        scope.noteSecret(Base64.encode(Array("\(username):\(password)".utf8)))
        return .basic(username: username, password: password)
    }

    private func filled(_ template: TextTemplate) throws(StepFailure) -> String {
        do {
            return try template.text(from: scope)
        } catch {
            throw StepFailure(error)
        }
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
