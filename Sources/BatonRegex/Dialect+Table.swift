extension Pattern.Dialect {
    /// The syntax of RE2, as CEL's `matches` uses it (https://github.com/google/re2/wiki/Syntax).
    ///
    /// Syntax with another meaning in PCRE2, such as `\v`, keeps RE2's meaning. Groups have numbers and no names.
    package static let re2 = Pattern.Dialect(
        name: "RE2", options: .circumflexAtEnd, dot: ".", hasGroupOptions: true, maximumCount: 1000,
        hasBareBraces: true, hasLazyQuantifiers: true, hasQuotations: true, hasNamedClasses: true,
        escape: { letter in
            switch letter {
            case "A", "z", "b", "B": .stands(for: .place("(?:\\\(letter))"))
            case "d", "D", "w", "W": .stands(for: .set("\\\(letter)"))
            // PCRE2's `\s` has the vertical tab too.
            case "s": .stands(for: .set("[\\t\\n\\f\\r\\x20]", inClass: "\\t\\n\\f\\r\\x20"))
            case "S": .stands(for: .set("[^\\t\\n\\f\\r\\x20]", inClass: "\\S\\x0B"))
            case "a": .stands(for: .character("\u{07}"))
            case "f": .stands(for: .character("\u{0C}"))
            case "n": .stands(for: .character("\n"))
            case "r": .stands(for: .character("\r"))
            case "t": .stands(for: .character("\t"))
            case "v": .stands(for: .character("\u{0B}"))
            case "x": .hexadecimal
            case "0"..."9": .octal
            case "p", "P": .category
            case "C": .refused("`\\C`, a single byte, is not supported")
            case _ where letter.isASCII && !letter.isWord || letter == "_": .stands(for: .character(letter))
            default: .unknown
            }
        },
        hasShortCategories: true,
        category: { written in
            let name = written.first == "^" ? written.dropFirst() : written[...]
            if name == "Any" || generalCategories.contains(String(name)) || name == "Cs" { return written }
            guard name.utf8.count > 2 else { return nil }
            // With script extensions PCRE2 reads a bare name as them; `sc:` selects the script itself.
            return (name == written ? "" : "^") + (PatternLibrary.hasScriptExtensions ? "sc:" : "") + name
        })

    /// The names of Unicode's general categories that all dialects have.
    static let generalCategories: Set<String> = [
        "C", "Cc", "Cf", "Co", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P",
        "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs",
    ]
}

extension Pattern.Dialect {
    /// I-Regexp (RFC 9485), the small common part of regular expression languages that JSONPath speaks.
    ///
    /// `.` is any character but line feed and carriage return, and there are neither captures nor lazy quantifiers. `^`
    /// and `$` are anchors, as the conformance cases of RFC 9535 have it, and not plain characters.
    package static let iRegexp = Pattern.Dialect(
        name: "I-Regexp", dot: "[^\\n\\r]", group: "(?:", maximumDepth: 99, maximumCount: 65_535,
        reserved: ["]", "}"], reservedInClass: ["[", "]", "-"],
        escape: { letter in
            switch letter {
            case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}":
                .stands(for: .character(letter))
            case "n": .stands(for: .character("\n"))
            case "r": .stands(for: .character("\r"))
            case "t": .stands(for: .character("\t"))
            case "p", "P": .category
            case "d": .refused("there is no `\\d`; write [0-9]")
            case "w": .refused("there is no `\\w`; write [A-Za-z0-9_]")
            case "s": .refused("there is no `\\s`; write [ \\t\\r\\n]")
            case "$": .refused("there is no escape `\\$`; write [$]")
            case "!"..."/", ":"..."@": .refused("there is no escape `\\\(letter)`; write `\(letter)`")
            default: .unknown
            }
        },
        category: { generalCategories.contains($0) || $0 == "Cn" ? $0 : nil },
        wording: { violation in
            if case .translation = violation { return "this regular expression is too large" }
            return "this is not a regular expression of JSONPath (I-Regexp, RFC 9485): \(problem(violation))"
        })

    private static func problem(_ violation: Violation) -> String {
        switch violation {
        case .nothingToRepeat("{"): "`{` must be written `\\{`"
        case .nothingToRepeat(let sign): "`\(sign)` has nothing before it to repeat"
        case .repeatedTwice: "a part is repeated by one quantifier, and there are no lazy ones"
        case .countTooLarge: "a part is repeated at most 65535 times"
        case .countOrder: "the smaller count comes first"
        case .openGroup: "this `(` is not closed"
        case .strayParenthesis: "this `)` closes nothing"
        case .groupOptions: "a group has no options, it begins with `(` alone"
        case .openClass: "this `[` is not closed"
        case .rangeOrder: "the smaller character of a range comes first"
        case .rangeEnd: "a category cannot end a range"
        case .reservedInClass("]"): "`[…]` names no character; `]` is written `\\]`"
        case .reservedInClass: "a bracket or `-` inside of `[…]` must have a `\\`"
        case .loneBackslash: "it ends with `\\`"
        case .unknownEscape(let escape): "there is no escape `\(escape)`"
        case .category(let letter, _):
            "`\\\(letter)` needs a category of Unicode, as in \\\(letter){L} or \\\(letter){Lu}"
        default: violation.text(in: iRegexp)
        }
    }
}

extension Pattern.Dialect {
    /// Regular expressions as JSON Schema means them: ECMA-262 with its flag `u`.
    package static let ecma262 = Pattern.Dialect(
        name: "ECMA-262", options: .unsetGroupsAreEmpty, isChecked: false, dot: "[^\\n\\r\\x{2028}\\x{2029}]",
        hasEmptyClasses: true,
        escape: { letter in
            switch letter {
            case "u": .utf16
            // PCRE2's `\v` is every line end.
            case "v": .stands(for: .set("\\x0B", inClass: "\\x0B"))
            case "s": .stands(for: .set("[\\s\\p{Z}\\x{FEFF}]", inClass: "\\s\\p{Z}\\x{FEFF}"))
            case "S": .stands(for: .set("[^\\s\\p{Z}\\x{FEFF}]", inClass: "\\S"))
            case "p", "P": .category
            default: .stands(for: .set("\\\(letter)"))
            }
        },
        // `Letter`, `gc=Letter`, `Script=Greek`: PCRE2 has the short names of categories only.
        category: { written in
            let name = written.split(separator: "=").last.map(String.init) ?? written
            return longCategories[name] ?? name
        })

    /// Unicode's long names of general categories.
    private static let longCategories: [String: String] = [
        "Letter": "L", "Cased_Letter": "L&", "LC": "L&", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll",
        "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm", "Other_Letter": "Lo",
        "Mark": "M", "Combining_Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me",
        "Number": "N", "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
        "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd",
        "Open_Punctuation": "Ps", "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf",
        "Other_Punctuation": "Po",
        "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So",
        "Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp",
        "Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Surrogate": "Cs", "Private_Use": "Co",
        "Unassigned": "Cn",
    ]
}
