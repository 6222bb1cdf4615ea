extension SecretForms {
    /// How one writer of XML or HTML spells the characters that it does not write as they are.
    private struct MarkupDialect {
        enum Spelling: CaseIterable { case named, decimal, lowerHex, upperHex }

        var spelling: Spelling
        var apostrophe: String
        var quotes: Bool
        var apostrophes: Bool
        var greater: Bool
        /// `/`, `=` and the backtick, and line breaks and tabs as in attributes.
        var cautious: Bool
        var nonASCII: Spelling?
    }

    /// As text or as an attribute's value, with named, decimal and hexadecimal references.
    static func addMarkup(_ scalars: String.UnicodeScalarView, to forms: inout Set<[UInt8]>) {
        let special = "&<>\"'/=`\n\r\t".unicodeScalars
        let hasSpecial = scalars.contains { special.contains($0) }
        let hasNonASCII = scalars.contains { $0.value > 0x7E }
        guard hasSpecial || hasNonASCII else { return }
        let others: [MarkupDialect.Spelling?] = hasNonASCII ? [nil, .decimal, .lowerHex, .upperHex] : [nil]
        let apostrophes = scalars.contains("'") ? ["&apos;", "&#39;", "&#x27;", "&#039;"] : ["&apos;"]
        for spelling in hasSpecial ? MarkupDialect.Spelling.allCases : [.named] {
            for nonASCII in others {
                for apostrophe in apostrophes where spelling == .named || apostrophe == "&apos;" {
                    for bits in 0..<16 {
                        let dialect = MarkupDialect(
                            spelling: spelling, apostrophe: apostrophe, quotes: bits & 1 != 0,
                            apostrophes: bits & 2 != 0, greater: bits & 4 == 0, cautious: bits & 8 != 0,
                            nonASCII: nonASCII)
                        forms.insert(escaped(scalars, dialect))
                    }
                }
            }
        }
    }

    private static func escaped(_ scalars: String.UnicodeScalarView, _ dialect: MarkupDialect) -> [UInt8] {
        var form: [UInt8] = []
        for scalar in scalars {
            let name: String? =
                switch scalar {
                case "&": "&amp;"
                case "<": "&lt;"
                case ">" where dialect.greater: "&gt;"
                case "\"" where dialect.quotes: "&quot;"
                case "'" where dialect.apostrophes: dialect.apostrophe
                default: nil
                }
            if let name, dialect.spelling == .named {
                form += Array(name.utf8)
            } else if name != nil || (dialect.cautious && "/=`\n\r\t".unicodeScalars.contains(scalar)) {
                form += reference(scalar, dialect.spelling == .named ? .upperHex : dialect.spelling)
            } else if scalar.value > 0x7E, let spelling = dialect.nonASCII {
                form += reference(scalar, spelling)
            } else {
                form += Array(String(scalar).utf8)
            }
        }
        return form
    }

    private static func reference(_ scalar: Unicode.Scalar, _ spelling: MarkupDialect.Spelling) -> [UInt8] {
        let number: [UInt8] =
            switch spelling {
            case .named, .decimal: Array(String(scalar.value).utf8)
            case .lowerHex: [UInt8(ascii: "x")] + HexDigits.text(scalar.value, HexDigits.lower)
            case .upperHex: [UInt8(ascii: "x")] + HexDigits.text(scalar.value, HexDigits.upper)
            }
        return Array("&#".utf8) + number + [UInt8(ascii: ";")]
    }
}
