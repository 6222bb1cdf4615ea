/// Email addresses as mail systems accept them (RFC 5321, section 4.1.2), with the letters beyond ASCII of RFC 6531.
enum EmailAddress {
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 254, let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let domain = text.utf8[text.utf8.index(after: at)...]
        return isLocalPart(text.utf8[..<at])
            && (domain.first == UInt8(ascii: "[") ? isLiteral(domain) : isDomain(domain))
    }

    private static let special = Set("!#$%&'*+/=?^_`{|}~-".utf8)

    /// Bytes from 0x80 on are the letters of RFC 6531.
    private static func isLocalPart(_ part: Substring.UTF8View) -> Bool {
        guard part.count <= 64 else { return false }
        if part.first == UInt8(ascii: "\"") { return isQuoted(part) }
        return part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { $0.isLetterOrDigit || $0 >= 0x80 || special.contains($0) }
        }
    }

    /// Printable characters between quotes; a quote or a backslash is escaped with a backslash.
    private static func isQuoted(_ part: Substring.UTF8View) -> Bool {
        guard part.count >= 2, part.last == UInt8(ascii: "\"") else { return false }
        var isEscaped = false
        for byte in part.dropFirst().dropLast() {
            guard byte >= 0x20, byte != 0x7F else { return false }
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                return false
            }
        }
        return !isEscaped
    }

    /// `[127.0.0.1]`, `[IPv6:::1]`
    private static func isLiteral(_ domain: Substring.UTF8View) -> Bool {
        guard domain.last == UInt8(ascii: "]") else { return false }
        let address = String(Substring(domain.dropFirst().dropLast()))
        if address.lowercased().hasPrefix("ipv6:") { return ValueFormat.ipv6.accepts(String(address.dropFirst(5))) }
        return ValueFormat.ipv4.accepts(address)
    }

    private static func isDomain(_ domain: Substring.UTF8View) -> Bool {
        domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
            let dash = UInt8(ascii: "-")
            return first != dash && last != dash
                && label.allSatisfy { $0.isLetterOrDigit || $0 >= 0x80 || $0 == dash }
        }
    }
}
