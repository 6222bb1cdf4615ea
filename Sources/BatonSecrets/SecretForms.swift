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
