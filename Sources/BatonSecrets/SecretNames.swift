/// The names of secret fields: headers, query parameters, members of bodies, environment variables, keys of files.
///
/// A field is secret if its name equals one of these without regard to case, `-` and `_`: `X-Api-Key` is `xapikey`.
package struct SecretNames: Sendable, Equatable {
    /// The names that count unless a project keeps them visible; docs/reference/secrets.md lists them.
    package static let usual = [
        "password", "passwd", "pwd", "passphrase", "secret", "token", "accesstoken", "refreshtoken", "idtoken",
        "authtoken", "xauthtoken", "sessiontoken", "sessionid", "apikey", "xapikey", "clientsecret", "secretkey",
        "privatekey", "keypassword", "jwt",
    ]
    /// Headers that are always secret.
    private static let headers: Set<String> = ["authorization", "proxyauthorization", "cookie", "setcookie"]
    /// The names without settings of a project.
    package static let documented = SecretNames()

    private let names: Set<String>
    private let longest: Int

    /// - Parameters:
    ///   - added: further names, in any spelling.
    ///   - kept: names that are not secret, in any spelling.
    package init(adding added: [String] = [], keeping kept: [String] = []) {
        names = Set(Self.usual + added.map(Self.folded).filter { !$0.isEmpty })
            .subtracting(kept.map(Self.folded)).union(Self.headers)
        longest = names.map(\.utf8.count).max() ?? 0
    }

    /// Whether a field of this name is secret.
    package func contains(_ name: String) -> Bool {
        // Each letter may have a sign before and behind it.
        name.utf8.count <= 3 * longest && names.contains(Self.folded(name))
    }

    /// Whether a usual name is spelled like this.
    package static func isUsual(_ name: String) -> Bool { usual.contains(folded(name)) }

    /// Whether a header of a request or a response carries credentials in every project.
    package static func isSecretHeader(_ name: String) -> Bool {
        name.utf8.count <= 20 && headers.contains(folded(name))
    }

    private static func folded(_ name: String) -> String {
        String(
            decoding: name.utf8.lazy.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
                .map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether the value of a secret field is hidden in all outputs: at least 6 bytes with a digit, a sign or capitals
    /// within, or at least 16. A plain word such as `wrong` is hidden only in the field itself, because elsewhere it
    /// would hide half of every output.
    package static func isHiddenEverywhere(_ value: String) -> Bool {
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
