public import BatonHTTP

/// How requests travel: TLS, proxy, addresses, protocol versions and limits of the engine.
///
/// ```swift
/// let environment = APIEnvironment(
///     baseURL: "https://staging.example.com",
///     transfer: TransferSettings(tls: TLSOptions(ca: "certificates/staging.pem"), proxy: "http://proxy.example.com:3128"))
/// ```
/// Set it on an `APIRequest`, an `API` or an `APIEnvironment`. Each setting that is nil is taken from the next of these,
/// and at last from libcurl's defaults; `tls` and `proxyTLS` are
/// replaced as a whole. Relative paths start in the working directory.
///
/// A client certificate is a credential: that of an environment is presented only to its own origin and to trusted ones,
/// that of an API with its own host to that host. The password of a proxy and that of a key are masked in logs.
///
/// A setting that cannot be used, such as a proxy that is no URL or a certificate that is not there, throws
/// `request.bad_input` before anything is sent; for an environment, when the client is made.
public struct TransferSettings: Sendable, Hashable {
    /// Certificates and versions of TLS.
    public var tls: TLSOptions?
    /// The URL of the proxy: `http://`, `https://`, `socks4://`, `socks5://` or `socks5h://`, with `user:password@` if
    /// needed. Empty: no proxy, even if the process environment names one (`https_proxy` and the like).
    public var proxy: String?
    /// Certificates and versions of the TLS that is spoken with an `https://` proxy itself.
    public var proxyTLS: TLSOptions?
    /// Hosts that are reached without the proxy; `*` for all.
    public var noProxy: [String]?
    /// Addresses in place of those of DNS, as in curl: `HOST:PORT:ADDRESS`.
    public var resolve: [String]?
    /// Other servers to connect to, as in curl: `HOST:PORT:CONNECT-HOST:CONNECT-PORT`; an empty part matches any value or
    /// keeps the original one.
    public var connectTo: [String]?
    /// The path of the Unix domain socket that is connected to in place of the URL's host, 107 bytes at most.
    public var unixSocket: String?
    /// The name of the network interface, or the host name or address, that requests are sent from.
    public var interface: String?
    /// The protocol version that is spoken.
    public var httpVersion: HTTPVersionChoice?
    /// The kind of addresses that are connected to.
    public var ipVersion: IPVersion?
    /// The limit for name lookup, connection and TLS handshake together; the request's timeout holds beside it.
    public var connectTimeout: Duration?
    /// Whether gzip, deflate, br and zstd are accepted and decoded; true unless set.
    public var compressed: Bool?
    /// Bytes per second, in each direction.
    public var limitRate: Int64?
    /// The most bytes of all headers of a response; 256 kB unless set.
    public var maxHeaders: Int?
    /// Whether `/../` and `/./` are kept in the path; false unless set.
    public var pathAsIs: Bool?
    /// Whether credentials are read from the user's `.netrc` if the request has none; false unless set.
    public var netrc: Bool?

    /// Settings; nil leaves one as it is.
    public init(
        tls: TLSOptions? = nil, proxy: String? = nil, proxyTLS: TLSOptions? = nil, noProxy: [String]? = nil,
        resolve: [String]? = nil, connectTo: [String]? = nil, unixSocket: String? = nil, interface: String? = nil,
        httpVersion: HTTPVersionChoice? = nil, ipVersion: IPVersion? = nil, connectTimeout: Duration? = nil,
        compressed: Bool? = nil, limitRate: Int64? = nil, maxHeaders: Int? = nil, pathAsIs: Bool? = nil,
        netrc: Bool? = nil
    ) {
        self.tls = tls
        self.proxy = proxy
        self.proxyTLS = proxyTLS
        self.noProxy = noProxy
        self.resolve = resolve
        self.connectTo = connectTo
        self.unixSocket = unixSocket
        self.interface = interface
        self.httpVersion = httpVersion
        self.ipVersion = ipVersion
        self.connectTimeout = connectTimeout
        self.compressed = compressed
        self.limitRate = limitRate
        self.maxHeaders = maxHeaders
        self.pathAsIs = pathAsIs
        self.netrc = netrc
    }

    /// The parts that must be masked.
    var secrets: [String] {
        (proxy.map(ProxyText.passwords(in:)) ?? []) + [tls, proxyTLS].compactMap { $0?.keyPassword }
    }

    /// Puts these settings over those of weaker places, which `options` has already.
    ///
    /// Throws `request.bad_input` for a setting that cannot be used; no message shows a password.
    ///
    /// - Parameter isSecure: whether TLS is spoken; else its files are not read and need not exist.
    func apply(to options: inout TransferOptions, isSecure: Bool) throws(Failure) {
        if let connectTimeout { options.connectTimeout = connectTimeout }
        if let compressed { options.isCompressed = compressed }
        if let limitRate { options.limitRate = limitRate }
        if let maxHeaders { options.maxHeaders = maxHeaders }
        if let pathAsIs { options.pathAsIs = pathAsIs }
        if let netrc { options.netrc = netrc }
        var values = options.connection.values
        if let tls { values.tls = tls }
        if let proxy { values.proxy = proxy }
        if let proxyTLS { values.proxyTLS = proxyTLS }
        if let noProxy { values.noProxy = noProxy.joined(separator: ",") }
        if let resolve { values.resolve = resolve }
        if let connectTo { values.connectTo = connectTo }
        if let unixSocket { values.unixSocket = unixSocket }
        if let interface { values.interface = interface }
        if let httpVersion { values.httpVersion = httpVersion }
        if let ipVersion { values.ipVersion = ipVersion }
        try check(isSecure: isSecure, isProxySecure: values.proxy.map(ProxyText.isSecure) ?? true)
        if values != options.connection.values { options.connection.values = values }
    }
}

extension TransferSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Its TLS and its proxy, without passwords and keys: `TransferSettings(tls: TLSOptions(ca: ca.pem), …)`.
    public var description: String {
        let texts = [
            tls.map { "tls: \($0)" }, proxy.map { "proxy: \(UserInfo.hidden(in: $0))" },
            proxyTLS.map { "proxyTLS: \($0)" },
        ]
        return "TransferSettings(\((texts.compactMap { $0 } + ["…"]).joined(separator: ", ")))"
    }

    /// As `description`.
    public var debugDescription: String { description }
    /// No children: `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
