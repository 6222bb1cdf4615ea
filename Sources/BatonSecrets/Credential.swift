/// Decides which values that a request sends are credentials by their names, and are masked in every output.
package enum Credential {
    private static let words = [
        "token", "secret", "password", "passwd", "passphrase", "credential", "apikey", "jwt", "session", "sessionid",
    ]
    private static let wholeWords: Set<String> = ["auth", "key", "pass", "pwd", "pw", "sig", "signature", "otp"]
    /// Words before `token` that make it the place in a list.
    private static let listWords: Set<String> = [
        "continuation", "cursor", "delta", "next", "page", "previous", "prev", "resume", "sync", "pagination",
    ]

    /// Whether a value beside this name, such as `X-Api-Key`, `access_token` or `client_secret`, is a credential. A
    /// short value or a plain word is none: masked everywhere, it would hide half of every output.
    package static func isOne(_ value: String, named name: String) -> Bool {
        isDistinct(value) && isName(name)
    }

    /// Whether the last word of a name is one for a credential: not `token_type`, `next_page_token` or `sort_key`.
    static func isName(_ name: String) -> Bool {
        let parts = SecretNames.parts(of: name)
        guard let last = parts.last else { return false }
        if parts.contains("signature") { return true }
        if parts.suffix(2) == ["session", "id"] { return true }
        let isCredential =
            wholeWords.contains(last) || words.contains { last.hasSuffix($0) || last.hasSuffix($0 + "s") }
        guard isCredential, !parts.contains(where: listWords.contains) else { return false }
        return last != "key" || SecretNames.isSecretKey(name)
    }

    /// Whether a text is unlikely to be found in an output by chance: at least 6 bytes with a digit, a sign or capitals
    /// within, or at least 16.
    static func isDistinct(_ value: String) -> Bool {
        let bytes = value.utf8
        if bytes.count < 6 { return false }
        if bytes.count >= 16 { return true }
        return bytes.dropFirst().contains { byte in
            switch byte {
            case 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x20: false
            default: true
            }
        }
    }
}
