import BatonHTTP

/// A proxy, and who names it.
package struct ProxyInUse: Sendable, Hashable {
    /// As it was written, with user and password.
    package var url: String
    /// The variable of the process's environment that names it; nil where the options of a request do.
    package var variable: String?

    package init(_ url: String, variable: String? = nil) {
        self.url = url
        self.variable = variable
    }

    /// Whether TLS is spoken with the proxy itself.
    var isSecure: Bool { ProxyText.isSecure(url) }

    /// For messages, without user and password: `http://127.0.0.1:3128 (http_proxy)`.
    var shown: String { UserInfo.withoutOddPort(ProxyText.withoutUserInfo(url)) + (variable.map { " (\($0))" } ?? "") }
}
