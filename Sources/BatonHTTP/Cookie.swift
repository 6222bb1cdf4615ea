/// One cookie as a client keeps it (RFC 6265 section 5.3).
package struct Cookie: Sendable, Hashable {
    package var name: String
    package var value: String
    /// A host name in lower case, without a leading dot.
    package var domain: String
    /// Whether the cookie is sent to exactly this host, and not to its subdomains.
    package var isHostOnly = true
    package var path = "/"
    /// Seconds since 1970; nil for a cookie that lasts as long as the session.
    package var expires: Int64?
    /// `Max-Age` as written, in seconds; already included in `expires`.
    package var maxAge: Int64?
    package var isSecure = false
    package var isHTTPOnly = false
    /// As written, for checks only: every request counts as same-site.
    package var sameSite: String?
    /// Whether name and value are octets that are no UTF-8, each as a character of Latin-1.
    package var isLatin1 = false
    /// The attributes `Path` and `Domain` as the server wrote them, for checks only; nil where it wrote none.
    package var written = Written()

    package struct Written: Sendable, Hashable {
        package var path: String?
        package var domain: String?
    }

    package init(_ name: String, _ value: String, domain: String) {
        self.name = name
        self.value = value
        self.domain = domain
    }

    /// `NAME=VALUE` as it is sent.
    var octets: [UInt8] {
        Headers.octets(of: "\(name)=\(value)", isLatin1: isLatin1)
    }

    package func isExpired(at now: Int64) -> Bool {
        expires.map { $0 <= now } ?? false
    }

    /// Whether a request to that URL carries the cookie.
    package func matches(_ url: URLText, at now: Int64) -> Bool {
        matches(host: url.host, path: url.path, isSecure: url.isSecure, at: now)
    }

    func matches(host: String, path requestPath: String, isSecure isSecureRequest: Bool, at now: Int64) -> Bool {
        guard isSecureRequest || !isSecure, !isExpired(at: now) else { return false }
        guard isHostOnly ? host == domain : CookieDomain.matches(host: host, domain: domain) else { return false }
        return Self.matches(requestPath: requestPath, cookiePath: path)
    }

    /// Path matching (RFC 6265 section 5.1.4).
    static func matches(requestPath: String, cookiePath: String) -> Bool {
        let request = requestPath.utf8
        let cookie = cookiePath.utf8
        guard request.starts(with: cookie) else { return false }
        return request.count == cookie.count || cookie.last == UInt8(ascii: "/")
            || request.dropFirst(cookie.count).first == UInt8(ascii: "/")
    }
}
