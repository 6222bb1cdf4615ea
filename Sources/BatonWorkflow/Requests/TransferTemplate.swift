package import BatonHTTP
import BatonJudging
package import BatonLanguage

/// Transfer settings of a request: options, and the texts that a running case fills in.
package struct TransferTemplate: Sendable {
    /// The settings that hold no expressions; all others are as by default.
    package var options = TransferOptions.standard
    package var timeout: DurationTemplate?
    package var connectTimeout: DurationTemplate?
    package var tls: TLSTemplate?
    package var proxy: ProxyTemplate?
    package var noProxy: [TextTemplate]?
    package var resolve: [TextTemplate] = []
    package var connectTo: [TextTemplate] = []
    package var unixSocket: TextTemplate?
    /// The path, in the file root, of the file that the body is written to instead of memory.
    package var savePath: TextTemplate?

    package init() {}
}

/// Transfer settings in a separate allocation, because they are larger than the rest of a request, and most requests
/// have none.
package indirect enum WrittenTransfer: Sendable {
    case template(TransferTemplate)

    package var template: TransferTemplate {
        switch self {
        case .template(let template): template
        }
    }
}

/// `proxy`, which one of higher precedence replaces as a whole.
package struct ProxyTemplate: Sendable {
    /// The URL, or `none`.
    package var url: TextTemplate
    /// What is spoken with an `https` proxy.
    package var tls: TLSTemplate?

    package init(url: TextTemplate, tls: TLSTemplate? = nil) {
        self.url = url
        self.tls = tls
    }
}

/// `tls`, which one of higher precedence replaces as a whole.
package struct TLSTemplate: Sendable {
    /// The settings that hold no expressions; all others are as by default.
    package var options = TLSOptions()
    package var ca: TextTemplate?
    package var certificate: TextTemplate?
    package var key: TextTemplate?
    package var keyPassword: TextTemplate?
    package var pin: TextTemplate?

    package init() {}
}

