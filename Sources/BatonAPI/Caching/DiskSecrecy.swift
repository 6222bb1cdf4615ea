package import BatonHTTP
import BatonSecrets

/// What is never stored on disk unless its session names an owner: responses to requests with a secret, a credential or a
/// session, and responses that hold one.
package enum DiskSecrecy {
    /// - Parameter session: what the session held before the request was sent.
    static func forbids(_ request: Request, _ session: Session?, _ response: Response) -> Bool {
        if request.session?.owner != nil { return false }
        return request.holdsSecret || request.isBodySecret || isPersonal(request, session)
            || isPersonal(response, sessionHeaders: request.session?.value.keptNames ?? [])
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
