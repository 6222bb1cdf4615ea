import BatonAPI
import BatonWorkflow

/// Fills what `auth` says with the values of a case.
struct AuthBuilder {
    let scope: any TemplateScope

    func credentials(_ auth: AuthTemplate) throws(StepFailure) -> Credentials {
        switch auth {
        case .none: .none
        case .bearer(let token): .bearer(try secret(token))
        case .basic(let username, let password):
            .basic(username: try filled(username), password: try secret(password))
        case .digest(let username, let password):
            .digest(username: try filled(username), password: try secret(password))
        case .ntlm(let username, let password):
            .ntlm(username: try filled(username), password: try secret(password))
        case .apiKey(.header(let name), let value): .apiKey(header: try filled(name), value: try secret(value))
        case .apiKey(.query(let name), let value): .apiKeyInQuery(name: try filled(name), value: try secret(value))
        }
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
    /// Whether it stands beside whatever else says who is asking.
    var isKey: Bool { if case .apiKey = self { true } else { false } }
}
