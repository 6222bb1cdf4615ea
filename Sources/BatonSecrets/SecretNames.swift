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

    /// The folded names in ASCII, in order, by their length: they are compared without making a text of a name.
    private let names: [[[UInt8]]]
    private let otherNames: Set<String>

    /// - Parameters:
    ///   - added: further names, in any spelling.
    ///   - kept: names that are not secret, in any spelling.
    package init(adding added: [String] = [], keeping kept: [String] = []) {
        let all = Set(Self.usual + added.map(Self.folded).filter { !$0.isEmpty })
            .subtracting(kept.map(Self.folded)).union(Self.headers)
        otherNames = all.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }
        let bytes = all.subtracting(otherNames).sorted().map { Array($0.utf8) }
        names = (0...(all.map(\.utf8.count).max() ?? 0)).map { length in bytes.filter { $0.count == length } }
    }

    /// Whether a field of this name is secret.
    package func contains(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { contains($0) }
    }

    package func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        // Each letter may have a sign before and behind it.
        guard name.count <= 3 * (names.count - 1) else { return false }
        var count = 0
        for byte in name {
            if byte >= 0x80 { return otherNames.contains(Self.folded(String(decoding: name, as: UTF8.self))) }
            if !Self.isIgnored(byte) { count += 1 }
        }
        let letters = name.lazy.filter { !Self.isIgnored($0) }.map(Self.folded)
        return count < names.count && names[count].contains { letters.elementsEqual($0) }
    }

    /// Whether an environment variable of this name is secret. `PWD` is the working directory on every system (POSIX).
    package func containsVariable(_ name: String) -> Bool { name != "PWD" && contains(name) }

    /// Whether a usual name is spelled like this.
    package static func isUsual(_ name: String) -> Bool { usual.contains(folded(name)) }

    /// Whether a header of a request or a response carries credentials in every project.
    package static func isSecretHeader(_ name: String) -> Bool {
        name.utf8.count <= 20 && headers.contains(folded(name))
    }

    /// What names of secrets end with in files of other tools, where no list of names is complete: `DB_PASSWORD`,
    /// `X-Vault-Token`, `password2`; docs/reference/secrets.md lists them.
    package static let fragments = [
        "password", "passwd", "pwd", "passphrase", "passcode", "secret", "token", "credential", "credentials", "jwt",
        "apikey", "accesskey", "privatekey", "secretkey", "subscriptionkey", "functionskey", "signingkey",
        "encryptionkey", "sharedkey", "accountkey", "masterkey", "authkey", "connectionstring", "sessionid",
    ]
    /// Last words of names that describe a secret: `token_url`, `secretName`.
    package static let descriptions: Set<String> = [
        "url", "uri", "endpoint", "type", "name", "expires", "expiry", "expiration", "ttl", "length", "path", "header",
        "prefix", "count", "limit", "field",
    ]

    /// Whether a field of a file of another tool is taken for a secret: by its whole name, or by words of it.
    package static func mayBeSecret(_ name: String) -> Bool {
        guard name.utf8.count <= 100 else { return false }
        if documented.contains(name) { return true }
        var words: [String] = []
        var isUpper = true
        for scalar in name.unicodeScalars {
            let isLetter = scalar.isASCII && (0x61...0x7A).contains(scalar.value | 0x20)
            let begins = isLetter && !isUpper && (0x41...0x5A).contains(scalar.value)
            if !isLetter || begins || words.isEmpty { words.append("") }
            isUpper = !isLetter || (0x41...0x5A).contains(scalar.value)
            if isLetter { words[words.count - 1] += String(scalar).lowercased() }
        }
        words.removeAll(where: \.isEmpty)
        if words.last.map(descriptions.contains) ?? true { return false }
        var joined = ""
        return words.contains { word in
            joined += word
            return fragments.contains(where: joined.hasSuffix)
        }
    }

    private static func folded(_ name: String) -> String {
        String(decoding: name.utf8.filter { !isIgnored($0) }.map(folded), as: UTF8.self)
    }

    private static func isIgnored(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") }

    private static func folded(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte + 0x20 : byte }

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

extension SecretNames {
    /// A URL with `***` for its password and for query parameters with secret names.
    package func hidden(inURL url: String) -> String { hidden(inURL: url) { _ in false } }

    /// The same, with the values shown that the closure accepts.
    package func hidden(inURL url: String, but isShown: (String) -> Bool) -> String {
        var url = url
        return url.withUTF8 { bytes -> String? in
            let places = places(inURL: bytes).filter { !isShown(String(decoding: bytes[$0], as: UTF8.self)) }
            return places.isEmpty ? nil : Redactor.masking(bytes, places)
        } ?? url
    }

    /// The password of a URL and the values of query parameters with secret names, as they are written.
    package func values(inURL url: String) -> [String] {
        var url = url
        return url.withUTF8 { bytes in places(inURL: bytes).map { String(decoding: bytes[$0], as: UTF8.self) } }
    }

    /// The places of passwords and secret query parameters in a URL, or in a text with URLs; in order.
    package func places(inURL text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        // Most URLs have neither.
        guard text.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else { return [] }
        let places = passwords(in: text) + parameters(in: text)
        return places.isEmpty ? [] : Redactor.joined(places)
    }

    /// All between the first `:` of an authority and its last `@`. In a text that begins with a URL, a port that is no
    /// number is a password too: its `/`, `?` or `#` ends the authority early, or the host was forgotten.
    private func passwords(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var index = 0
        while let start = nextAuthority(in: text, from: index) {
            let end = text[start...].firstIndex(where: Self.endsAuthority) ?? text.count
            index = end
            let authority = text[start..<end]
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                if let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":")) { places.append(colon + 1..<at) }
                continue
            }
            let isFirst = text[..<(start - 3)].allSatisfy { 0x61...0x7A ~= $0 | 0x20 }
            guard isFirst, authority.last != UInt8(ascii: "]"), let colon = authority.lastIndex(of: UInt8(ascii: ":")),
                let first = authority[(colon + 1)...].first(where: { !(0x30...0x39 ~= $0) }), !"${".utf8.contains(first)
            else { continue }
            index = max(text.lastIndex(of: UInt8(ascii: "@")) ?? 0, end)
            places.append(colon + 1..<index)
        }
        return places
    }

    /// Where the next authority begins, behind `://`.
    private func nextAuthority(in text: UnsafeBufferPointer<UInt8>, from index: Int) -> Int? {
        var index = index
        while index + 2 < text.count {
            if text[index] == UInt8(ascii: ":"), text[index + 1] == UInt8(ascii: "/"),
                text[index + 2] == UInt8(ascii: "/")
            {
                return index + 3
            }
            index += 1
        }
        return nil
    }

    /// Whether the name of a parameter is secret without its percent-encoding: servers read `%74oken` as `token`.
    private func isSecret(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard name.contains(UInt8(ascii: "%")) else { return contains(UnsafeBufferPointer(rebasing: name)) }
        var bytes: [UInt8] = []
        var rest = name[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return contains(String(decoding: bytes, as: UTF8.self))
    }

    private func parameters(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var index = text.firstIndex(where: Self.beginsParameters) ?? text.count
        while index < text.count {
            let start = index + 1
            let end = text[start...].firstIndex(where: Self.endsParameter) ?? text.count
            if let equals = text[start..<end].firstIndex(of: UInt8(ascii: "=")), equals + 1 < end,
                isSecret(text[start..<equals])
            {
                places.append(equals + 1..<end)
            }
            // What follows another sign is no parameter until the next `?` or `#`.
            let isNext = end < text.count && (text[end] == UInt8(ascii: "&") || Self.beginsParameters(text[end]))
            index = isNext ? end : text[end...].firstIndex(where: Self.beginsParameters) ?? text.count
        }
        return places
    }

    private static func beginsParameters(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "`"), 0x20: true
        default: false
        }
    }

    private static func endsParameter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "`"), 0x20: true
        default: false
        }
    }
}

