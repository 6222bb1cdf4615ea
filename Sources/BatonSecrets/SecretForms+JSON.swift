extension SecretForms {
    /// How one JSON writer escapes what RFC 8259 leaves to it.
    private struct JSONDialect {
        var escapesSlash: Bool
        /// `< > & '` as `\u003c`: what writers do whose output may stand in a page.
        var escapesMarkup: Bool
        var escapesNonASCII: Bool
        /// U+007F, U+2028 and U+2029, which some writers escape beside the control characters.
        var escapesRare: Bool
        var digits: [UInt8]
        var spellsShort = true
    }

    /// As the inside of a JSON string, also of one that is itself inside a JSON string.
    static func addJSON(_ scalars: String.UnicodeScalarView, to forms: inout Set<[UInt8]>) {
        let needsEscapes = scalars.contains {
            $0.value < 0x20 || $0.value > 0x7E || "\"\\/<>&'".unicodeScalars.contains($0)
        }
        guard needsEscapes else { return }
        for bits in 0..<64 {
            let dialect = JSONDialect(
                escapesSlash: bits & 1 != 0, escapesMarkup: bits & 2 != 0, escapesNonASCII: bits & 4 != 0,
                escapesRare: bits & 8 != 0, digits: bits & 16 != 0 ? HexDigits.upper : HexDigits.lower,
                spellsShort: bits & 32 == 0)
            let form = escaped(scalars, dialect)
            if forms.insert(form).inserted, bits & ~5 == 0 {
                forms.insert(
                    form.flatMap { byte in
                        byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") ? [UInt8(ascii: "\\"), byte] : [byte]
                    })
            }
        }
    }

    private static func escaped(_ scalars: String.UnicodeScalarView, _ dialect: JSONDialect) -> [UInt8] {
        var form: [UInt8] = []
        for scalar in scalars {
            if let short = shortEscape(scalar, dialect) {
                form += [UInt8(ascii: "\\"), short]
                continue
            }
            let isEscaped =
                switch scalar.value {
                case 0..<0x20, 0x22, 0x5C: true
                case 0x26, 0x27, 0x3C, 0x3E: dialect.escapesMarkup
                case 0x7F, 0x2028, 0x2029: dialect.escapesRare || (dialect.escapesNonASCII && scalar.value > 0x7F)
                default: scalar.value > 0x7F && dialect.escapesNonASCII
                }
            if isEscaped {
                for unit in String(scalar).utf16 {
                    form += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
                    form += HexDigits.text(UInt32(unit), width: 4, dialect.digits)
                }
            } else {
                form += Array(String(scalar).utf8)
            }
        }
        return form
    }

    private static func shortEscape(_ scalar: Unicode.Scalar, _ dialect: JSONDialect) -> UInt8? {
        if scalar == "/" { return dialect.escapesSlash ? UInt8(ascii: "/") : nil }
        guard dialect.spellsShort else { return nil }
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
