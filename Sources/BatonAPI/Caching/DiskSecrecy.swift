import BatonHTTP
import BatonSecrets

/// What is never stored on disk: responses to requests with a secret, a credential or a session, and responses that hold one.
enum DiskSecrecy {
    /// - Parameter session: what the session held before the request was sent.
    static func forbids(_ request: Request, _ session: Session?, _ response: Response) -> Bool {
        let options = request.options
        let tls = options.connection.values.tls
        if request.holdsSecret || request.isBodySecret || session?.isEmpty == false || options.authentication != nil
            || options.netrc || tls.certificate != nil || tls.keyPassword != nil || request.url.userInfo != nil
        {
            return true
        }
        let kept = request.session?.value.keptNames.map { $0.lowercased() } ?? []
        return request.headers.contains { SecretNames.isSecretHeader($0.name) }
            || response.headers.contains { field in
                SecretNames.isSecretHeader(field.name) || kept.contains(field.name.lowercased())
            }
    }
}
