/// Host names with letters outside ASCII, converted to the form that DNS and certificates use (RFC 5891).
///
/// Capitals are converted to lower case. Characters that would have to be replaced first are refused, because programs
/// disagree about the replacements, and the host decides where credentials are sent.
enum InternationalHost {
    /// `münchen.de` as `xn--mnchen-3ya.de`. Throws a message to put after the URL.
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

    /// Letters, marks and digits that case folding does not change; `ß` and `ς` are letters of their own since IDNA
    /// 2008.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return ASCIISet.unreserved.contains(UInt8(scalar.value)) }
        if scalar == "ß" || scalar == "ς" { return true }
        // Combining diacritics are refused: Latin letters with them must be written as one character.
        if (0x300...0x36F).contains(scalar.value) || scalar.properties.changesWhenNFKCCaseFolded { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
        default: return false
        }
    }
}

/// Why a host name cannot be written in ASCII.
struct InternationalHostError: Error {
    /// The part of a sentence that follows the URL.
    var message: String
}
