/// The byte patterns that are searched for to find a secret. Escapes of single characters are decoded by
/// `UnescapedText` instead.
enum SecretForms {
    /// A secret with more bytes than this is not a password: only its likely forms are searched for.
    static let longestWithAllForms = 16_384
    /// The most bytes of a host name.
    private static let longestHost = 253
    /// The fewest bytes of a line of a secret: a shorter one could occur anywhere.
    static let shortestLine = 8

    /// The forms of all secrets; duplicates are possible.
    static func all(of secrets: some Sequence<[UInt8]>) -> [[UInt8]] {
        var forms: [[UInt8]] = []
        for secret in secrets {
            for whole in wholes(secret) {
                addSpelled(whole, to: &forms)
                for bytes in [whole] + otherBytes(of: whole) {
                    addBase64(bytes, to: &forms)
                    if bytes.count <= longestWithAllForms { addHex(bytes, to: &forms) }
                }
            }
        }
        return forms
    }

    /// The secret, and the secret without white space around it: a secret read from a file ends with a line break,
    /// which headers and forms do not carry.
    private static func wholes(_ secret: [UInt8]) -> [[UInt8]] {
        let trimmed = Self.trimmed(secret)
        return trimmed.count < secret.count && trimmed.count >= SecretRegistry.shortestSearched
            ? [secret, trimmed] : [secret]
    }

    /// The fewest bytes of any form of the secret: encodings other than a plain copy are longer.
    static func fewestBytes(of secret: [UInt8]) -> Int {
        if secret.allSatisfy(isPlain) { return secret.count }
        return wholes(secret).flatMap(spelled).map(\.count).min() ?? secret.count
    }

    /// The forms that are readable as text: without the digits of base64 and hexadecimal.
    static func spelled(_ secret: [UInt8]) -> [[UInt8]] {
        var forms: [[UInt8]] = []
        addSpelled(secret, to: &forms)
        return forms
    }

    private static func addSpelled(_ secret: [UInt8], to forms: inout [[UInt8]]) {
        add(secret, to: &forms)
        guard !secret.allSatisfy(isPlain) else { return }
        // A URL keeps existing escapes, and its reader decodes them.
        let layers = UnescapedText.layers(of: secret).filter(isSearched)
        for layer in layers { add(layer, to: &forms) }
        if secret.contains(0x0A) { addLines(secret, to: &forms) }
        addURLParts(secret, to: &forms)
        if secret.count <= longestWithAllForms, secret.contains(where: { $0 >= 0x80 }) {
            addReadings(of: secret, to: &forms)
            // A text with escapes is searched as its reader decodes it, and so with a space for each `+`.
            for layer in layers { addReadings(of: layer, to: &forms) }
        }
    }

    /// Adds a form, and the same in lower case, because URLs write host names that way.
    static func add(_ form: [UInt8], to forms: inout [[UInt8]]) {
        forms.append(form)
        guard form.count <= longestHost, form.contains(where: { 0x41...0x5A ~= $0 }) else { return }
        forms.append(form.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 })
    }

    /// Adds each line, because servers and tools quote the line that they refuse; and the whole secret with CRLF line
    /// breaks.
    private static func addLines(_ secret: [UInt8], to forms: inout [[UInt8]]) {
        var windows: [UInt8] = []
        for (index, byte) in secret.enumerated() {
            if byte == 0x0A, index == 0 || secret[index - 1] != 0x0D { windows.append(0x0D) }
            windows.append(byte)
        }
        forms.append(windows)
        for line in secret.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = trimmed(Array(line))
            guard line.count >= shortestLine, line.count < secret.count else { continue }
            add(line, to: &forms)
            for layer in UnescapedText.layers(of: line) where layer.count >= shortestLine { add(layer, to: &forms) }
        }
    }

    /// Whether the form is long enough that it does not occur everywhere.
    private static func isSearched(_ form: [UInt8]) -> Bool {
        trimmed(form).count >= SecretRegistry.shortestSearched
    }

    /// Whether a byte is never escaped: letters, digits, `-`, `.` and `_`.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func trimmed(_ secret: [UInt8]) -> [UInt8] {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
        guard let first = secret.firstIndex(where: { !isBlank($0) }) else { return [] }
        let last = secret.lastIndex { !isBlank($0) } ?? first
        return Array(secret[first...last])
    }

    private static func addHex(_ secret: [UInt8], to forms: inout [[UInt8]]) {
        for digits in [HexDigits.lower, HexDigits.upper] {
            var form: [UInt8] = []
            form.reserveCapacity(secret.count * 2)
            for byte in secret {
                form.append(digits[Int(byte >> 4)])
                form.append(digits[Int(byte & 15)])
            }
            forms.append(form)
        }
    }
}

/// Hexadecimal digits in both cases, because encoders differ.
enum HexDigits {
    static let lower = Array("0123456789abcdef".utf8)
    static let upper = Array("0123456789ABCDEF".utf8)
}

