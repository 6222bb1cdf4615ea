import BatonAPI
import BatonHTTP
import BatonJudging

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
        DiskSecrecy.isPersonal(request, session) || isHidden(request.url.text) || isHidden(request.headers)
    }

    func isSecret(_ response: Response) -> Bool {
        if DiskSecrecy.isPersonal(response, sessionHeaders: environment.sessionHeaders) || isHidden(response.headers)
            || isHidden(response.url.text)
        {
            return true
        }
        let body = response.bodyInUTF8
        if let text = String(validating: body, as: UTF8.self) { return isHidden(text) }
        return run.context.secrets.redact(body) != body
    }

    private func isHidden(_ headers: Headers) -> Bool { headers.contains { isHidden($0.value) } }

    private func isHidden(_ text: String) -> Bool { run.mask(text) != text }
}
