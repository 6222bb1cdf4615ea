/// Addresses as mail systems take them (RFC 5321), without quoted local parts and address literals.
enum EmailAddress {
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 254, let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        return isLocalPart(text.utf8[..<at]) && isDomain(text.utf8[text.utf8.index(after: at)...])
    }

    private static let special = Set("!#$%&'*+/=?^_`{|}~-".utf8)

    /// Bytes from 0x80 on are the letters of RFC 6531.
    private static func isLocalPart(_ part: Substring.UTF8View) -> Bool {
        guard part.count <= 64 else { return false }
        return part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { $0.isLetterOrDigit || $0 >= 0x80 || special.contains($0) }
        }
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