extension SecretForms {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Adds the secret in base64 (RFC 4648), for each position in the encoded data: divisible by three, or one or two
    /// bytes after that. Searched are the characters that depend on the secret alone, and additionally the end of the
    /// encoding if no data follows; each also in the URL alphabet.
    static func addBase64(_ secret: [UInt8], to forms: inout [[UInt8]]) {
        for offset in 0..<3 {
            let byteCount = offset + secret.count
            let first = (offset * 8 + 5) / 6
            let certain = byteCount * 8 / 6 - first
            guard certain >= Automaton.shortestPattern else { continue }
            let whole = encode(secret, after: offset)
            addDigits(whole.count > certain ? Array(whole[..<certain]) : whole, to: &forms)
            if whole.count > certain {
                addDigits(whole, to: &forms)
                let padding = [UInt8](repeating: UInt8(ascii: "="), count: (3 - byteCount % 3) % 3)
                addDigits(whole + padding, to: &forms)
            }
        }
    }

    private static func addDigits(_ form: [UInt8], to forms: inout [[UInt8]]) {
        forms.append(form)
        if form.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) {
            forms.append(
                form.map {
                    $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
                })
        }
        // The form after escapes were decoded, as for wrapped lines: `+` becomes a space.
        if form.contains(UInt8(ascii: "+")) {
            forms.append(form.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
        }
    }

    /// The encoding without padding, and without the characters that depend on the bytes before it.
    private static func encode(_ bytes: [UInt8], after offset: Int) -> [UInt8] {
        let alphabet = Self.alphabet
        var result: [UInt8] = []
        // Includes space for the padding.
        result.reserveCapacity(bytes.count * 4 / 3 + 4)
        var buffer: UInt32 = 0
        var bits = UInt32(offset * 8 % 6)
        var isShared = offset > 0
        for byte in bytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 6 {
                bits -= 6
                if isShared {
                    isShared = false
                } else {
                    result.append(alphabet[Int(buffer >> bits & 63)])
                }
            }
        }
        if bits > 0 { result.append(alphabet[Int(buffer << (6 - bits) & 63)]) }
        return result
    }
}

extension SecretForms {
    /// The fewest bytes of a path or query: a shorter one could occur anywhere.
    private static let shortestURLPart = 6

    /// Adds the forms of a secret that is a URL: with scheme and host in lower case, as clients write them, and without
    /// the scheme's default port; its path and query, the only parts that a server sees; and the long segments of both.
    static func addURLParts(_ secret: [UInt8], to forms: inout [[UInt8]]) {
        guard let colon = secret.firstIndex(of: UInt8(ascii: ":")), secret[colon...].starts(with: "://".utf8),
            colon > 0, secret[..<colon].allSatisfy(isInScheme)
        else { return addPartsBehindScheme(secret, to: &forms) }
        let start = colon + 3
        let rest = secret[start...]
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? secret.endIndex
        let fragment = secret[end...].firstIndex(of: UInt8(ascii: "#")) ?? secret.endIndex
        let target = secret[end..<fragment]
        let scheme = lowercased(secret[..<colon])
        let user = rest[..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? start
        let host = lowercased(secret[user..<end])
        for user in Set([Array(secret[start..<user]), []]) {
            for host in hosts(host, scheme) {
                let origin = scheme + Array("://".utf8) + user + host
                forms.append(origin + target)
                if target.first != UInt8(ascii: "/") { forms.append(origin + [UInt8(ascii: "/")] + target) }
            }
        }
        let query = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        addPart(target[..<query], among: "/", to: &forms)
        addPart(target[query...].dropFirst(), among: "&=", to: &forms)
    }

    /// Adds the forms of a secret that is used as a URL without its scheme, as in `http://$(secrets.a)/`: the host in
    /// lower case with its path, and the path alone, both without the fragment, which is not sent.
    private static func addPartsBehindScheme(_ secret: [UInt8], to forms: inout [[UInt8]]) {
        guard let end = secret.firstIndex(where: { "/?#".utf8.contains($0) }) else { return }
        let target = secret[end...].prefix { $0 != UInt8(ascii: "#") }
        for form in [lowercased(secret[..<end]) + target, Array(secret[..<target.endIndex]), Array(target)]
        where form.count >= shortestLine && form != secret {
            add(form, to: &forms)
            for layer in UnescapedText.layers(of: form) where layer.count >= shortestLine { add(layer, to: &forms) }
        }
    }

    private static func addPart(_ part: ArraySlice<UInt8>, among separators: String, to forms: inout [[UInt8]]) {
        let inner = part.drop { separators.utf8.contains($0) }
        guard inner.count >= shortestURLPart else { return }
        add(Array(part), to: &forms)
        add(Array(inner), to: &forms)
        for whole in [part, inner] {
            for layer in UnescapedText.layers(of: Array(whole)) where layer.count >= shortestURLPart {
                add(layer, to: &forms)
            }
        }
        for piece in inner.split(whereSeparator: separators.utf8.contains) where piece.count >= shortestLine {
            add(Array(piece), to: &forms)
        }
    }

    private static func hosts(_ host: [UInt8], _ scheme: [UInt8]) -> [[UInt8]] {
        let port = Array((scheme == Array("https".utf8) ? ":443" : ":80").utf8)
        guard host.count > port.count, host.suffix(port.count).elementsEqual(port) else { return [host] }
        return [host, Array(host.dropLast(port.count))]
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }

    private static func isInScheme(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || "+-.".utf8.contains(byte)
    }
}

extension SecretForms {
    /// Adds the forms of a secret with characters beyond ASCII: composed and decomposed, in lower case, in Latin-1, as
    /// UTF-8 that was read as Latin-1, with the replacement characters of Latin-1 that was read as UTF-8; and
    /// combinations of these.
    static func addReadings(of secret: [UInt8], to forms: inout [[UInt8]]) {
        guard let texts = texts(of: secret) else {
            forms.append(takenForLatin1(secret))
            return
        }
        for text in unique(texts + texts.map { lowercased($0) }) {
            let bytes = Array(String(text).utf8)
            let misread = takenForLatin1(bytes)
            for form in [
                bytes, latin1(text), misread, Array(String(decoding: misread, as: UTF8.self).lowercased().utf8),
            ] {
                add(form, to: &forms)
            }
            guard text.count(where: \.isASCII) >= SecretRegistry.shortestSearched else { continue }
            add(Array(String(String.UnicodeScalarView(text.map { $0.isASCII ? $0 : "\u{FFFD}" })).utf8), to: &forms)
        }
    }