extension Language {
    /// Transfer settings of requests, the same for steps and `defaults`.
    package enum Transfer {
        package static let connectTimeout = Key(
            "connect_timeout", .duration, "How long name look-up, connection and TLS handshake may take together.",
            example: "connect_timeout: 2s")
        package static let followRedirects = Key(
            "follow_redirects", .any,
            "Whether redirects are followed, and how.", takes: "`true`, `false` or map",
            unlessWritten: "`false`: a test sees the redirect",
            holds: .one(FollowRedirects.map), kinds: [.map, .boolean], example: "follow_redirects: true")
        package static let httpVersion = Key(
            "http_version", .text, "The version of HTTP; `h2c` is HTTP/2 without TLS, known beforehand.",
            unlessWritten: "HTTP/2 where a TLS server offers it, else 1.1", values: Values(["1.0", "1.1", "2", "h2c"]),
            example: #"http_version: "2""#)
        package static let noProxy = Key(
            "no_proxy", .any,
            "Hosts that are reached without the proxy: a name with its subdomains, an IP address, a network such as `10.0.0.0/8`; `*` for all.",
            takes: "text or list of texts", isRemovable: true,
            example: "no_proxy: [localhost]")
        package static let resolve = Key(
            "resolve", .any,
            "`HOST:PORT:ADDRESS`: for that host and port, connects to the address.", takes: "text or list of texts",
            isRemovable: true, example: "resolve: api.example.com:443:127.0.0.1")
        package static let connectTo = Key(
            "connect_to", .any,
            "`HOST:PORT:OTHER-HOST:OTHER-PORT`: connects elsewhere; URL, `Host` and certificate stay. Empty parts match any, or keep.",
            takes: "text or list of texts",
            isRemovable: true, example: "connect_to: api.example.com:443:localhost:8443")
        package static let unixSocket = Key(
            "unix_socket", .text, "A Unix domain socket to connect to; it may lie outside the project.", takes: "path",
            isRemovable: true,
            example: "unix_socket: /run/shop.sock")
        package static let ip = Key(
            "ip", .text, "Connects only over this version of IP.", unlessWritten: "either", isRemovable: true,
            values: Values(["4", "6"]), example: "ip: 4")
        package static let compressed = Key(
            "compressed", .boolean,
            "Whether gzip, deflate, br and zstd are asked for and unpacked; an empty body is empty, whatever `Content-Encoding` says.",
            unlessWritten: "`true`")
        package static let maxResponse = Key(
            "max_response", .text, "The most bytes that a decoded body may have.", takes: "size",
            unlessWritten: "`64MB` (64,000,000 bytes)",
            example: "max_response: 64MB")
        package static let limitRate = Key(
            "limit_rate", .text, "The most bytes a second, in each direction, on average.", takes: "size",
            unlessWritten: "no limit", isRemovable: true,
            example: "limit_rate: 100kB")
        package static let pathAsIs = Key(
            "path_as_is", .boolean, "Sends `/../` and `/./` in the path as they are, instead of resolving them.",
            unlessWritten: "`false`")
        package static let netrc = Key(
            "netrc", .boolean,
            "Takes user name and password for the host from `.netrc` in the folder that `HOME` names, if the request says none.",
            unlessWritten: "`false`")
        package static let tls = Key(
            "tls", .map, "Certificates and trust; replaces a less specific one as a whole.", isRemovable: true,
            holds: .one(TLS.map),
            example: "tls: { ca: ca.pem }")
        package static let timeout = Key(
            "timeout", .duration, "How long one attempt may take from start to end, redirects included.",
            unlessWritten: "`30s`")
        package static let proxy = Key(
            "proxy", .any,
            "A proxy: `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`; `none` for no proxy, whatever the process environment says.",
            takes: "URL, `none` or map",
            unlessWritten: "what `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` of the process say",
            isRemovable: true, holds: .one(Proxy.map), kinds: [.map, .text],
            example: "proxy: http://proxy.example.com:3128")
        package static let cache = Key(
            "cache", .any, "Whether the response may come from the cache.", takes: "policy or map",
            unlessWritten: "`network-only`",
            holds: .one(Cache.map), kinds: [.map, .text], values: Values(CachePolicy.written, takesMap: true),
            example: "cache: cache-first")
        package static let keys = [
            timeout, connectTimeout, followRedirects, httpVersion, tls, proxy, noProxy,
            resolve, connectTo, unixSocket, ip, compressed, maxResponse, limitRate, pathAsIs, netrc, cache,
        ]
    }
}

extension Language {
    /// `follow_redirects` written as a map.
    package enum FollowRedirects {
        package static let max = Key(
            "max", .wholeNumber, "How many redirects at most; one more is `network.protocol`.", unlessWritten: "`10`",
            example: "max: 5")
        package static let keepAuth = Key(
            "keep_auth", .boolean,
            "Sends credentials, the client certificate and a body with secrets to another origin, too.",
            unlessWritten: "`false`")
        package static let map = Map("`follow_redirects`", [max, keepAuth])
    }
}

extension Language {
    /// `proxy` written as a map: an `https` proxy, and the TLS that is spoken with it.
    package enum Proxy {
        package static let url = Key(
            "url", .text, "The URL of the proxy.", takes: "URL", example: "url: https://proxy.example.com:3129")
        package static let map = Map(
            "`proxy`",
            [
                url,
                TLS.verify.restated(
                    .boolean, "Whether the proxy's certificate must be trusted.", unlessWritten: "`true`"),
                TLS.ca, TLS.cert, TLS.key, TLS.keyPassword,
                TLS.pin.restated(
                    .text,
                    "The proxy's public key: `sha256//` and its hash in base64, several separated by `;`, or a file."),
            ], rules: [.all([url])])
    }
}

extension Language {
    /// `tls`.
    package enum TLS {
        package static let verify = Key(
            "verify", .boolean, "Whether the server's certificate must be trusted.", unlessWritten: "`true`")
        package static let ca = Key(
            "ca", .text, "A PEM file of certificates to trust instead of the system's.", takes: "path",
            example: "ca: ca.pem")
        package static let cert = Key(
            "cert", .text, "A client certificate: PEM, or PKCS#12 where the name ends in `.p12` or `.pfx`.",
            takes: "path", example: "cert: client.pem")
        package static let key = Key(
            "key", .text, "The client certificate's private key (PEM).", takes: "path", example: "key: client.key")
        package static let keyPassword = Key(
            "key_password", .text, "What the private key is encrypted with; always masked.",
            example: "key_password: $(process.env.KEY_PASSWORD)")
        package static let pin = Key(
            "pin", .text,
            "The server's public key: `sha256//` and its hash in base64, several separated by `;`, or a file.",
            example: "pin: sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
        private static let versions = Values(["1.0", "1.1", "1.2", "1.3"])
        package static let minVersion = Key(
            "min_version", .text, "The lowest version of TLS.", values: versions,
            example: #"min_version: "1.2""#)
        package static let maxVersion = Key(
            "max_version", .text, "The highest version of TLS.", values: versions, example: #"max_version: "1.3""#)
        package static let map = Map(
            "`tls`", [verify, ca, cert, key, keyPassword, pin, minVersion, maxVersion])
    }
}
