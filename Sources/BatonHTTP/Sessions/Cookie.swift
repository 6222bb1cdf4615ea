import BatonValues

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

extension Cookie {
    /// Reads one `Set-Cookie` value (RFC 6265 section 5.2) of a response from that URL.
    ///
    /// Nil for a cookie that a client must ignore: without a name, of more than 4096 bytes, with control characters,
    /// with a domain that the server may not set cookies for, with `Secure` from an unencrypted connection, with a
    /// `__Host-` or `__Secure-` name but not the attributes that the prefix requires.
    package static func parse(_ header: String, from url: URLText, now: Int64) -> Cookie? {
        guard let read = read(header, from: url), read.hasAllowedDomain else { return nil }
        var cookie = read.cookie
        cookie.written = Cookie.Written()
        if let maxAge = cookie.maxAge { cookie.expires = maxAge <= 0 ? Int64.min : later(now, maxAge) }
        guard url.isSecure || !cookie.isSecure else { return nil }
        return cookie.keepsPromise(hasRootPath: read.hasPathAttribute && cookie.path == "/") ? cookie : nil
    }

    /// The cookie as the server wrote it, even if a client must ignore it: `written` has its path and domain, and
    /// `expires` is the `Expires` attribute only, without `Max-Age`.
    package static func written(_ header: String, from url: URLText) -> Cookie? {
        read(header, from: url)?.cookie
    }

    private struct Reading {
        var cookie: Cookie
        var hasPathAttribute = false
        var hasAllowedDomain = true
    }

    private static func read(_ header: String, from url: URLText) -> Reading? {
        guard !header.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return nil }
        var pieces = header.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
        guard let first = pieces.popFirst(), let equals = first.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let host = url.host
        var cookie = Cookie(text(first[..<equals]), text(first[first.index(after: equals)...]), domain: host)
        guard !cookie.name.isEmpty, cookie.name.utf8.count + cookie.value.utf8.count <= 4096 else { return nil }
        cookie.path = defaultPath(of: url)
        var reading = Reading(cookie: cookie)
        var domain = ""
        for piece in pieces {
            let equals = piece.firstIndex(of: UInt8(ascii: "="))
            let name = text(piece[..<(equals ?? piece.endIndex)]).lowercased()
            let value = equals.map { text(piece[piece.index(after: $0)...]) } ?? ""
            guard value.utf8.count <= 1024 else { continue }
            switch name {
            case "expires": cookie.expires = CookieDate.parse(value) ?? cookie.expires
            case "max-age": cookie.maxAge = seconds(value) ?? cookie.maxAge
            case "domain":
                cookie.written.domain = value
                domain = domainName(value) ?? domain
            case "path":
                cookie.written.path = value
                reading.hasPathAttribute = value.utf8.first == UInt8(ascii: "/")
                cookie.path = reading.hasPathAttribute ? value : defaultPath(of: url)
            case "secure": cookie.isSecure = true
            case "httponly": cookie.isHTTPOnly = true
            case "samesite": cookie.sameSite = value
            default: break
            }
        }
        // Of several `Domain` attributes the last one counts (RFC 6265 section 5.3).
        if !domain.isEmpty {
            cookie.domain = domain
            reading.hasAllowedDomain = CookieDomain.isAllowed(domain, from: host)
            cookie.isHostOnly = CookieDomain.isAlone(domain)
        }
        reading.cookie = cookie
        return reading
    }

    /// A `Domain` attribute in lower case and without a leading dot; nil for an empty one, which is ignored.
    private static func domainName(_ value: String) -> String? {
        let name = value.utf8.first == UInt8(ascii: ".") ? String(value.dropFirst()) : value
        return name.isEmpty ? nil : name.lowercased()
    }

    private func keepsPromise(hasRootPath: Bool) -> Bool {
        let name = name.lowercased()
        if name.utf8.starts(with: "__secure-".utf8) { return isSecure }
        if name.utf8.starts(with: "__host-".utf8) { return isSecure && isHostOnly && hasRootPath }
        return true
    }

    /// The default path: the folder of the request's path (RFC 6265 section 5.1.4).
    private static func defaultPath(of url: URLText) -> String {
        let path = url.path
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func seconds(_ text: String) -> Int64? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        return Int64(text) ?? (digits.count == text.utf8.count ? Int64.max : Int64.min)
    }

    private static func later(_ now: Int64, _ seconds: Int64) -> Int64 {
        let (sum, overflow) = now.addingReportingOverflow(seconds)
        return overflow ? Int64.max : sum
    }

    private static func text(_ bytes: Substring.UTF8View) -> String {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return String(Substring(bytes))
    }
}

/// The hosts that a cookie's domain covers (RFC 6265 section 5.1.3).
///
/// A domain must have a dot inside, which excludes `com`, and must not be a public suffix, which excludes `co.uk`.
enum CookieDomain {
    static func matches(host: String, domain: String) -> Bool {
        if host == domain { return true }
        let host = host.utf8
        let domain = domain.utf8
        guard host.count > domain.count, host.reversed().starts(with: domain.reversed()) else { return false }
        let before = host.dropLast(domain.count).last
        return before == UInt8(ascii: ".") && !isAddress(host)
    }

    /// Whether a server at `host` may set cookies for all hosts of `domain`.
    static func isAllowed(_ domain: String, from host: String) -> Bool {
        if domain == host { return true }
        let inner = domain.utf8.dropFirst().dropLast()
        return inner.contains(UInt8(ascii: ".")) && domain.utf8.last != UInt8(ascii: ".")
            && matches(host: host, domain: domain) && !PublicSuffixes.contains(domain)
    }

    /// Whether a cookie of this domain is sent to exactly that host: the domain is an IP address, or a public suffix
    /// whose subdomains belong to others.
    static func isAlone(_ domain: String) -> Bool { isAddress(domain.utf8) || PublicSuffixes.contains(domain) }

    /// Whether the host is an IP address, which has no subdomains.
    static func isAddress(_ host: String.UTF8View) -> Bool {
        guard let last = host.last else { return false }
        if last == UInt8(ascii: "]") { return true }
        let label = host.split(separator: UInt8(ascii: ".")).last
        return label.map { $0.allSatisfy(\.isDigit) } ?? false
    }
}
