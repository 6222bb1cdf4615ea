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
        return label.map { $0.allSatisfy(\.isASCIIDigit) } ?? false
    }
}
