import BatonHTTP
import BatonJudging
package import BatonLanguage

extension Language {
    /// Transfer settings of requests, the same for steps and `defaults`.
    package enum Transfer {
        package static let connectTimeout = Key(
            "connect_timeout", .duration, "How long the connection may take to stand.", example: "connect_timeout: 2s")
        package static let followRedirects = Key(
            "follow_redirects", .any,
            "`true`, `false` or `{ max, keep_auth }`; redirects are not followed unless written.",
            holds: .one(FollowRedirects.map), kinds: [.map, .boolean], example: "follow_redirects: true")
        package static let httpVersion = Key(
            "http_version", .text, "`1.0`, `1.1`, `2` or `h2c`.", values: Values(["1.0", "1.1", "2", "h2c"]),
            example: #"http_version: "2""#)
        package static let noProxy = Key(
            "no_proxy", .any, "Hosts that are reached without the proxy: one, or a list.", isRemovable: true,
            example: "no_proxy: [localhost]")
        package static let resolve = Key(
            "resolve", .any,
            "`HOST:PORT:ADDRESS`, or a list of these: where to connect in place of asking for the name.",
            isRemovable: true, example: "resolve: api.example.com:443:127.0.0.1")
        package static let connectTo = Key(
            "connect_to", .any,
            "`HOST:PORT:CONNECT-HOST:CONNECT-PORT`, or a list of these: connects elsewhere, URL and Host stay.",
            isRemovable: true, example: "connect_to: api.example.com:443:localhost:8443")
        package static let unixSocket = Key(
            "unix_socket", .text, "A Unix domain socket to connect to.", isRemovable: true,
            example: "unix_socket: /run/shop.sock")
        package static let ip = Key(
            "ip", .text, "`4` or `6`: connects only over this version of IP.", isRemovable: true,
            values: Values(["4", "6"]), example: "ip: 4")
        package static let compressed = Key(
            "compressed", .boolean, "Whether compressed responses are asked for and unpacked; true unless written.")
        package static let maxResponse = Key(
            "max_response", .text, "The largest response that is accepted, such as `64MB`.",
            example: "max_response: 64MB")
        package static let limitRate = Key(
            "limit_rate", .text, "The most bytes a second, in each direction, such as `100kB`.", isRemovable: true,
            example: "limit_rate: 100kB")
        package static let pathAsIs = Key("path_as_is", .boolean, "Sends `/../` and `/./` in the path as they are.")
        package static let netrc = Key("netrc", .boolean, "Takes user name and password for the host from `~/.netrc`.")
        package static let tls = Key(
            "tls", .map, "Certificates and trust, replaced as a whole.", isRemovable: true, holds: .one(TLS.map),
            example: "tls: { ca: ca.pem }")
        package static let timeout = Key(
            "timeout", .duration, "How long one attempt may take from start to end; 30 s unless written.")
        package static let proxy = Key(
            "proxy", .any,
            "The URL of a proxy, or `{ url, ca, … }`; `none` for no proxy, whatever the process environment says.",
            isRemovable: true, holds: .one(Proxy.map), kinds: [.map, .text],
            example: "proxy: http://proxy.example.com:3128")
        package static let cache = Key(
            "cache", .any, "Whether responses come from the cache: a policy, or `{ policy, ttl, key, store, scope }`.",
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
            "max", .wholeNumber, "How many hops at most; 10 unless written.", example: "max: 5")
        package static let keepAuth = Key(
            "keep_auth", .boolean, "Sends credentials to other origins too; false unless written.")
        package static let map = Map("`follow_redirects`", [max, keepAuth])
    }
}

extension Language {
    /// `proxy` written as a map: an `https` proxy, and the TLS that is spoken with it.
    package enum Proxy {
        package static let url = Key(
            "url", .text, "The URL of the proxy.", example: "url: https://proxy.example.com:3129")
        package static let map = Map(
            "`proxy`",
            [
                url,
                TLS.verify.restated(.boolean, "Whether the proxy's certificate must be trusted; true unless written."),
                TLS.ca, TLS.cert, TLS.key, TLS.keyPassword,
                TLS.pin.restated(.text, "The proxy's public key: `sha256//BASE64`, several with `;`, or a file."),
            ], rules: [.all([url])])
    }
}

extension Language {
    /// `tls`.
    package enum TLS {
        package static let verify = Key(
            "verify", .boolean, "Whether the server's certificate must be trusted; true unless written.")
        package static let ca = Key(
            "ca", .text, "A file of certificates to trust instead of the system's.", example: "ca: ca.pem")
        package static let cert = Key(
            "cert", .text, "A client certificate (PEM, or PKCS#12).", example: "cert: client.pem")
        package static let key = Key(
            "key", .text, "The client certificate's private key (PEM).", example: "key: client.key")
        package static let keyPassword = Key(
            "key_password", .text, "What the private key is encrypted with; always masked.",
            example: "key_password: $(process.env.KEY_PASSWORD)")
        package static let pin = Key(
            "pin", .text, "The server's public key: `sha256//BASE64`, several with `;`, or a file.",
            example: "pin: sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
        private static let versions = Values(["1.0", "1.1", "1.2", "1.3"])
        package static let minVersion = Key(
            "min_version", .text, "The lowest version of TLS: `1.0`, `1.1`, `1.2` or `1.3`.", values: versions,
            example: #"min_version: "1.2""#)
        package static let maxVersion = Key(
            "max_version", .text, "The highest version of TLS.", values: versions, example: #"max_version: "1.3""#)
        package static let map = Map(
            "`tls`", [verify, ca, cert, key, keyPassword, pin, minVersion, maxVersion])
    }
}
