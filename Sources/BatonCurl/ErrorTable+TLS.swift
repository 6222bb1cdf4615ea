import BatonHTTP
import CLibCurl

/// Failed handshakes, and unusable certificate files.
enum TLSWords {
    static func kindAndMessage(_ code: CURLcode, _ context: ErrorContext) -> (Failure.Kind, String)? {
        let server = context.tlsPeer
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION:
            return untrusted(context)
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            return (.tlsPin, "the public key of \(server) is not the pinned one")
        case CURLE_SSL_INVALIDCERTSTATUS:
            return (.tls, "the certificate of \(server) is not confirmed as valid")
        case CURLE_SSL_ISSUER_ERROR:
            return (.tlsUntrusted, "the certificate of \(server) has another issuer")
        case CURLE_SSL_CLIENTCERT:
            return (.tls, "\(server) demands a client certificate")
        case CURLE_SSL_CONNECT_ERROR where Self.isPlain(context.detail):
            return (.tls, "\(server) answered the TLS handshake without TLS: for plain HTTP write `http://`")
        case CURLE_SSL_CONNECT_ERROR where context.sentAlert == expiredCertificate:
            return (.tlsExpired, "the certificate of \(server) is not trusted: it has expired")
        case CURLE_SSL_CONNECT_ERROR where context.sentAlert.map(refusedCertificate.contains) == true:
            return (.tlsUntrusted, "the certificate of \(server) is not trusted")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_QUIC_CONNECT_ERROR:
            return (.tls, "the TLS handshake with \(server) failed")
        case CURLE_SSL_CERTPROBLEM:
            return (.badInput, clientCertificate(context))
        case CURLE_SSL_CACERT_BADFILE:
            return (.badInput, context.authorities.unreadable)
        case CURLE_SSL_CRL_BADFILE:
            return (.badInput, "the list of revoked certificates cannot be read")
        default:
            return nil
        }
    }

    /// What alerts say of a certificate (RFC 8446 section 6.2): `bad_certificate` to `certificate_unknown`, `unknown_ca`.
    private static let refusedCertificate: Set<UInt8> = [42, 43, 44, 46, 48]
    private static let expiredCertificate: UInt8 = 45

    /// Whether a TLS library tells of bytes that are not TLS.
    private static func isPlain(_ detail: String) -> Bool {
        ["wrong version number", "packet length too long", "unexpected TLS packet", "http request"].contains {
            detail.contains($0)
        }
    }

    /// libcurl says which file it could not use, but not why.
    private static func clientCertificate(_ context: ErrorContext) -> String {
        let tls = context.tls
        let certificate = tls.certificate.map { TLSOptions.shown($0, as: "in memory") } ?? ""
        if context.detail.contains("PKCS12") {
            return "the client certificate \(certificate) cannot be opened: is its `key_password` right?"
        }
        guard context.detail.contains("private key"), let key = tls.key ?? tls.certificate else {
            return context.detail.contains("no start line")
                ? "the client certificate \(certificate) cannot be used: it is no certificate in PEM"
                : "the client certificate \(certificate) or its key cannot be used"
        }
        let shownKey = TLSOptions.shown(key, as: "in memory")
        switch context.keyFile {
        case .other where tls.key == nil:
            return "the client certificate \(certificate) has no private key with it: write `key: FILE`"
        case .encrypted where tls.keyPassword == nil:
            return "the key \(shownKey) is encrypted, and there is no `key_password`"
        case .encrypted: return "the key \(shownKey) cannot be opened: is its `key_password` right?"
        case .plain:
            return
                "the key \(shownKey) cannot be used with the client certificate \(certificate): it is damaged, or that of another one"
        case .other: return "the key \(shownKey) cannot be used: it is no private key in PEM"
        }
    }

    /// The names of the server's certificate; nil where they are not known.
    private static func names(_ context: ErrorContext) -> String? {
        let names = context.certificateNames
        guard !names.isEmpty else { return nil }
        let shown = names.prefix(mostNames).map { "`\($0.prefix(100))`" }
        let rest = names.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// Number of host names that a message lists.
    private static let mostNames = 3

    /// libcurl has one code for all that may be wrong with a certificate; the TLS library's text tells the rest.
    private static func untrusted(_ context: ErrorContext) -> (Failure.Kind, String) {
        let certificate = "the certificate of \(context.tlsPeer)"
        if context.detail.contains("subject name") {
            return (.tlsHostname, "\(certificate) is not trusted: it is for \(names(context) ?? "another host name")")
        }
        // What the server says of the client's certificate; libcurl's own verdict has a reason.
        if context.detail.hasPrefix("SSL certificate verification failed") {
            return (.tls, "\(context.tlsPeer) refused the TLS handshake because of a certificate")
        }
        let marker = "SSL certificate problem: "
        guard context.detail.hasPrefix(marker) else { return (.tlsUntrusted, "\(certificate) is not trusted") }
        let reason = context.detail.dropFirst(marker.count)
        let isOutOfDate = reason.contains("has expired") || reason.contains("not yet valid")
        return (isOutOfDate ? .tlsExpired : .tlsUntrusted, "\(certificate) is not trusted: \(reason)")
    }
}

/// Errors that the server did not cause, and errors of a server for which libcurl uses the same codes.
enum InputWords {
    /// `CURLE_TOO_LARGE`, which libcurl has since 8.6.
    private static let tooLarge = CURLcode(100)

    static func kindAndMessage(_ code: CURLcode, _ context: ErrorContext) -> (Failure.Kind, String)? {
        switch code {
        case CURLE_UNSUPPORTED_PROTOCOL where context.isConnected:
            return (.protocol, "\(context.server) answered with something that is not HTTP")
        case CURLE_UNSUPPORTED_PROTOCOL:
            return (.badInput, "libcurl was built without what this request needs")
        case CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN, CURLE_FUNCTION_NOT_FOUND, CURLE_BAD_FUNCTION_ARGUMENT,
            CURLE_UNKNOWN_OPTION, CURLE_SETOPT_OPTION_SYNTAX, CURLE_RECURSIVE_API_CALL:
            return (.badInput, "libcurl cannot do what this request asks for")
        case CURLE_OUT_OF_MEMORY where context.isConnected && !context.hasHead, tooLarge where context.isConnected:
            return (.tooLarge, "\(context.server) sent a longer header line than libcurl takes, 100 kB")
        case CURLE_OUT_OF_MEMORY:
            return (.badInput, "there is no memory for the request")
        case CURLE_READ_ERROR, CURLE_FILE_COULDNT_READ_FILE:
            return (.badInput, "the body of the request cannot be read")
        case CURLE_WRITE_ERROR:
            return (.badInput, "the body of the response cannot be kept")
        case CURLE_ABORTED_BY_CALLBACK:
            return (.cancelled, "the request to \(context.server) was stopped")
        default:
            return nil
        }
    }
}
