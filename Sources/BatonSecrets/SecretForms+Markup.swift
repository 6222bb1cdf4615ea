extension SecretForms {
    /// What one writer of XML or HTML does not write as it is, beyond `&` and `<`.
    private struct MarkupDialect: OptionSet {
        let rawValue: Int

        static let quotes = MarkupDialect(rawValue: 1)
        static let apostrophes = MarkupDialect(rawValue: 2)
        static let greater = MarkupDialect(rawValue: 4)
        /// `/`, `=` and the backtick, as some do in HTML.
        static let cautious = MarkupDialect(rawValue: 8)
        /// Line breaks and tabs, as in attributes.
        static let blanks = MarkupDialect(rawValue: 16)
        static let nonASCII = MarkupDialect(rawValue: 32)
        /// Not a choice: whether there is a character that must be escaped.
        static let required = MarkupDialect(rawValue: 64)

        static func option(for scalar: Unicode.Scalar) -> MarkupDialect {
            switch scalar {
            case "&", "<": .required
            case ">": .greater
            case "\"": .quotes
            case "'": .apostrophes
            case "/", "=", "`": .cautious
            case "\n", "\r", "\t": .blanks
            default: scalar.value > 0x7E ? .nonASCII : []
            }
        }
    }

    /// How a character is spelled: by a name where there is one, else by a number.
    private struct Spelling {
        enum Number: CaseIterable { case decimal, lowerHex, upperHex }

        /// Nil where everything is a number; else what stands for an apostrophe.
        var apostrophe: String?
        var number: Number
    }

    /// As text or as an attribute's value, with named, decimal and hexadecimal references.
    static func addMarkup(_ scalars: String.UnicodeScalarView, to forms: inout [[UInt8]]) {
        var relevant: MarkupDialect = []
        for scalar in scalars { relevant.formUnion(MarkupDialect.option(for: scalar)) }
        guard !relevant.isEmpty else { return }
        let hasNames = !relevant.isDisjoint(with: [.required, .quotes, .apostrophes, .greater])
        let apostrophes = relevant.contains(.apostrophes) ? ["&apos;", "&#39;", "&#x27;", "&#039;"] : ["&apos;"]
        let named: [String?] = hasNames ? apostrophes + [nil] : [nil]
        for bits in 0..<64 {
            let dialect = MarkupDialect(rawValue: bits)
            guard dialect.isSubset(of: relevant), !dialect.isEmpty || relevant.contains(.required) else { continue }
            for apostrophe in named where dialect.contains(.apostrophes) || apostrophe == "&apos;" || apostrophe == nil
            {
                for number in Spelling.Number.allCases {
                    let spelling = Spelling(apostrophe: apostrophe, number: number)
                    // Where all that is escaped has a name, the spelling of numbers makes no difference.
                    let usesNumbers = apostrophe == nil || !dialect.isDisjoint(with: [.cautious, .blanks, .nonASCII])
                    if number == .decimal || usesNumbers { forms.append(escaped(scalars, dialect, spelling)) }
                }
            }
        }
    }

    private static func escaped(
        _ scalars: String.UnicodeScalarView, _ dialect: MarkupDialect, _ spelling: Spelling
    ) -> [UInt8] {
        var form: [UInt8] = []
        for scalar in scalars {
            let option = MarkupDialect.option(for: scalar)
            if option.isEmpty || !(option == .required || dialect.contains(option)) {
                form.append(contentsOf: String(scalar).utf8)
            } else if let name = name(of: scalar, spelling) {
                form.append(contentsOf: name.utf8)
            } else {
                form.append(contentsOf: "&#".utf8)
                switch spelling.number {
                case .decimal: form.append(contentsOf: String(scalar.value).utf8)
                case .lowerHex:
                    form.append(UInt8(ascii: "x"))
                    HexDigits.append(scalar.value, HexDigits.lower, to: &form)
                case .upperHex:
                    form.append(UInt8(ascii: "x"))
                    HexDigits.append(scalar.value, HexDigits.upper, to: &form)
                }
                form.append(UInt8(ascii: ";"))
            }
        }
        return form
    }

    private static func name(of scalar: Unicode.Scalar, _ spelling: Spelling) -> String? {
        guard let apostrophe = spelling.apostrophe else { return nil }
        switch scalar {
        case "&": return "&amp;"
        case "<": return "&lt;"
        case ">": return "&gt;"
        case "\"": return "&quot;"
        case "'": return apostrophe
        default: return nil
        }
    }
}
