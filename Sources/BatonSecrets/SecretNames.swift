/// Decides by names which values are secret.
package enum SecretNames {
    private static let words = ["token", "secret", "password", "passwd", "credential"]
    private static let headers: Set<String> = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

    /// Whether the value of an environment variable is a secret: its name contains `token`, `secret`, `password`,
    /// `passwd`, `credential` or `key`, in any case. `key` within another word, such as `monkey` and `keyboard`, and the
    /// number of keys, `max_keys`, do not count.
    package static func isSecretVariable(_ name: String) -> Bool {
        let folded = Array(name.utf8.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 })
        if words.contains(where: { count(of: $0, in: folded) > 0 }) { return true }
        let keys = count(of: "key", in: folded)
        return keys > 0 && keys > wordsWithoutKeys(name)
    }

    private static func count(of word: String, in text: [UInt8]) -> Int {
        let word = Array(word.utf8)
        guard text.count >= word.count else { return 0 }
        return (0...text.count - word.count).count { text[$0..<$0 + word.count].elementsEqual(word) }
    }

    // MARK: - Keys

    /// The number of words in a name with the letters `key` that have nothing to do with secret keys. Each other place of
    /// these letters counts as a key, also in a word that is not known.
    private static func wordsWithoutKeys(_ name: String) -> Int {
        let parts = parts(of: name)
        return parts.indices.count { index in
            let isCounted = parts[index] == "keys" && (index == 0 || countingWords.contains(parts[index - 1]))
            return isCounted || otherWords.contains(parts[index])
        }
    }

    /// The words of a name in lower case, apart by `-`, `_` and other signs, or by a capital: `maxKeys`.
    static func parts(of name: String) -> [String] {
        var parts: [String] = []
        var part = ""
        var wasLower = false
        for character in name {
            let isWord = character.isLetter || character.isNumber
            if !isWord || wasLower && character.isUppercase {
                parts.append(part.lowercased())
                part = ""
            }
            if isWord { part.append(character) }
            wasLower = character.isLowercase
        }
        return (parts + [part.lowercased()]).filter { !$0.isEmpty }
    }

    /// English words with the letters `key`, each once.
    private static let otherWords: Set<String> = [
        "keyboard", "keyboards", "keyframe", "keyframes", "keynote", "keynotes", "keypad", "keystroke", "keystrokes",
        "keyword", "keywords", "donkey", "hockey", "hotkey", "hotkeys", "jockey", "maxkeys", "monkey", "monkeys",
        "numkeys", "turkey", "whiskey",
    ]

    /// Words before `keys` that ask for their number or order.
    private static let countingWords: Set<String> = [
        "all", "count", "limit", "max", "maximum", "min", "minimum", "num", "number", "sort", "total",
    ]

    /// The authentication schemes of servers (RFC 9110 section 11), and words that are used like schemes.
    private static let schemes: Set<String> = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "digest", "dpop", "gnap", "hawk", "hoba", "jwt", "key", "mac",
        "mutual", "negotiate", "ntlm", "oauth", "scram-sha-1", "scram-sha-256", "signature", "token", "vapid",
    ]

    /// Whether the first word of an `Authorization` header names a scheme and is not secret itself.
    package static func isScheme(_ word: String) -> Bool { schemes.contains(word.lowercased()) }

    /// Whether a header of a request or a response carries credentials.
    package static func isSecretHeader(_ name: String) -> Bool {
        headers.contains(name.lowercased())
    }

    // MARK: - Files

    /// Whether the value of this key in a file is a secret: by the six words and some more that occur in files; for a
    /// JSONPath, by its last name. `key` alone is not, because it names a file, a cache entry or the member of a map,
    /// and neither are sort keys and page keys.
    package static func isSecretKey(_ key: String) -> Bool {
        if key.hasSuffix(".yaml") || key.hasSuffix(".yml") { return false }
        let bytes = Array(key.utf8)
        let end = (bytes.lastIndex { isNameByte($0) } ?? -1) + 1
        let start = (bytes[..<end].lastIndex { !isNameByte($0) && $0 != UInt8(ascii: "-") } ?? -1) + 1
        let written = String(decoding: bytes[min(start, end)..<end], as: UTF8.self)
        let name = written.lowercased()
        if name == "key" || name == "keys" { return false }
        if let rest = withoutPlainKey(name) { return isSecretKey(rest) }
        return isSecretVariable(written) || isSecretHeader(name) || secretParts.contains { name.contains($0) }
            || secretWords.contains(name)
    }

    /// Whether the value of this parameter in a URL is a secret: also a signature, with which anybody may do what the
    /// URL says.
    static func isSecretParameter(_ name: String) -> Bool {
        if isSecretKey(name) { return true }
        let name = name.lowercased()
        return name == "auth" || isSignature(name)
    }

    /// Whether the value of an option is a secret: `--password`, `--cookie`.
    static func isSecretOption(_ name: String) -> Bool { isSecretKey(String(name.drop { $0 == "-" })) }

    /// Whether a value of this name signs a request: with it anybody may do what the request says.
    static func isSignature(_ name: String) -> Bool { name == "sig" || name.hasSuffix("signature") }

    /// The text before a key that is not a credential, such as `x` in `x-idempotency-key`; nil if the name does not end
    /// with such a key.
    private static func withoutPlainKey(_ name: String) -> String? {
        var word = name.filter { $0 != "-" && $0 != "_" }
        if word.hasSuffix("s") { word.removeLast() }
        return plainKeys.first { word.hasSuffix($0) }.map { String(word.dropLast($0.count)) }
    }

    private static let plainKeys = [
        "idempotencykey", "websocketkey", "sortkey", "cachekey", "partitionkey", "primarykey", "foreignkey",
        "publickey", "pagekey",
    ]

    /// Words that do not occur in other words; misspelt ones are included, because messages are often about a mistake
    /// in the key.
    private static let secretParts = [
        "passphrase", "passcode", "pasword", "passwrd", "passwrod", "passowrd", "passwort",
        "authorization", "authorisation", "bearer",
    ]
    private static let secretWords: Set<String> = ["pass", "pw", "pwd", "jwt", "db_pass", "db_pwd", "user_pass"]

    /// Maps of credentials, in which only names are shown.
    static func isSecretGroup(_ key: String) -> Bool { ["auth", "basic", "digest", "ntlm"].contains(key) }

    /// Keys beside a secret, or below its name, that say how it is obtained, checked or sent.
    static func describesSecret(_ key: String) -> Bool {
        describing.contains(key) || ofTokenRequests.contains(key) || tellsNothing(key)
    }

    /// Keys of `oauth2` and `aws` that hold no secret. The password of a URL is hidden by its shape.
    private static let ofTokenRequests: Set<String> = [
        "allow_http", "audience", "client_auth", "grant", "grant_type", "issuer", "region", "scope", "scopes",
        "service",
        "token_url",
    ]

    private static let describing: Set<String> = [
        "as", "body", "content_type", "cookie", "description", "file", "filename", "group", "header", "headers", "in",
        "name", "optional", "path", "query", "regex", "required", "secret", "type", "user", "username", "xpath",
    ]

    /// Operators that reveal nothing of the value.
    static func tellsNothing(_ key: String) -> Bool { ["exists", "empty", "length", "type", "is"].contains(key) }

    /// Whether a line, or the rest of one, begins with `secret: true`, in any spelling.
    static func isSecretMark(_ text: ArraySlice<UInt8>) -> Bool {
        let rest = text.drop { isQuote($0) }
        guard rest.starts(with: "secret".utf8) else { return false }
        let value = rest.dropFirst(6).drop { isQuote($0) || $0 == 0x20 }
        guard value.first == UInt8(ascii: ":") else { return false }
        let word = value.dropFirst().drop { $0 == 0x20 || isQuote($0) }.prefix(5).prefix(while: isNameByte)
        return ["true", "yes", "on", "1"].contains(String(decoding: word, as: UTF8.self).lowercased())
    }

    /// Whether a line, or the rest of one, begins with `name: api_key` or `key: api_key`: the name of a secret, one word.
    static func namesSecret(_ text: ArraySlice<UInt8>) -> Bool {
        let rest = text.drop { isQuote($0) }
        guard let key = ["name", "key"].first(where: { rest.starts(with: $0.utf8) }) else { return false }
        let value = rest.dropFirst(key.utf8.count).drop { isQuote($0) || $0 == 0x20 }
        guard value.first == UInt8(ascii: ":") else { return false }
        let word = value.dropFirst().drop { $0 == 0x20 || isQuote($0) }
        let name = word.prefix { isNameByte($0) || "-.".utf8.contains($0) }
        let next = word[name.endIndex...].first { $0 != 0x20 && !isQuote($0) } ?? 0x0D
        return ",}#\r".utf8.contains(next) && isSecretKey(String(decoding: name, as: UTF8.self))
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// Whether a value in the place of a secret is not one: a switch, or the start of a block.
    static func isNoSecret(_ value: String, below key: String) -> Bool {
        switch value {
        case "", "true", "false", "null", "~", "none", "|", "|-", ">", ">-", "***": return true
        default: break
        }
        switch key {
        case "secret": return ["yes", "no", "on", "off", "y", "n", "true", "false"].contains(value.lowercased())
        case "auth": return isLanguageWord(value) || isScheme(value)
        default: return false
        }
    }

    /// Words that messages use for advice, which would be useless if they were masked.
    static func isLanguageWord(_ word: String) -> Bool { languageWords.contains(word.lowercased()) }

    private static let languageWords: Set<String> = [
        "api_key", "auth", "basic", "bearer", "digest", "header", "key", "name", "none", "ntlm", "password", "query",
        "token", "user", "username", "value",
    ]

    /// Whether a text can be the name of a secret.
    static func isName(_ text: ArraySlice<UInt8>) -> Bool { text.allSatisfy(isNameByte) }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
    }
}
