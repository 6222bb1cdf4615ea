import BatonValues

/// Checks the public keys of servers in `TLSOptions.pin`.
package enum PinnedKey {
    /// The mistake in a text such as `sha256//…;sha256//…`; nil for a valid one.
    package static func fault(inHashes text: String) -> String? {
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let hash = String(part.dropFirst(prefix.count))
            if part.hasPrefix(prefix), Base64.decode(hash, .any)?.count == 32 { continue }
            return "`\(part)` is no pinned key"
        }
        return nil
    }

    /// Whether a pin is a hash, not the path of a file. Other programs write one slash, which is a mistake here.
    package static func isHash(_ text: some StringProtocol) -> Bool { text.hasPrefix("sha256/") }

    private static let prefix = "sha256//"

    /// Whether a file contains a public key: a SubjectPublicKeyInfo (RFC 5280 section 4.1) in DER or PEM.
    package static func isPublicKey(_ file: [UInt8]) -> Bool {
        let text = String(decoding: file, as: UTF8.self)
        guard let start = text.firstRange(of: "-----BEGIN PUBLIC KEY-----")?.upperBound,
            let end = text[start...].firstRange(of: "-----END PUBLIC KEY-----")?.lowerBound
        else { return isSequence(file) }
        let base64 = text[start..<end].filter { !$0.isWhitespace }
        return Base64.decode(base64, .any).map(isSequence) ?? false
    }

    /// Whether all bytes together are one DER sequence (X.690 section 8.1): a tag, a length and that many bytes.
    private static func isSequence(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 2, bytes[0] == 0x30 else { return false }
        if bytes[1] < 0x80 { return bytes.count == 2 + Int(bytes[1]) }
        let digits = Int(bytes[1] & 0x7F)
        guard 1...3 ~= digits, bytes.count > 2 + digits else { return false }
        return bytes.count == 2 + digits + bytes[2..<2 + digits].reduce(0) { $0 << 8 | Int($1) }
    }
}
