extension Language {
    /// How a request travels; steps and `defaults` share these.
    package static let transferKeys = [
        timeoutKey,
        Key("connect_timeout", .duration, "How long the connection may take to stand."),
        Key(
            "follow_redirects", .any,
            "`true`, `false` or `{ max, keep_auth }`; redirects are not followed unless written."),
        Key("http_version", .text, "`1.0`, `1.1` or `2`."),
        tlsKey,
        proxyKey,
        Key("no_proxy", .any, "Hosts that are reached without the proxy: one, or a list.", isRemovable: true),
        Key(
            "resolve", .any,
            "`HOST:PORT:ADDRESS`, or a list of these: where to connect in place of asking for the name.",
            isRemovable: true),
        Key(
            "connect_to", .any,
            "`HOST:PORT:CONNECT-HOST:CONNECT-PORT`, or a list of these: connects elsewhere, URL and Host stay.",
            isRemovable: true),
        Key("unix_socket", .text, "A Unix domain socket to connect to.", isRemovable: true),
        Key("ip", .text, "`4` or `6`: connects only over this version of IP.", isRemovable: true),
        Key("compressed", .boolean, "Whether compressed answers are asked for and unpacked; true unless written."),
        Key("max_response", .text, "The largest answer that is accepted, such as `64MB`."),
        Key(
            "limit_rate", .text, "The most bytes a second, in each direction, such as `100kB`.", isRemovable: true),
        Key("path_as_is", .boolean, "Sends `/../` and `/./` in the path as they are."),
        Key("netrc", .boolean, "Takes user name and password for the host from `~/.netrc`."),
        cacheKey,
    ]

    static let transferWords = Words(of: transferKeys)

    static let tlsKey = Key("tls", .map, "Certificates and trust, replaced as a whole.", isRemovable: true)
    static let timeoutKey = Key(
        "timeout", .duration, "How long one attempt may take from start to end; 30 s unless written.")

    static let proxyKey = Key(
        "proxy", .text, "The URL of a proxy; `none` for no proxy, whatever the process environment says.",
        isRemovable: true)

    /// `follow_redirects` written as a map.
    package static let followRedirects = Context(
        "`follow_redirects`",
        [
            Key("max", .wholeNumber, "How many hops at most; 10 unless written."),
            Key("keep_auth", .boolean, "Sends credentials to other origins too; false unless written."),
        ])

    /// `tls`.
    package static let tls = Context(
        "`tls`",
        [
            Key("verify", .boolean, "Whether the server's certificate must be trusted; true unless written."),
            Key("ca", .text, "A file of certificates to trust instead of the system's."),
            Key("cert", .text, "A client certificate (PEM, or PKCS#12)."),
            Key("key", .text, "The client certificate's private key (PEM)."),
            Key("key_password", .text, "What the private key is encrypted with; always masked."),
            Key("pin", .text, "The server's public key: `sha256//BASE64`, several with `;`, or a file."),
            Key("min_version", .text, "The lowest version of TLS: `1.0`, `1.1`, `1.2` or `1.3`."),
            Key("max_version", .text, "The highest version of TLS."),
        ],
        foreign: [
            "cacert": "ca", "ca_file": "ca", "cert_file": "cert", "key_file": "key", "password": "key_password",
            "passphrase": "key_password", "insecure": "verify", "pinned_public_key": "pin", "pinnedpubkey": "pin",
        ])

    /// `auth`.
    package static let auth = Context(
        "`auth`",
        [
            Key("bearer", .text, "A token, sent as `Authorization: Bearer …` (RFC 6750)."),
            Key("basic", .map, "`username` and `password` (RFC 7617)."),
            Key("digest", .map, "`username` and `password`, proved by a digest (RFC 7616)."),
            Key("ntlm", .map, "`username` and `password` of a Windows domain: `DOMAIN\\user`."),
            Key("api_key", .map, "A key in a header or in the query: `{ header: X-Api-Key, value: … }`."),
        ],
        planned: ["negotiate", "aws", "oauth2"],
        foreign: [
            "token": "bearer", "type": "bearer", "username": "basic", "password": "basic", "apikey": "api_key",
            "kerberos": "negotiate",
        ])

    /// `auth: { basic: … }`.
    package static let basicAuth = Context("`basic`", passwordKeys, foreign: passwordWords)
    /// `auth: { digest: … }`.
    package static let digestAuth = Context("`digest`", passwordKeys, foreign: passwordWords)
    /// `auth: { ntlm: … }`.
    package static let ntlmAuth = Context("`ntlm`", passwordKeys, foreign: passwordWords)

    private static let passwordKeys = [
        Key("username", .text, "The user's name."),
        Key("password", .text, "The password; always masked."),
    ]
    private static let passwordWords = ["user": "username", "pass": "password"]

    /// `auth: { api_key: … }`.
    package static let apiKey = Context(
        "`api_key`",
        [
            Key("header", .text, "The header that carries the key."),
            Key("query", .text, "The query parameter that carries the key."),
            Key("value", .text, "The key; always masked."),
        ],
        foreign: ["key": "value", "name": "header", "in": "header"])
}
