package import BatonHTTP
import BatonSecrets

/// What is never stored on disk: responses to requests with a secret in URL or body, and unless the session names an owner,
/// those to requests with a credential or a session, and responses that hold one.
package enum DiskSecrecy {
    /// Why a response is kept in memory only; nil for one that may be stored on disk.
    ///
    /// - Parameter session: what the session held before the request was sent.
    static func reason(_ request: Request, _ session: Session?, _ response: Response) -> String? {
        if request.session?.owner != nil {
            let isSecret =
                request.isBodySecret || !request.credentials.isEmpty || request.url.userInfo != nil
                || !SecretFields.values(of: request, .documented).isEmpty
            return isSecret ? "it is kept in memory only: the URL or the body of its request holds a secret" : nil
        }
        let isPrivate =
            request.holdsSecret || request.isBodySecret || isPersonal(request, session)
            || isPersonal(response, sessionHeaders: request.session?.value.keptNames ?? [])
        return isPrivate
            ? "it is kept in memory only: it belongs to credentials, and the session names no `owner`" : nil
    }

    /// Whether the request says who sends it.
    package static func isPersonal(_ request: Request, _ session: Session?) -> Bool {
        let options = request.options
        let tls = options.connection.values.tls
        // Redirects may send the session's cookies and headers to other URLs.
        return options.authentication != nil || options.netrc || tls.certificate != nil || tls.keyPassword != nil
            || session?.isEmpty == false || request.url.userInfo != nil
            || request.headers.contains { SecretNames.isSecretHeader($0.name) }
    }

    /// Whether the headers of the response are for one receiver, such as a cookie or a header that the session keeps.
    package static func isPersonal(_ response: Response, sessionHeaders: [String]) -> Bool {
        let kept = sessionHeaders.map { $0.lowercased() }
        return response.headers.contains { SecretNames.isSecretHeader($0.name) || kept.contains($0.name.lowercased()) }
    }
}
