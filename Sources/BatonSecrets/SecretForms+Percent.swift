extension SecretForms {
    /// RFC 3986 and its dialects: strict, older ones that escape `~`, JavaScript's component, HTML forms, paths and queries.
    private static let dialects = [
        PercentDialect(keeping: "~"), PercentDialect(keeping: ""), PercentDialect(keeping: "~!*'()"),
        PercentDialect(keeping: "*", plus: true),
        PercentDialect(keeping: "~", plus: true), PercentDialect(keeping: "", plus: true),
        PercentDialect(keeping: "~/"), PercentDialect(keeping: "~!$&'()*+,;=:@"),
        PercentDialect(keeping: "~!$&'()*+,;=:@/?"),
    ]

    static func addPercent(_ secret: [UInt8], to forms: inout [[UInt8]]) {
        let special = secret.filter { !PercentDialect.isUnreserved($0) }
        var seen: [[Bool]] = []
        for dialect in dialects {
            // What a dialect makes of this secret: two that agree on its characters make the same.
            let choices =
                special.map { dialect.keeps[Int($0)] } + [dialect.plus && special.contains(PercentDialect.space)]
            guard !seen.contains(choices) else { continue }
            seen.append(choices)
            for digits in [HexDigits.lower, HexDigits.upper] {
                forms.append(dialect.encode(secret, digits))
            }
        }
    }
}

/// Which bytes one percent encoder leaves as they are.
struct PercentDialect: Sendable {
    static let space = UInt8(ascii: " ")

    let keeps: [Bool]
    /// Whether a space becomes `+`, as in HTML forms.
    let plus: Bool

    init(keeping kept: String, plus: Bool = false) {
        keeps = (0...UInt8.max).map { Self.isUnreserved($0) || kept.utf8.contains($0) }
        self.plus = plus
    }

    /// Whether a byte stands for itself in every encoding of this kind, and in JSON and markup too: letters, digits,
    /// `-`, `.` and `_`.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    func encode(_ bytes: [UInt8], _ digits: [UInt8]) -> [UInt8] {
        var form: [UInt8] = []
        form.reserveCapacity(bytes.count * 3)
        for byte in bytes {
            if keeps[Int(byte)] {
                form.append(byte)
            } else if plus, byte == Self.space {
                form.append(UInt8(ascii: "+"))
            } else {
                form.append(UInt8(ascii: "%"))
                form.append(digits[Int(byte >> 4)])
                form.append(digits[Int(byte & 15)])
            }
        }
        return form
    }
}
