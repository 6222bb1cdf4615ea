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

    private static func connection(of easy: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        guard let session = baton_easy_get_tls(easy)?.pointee, session.backend == CURLSSLBACKEND_OPENSSL else {
            return nil
        }
        return session.internals
    }

    private static let getShutdown = LoadedFunction.named(
        "SSL_get_shutdown", (@convention(c) (UnsafeRawPointer) -> Int32).self)

    private typealias GetProtocol =
        @convention(c) (
            UnsafeRawPointer, UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<UInt32>
        ) -> Void
    private static let getProtocol = LoadedFunction.named("SSL_get0_alpn_selected", GetProtocol.self)
}
