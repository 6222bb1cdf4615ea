extension Pattern {
    /// A language of patterns other than PCRE2's: what it has, and how PCRE2 writes that.
    ///
    /// `PatternTranslator` reads the patterns of all dialects. What only one of them has is a row of this table, and the
    /// dialects stand in `Dialect+Table.swift`. A dialect whose grammar is not checked keeps its groups, quantifiers and ranges
    /// as they are written; PCRE2 then says what it cannot read.
    package struct Dialect: Sendable {
        /// As it is named in messages.
        let name: String
        var options: Options = []
        var isChecked = true
        /// What `.` stands for.
        let dot: String

        /// How a group without options begins.
        var group = "("
        /// `(?<name>…)`, `(?i)` and `(?i:…)`.
        var hasGroupOptions = false
        /// How many groups may stand inside each other.
        var maximumDepth = Int.max

        var maximumCount = Int.max
        /// A `{` that begins no count is a character, and a count has no leading zero.
        var hasBareBraces = false
        /// `a+?` takes as little as possible.
        var hasLazyQuantifiers = false

        /// `\Q…\E`, whose content stands for itself.
        var hasQuotations = false
        /// `[[:alpha:]]`.
        var hasNamedClasses = false
        /// `[]` fits no character, and `[^]` any.
        var hasEmptyClasses = false
        /// Characters that have no meaning of their own and need a `\` nevertheless, outside and inside of a class.
        var reserved: Set<Unicode.Scalar> = []
        var reservedInClass: Set<Unicode.Scalar> = []

        /// What a letter behind a `\` stands for.
        let escape: @Sendable (Unicode.Scalar) -> Escape
        /// `\pL` as well as `\p{L}`.
        var hasShortCategories = false
        /// PCRE2's name of what stands in `\p{…}`; nil for a name that the dialect does not have.
        let category: @Sendable (String) -> String?

        /// A message in the words of the dialect; nil for the usual one.
        var wording: @Sendable (Violation) -> String? = { _ in nil }

        func message(_ violation: Violation) -> String { wording(violation) ?? violation.text(in: self) }
    }
}

extension Pattern.Dialect {
    /// How what stands behind a `\` is read.
    enum Escape {
        case stands(for: Meaning)
        /// `\x41` or `\x{1F600}`.
        case hexadecimal
        /// `\0`, `\12` or `\101`; other digits are backreferences, which the dialect does not have.
        case octal
        /// `\u0041`, two of them for a character beyond the first 65,536, or `\u{1F600}`.
        case utf16
        /// `\p{Lu}`.
        case category
        case refused(String)
        case unknown
    }

    enum Meaning {
        /// A character, which may end a range of a class.
        case character(Unicode.Scalar)
        /// One of several characters, in PCRE2's syntax outside and inside of a class.
        case set(String, inClass: String)
        /// A place between characters, outside of classes only.
        case place(String)

        static func set(_ text: String) -> Meaning { .set(text, inClass: text) }
    }

    /// What a pattern has that its dialect does not allow.
    enum Violation {
        case nothingToRepeat(String)
        case repeatedTwice(String)
        case malformedCount
        case countTooLarge(String)
        case countOrder(String)
        case openGroup
        case strayParenthesis
        /// The text from a `(?` on.
        case groupOptions(String)
        case groupName
        case duplicateName(String)
        case depth
        case openClass
        case namedClass(String)
        case rangeOrder(String)
        /// A set of characters where a range should end.
        case rangeEnd(String)
        case reserved(Unicode.Scalar)
        case reservedInClass(Unicode.Scalar)
        case bareHyphen
        case loneBackslash
        case unknownEscape(String)
        case refusedEscape(String)
        case backreference(String)
        case codePoint
        /// `name` is empty where none is, and nil where no `}` follows.
        case category(Unicode.Scalar, name: String?)
        /// PCRE2's message about the translation.
        case translation(String)

        func text(in dialect: Pattern.Dialect) -> String {
            switch self {
            case .nothingToRepeat(let sign): "there is nothing to repeat before `\(sign)`"
            case .repeatedTwice(let sign):
                "`\(sign)` repeats what is repeated already; possessive quantifiers are not part of \(dialect.name)'s syntax"
            case .malformedCount: "a count is written {2}, {2,} or {2,5}"
            case .countTooLarge(let count): "`\(count)` repeats more than \(dialect.maximumCount) times"
            case .countOrder(let count): "`\(count)` has its numbers the wrong way round"
            case .openGroup: "the `(` has no `)`"
            case .strayParenthesis: "the `)` has no `(`"
            case .groupOptions(let text): Self.groupText(text, dialect)
            case .groupName: "the name of a group has letters, digits and `_`, and `>` behind it"
            case .duplicateName(let name): "two groups are named `\(name)`"
            case .depth: "groups are nested too deeply"
            case .openClass: "the `[` has no `]`"
            case .namedClass(let name): "there is no class `\(name)`"
            case .rangeOrder(let range): "the range `\(range)` has its ends the wrong way round"
            case .reserved(let sign), .reservedInClass(let sign): "`\(sign)` must be written `\\\(sign)`"
            case .bareHyphen: "`-` inside of `[…]` must be written `\\-`"
            case .loneBackslash: "a `\\` stands at the end"
            case .unknownEscape(let text), .rangeEnd(let text): "`\(text)` is not part of \(dialect.name)'s syntax"
            case .refusedEscape(let message), .translation(let message): message
            case .backreference(let escape): "backreferences (`\(escape)`) are not part of \(dialect.name)'s syntax"
            case .codePoint: "`\\x` wants two hexadecimal digits, or a code point in braces"
            case .category(_, name: nil): "`\\p{` wants a name and `}`"
            case .category(_, name: ""): "`\\p` wants a category such as `L`, or a name in braces"
            case .category(_, name: let name?): "there is no Unicode category `\(name)`"
            }
        }

        private static func groupText(_ text: String, _ dialect: Pattern.Dialect) -> String {
            for opening in ["(?=", "(?!", "(?<=", "(?<!"] where text.hasPrefix(opening) {
                return "look-around (`\(opening)`) is not part of \(dialect.name)'s syntax"
            }
            return "a group that begins with `\(text.prefix(3))` is not part of \(dialect.name)'s syntax"
        }
    }
}
