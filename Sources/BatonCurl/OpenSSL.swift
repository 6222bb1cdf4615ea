import BatonHTTP
import CLibCurl

/// Functions of OpenSSL that libcurl does not offer; without effect if libcurl uses another TLS library.
enum OpenSSL {
    /// Keeps OpenSSL from freeing its state when the process exits: its exit handler may run while a thread uses
    /// OpenSSL, which then reads freed memory. Must be called before libcurl is initialised.
    static func stayUntilExit() {
        typealias Initialise = @convention(c) (UInt64, UnsafeRawPointer?) -> Int32
        let withoutExitHandler: UInt64 = 0x80000
        _ = LoadedFunction.named("OPENSSL_init_crypto", Initialise.self)?(withoutExitHandler, nil)
    }

    /// Whether the server has announced the end of its data (close_notify) on the connection that a handle uses; nil if
    /// that is unknown.
    static func hasReceivedEnd(_ easy: UnsafeMutableRawPointer) -> Bool? {
        guard let ssl = connection(of: easy), let shutdown = getShutdown else { return nil }
        let received: Int32 = 2
        return shutdown(ssl) & received != 0
    }

    /// Whether client and server have agreed on HTTP/2 (ALPN) on the connection that a handle uses; nil if that is
    /// unknown.
    static func hasAgreedOnHTTP2(_ easy: UnsafeMutableRawPointer) -> Bool? {
        guard let ssl = connection(of: easy), let getProtocol else { return nil }
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        getProtocol(ssl, &name, &length)
        return UnsafeBufferPointer(start: name, count: Int(length)).elementsEqual("h2".utf8)
    }

    /// Whether the server asked for a certificate of the client when the connection was made; false if that is unknown.
    static func asksForCertificate(_ easy: UnsafeMutableRawPointer) -> Bool {
        guard let ssl = connection(of: easy), let getAlgorithms else { return false }
        // Only a request for a certificate names the algorithms that a server accepts for signatures.
        return getAlgorithms(ssl, 0, nil, nil, nil, nil, nil) > 0
    }

    /// Whether the server's certificate has subject alternative names; true if that is unknown.
    static func hasNames(_ easy: UnsafeMutableRawPointer) -> Bool {
        guard let ssl = connection(of: easy), let getCertificate, let getExtension,
            let certificate = getCertificate(ssl)
        else { return true }
        let subjectAlternativeNames: Int32 = 85
        return getExtension(certificate, subjectAlternativeNames, -1) >= 0
    }

    private static func connection(of easy: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        guard let session = baton_easy_get_tls(easy)?.pointee, session.backend == CURLSSLBACKEND_OPENSSL else {
            return nil
        }
        return session.internals
    }

    private static let getShutdown = LoadedFunction.named(
        "SSL_get_shutdown", (@convention(c) (UnsafeRawPointer) -> Int32).self)

    private typealias GetAlgorithms =
        @convention(c) (
            UnsafeRawPointer, Int32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?,
            UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?
        ) -> Int32
    private static let getAlgorithms = LoadedFunction.named("SSL_get_sigalgs", GetAlgorithms.self)

    private static let getCertificate = LoadedFunction.named(
        "SSL_get0_peer_certificate", (@convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?).self)
    private static let getExtension = LoadedFunction.named(
        "X509_get_ext_by_NID", (@convention(c) (UnsafeRawPointer, Int32, Int32) -> Int32).self)

    private typealias GetProtocol =
        @convention(c) (
            UnsafeRawPointer, UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<UInt32>
        ) -> Void
    private static let getProtocol = LoadedFunction.named("SSL_get0_alpn_selected", GetProtocol.self)
}

/// Where the trusted certificates of a connection come from.
enum Authorities: Equatable {
    /// The file or folder of `TLSOptions.ca`.
    case option(String)
    /// The file that `CURL_CA_BUNDLE` or `SSL_CERT_FILE` names.
    case environment(file: String, variable: String)
    /// The file that libcurl was built with; nil where it has none.
    case system(file: String?)

    /// The message for certificates that libcurl cannot load: missing, unreadable, or no certificate in them.
    var unreadable: String {
        switch self {
        case .option(let path):
            return "the certificates in \(TLSOptions.shown(path, as: "memory")) cannot be read"
        case .environment(let file, let variable):
            return "the certificates in \(file), which \(variable) names, cannot be read"
        case .system(let file):
            // The folder that libcurl has beside the file is the same package's.
            let place = file.map { "in \($0)" } ?? "on this machine"
            return "there are no CA certificates \(place): install the package ca-certificates, "
                + "or name a file of certificates in SSL_CERT_FILE"
        }
    }
}
