extension SecretForms {
    /// What one JSON writer escapes of that which RFC 8259 leaves to it.
    private struct JSONDialect: OptionSet {
        let rawValue: Int

        static let slash = JSONDialect(rawValue: 1)
        /// `< > & '` as `\u003c`: what writers do whose output may stand in a page.
        static let markup = JSONDialect(rawValue: 2)
        static let nonASCII = JSONDialect(rawValue: 4)
        /// U+007F, U+2028 and U+2029, which some writers escape beside the control characters.
        static let rare = JSONDialect(rawValue: 8)
        static let upperDigits = JSONDialect(rawValue: 16)
        /// `\u000a` instead of `\n`.
        static let noShortEscapes = JSONDialect(rawValue: 32)

        /// The choices that make a difference for a text.
        static func relevant(to scalars: String.UnicodeScalarView) -> JSONDialect {
            var result: JSONDialect = []
            for scalar in scalars {
                switch scalar.value {
                case 0x2F: result.insert(.slash)
                case 0x26, 0x27, 0x3C, 0x3E: result.formUnion([.markup, .upperDigits])
                case 0x22, 0x5C, 0x00..<0x20: result.formUnion([.noShortEscapes, .upperDigits])
                case 0x7F: result.formUnion([.rare, .upperDigits])
                case 0x2028, 0x2029: result.formUnion([.rare, .nonASCII, .upperDigits])
                case 0x80...: result.formUnion([.nonASCII, .upperDigits])
                default: break
                }
            }
            return result
        }
    }

    /// As the inside of a JSON string, also of one that is itself inside a JSON string.
    static func addJSON(_ scalars: String.UnicodeScalarView, to forms: inout [[UInt8]]) {
        let relevant = JSONDialect.relevant(to: scalars)
        guard !relevant.isEmpty else { return }
        for bits in 0..<64 {
            let dialect = JSONDialect(rawValue: bits)
            guard dialect.isSubset(of: relevant) else { continue }
            let form = escaped(scalars, dialect)
            forms.append(form)
            if dialect.isSubset(of: [.slash, .nonASCII]) { forms.append(nested(form)) }
        }
    }

    private static func nested(_ form: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in form {
            if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") { result.append(UInt8(ascii: "\\")) }
            result.append(byte)
        }
        return result
    }

    private static func escaped(_ scalars: String.UnicodeScalarView, _ dialect: JSONDialect) -> [UInt8] {
        let digits = dialect.contains(.upperDigits) ? HexDigits.upper : HexDigits.lower
        var form: [UInt8] = []
        for scalar in scalars {
            if let short = shortEscape(scalar, dialect) {
                form.append(UInt8(ascii: "\\"))
                form.append(short)
                continue
            }
            let isEscaped =
                switch scalar.value {
                case 0..<0x20, 0x22, 0x5C: true
                case 0x26, 0x27, 0x3C, 0x3E: dialect.contains(.markup)
                case 0x7F: dialect.contains(.rare)
                case 0x2028, 0x2029: !dialect.isDisjoint(with: [.rare, .nonASCII])
                default: scalar.value > 0x7F && dialect.contains(.nonASCII)
                }
            guard isEscaped else {
                form.append(contentsOf: String(scalar).utf8)
                continue
            }
            for unit in String(scalar).utf16 {
                form.append(UInt8(ascii: "\\"))
                form.append(UInt8(ascii: "u"))
                HexDigits.append(UInt32(unit), width: 4, digits, to: &form)
            }
        }
        return form
    }

    private static func shortEscape(_ scalar: Unicode.Scalar, _ dialect: JSONDialect) -> UInt8? {
        if scalar == "/" { return dialect.contains(.slash) ? UInt8(ascii: "/") : nil }
        guard !dialect.contains(.noShortEscapes) else { return nil }
        switch scalar.value {
        case 0x22: return UInt8(ascii: "\"")
        case 0x5C: return UInt8(ascii: "\\")
        case 0x08: return UInt8(ascii: "b")
        case 0x09: return UInt8(ascii: "t")
        case 0x0A: return UInt8(ascii: "n")
        case 0x0C: return UInt8(ascii: "f")
        case 0x0D: return UInt8(ascii: "r")
        default: return nil
        }
    }
}
