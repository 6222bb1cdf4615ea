package import BatonHTTP
import BatonLanguage

extension Cookie {
    /// The word after `@` in a check of a cookie: `sid@path`.
    package enum Attribute: String, Sendable, CaseIterable {
        case value, path, domain, secure
        case httpOnly = "http_only"
        case sameSite = "same_site"
        /// Seconds since 1970.
        case expires
        /// Seconds from now, as written in the response.
        case maxAge = "max_age"
    }

    /// Whether a response may set a cookie of that name. A name with `$(` in it is refused: its author means an
    /// expression.
    package static func mayBeCalled(_ name: String) -> Bool {
        guard let first = name.utf8.first, let last = name.utf8.last, !name.contains("$(") else { return false }
        let spaces = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        return !spaces.contains(first) && !spaces.contains(last)
            && name.utf8.allSatisfy {
                ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";")
            }
    }

    /// The value of an attribute; nil where the cookie does not have it. `Secure` and `HttpOnly` are true or false.
    func actual(_ attribute: Attribute) -> ActualValue? {
        switch attribute {
        case .value: .text(value)
        case .path: written.path.map { .text($0) }
        case .domain: written.domain.map { .text($0) }
        case .secure: .json(.bool(isSecure))
        case .httpOnly: .json(.bool(isHTTPOnly))
        case .sameSite: sameSite.map { .text($0) }
        case .expires: expires.map { .json(.integer(Int($0))) }
        case .maxAge: maxAge.map { .json(.integer(Int($0))) }
        }
    }
}
