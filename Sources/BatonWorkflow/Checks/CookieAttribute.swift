package import BatonHTTP

extension Cookie {
    /// What stands behind `@` in a check: `sid@path`.
    package enum Attribute: String, Sendable, CaseIterable {
        case value, path, domain, secure
        case httpOnly = "http_only"
        case sameSite = "same_site"
        /// Seconds since 1970.
        case expires
        /// Seconds from now, as written.
        case maxAge = "max_age"
    }

    /// Nil where the cookie does not have it; `Secure` and `HttpOnly` are true or false.
    func actual(_ attribute: Attribute) -> Actual? {
        switch attribute {
        case .value: .text(value)
        case .path: .text(path)
        case .domain: .text(domain)
        case .secure: .json(.bool(isSecure))
        case .httpOnly: .json(.bool(isHTTPOnly))
        case .sameSite: sameSite.map { .text($0) }
        case .expires: expires.map { .json(.integer(Int($0))) }
        case .maxAge: maxAge.map { .json(.integer(Int($0))) }
        }
    }
}