    /// Other byte sequences for the same text, which an encoder may have received.
    static func otherBytes(of secret: [UInt8]) -> [[UInt8]] {
        guard secret.count <= longestWithAllForms, secret.contains(where: { $0 >= 0x80 }), let texts = texts(of: secret)
        else { return [] }
        return texts.flatMap { [Array(String($0).utf8), latin1($0)] }.filter { $0 != secret }
    }

    /// The secret as it is, composed and decomposed; nil for bytes that are not UTF-8.
    private static func texts(of secret: [UInt8]) -> [String.UnicodeScalarView]? {
        guard let text = String(validating: secret, as: UTF8.self)?.unicodeScalars else { return nil }
        return unique([text, AccentedLetters.composed(text), AccentedLetters.decomposed(text)])
    }

    /// Removes duplicates by comparing scalars, because Unicode's string equality would merge composed and decomposed
    /// texts.
    private static func unique(_ texts: [String.UnicodeScalarView]) -> [String.UnicodeScalarView] {
        texts.reduce(into: []) { unique, text in
            if !unique.contains(where: { $0.elementsEqual(text) }) { unique.append(text) }
        }
    }

    private static func lowercased(_ text: String.UnicodeScalarView) -> String.UnicodeScalarView {
        String(text).lowercased().unicodeScalars
    }

    private static func latin1(_ text: String.UnicodeScalarView) -> [UInt8] {
        text.flatMap { $0.value <= 0xFF ? [UInt8(truncatingIfNeeded: $0.value)] : Array(String($0).utf8) }
    }

    private static func takenForLatin1(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    }
}

/// Latin letters with an accent: conversion between one character and two (Unicode's NFC and NFD).
enum AccentedLetters {
    private static let range: ClosedRange<UInt32> = 0xC0...0x17F
    private static let marks: ClosedRange<UInt32> = 0x300...0x33F

    /// The decomposed text of each character; found by means of Unicode's string equality.
    private static let parts: [Unicode.Scalar: String] = {
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "z")).map { Unicode.Scalar($0) }.filter(
            \.properties.isAlphabetic)
        let accents = [0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x30A, 0x30B, 0x30C, 0x327, 0x328]
            .compactMap { Unicode.Scalar(UInt32($0)) }
        var whole: [String: Unicode.Scalar] = [:]
        for scalar in range.compactMap(Unicode.Scalar.init) { whole[String(scalar)] = scalar }
        var parts: [Unicode.Scalar: String] = [:]
        for letter in letters {
            for accent in accents {
                let pair = String(String.UnicodeScalarView([letter, accent]))
                if let scalar = whole[pair] { parts[scalar] = pair }
            }
        }
        return parts
    }()

    static func decomposed(_ text: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var result = String.UnicodeScalarView()
        for scalar in text {
            if range ~= scalar.value, let pair = parts[scalar] {
                result.append(contentsOf: pair.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return result
    }

    static func composed(_ text: String.UnicodeScalarView) -> String.UnicodeScalarView {
        guard text.contains(where: { marks ~= $0.value }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text {
            if marks ~= scalar.value, let last = result.last,
                let whole = parts.first(where: { $0.value.unicodeScalars.elementsEqual([last, scalar]) })
            {
                result.removeLast()
                result.append(whole.key)
            } else {
                result.append(scalar)
            }
        }
        return result
    }
}
