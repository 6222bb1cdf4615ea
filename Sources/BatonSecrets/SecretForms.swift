/// Every way in which a secret may stand in a text that some encoder wrote.
///
/// Encoders differ in what they escape and how. Of these differences only those are tried that a secret can show:
/// most secrets are letters and digits and have few forms.
enum SecretForms {
    /// A secret beyond this many bytes is no password: only its likely forms are searched for.
    private static let longestWithAllForms = 16_384

    /// The forms of all secrets; some may come twice.
    static func all(of secrets: some Sequence<[UInt8]>) -> [[UInt8]] {
        var forms: [[UInt8]] = []
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

    /// No form of a secret has fewer bytes: encoders only make longer what they write otherwise.
    static func fewestBytes(of secret: [UInt8]) -> Int {
        let trimmed = trimmed(secret).count
        return trimmed >= SecretRegistry.shortestSearched ? trimmed : secret.count
    }

    private static func collect(_ secret: [UInt8], into forms: inout [[UInt8]]) {
        forms.append(secret)
        addBase64(secret, to: &forms)
        if secret.count <= longestWithAllForms { addHex(secret, to: &forms) }
        guard secret.contains(where: { !PercentDialect.isUnreserved($0) }) else { return }
        let scalars = String(validating: secret, as: UTF8.self)?.unicodeScalars
        if secret.count <= longestWithAllForms {
            addPercent(secret, to: &forms)
            if let scalars { addMarkup(scalars, to: &forms) }
        }
        if let scalars { addJSON(scalars, to: &forms) }
    }

    /// The forms in which a text is still read as words: not the digits of base64 and hexadecimal.
    static func spelled(_ secret: [UInt8]) -> [[UInt8]] {
        var forms = [secret]
        guard secret.contains(where: { !PercentDialect.isUnreserved($0) }) else { return forms }
        addPercent(secret, to: &forms)
        if let scalars = String(validating: secret, as: UTF8.self)?.unicodeScalars {
            addMarkup(scalars, to: &forms)
            addJSON(scalars, to: &forms)
        }
        return forms
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

/// The digits of both cases, since encoders do not agree.
enum HexDigits {
    static let lower = Array("0123456789abcdef".utf8)
    static let upper = Array("0123456789ABCDEF".utf8)

    /// Appends a number with at least so many digits.
    static func append(_ value: UInt32, width: Int = 1, _ digits: [UInt8], to form: inout [UInt8]) {
        var shift: UInt32 = 28
        while shift > 0, value >> shift == 0, Int(shift / 4) >= width { shift -= 4 }
        while true {
            form.append(digits[Int(value >> shift & 15)])
            if shift == 0 { return }
            shift -= 4
        }
    }
}
