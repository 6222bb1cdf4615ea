import BatonRegex

/// I-Regexp (RFC 9485), the small common part of regular expression languages that JSONPath speaks.
///
/// It is checked by its own grammar and written anew for PCRE2: `.` is any character but line feed and carriage return,
/// and there are neither captures nor lazy quantifiers. `^` and `$` are anchors, as the conformance cases of RFC 9535
/// have it, and not plain characters.
struct IRegexp {
    private static let maximumDepth = 100

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0
    private var output = String.UnicodeScalarView()

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// Throws a `syntax` error when the text is no I-Regexp.
    static func compile(_ text: String, isWhole: Bool) throws(PatternError) -> Pattern {
        try Pattern(try translate(text), options: isWhole ? .wholeText : [])
    }

    /// The same expression in PCRE2's syntax.
    static func translate(_ text: String) throws(PatternError) -> String {
        var translator = IRegexp(text)
        try translator.branches()
        guard translator.position == translator.scalars.count else { throw translator.failure("an open `)`") }
        return String(translator.output)
    }

    private func failure(_ problem: String) -> PatternError {
        PatternError(
            code: .syntax, message: "this is not a regular expression of JSONPath (I-Regexp, RFC 9485): \(problem)",
            offset: scalars[..<min(position, scalars.count)].reduce(0) { $0 + UTF8.width($1) })
    }

    private func peek() -> Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func branches() throws(PatternError) {
        depth += 1
        guard depth <= Self.maximumDepth else { throw failure("it is nested too deeply") }
        while let scalar = peek(), scalar != ")" {
            if scalar == "|" {
                position += 1
                output.append("|")
            } else {
                try atom(scalar)
                try quantifier()
            }
        }
        depth -= 1
    }

    private mutating func atom(_ scalar: Unicode.Scalar) throws(PatternError) {
        switch scalar {
        case "(":
            position += 1
            output.append(contentsOf: "(?:".unicodeScalars)
            try branches()
            guard peek() == ")" else { throw failure("a `(` is not closed") }
            position += 1
            output.append(")")
        case ".":
            position += 1
            output.append(contentsOf: "[^\\n\\r]".unicodeScalars)
        case "\\": try escape()
        case "[": try characterClass()
        case "*", "+", "?": throw failure("`\(scalar)` has nothing before it to repeat")
        case "]", "{", "}": throw failure("`\(scalar)` must be written `\\\(scalar)`")
        case "^", "$":
            position += 1
            output.append(scalar)
        default:
            position += 1
            write(scalar)
        }
    }

    private mutating func quantifier() throws(PatternError) {
        guard let scalar = peek() else { return }
        if scalar == "*" || scalar == "+" || scalar == "?" {
            position += 1
            output.append(scalar)
        } else if scalar == "{" {
            let start = position
            position += 1
            var isValid = digits()
            if peek() == "," {
                position += 1
                _ = digits()
            }
            isValid = isValid && peek() == "}"
            guard isValid else { throw failure("a count is written {2}, {2,} or {2,5}") }
            position += 1
            output.append(contentsOf: scalars[start..<position])
        }
    }

    private mutating func digits() -> Bool {
        let start = position
        while let scalar = peek(), ("0"..."9").contains(scalar) { position += 1 }
        return position > start
    }

    private mutating func characterClass() throws(PatternError) {
        position += 1
        output.append("[")
        if peek() == "^" {
            position += 1
            output.append("^")
        }
        var isFirst = true
        while peek() != "]" || isFirst {
            guard let scalar = peek() else { throw failure("a `[` is not closed") }
            if scalar == "-" {
                position += 1
                guard isFirst || peek() == "]" else { throw failure("`-` inside of `[…]` must be written `\\-`") }
                write(scalar)
            } else if scalar == "\\", position + 1 < scalars.count, scalars[position + 1].value | 0x20 == 0x70 {
                try escape()
            } else {
                try classCharacter()
                if peek() == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
                    position += 1
                    output.append("-")
                    try classCharacter()
                }
            }
            isFirst = false
        }
        position += 1
        output.append("]")
    }

    private mutating func classCharacter() throws(PatternError) {
        switch peek() {
        case nil: throw failure("a `[` is not closed")
        case "\\": try escape(allowsCategory: false)
        case .some("["), .some("]"), .some("-"): throw failure("a bracket or `-` inside of `[…]` must have a `\\`")
        case .some(let scalar):
            position += 1
            write(scalar)
        }
    }

    private mutating func escape(allowsCategory: Bool = true) throws(PatternError) {
        position += 1
        guard let scalar = peek() else { throw failure("it ends with `\\`") }
        switch scalar {
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}":
            position += 1
            write(scalar)
        case "n", "r", "t":
            position += 1
            output.append("\\")
            output.append(scalar)
        case "p" where allowsCategory, "P" where allowsCategory: try category(scalar)
        case "d": throw failure("there is no `\\d`; write [0-9]")
        case "w": throw failure("there is no `\\w`; write [A-Za-z0-9_]")
        case "s": throw failure("there is no `\\s`; write [ \\t\\r\\n]")
        default: throw failure("there is no escape `\\\(scalar)`")
        }
    }

    /// `\p{L}`, `\P{Lu}`: the general categories of Unicode.
    private mutating func category(_ letter: Unicode.Scalar) throws(PatternError) {
        let rest = scalars[(position + 1)...].prefix(4)
        guard rest.first == "{", let close = rest.firstIndex(of: "}"),
            Self.categories.contains(String(String.UnicodeScalarView(rest[(position + 2)..<close])))
        else { throw failure("`\\\(letter)` needs a category of Unicode, as in \\\(letter){L} or \\\(letter){Lu}") }
        output.append("\\")
        output.append(contentsOf: scalars[position...close])
        position = close + 1
    }

    private static let categories: Set<String> = [
        "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf",
        "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs", "C", "Cc", "Cf", "Cn", "Co",
    ]

    /// Writes a character that means itself.
    private mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: output.append("\\")
        default: break
        }
        output.append(scalar)
    }
}
