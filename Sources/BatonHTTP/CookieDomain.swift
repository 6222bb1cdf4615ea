/// Which hosts a cookie's domain stands for (RFC 6265 section 5.1.3).
///
/// There is no list of public suffixes here: a domain needs a dot inside, so that `com` is refused; that `co.uk` is not
/// is harmless in a jar that lives for one workflow.
enum CookieDomain {
    static func matches(host: String, domain: String) -> Bool {
        if host == domain { return true }
        let host = host.utf8
        let domain = domain.utf8
        guard host.count > domain.count, host.reversed().starts(with: domain.reversed()) else { return false }
        let before = host.dropLast(domain.count).last
        return before == UInt8(ascii: ".") && !isAddress(host)
    }

    /// Whether a server at `host` may speak for the whole of `domain`.
    static func isAllowed(_ domain: String, from host: String) -> Bool {
        if domain == host { return true }
        let inner = domain.utf8.dropFirst().dropLast()
        return inner.contains(UInt8(ascii: ".")) && domain.utf8.last != UInt8(ascii: ".")
            && matches(host: host, domain: domain)
    }

    /// An IP address has no hosts below it.
    static func isAddress(_ host: String.UTF8View) -> Bool {
        guard let last = host.last else { return false }
        if last == UInt8(ascii: "]") { return true }
        let label = host.split(separator: UInt8(ascii: ".")).last
        return label.map { $0.allSatisfy(\.isASCIIDigit) } ?? false
    }
}
