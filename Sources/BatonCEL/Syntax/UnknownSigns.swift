import BatonValues

/// Signs and words in places where CEL knows none, with what stands there in CEL.
enum UnknownSigns {
    static func tripleEquals(_ sign: CELToken.Sign, at start: Int) -> CELDiagnostic {
        let (wrong, right) = sign == .equal ? ("===", "==") : ("!==", "!=")
        return CELDiagnostic(
            "expression.syntax", "`\(wrong)` is no operator", start..<start + 3, help: "write `\(right)`")
    }

    static func unknownSign(_ byte: UInt8, second: UInt8, in bytes: [UInt8], at start: Int) -> CELDiagnostic {
        switch byte {
        case UInt8(ascii: "=") where second == UInt8(ascii: ">"):
            CELDiagnostic(
                "expression.syntax", "`=>` is no operator", start..<start + 2, help: arrowHelp)
        case UInt8(ascii: "=") where second == UInt8(ascii: "~"):
            CELDiagnostic("expression.syntax", "`=~` is no operator", start..<start + 2, help: patternHelp)
        case UInt8(ascii: "="):
            CELDiagnostic("expression.syntax", "`=` is no operator", start..<start + 1, help: "to compare, write `==`")
        case UInt8(ascii: "&"):
            CELDiagnostic("expression.syntax", "`&` is no operator", start..<start + 1, help: "write `&&`")
        case UInt8(ascii: "|"):
            CELDiagnostic(
                "expression.syntax", "`|` is no operator", start..<start + 1,
                help: "write `||` for \"or\"; a filter is a function call, `f(x)` or `x.f()`")
        case UInt8(ascii: "$") where second == UInt8(ascii: "("):
            CELDiagnostic(
                "expression.syntax", "`$(` stands inside an expression", start..<start + 2,
                help: "names need no marker here: write `name`, not `$(name)`")
        case UInt8(ascii: "$") where second == UInt8(ascii: "{"):
            CELDiagnostic(
                "expression.syntax", "`${` stands inside an expression", start..<start + 2,
                help: "names need no marker here: write `name`, not `${name}`")
        case UInt8(ascii: "$") where CELName.isStart(second):
            CELDiagnostic(
                "expression.syntax", "`$` stands for nothing in an expression", start..<start + 1,
                help:
                    "names have no sign: `$name` is `name`; a value that another tool makes is made by a function, such as `uuid()`, `now()` or `random_int(0, 9)`"
            )
        case UInt8(ascii: "$"):
            CELDiagnostic(
                "expression.syntax", "`$` stands for nothing in an expression", start..<start + 1,
                help: "for a JSONPath write `jsonpath(response.json, \"$.a\")`, or `response.json.a`")
        case UInt8(ascii: "~"):
            CELDiagnostic(
                "expression.syntax", "`~` is no operator", start..<start + 1,
                help: patternHelp)
        case UInt8(ascii: "@"):
            CELDiagnostic(
                "expression.syntax", "`@` stands for nothing in an expression", start..<start + 1,
                help: "for a JSONPath write `jsonpath(response.json, \"$.a\")`, or `response.json.a`")
        case UInt8(ascii: ";"):
            CELDiagnostic(
                "expression.syntax", "`;` ends nothing here", start..<start + 1,
                help: "an expression has no sign at its end; conditions are joined by `&&`")
        case UInt8(ascii: "#"):
            CELDiagnostic(
                "expression.syntax", "`#` stands for nothing in an expression", start..<start + 1,
                help: "a comment in an expression begins with `//`")
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            CELDiagnostic("expression.syntax", "this text has no closing quote", start..<start + 1)
        default: unknownCharacter(character(in: bytes, at: start), characterRange(bytes, start))
        }
    }

    /// The diagnostic for an unknown character, with a hint for those that word processors and web pages substitute.
    private static func unknownCharacter(_ character: String, _ range: Range<Int>) -> CELDiagnostic {
        let help: String?
        switch character {
        case "“", "”", "„", "‟", "«", "»", "‘", "’", "‚": help = "texts stand between straight quotes, `\"` or `'`"
        case "–", "—", "−": help = "minus is written `-`"
        case "≠": help = "write `!=`"
        case "≤": help = "write `<=`"
        case "≥": help = "write `>=`"
        case "×": help = "write `*`"
        default:
            if let space = character.unicodeScalars.first, space.isOtherSpace {
                return CELDiagnostic(
                    "expression.syntax", "there is a space of another kind, \(space.codePoint)", range,
                    help: "write an ordinary space")
            }
            help = nil
        }
        return CELDiagnostic("expression.syntax", "unexpected `\(character)`", range, help: help)
    }

    private static let patternHelp = "to match a pattern, write `text.matches(\"pattern\")`"

    /// The hint for `list.some(x => x > 0)` and `list.some(x -> x > 0)`.
    static let arrowHelp = "a macro takes the name and the expression as two arguments: `list.all(x, x > 0)`"

    private static func characterRange(_ bytes: [UInt8], _ start: Int) -> Range<Int> {
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return start..<end
    }

    private static func character(in bytes: [UInt8], at start: Int) -> String {
        String(decoding: bytes[characterRange(bytes, start)], as: UTF8.self)
    }

    /// The hint for `a and b`, `not a`: words in place of an operator.
    static func operatorHelp(_ word: String) -> String? {
        switch word.lowercased() {
        case "and": "write `&&`"
        case "or": "write `||`"
        case "not": "write `!`"
        case "eq", "equals": "write `==`"
        case "ne": "write `!=`"
        case "lt": "write `<`"
        case "lte", "le": "write `<=`"
        case "gt": "write `>`"
        case "gte", "ge": "write `>=`"
        case "contains", "matches": "write `text.\(word)(…)`"
        case "startswith", "starts_with": "write `text.startsWith(…)`"
        case "endswith", "ends_with": "write `text.endsWith(…)`"
        case "mod": "write `%`"
        default: nil
        }
    }

}