/// Secrets that would mask half of every output, such as `42`, `true` or a password of three letters: masked only in
/// the texts of the step that uses them, and there only as whole words.
package struct SecretWords: Sendable {
    /// The forms by their first byte, longest first.
    private var forms: [UInt8: [[UInt8]]] = [:]
    private var known: Set<[UInt8]> = []

    package init() {}

    package var isEmpty: Bool { known.isEmpty }

    /// Adds the secret as it is, and with its escapes decoded.
    package mutating func insert(_ secret: String) {
        guard !secret.isEmpty, !known.contains(Array(secret.utf8)) else { return }
        for form in SecretForms.spelled(Array(secret.utf8)) { add(form) }
    }

    package mutating func formUnion(_ others: SecretWords) {
        for form in others.known { add(form) }
    }

    private mutating func add(_ form: [UInt8]) {
        guard let first = form.first, known.insert(form).inserted else { return }
        forms[first, default: []].append(form)
        forms[first]?.sort { $0.count > $1.count }
    }

    package func redact(_ text: String) -> String {
        guard !forms.isEmpty else { return text }
        var text = text
        return text.withUTF8 { bytes -> String? in
            // A word never spans two lines.
            let unescaped = UnescapedText.places(in: bytes, shortestJoined: Int.max) { found(in: $0) }
            let hits = found(in: bytes) + unescaped
            return hits.isEmpty ? nil : Redactor.masking(bytes, Redactor.joined(hits))
        } ?? text
    }

    package func masked(_ text: MaskedText) -> MaskedText {
        forms.isEmpty ? text : MaskedText(masked: redact(text.text))
    }

    private func found(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var hits: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            if let form = forms[bytes[index]]?.first(where: { stands($0, at: index, in: bytes) }) {
                hits.append(index..<index + form.count)
                index += form.count
            } else {
                index += 1
            }
        }
        return hits
    }

    private func stands(_ form: [UInt8], at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = index + form.count
        guard end <= bytes.count, bytes[index..<end].elementsEqual(form) else { return false }
        let joinsBefore = index > 0 && Self.isInWord(bytes[index - 1]) && Self.isInWord(bytes[index])
        let joinsAfter = end < bytes.count && Self.isInWord(bytes[end]) && Self.isInWord(bytes[end - 1])
        return !joinsBefore && !joinsAfter
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
