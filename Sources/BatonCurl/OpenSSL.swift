import BatonSystem
import CLibCurl

/// What only OpenSSL itself can do or tell; nothing where libcurl stands on another library for TLS.
enum OpenSSL {
    /// Keeps OpenSSL from tearing itself down when the process exits: its handler may run while a thread is inside it, which
    /// then reads what is gone. To be called before libcurl is set up.
    static func stayUntilExit() {
        typealias Initialise = @convention(c) (UInt64, UnsafeRawPointer?) -> Int32
        let withoutExitHandler: UInt64 = 0x80000
        _ = LoadedFunction.named("OPENSSL_init_crypto", Initialise.self)?(withoutExitHandler, nil)
    }

    /// Whether the server has said that it sends nothing more (close_notify) on the connection that a handle uses; nil where
    /// that cannot be known.
    static func hasReceivedEnd(_ easy: UnsafeMutableRawPointer) -> Bool? {
        guard let session = baton_easy_get_tls(easy)?.pointee, session.backend == CURLSSLBACKEND_OPENSSL,
            let ssl = session.internals, let shutdown = getShutdown
        else { return nil }
        let received: Int32 = 2
        return shutdown(ssl) & received != 0
    }

    private static let getShutdown = LoadedFunction.named(
        "SSL_get_shutdown", (@convention(c) (UnsafeRawPointer) -> Int32).self)
}
