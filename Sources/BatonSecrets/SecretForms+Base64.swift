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
