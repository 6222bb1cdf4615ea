import BatonHTTP
import CLibCurl

/// The facts about a transfer that libcurl gave up, from which the failure's message is made.
struct ErrorContext {
    /// `host:port`.
    var server: String
    var host: String
    /// libcurl's own message, or empty.
    var detail = ""
    var systemError: Int32 = 0
    var hasName = false
    /// Whether the request was sent, or was about to be.
    var isConnected = false
    /// Whether a status line arrived.
    var hasResponse = false
    /// Whether the response's headers arrived, to the last one.
    var hasHead = false
    var receivedBytes = 0
    var expectedBytes: Int?
    /// In milliseconds, as `elapsed` and `connectTimeout` too.
    var timeout = 0
    var elapsed = 0
    var connectTimeout: Int?
    var idleTimeout: Int?
    /// The status of a proxy's response to CONNECT; 0 without one.
    var connectStatus = 0
    /// What failed between libcurl and a SOCKS proxy.
    var proxyError = CURLPX_OK
    var unixSocket: String?
    var interface: String?
    var ipVersion = IPVersion.any
    /// Nil for a direct connection.
    var proxy: ProxyInUse?
    var tls = TLSOptions()
    var authorities = Authorities.system(file: nil)
    /// The names in the server's certificate, where it was received.
    var certificateNames: [String] = []
    /// The alert with which libcurl ended a handshake; nil where none is known.
    var sentAlert: UInt8?
    /// Whether the server asked for a certificate of the client, and got none.
    var lacksCertificate = false
    /// What the file of the client's key holds.
    var keyFile = KeyFile.other

    enum KeyFile { case plain, encrypted, other }

    /// Whether a failure of TLS is one with the proxy: with an https proxy, until it has answered CONNECT.
    var isAboutProxy: Bool { proxy?.isSecure == true && connectStatus == 0 }

    /// Whom libcurl spoke TLS with.
    var tlsPeer: String {
        guard let proxy, isAboutProxy else { return server }
        return "the proxy \(proxy.shown)"
    }

    init(server: String, host: String) {
        self.server = server
        self.host = host
    }
}
