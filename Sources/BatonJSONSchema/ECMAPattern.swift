import BatonRegex

/// Regular expressions as JSON Schema means them (ECMA-262 with its flag `u`), written anew for PCRE2.
///
/// What both languages write alike is left as it is; PCRE2 then says what it cannot read.
struct ECMAPattern {
    static func compile(_ text: String) throws(PatternError) -> Pattern {
        do {
            return try Pattern(translate(text))
        } catch {
            // The offset would point into the translation.
            throw PatternError(code: error.code, message: error.message)
        }
    }

    static func translate(_ text: String) -> String {
        var pattern = ECMAPattern(text)
        return pattern.translated()
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var isInClass = false
    private var output = ""

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    private mutating func translated() -> String {
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            switch scalar {
            case "\\": escape()
            case "]":
                isInClass = false
                output += "]"
            // `[:` would begin a class of POSIX.
            case "[": isInClass ? (output += "\\[") : openClass()
            case "." where !isInClass: output += "[^\\n\\r\\x{2028}\\x{2029}]"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    /// `[]` is nothing and `[^]` is anything; in PCRE2 the bracket would be a member of the class.
    private mutating func openClass() {
        let isNegated = peek == "^"
        if scalars.indices.contains(position + (isNegated ? 1 : 0)), scalars[position + (isNegated ? 1 : 0)] == "]" {
            position += isNegated ? 2 : 1
            output += isNegated ? "[\\s\\S]" : "(?!)"
            return
        }
        isInClass = true
        output += "["
    }

    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func escape() {
        guard let scalar = peek else {
            output += "\\"
            return
        }
        position += 1
        switch scalar {
        case "u":
            output += codePoint().map { "\\x{\(String($0, radix: 16))}" } ?? "\\u"
        case "s" where isInClass: output += "\\s\\p{Z}\\x{FEFF}"
        case "s": output += "[\\s\\p{Z}\\x{FEFF}]"
        case "S" where !isInClass: output += "[^\\s\\p{Z}\\x{FEFF}]"
        case "p", "P": property(scalar)
        default:
            output += "\\"
            output.unicodeScalars.append(scalar)
        }
    }

    /// `\u00e9`, `\u{1F600}`, or a pair of surrogates; nil, with nothing read, for anything else.
    private mutating func codePoint() -> UInt32? {
        if peek == "{" {
            let digits = scalars[(position + 1)...].prefix { $0 != "}" }
            guard digits.endIndex < scalars.count, let code = Self.value(digits), Unicode.Scalar(code) != nil else {
                return nil
            }
            position = digits.endIndex + 1
            return code
        }
        guard let high = unit(at: position) else { return nil }
        position += 4
        if high & 0xFC00 == 0xD800, position + 1 < scalars.count, scalars[position] == "\\",
            scalars[position + 1] == "u", let low = unit(at: position + 2), low & 0xFC00 == 0xDC00
        {
            position += 6
            return 0x10000 + (high & 0x3FF) << 10 + low & 0x3FF
        }
        return high
    }

    private func unit(at start: Int) -> UInt32? {
        start + 4 <= scalars.count ? Self.value(scalars[start..<start + 4]) : nil
    }

    private static func value(_ digits: ArraySlice<Unicode.Scalar>) -> UInt32? {
        guard !digits.isEmpty, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
        return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    }

    /// `\p{Letter}`, `\p{Script=Greek}`: PCRE2 has the short names of categories only.
    private mutating func property(_ scalar: Unicode.Scalar) {
        output += "\\"
        output.unicodeScalars.append(scalar)
        guard peek == "{" else { return }
        let written = String(String.UnicodeScalarView(scalars[(position + 1)...].prefix { $0 != "}" }))
        let name = written.split(separator: "=").last.map(String.init) ?? written
        guard let short = Self.categories[name] ?? (name == written ? nil : name) else { return }
        output += "{\(short)}"
        position += written.unicodeScalars.count + 2
    }

    /// Unicode's long names of general categories.
    private static let categories: [String: String] = [
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

extension JSONSchema {
    /// Whether a text is a regular expression as `pattern` has them.
    package static func isPattern(_ text: String) -> Bool { (try? ECMAPattern.compile(text)) != nil }
}
