import BatonHTTP
import BatonSecrets
import BatonWorkflow

/// Decides whether an exchange may be stored on disk: not if the request was made with a secret or the response holds
/// one.
struct ExchangeSecrecy {
    let run: CaseRun
    let environment: RunEnvironment

    /// - Parameter session: the content of the session before the request was sent.
    func isSecret(_ sent: RequestView, _ session: Session?, _ response: Response) -> Bool {
        sent.isURLSecret || sent.isBodySecret || isSecret(sent.request, session) || isSecret(response)
    }

    private func isSecret(_ request: Request, _ session: Session?) -> Bool {
        let options = request.options
        let tls = options.connection.values.tls
        if options.authentication != nil || options.netrc || tls.certificate != nil || tls.keyPassword != nil {
            return true
        }
        // Redirects may send the session's cookies and headers to other URLs.
        if let session, !session.isEmpty { return true }
        return request.url.userInfo != nil || isHidden(request.url.text) || isSecret(request.headers)
    }

    func isSecret(_ response: Response) -> Bool {
        let session = environment.sessionHeaders
        if response.headers.contains(where: { field in
            session.contains { $0.lowercased() == field.name.lowercased() }
        }) {
            return true
        }
        if isSecret(response.headers) || isHidden(response.url.text) { return true }
        let body = response.bodyInUTF8
        if let text = String(validating: body, as: UTF8.self) { return isHidden(text) }
        return run.context.secrets.redact(body) != body
    }

    private func isSecret(_ headers: Headers) -> Bool {
        headers.contains { SecretNames.isSecretHeader($0.name) || isHidden($0.value) }
    }

    private func isHidden(_ text: String) -> Bool { run.mask(text) != text }
}
