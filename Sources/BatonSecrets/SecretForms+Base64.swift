extension SecretForms {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// RFC 4648, wherever the secret stands in what was encoded: a place divisible by three, or one or two bytes
    /// after it. Only the characters that the secret alone decides are searched for, and beyond them the end that
    /// they have when nothing follows; each also in the alphabet for URLs.
    static func addBase64(_ secret: [UInt8], to forms: inout [[UInt8]]) {
        for offset in 0..<3 {
            let padded = [UInt8](repeating: 0, count: offset) + secret
            let whole = encode(padded)
            let first = (offset * 8 + 5) / 6
            let certain = padded.count * 8 / 6
            guard certain - first >= Automaton.shortestPattern else { continue }
            add(Array(whole[first..<certain]), to: &forms)
            if whole.count > certain {
                add(Array(whole[first...]), to: &forms)
                let padding = [UInt8](repeating: UInt8(ascii: "="), count: (3 - padded.count % 3) % 3)
                add(Array(whole[first...]) + padding, to: &forms)
            }
        }
    }

    private static func add(_ form: [UInt8], to forms: inout [[UInt8]]) {
        forms.append(form)
        if form.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) {
            forms.append(
                form.map {
                    $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
                })
        }
    }

    /// Without padding.
    private static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * 4 / 3 + 2)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 6 {
                bits -= 6
                result.append(alphabet[Int(buffer >> bits & 63)])
            }
        }
        if bits > 0 { result.append(alphabet[Int(buffer << (6 - bits) & 63)]) }
        return result
    }
}
