/// Finds the secrets in the value of an `Authorization` header.
package enum AuthorizationValue {
    /// Parameters that describe the client or the signature and are not secret (RFC 7616, RFC 5849, RFC 9421 and
    /// others).
    private static let plainParameters: Set<String> = [
        "algorithm", "charset", "created", "expires", "headers", "id", "keyid", "nc", "oauth_signature_method",
        "oauth_timestamp", "oauth_version", "qop", "realm", "scope", "signedheaders", "ts", "uri", "userhash",
        "username",
        "version",
    ]

    /// The authentication schemes of servers (RFC 9110 section 11), and words that are used like schemes.
    private static let schemes: Set<String> = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "digest", "dpop", "gnap", "hawk", "hoba", "jwt", "key", "mac",
        "mutual", "negotiate", "ntlm", "oauth", "scram-sha-1", "scram-sha-256", "signature", "token", "vapid",
    ]

    /// Whether the first word of an `Authorization` header names a scheme and is not secret itself.
    package static func isScheme(_ word: String) -> Bool { schemes.contains(word.lowercased()) }

    /// All secrets in a value: of `Bearer x` and `Basic x` only the text behind the scheme, and of `Token token=x` the
    /// value of the parameter too. If the first word is not a known scheme, it may be a part of the secret, and the
    /// whole value is one too.
    package static func secrets(in value: String) -> [String] {
        var text = value
        return text.withUTF8 { bytes in
            let start = bytes.firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
            guard let space = bytes[start...].firstIndex(of: UInt8(ascii: " ")), space + 1 < bytes.count else {
                return [value]
            }
            let first = String(decoding: bytes[start..<space], as: UTF8.self)
            var secrets = [String(decoding: bytes[(space + 1)...], as: UTF8.self)]
            // Most credentials are a token.
            if bytes.contains(UInt8(ascii: "=")) {
                secrets += parameters(secrets[0]).filter(SecretRegistry.isSearched)
            }
            if isScheme(first) { return secrets }
            return secrets + [value] + (SecretRegistry.isSearched(first) ? [first] : [])
        }
    }

    /// The values of `name=value` and `name="value"`, separated by commas or spaces; none if there is other text.
    private static func parameters(_ text: String) -> [String] {
        var values: [String] = []
        var rest = text.utf8[...]
        while let start = rest.firstIndex(where: { !isBetween($0) }) {
            rest = rest[start...]
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")), equals > rest.startIndex,
                rest[..<equals].allSatisfy({ isInName($0) })
            else { return [] }
            let name = String(Substring(rest[..<equals])).lowercased()
            rest = rest[rest.index(after: equals)...]
            let value = value(at: &rest)
            // The padding of base64 is not a value.
            if value.utf8.allSatisfy({ $0 == UInt8(ascii: "=") }) { continue }
            if !plainParameters.contains(name) { values.append(value) }
        }
        return values
    }

    private static func value(at rest: inout Substring.UTF8View) -> String {
        guard rest.first == UInt8(ascii: "\"") else {
            let end = rest.firstIndex(where: isBetween) ?? rest.endIndex
            defer { rest = rest[end...] }
            return String(Substring(rest[..<end]))
        }
        var value: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        return String(decoding: value, as: UTF8.self)
    }

    private static func isBetween(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == 0x20 || byte == 0x09
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || "-_.".utf8.contains(byte)
    }
}
