/// Host names with letters outside ASCII, in the form that name servers and certificates know (RFC 5891).
///
/// Capitals become small. Characters that would have to be replaced by others first are refused, because the response to
/// which ones differs between programs, and a host is what credentials go to.
enum InternationalHost {
    /// `münchen.de` as `xn--mnchen-3ya.de`. Throws a message that follows the URL.
    static func ascii(_ host: String) throws(InternationalHostError) -> String {
        var labels: [String] = []
        for label in host.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
            labels.append(try ascii(label: label))
        }
        return labels.joined(separator: ".")
    }

    private static func ascii(label: Substring) throws(InternationalHostError) -> String {
        guard !label.utf8.allSatisfy({ $0 < 0x80 }) else { return String(label) }
        for scalar in label.unicodeScalars where !isAllowed(scalar) {
            throw InternationalHostError(
                message: "has `\(scalar)` in its host, which is no letter of a host name; write it in punycode")
        }
        guard let code = Punycode.encode(label.unicodeScalars.map(\.value)), code.utf8.count <= 59 else {
            throw InternationalHostError(message: "has a part in its host that is longer than 63 characters")
        }
        return "xn--\(code)"
    }

    /// Letters, their marks and digits that stand for themselves when case is folded; `ß` and `ς` are letters of their
    /// own since IDNA 2008.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return ASCIISet.unreserved.contains(UInt8(scalar.value)) }
        if scalar == "ß" || scalar == "ς" { return true }
        // Latin letters with marks of their own are written as one character.
        if (0x300...0x36F).contains(scalar.value) || scalar.properties.changesWhenNFKCCaseFolded { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
        default: return false
        }
    }
}

/// Why a host name cannot be written in ASCII.
struct InternationalHostError: Error {
    /// A part of a sentence that follows the URL.
    var message: String
}
