import BatonAPI
import BatonCEL
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonSecrets

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

extension Response {
    /// The response, whose body is read as UTF-8 if decoding would hide a secret from the redactor.
    ///
    /// A server that sends UTF-8 under the name of another encoding makes a text of the secret that is not searched for,
    /// and from which everybody could compute it.
    consuming func readingSecrets(of secrets: SecretRegistry) -> Response {
        guard isInOtherCharset else { return self }
        let redactor = secrets.redactor
        let known = redactor.places(in: body).count
        guard known > 0, redactor.places(in: bodyInUTF8).count < known else { return self }
        var response = self
        response.ignoresCharset = true
        return response
    }
}

/// A scope that records the secret values read from it.
final class NotingScope: TemplateScope {
    private let base: any TemplateScope
    /// In the order in which they were read.
    private(set) var noted: [String] = []

    var hasNoted: Bool { !noted.isEmpty }

    init(_ base: any TemplateScope) {
        self.base = base
    }

    func value(at slot: Int) throws(CELError) -> CELValue? { try base.value(at: slot) }

    func noteSecret(_ text: String) {
        noted.append(text)
        base.noteSecret(text)
    }

    func noteSecret(_ part: SecretPart) {
        switch part {
        case .text(let text), .number(let text), .word(let text): noted.append(text)
        case .bytes(let bytes): noted.append(String(decoding: bytes, as: UTF8.self))
        }
        base.noteSecret(part)
    }

    func noteURL(_ text: String) { base.noteURL(text) }

    /// For recorded secrets that contain a `#`, also notes the part before it, because the request target ends there.
    func noteBeginnings() {
        for text in noted {
            if let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) { base.noteSecret(String(text[..<hash])) }
        }
    }

    func holdsSecret(_ value: CELValue) -> Bool { base.holdsSecret(value) }

    func whyUnset(_ variable: String) -> (message: String, hint: String?)? { base.whyUnset(variable) }

    var mustStop: Bool { base.mustStop }

    var host: any FunctionHost { base.host }
}

extension TemplateScope {
    /// Notes the password of a URL, and the values of its parameters with secret names, as written and decoded.
    func noteSecrets(inURL text: String, _ names: SecretNames) {
        for value in names.values(inURL: text) {
            for form in [value, String(decoding: PercentEncoding.decode(value), as: UTF8.self)]
            where SecretNames.isHiddenEverywhere(form) { noteSecret(form) }
        }
    }
}
