import Testing

@testable import BatonRegex

/// What holds of the table of dialects, and the patterns of ECMA-262. RE2 and I-Regexp have tests of their own.
struct DialectTests {
    static let dialects: [Pattern.Dialect] = [.re2, .iRegexp, .ecma262]

    @Test(arguments: dialects)
    func `an escape is written as the dialect's table says`(_ dialect: Pattern.Dialect) throws {
        for letter in (0x20..<0x7F).compactMap(Unicode.Scalar.init) where !(letter == "Q" && dialect.hasQuotations) {
            let written = "\\\(letter)"
            switch dialect.escape(letter) {
            case .stands(for: .set(let text, let inClass)):
                #expect(try PatternTranslator.translate(written, from: dialect) == text)
                #expect(try PatternTranslator.translate("[\(written)]", from: dialect) == "[\(inClass)]")
            case .stands(for: .character(let scalar)):
                #expect(try Pattern(written, in: dialect, isWhole: true).matches(String(scalar)))
                #expect(try Pattern("[a\(written)]", in: dialect, isWhole: true).matches(String(scalar)))
            case .stands(for: .place(let text)):
                #expect(try PatternTranslator.translate(written, from: dialect) == text)
                #expect(throws: PatternError.self) { try Pattern("[\(written)]", in: dialect) }
            case .refused(let message):
                let error = #expect(throws: PatternError.self) { try Pattern(written, in: dialect) }
                #expect(error?.message.hasSuffix(message) == true)
                #expect(error?.range == 0..<2)
            case .unknown:
                let error = #expect(throws: PatternError.self) { try Pattern(written, in: dialect) }
                #expect(error?.message == dialect.message(.unknownEscape(written)))
            case .category, .hexadecimal, .utf16:
                #expect(throws: PatternError.self) { try Pattern(written, in: dialect) }
            case .octal: #expect((try? Pattern(written, in: dialect)) != nil || letter != "0")
            }
        }
    }

    @Test(arguments: [
        "", "abc", "schön 🙂", "a|b|", "a*b+c?", "a{2}b{2,}c{2,5}", "[abc]", "[^a-z0-9_]", "[é-ü]", "\\p{Lu}+\\P{L}",
        "[\\p{Nd}\\p{Sc}]", "a#b&c~d",
    ])
    func `a pattern that all dialects have means the same in each`(_ text: String) throws {
        let patterns = try Self.dialects.map { try Pattern(text, in: $0, isWhole: true) }
        for subject in ["", "abc", "schön 🙂", "b", "aabbcc", "ö", "-", "É1", "٣", "a#b&c~d", "é", "\n"] {
            #expect(Set(try patterns.map { try $0.matches(subject) }).count == 1, "\(subject)")
        }
    }

    @Test(arguments: [
        "", "a|b|", "a*b+c?", "a{2}b{2,}c{2,5}", "[abc]", "[^a-z0-9_]", "[é-ü]", "[-a]", "[a-]", "\\p{Lu}+\\P{L}",
        "[\\p{Nd}\\p{Sc}]", "a#b&c~d e", "^a$", "\\.\\*\\\\", "[\\]\\-\\^]", "\\n\\t\\r[\\n]",
    ])
    func `a pattern that RE2 and I-Regexp have is translated alike`(_ text: String) throws {
        let translations = try [.re2, .iRegexp].map { try PatternTranslator.translate(text, from: $0) }
        #expect(translations[0] == translations[1])
    }

    @Test func `the dialects differ in what a dot stands for`() throws {
        let found = try Self.dialects.map { dialect in
            let dot = try Pattern(".", in: dialect, isWhole: true)
            return try ["\n", "\r", "\u{2028}", "\u{85}"].map { try dot.matches($0) }
        }
        #expect(found == [[false, true, true, true], [false, false, true, true], [false, false, false, true]])
    }

    @Test(arguments: [
        ("^\\u00e9$", "é", true), ("^\\u{1F600}$", "😀", true), ("^\\ud83d\\ude00$", "😀", true),
        ("^\\p{Letter}+$", "añb", true), ("^\\p{Script=Greek}+$", "αβ", true), ("^\\P{Letter}$", "1", true),
        ("^.$", "\u{2028}", false), ("^[^]$", "\n", true), ("[]", "a", false), ("^[[]$", "[", true),
        ("^\\s$", "\u{FEFF}", true), ("^[\\s]$", "\u{A0}", true), ("^\\S$", "\u{A0}", false), ("^a$", "a\n", false),
        ("^\\d$", "৪", false), ("^[\\]a]$", "]", true), ("^\\/$", "/", true), ("^\\x41[\\x41-\\x43]$", "AB", true),
        ("^(?<year>\\d{4})-\\k<year>$", "2020-2020", true), ("(?<=a)(?!c)b", "ab", true), ("^a{,2}$", "a{,2}", true),
        ("^\\v$", "\u{0B}", true), ("^\\v$", "\n", false), ("^[\\v]$", "\u{0B}", true), ("^(?:(a)|b)\\1$", "b", true),
        ("^(?:(a)|b)\\1$", "aa", true),
    ])
    func `a pattern means what it means to ECMA-262`(_ pattern: String, _ text: String, _ matches: Bool) throws {
        #expect(try Pattern(pattern, in: .ecma262).matches(text) == matches)
    }

    @Test(arguments: [
        ("a[", "missing terminating ] for character class"), ("a\\", "\\ at end of pattern"),
        ("[z-a]", "range out of order in character class"), ("(a", "missing closing parenthesis"),
        ("\\u12", "PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u"),
        ("\\p{Klingon}", "unknown property after \\P or \\p"),
    ])
    func `what is not ECMA-262 is refused in PCRE2's words`(_ pattern: String, _ message: String) {
        let error = #expect(throws: PatternError.self) { try Pattern(pattern, in: .ecma262) }
        #expect(error?.code == .syntax)
        #expect(error?.message == message)
    }

    /// The same numbers in every run: a linear congruential generator.
    @Test(arguments: [Pattern.Dialect.re2, .iRegexp])
    func `no text makes the translator crash or write what PCRE2 does not know`(_ dialect: Pattern.Dialect) {
        let pieces = [
            "a", "é", "\\", "[", "]", "(", ")", "?", "*", "+", "{", "}", "2", ",", "-", "^", "$", ".", "|", ":", "P",
            "<", ">", "x", "p", "Q", "E", "d", "S", "[:alpha:]", "\\p{L}", "(?i)", "🙂", "\n", " ", "#", "&&",
        ]
        var state: UInt64 = 7
        var accepted = 0
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<(state >> 40) % 12 + 1 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count]
            }
            guard let translated = try? PatternTranslator.translate(text, from: dialect) else { continue }
            accepted += 1
            #expect(throws: Never.self, "\(text.debugDescription) as \(translated)") {
                try Pattern(text, in: dialect)
            }
        }
        #expect(accepted > 1000)
    }
}

extension Pattern.Dialect: CustomTestStringConvertible {
    package var testDescription: String { name }
}
