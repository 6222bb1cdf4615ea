import BatonHTTP
import BatonSecrets

/// What to do about a request that got no response.
struct NetworkHint {
    let environment: RunEnvironment

    /// Nil where the message says it all.
    func text(_ failure: Failure, of sent: Request) -> String? {
        switch failure.kind {
        case .connect: refused(failure, sent)
        case .tlsUntrusted where failure.isOfProxy:
            "write `proxy: { url: …, ca: FILE }` with the certificate of its authority, or in a test `verify: false`"
        case .tlsHostname where failure.isOfProxy:
            "name the proxy as its certificate does, or in a test write `proxy: { url: …, verify: false }`"
        case .tls where failure.isOfProxy: nil
        case .tlsUntrusted:
            "write `tls: { ca: FILE }` with the certificate of its authority, or in a test `tls: { verify: false }`"
        case .tlsHostname:
            "ask for a name that the certificate has, or in a test write `tls: { verify: false }`"
        // In TLS 1.3 the server judges the client after the handshake, and its alert may come too late to be read.
        case .reset
        where sent.url.isSecure && failure.response == nil && sent.options.connection.values.tls.certificate == nil:
            "does the server demand a client certificate? `tls: { cert: FILE, key: FILE }` sends one"
        default: nil
        }
    }

    private func refused(_ failure: Failure, _ sent: Request) -> String? {
        guard failure.isRefusal else { return nil }
        guard let base = environment.baseURL, base.hasSameOrigin(as: sent.url) else { return "is the server running?" }
        let owner = environment.baseURLSource.map { " (\($0))" } ?? ""
        return "is the server running? The base URL is \(base.origin)\(owner)"
    }
}
