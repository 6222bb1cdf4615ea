import BatonValues

/// A URI with a scheme (RFC 3986, section 3), not a relative reference.
enum URIText {
    static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else { return false }
        let rest = bytes[bytes.index(after: colon)...]
        guard !rest.isEmpty else { return false }
        let scheme = Substring(bytes[..<colon]).lowercased()
        return isRest(rest, needsHost: scheme == "http" || scheme == "https")
    }

    /// A URI or a relative reference (section 4.1).
    static func isReference(_ text: String) -> Bool {
        if isValid(text) { return true }
        let first = text.utf8.prefix { !isDelimiter($0) }
        return !first.contains(UInt8(ascii: ":")) && isRest(text.utf8[...], needsHost: false)
    }

    /// Whether the text is valid after the colon of the scheme.
    private static func isRest(_ rest: Substring.UTF8View, needsHost: Bool) -> Bool {
        guard isEscaped(rest) else { return false }
        guard rest.starts(with: "//".utf8) else { return !rest.contains(where: isBracket) && hasOneFragment(rest) }
        let authorityEnd = rest.dropFirst(2).firstIndex { isDelimiter($0) } ?? rest.endIndex
        let authority = rest[..<authorityEnd].dropFirst(2)
        let tail = rest[authorityEnd...]
        if authority.isEmpty, needsHost { return false }
        return isAuthority(authority) && !tail.contains(where: isBracket) && hasOneFragment(tail)
    }

    private static func isScheme(_ scheme: Substring.UTF8View) -> Bool {
        guard let first = scheme.first, first.isLetter else { return false }
        return scheme.allSatisfy {
            $0.isLetterOrDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
    }

    private static let marks = Set("-._~:/?#[]@!$&'()*+,;=%".utf8)

    /// Only characters of a URI, and `%` only before two hexadecimal digits.
    private static func isEscaped(_ text: Substring.UTF8View) -> Bool {
        var open = 0
        for byte in text {
            if open > 0 {
                guard byte.isHexDigit else { return false }
                open -= 1
            } else if byte == UInt8(ascii: "%") {
                open = 2
            } else {
                guard byte.isLetterOrDigit || marks.contains(byte) else { return false }
            }
        }
        return open == 0
    }

    /// A host in brackets is an IP literal; elsewhere there are no brackets. A port is digits.
    private static func isAuthority(_ authority: Substring.UTF8View) -> Bool {
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        let host = at.map { authority[authority.index(after: $0)...] } ?? authority
        if let at, authority[..<at].contains(where: { isBracket($0) || $0 == UInt8(ascii: "@") }) { return false }
        var port = host
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = String(Substring(host[..<end].dropFirst()))
            guard address.hasPrefix("v") || ValueFormat.ipv6.accepts(address) else { return false }
            port = host[host.index(after: end)...]
            if port.isEmpty { return true }
            guard port.first == UInt8(ascii: ":") else { return false }
        } else {
            guard !host.contains(where: isBracket) else { return false }
            guard let colon = host.firstIndex(of: UInt8(ascii: ":")) else { return true }
            port = host[colon...]
        }
        return port.dropFirst().allSatisfy(\.isDigit)
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func isBracket(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") }

    private static func hasOneFragment(_ text: Substring.UTF8View) -> Bool {
        text.lazy.filter { $0 == UInt8(ascii: "#") }.prefix(2).count < 2
    }
}
