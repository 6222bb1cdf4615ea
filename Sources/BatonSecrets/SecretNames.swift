/// What is a secret by its name, without being told.
package enum SecretNames {
    private static let words = ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "KEY", "CREDENTIAL"]
    private static let headers: Set<String> = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

    /// Whether the value of an environment variable is a secret: its name has one of six words, in any case.
    package static func isSecretVariable(_ name: String) -> Bool {
        let upper = Array(name.utf8.map { 0x61...0x7A ~= $0 ? $0 - 0x20 : $0 })
        return words.contains { word in
            let word = Array(word.utf8)
            return upper.count >= word.count
                && (0...upper.count - word.count).contains { upper[$0..<$0 + word.count].elementsEqual(word) }
        }
    }

    /// The schemes that servers know (RFC 9110 section 11), and the words that stand in their place.
    private static let schemes: Set<String> = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "digest", "dpop", "gnap", "hawk", "hoba", "jwt", "key", "mac",
        "mutual", "negotiate", "ntlm", "oauth", "scram-sha-1", "scram-sha-256", "signature", "token", "vapid",
    ]

    /// Whether the first word of an `Authorization` header says what follows, and is no secret itself.
    package static func isScheme(_ word: String) -> Bool { schemes.contains(word.lowercased()) }

    /// Whether the value of a header carries credentials, as a request or as an answer.
    package static func isSecretHeader(_ name: String) -> Bool {
        headers.contains(name.lowercased())
    }
}
