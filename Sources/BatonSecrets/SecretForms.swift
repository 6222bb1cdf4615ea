/// Every way in which a secret may stand in a text that some encoder wrote.
enum SecretForms {
    /// A secret beyond this many bytes is no password: only its likely forms are searched for.
    private static let longestWithAllForms = 16_384

    static func all(of secrets: some Sequence<[UInt8]>) -> Set<[UInt8]> {
        var forms: Set<[UInt8]> = []
        for secret in secrets {
            collect(secret, into: &forms)
            let trimmed = Self.trimmed(secret)
            // A secret read from a file ends in a line break that headers and forms do not carry.
            if trimmed.count < secret.count, trimmed.count >= SecretRegistry.shortestSearched {
                collect(trimmed, into: &forms)
            }
        }
        return forms
    }

    private static func collect(_ secret: [UInt8], into forms: inout Set<[UInt8]>) {
        forms.insert(secret)
        addBase64(secret, to: &forms)
        let scalars = String(validating: secret, as: UTF8.self)?.unicodeScalars
        if secret.count <= longestWithAllForms {
            addHex(secret, to: &forms)
            if secret.contains(where: { !isUnreserved($0) }) { addPercent(secret, to: &forms) }
            if let scalars { addMarkup(scalars, to: &forms) }
        }
        if let scalars { addJSON(scalars, to: &forms) }
    }

    private static func trimmed(_ secret: [UInt8]) -> [UInt8] {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
        guard let first = secret.firstIndex(where: { !isBlank($0) }) else { return [] }
        let last = secret.lastIndex { !isBlank($0) } ?? first
        return Array(secret[first...last])
    }

    /// Whether a byte stands for itself in every kind of percent encoding: letters, digits, `-`, `.` and `_`.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func addHex(_ secret: [UInt8], to forms: inout Set<[UInt8]>) {
        for digits in [HexDigits.lower, HexDigits.upper] {
            forms.insert(secret.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
        }
    }

    /// RFC 3986 and its dialects: strict, JavaScript's component, HTML forms, paths and queries.
    private static func addPercent(_ secret: [UInt8], to forms: inout Set<[UInt8]>) {
        let dialects: [(kept: String, plus: Bool)] = [
            ("~", false), ("~!*'()", false), ("*", true), ("~", true), ("", true), ("~/", false),
            ("~!$&'()*+,;=:@", false), ("~!$&'()*+,;=:@/?", false),
        ]
        for (kept, plus) in dialects {
            let kept = Set(kept.utf8)
            for digits in [HexDigits.lower, HexDigits.upper] {
                var form: [UInt8] = []
                for byte in secret {
                    if isUnreserved(byte) || kept.contains(byte) {
                        form.append(byte)
                    } else if plus, byte == UInt8(ascii: " ") {
                        form.append(UInt8(ascii: "+"))
                    } else {
                        form += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                    }
                }
                forms.insert(form)
            }
        }
    }
}

/// The digits of both cases, since encoders do not agree.
enum HexDigits {
    static let lower = Array("0123456789abcdef".utf8)
    static let upper = Array("0123456789ABCDEF".utf8)

    /// A number with at least so many digits.
    static func text(_ value: UInt32, width: Int = 1, _ digits: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = value
        repeat {
            result.append(digits[Int(rest & 15)])
            rest >>= 4
        } while rest > 0 || result.count < width
        return result.reversed()
    }
}
