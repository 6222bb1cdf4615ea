import Testing

@testable import BatonRegex

struct IRegexpTests {
    @Test(
        arguments: [
            ("a.c", "a[^\\n\\r]c"), ("(a|b)*", "(?:a|b)*"), ("a{2,5}", "a{2,5}"), ("a{2,}", "a{2,}"),
            ("a{02}", "a{02}"), ("[a-z0-9_]+", "[a-z0-9_]+"), ("[^a-]", "[^a\\-]"), ("[-a]", "[\\-a]"),
            ("[--]", "[\\-\\-]"), ("[-]", "[\\-]"), ("[^^]", "[^\\^]"), ("[\\--\\]]", "[\\--\\]]"),
            ("\\p{Lu}", "\\p{Lu}"),
            ("[\\P{L}x]", "[\\P{L}x]"), ("a#b c", "a\\#b c"), ("\\(\\n", "\\(\n"), ("", ""), ("a|", "a|"),
            ("()", "(?:)"), ("[&&~~]", "[\\&\\&\\~\\~]"), ("[$^]", "[\\$\\^]"), ("-,/", "\\-\\,\\/"),
        ])
    func `an I-Regexp is written anew for PCRE2`(_ text: String, _ translation: String) throws {
        #expect(try PatternTranslator.translate(text, from: .iRegexp) == translation)
        _ = try Pattern(text, in: .iRegexp, isWhole: true)
    }

    @Test(
        arguments: [
            ("‹(›a", "this `(` is not closed"), ("‹)›", "this `)` closes nothing"),
            ("a‹)›b", "this `)` closes nothing"),
            ("‹[›", "this `[` is not closed"), ("x‹[›a", "this `[` is not closed"),
            ("‹[›\\n", "this `[` is not closed"),
            ("‹]›", "`]` must be written `\\]`"), ("a‹}›", "`}` must be written `\\}`"),
            ("‹{›1}", "`{` must be written `\\{`"),
            ("‹*›a", "`*` has nothing before it to repeat"), ("é|‹+›", "`+` has nothing before it to repeat"),
            ("a*‹*›", "a part is repeated by one quantifier, and there are no lazy ones"),
            ("a+‹?›", "a part is repeated by one quantifier, and there are no lazy ones"),
            ("a?‹+›", "a part is repeated by one quantifier, and there are no lazy ones"),
            ("a{1}‹{›2}", "a part is repeated by one quantifier, and there are no lazy ones"),
            ("a‹{›", "a count is written {2}, {2,} or {2,5}"), ("a‹{,2}›", "a count is written {2}, {2,} or {2,5}"),
            ("a‹{x›}", "a count is written {2}, {2,} or {2,5}"), ("a‹{1,2x›", "a count is written {2}, {2,} or {2,5}"),
            ("a‹{2,1}›", "the smaller count comes first"),
            ("a{‹65536›}", "a part is repeated at most 65535 times"),
            ("a{1,‹99999999999999999999›}", "a part is repeated at most 65535 times"),
            ("ö‹\\d›", "there is no `\\d`; write [0-9]"), ("‹\\w›", "there is no `\\w`; write [A-Za-z0-9_]"),
            ("‹\\s›", "there is no `\\s`; write [ \\t\\r\\n]"), ("‹\\$›", "there is no escape `\\$`; write [$]"),
            ("‹\\/›", "there is no escape `\\/`; write `/`"), ("‹\\@›", "there is no escape `\\@`; write `@`"),
            ("‹\\b›", "there is no escape `\\b`"), ("(a)‹\\1›", "there is no escape `\\1`"),
            ("‹\\u›0041", "there is no escape `\\u`"), ("a‹\\›", "it ends with `\\`"), ("[‹\\›", "it ends with `\\`"),
            ("‹\\p›", "`\\p` needs a category of Unicode, as in \\p{L} or \\p{Lu}"),
            ("‹\\p›{", "`\\p` needs a category of Unicode, as in \\p{L} or \\p{Lu}"),
            ("‹\\P›{Xx}", "`\\P` needs a category of Unicode, as in \\P{L} or \\P{Lu}"),
            ("‹\\p›{IsGreek}", "`\\p` needs a category of Unicode, as in \\p{L} or \\p{Lu}"),
            ("‹\\p›L", "`\\p` needs a category of Unicode, as in \\p{L} or \\p{Lu}"),
            ("[‹]›", "`[…]` names no character; `]` is written `\\]`"),
            ("[^‹]›", "`[…]` names no character; `]` is written `\\]`"),
            ("[a-‹\\p›{L}]", "a category cannot end a range"),
            ("[a-b‹-›c]", "`-` inside of `[…]` must be written `\\-`"),
            ("[a‹[›:alpha:]]", "a bracket or `-` inside of `[…]` must have a `\\`"),
            ("[a-‹-›]", "a bracket or `-` inside of `[…]` must have a `\\`"),
            ("[‹b-a›]", "the smaller character of a range comes first"),
            ("[‹\\t-\\n›a]", nil), ("[‹\\n-\\t›]", "the smaller character of a range comes first"),
            ("‹(?›i)a", "a group has no options, it begins with `(` alone"),
            ("‹(?›:a)", "a group has no options, it begins with `(` alone"),
        ] as [(String, String?)])
    func `what is no I-Regexp is refused at its place`(_ marked: String, _ problem: String?) throws {
        let text = marked.filter { $0 != "‹" && $0 != "›" }
        guard let problem else {
            _ = try Pattern(text, in: .iRegexp)
            return
        }
        let failure = #expect(throws: PatternError.self) { try Pattern(text, in: .iRegexp) }
        #expect(
            failure?.message == "this is not a regular expression of JSONPath (I-Regexp, RFC 9485): \(problem)")
        let parts = marked.split(separator: "‹", omittingEmptySubsequences: false).map { $0.split(separator: "›") }
        let start = parts[0].first?.utf8.count ?? 0
        #expect(failure?.range == start..<start + (parts[1].first?.utf8.count ?? 0))
    }

    @Test func `nesting of groups is limited`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
        }
        _ = try Pattern(nested(99), in: .iRegexp, isWhole: true)
        for depth in [100, 10_000] {
            let failure = #expect(throws: PatternError.self) { try Pattern(nested(depth), in: .iRegexp) }
            #expect(failure?.message.hasSuffix(": groups are nested too deeply") == true)
            #expect(failure?.range == 100..<101)
        }
    }

    @Test(arguments: ["(((a{1,1000}){1,1000}){1,1000})", String(repeating: "abcdefgh", count: 10_000)])
    func `an expression that would take too much room is refused as a whole`(_ text: String) {
        let failure = #expect(throws: PatternError.self) { try Pattern(text, in: .iRegexp) }
        #expect(failure == PatternError(code: .syntax, message: "this regular expression is too large"))
    }

    @Test(
        arguments: [
            (".", "\n", false), (".", "\r", false), (".", "\u{2028}", true), (".", "😀", true),
            ("a.b", "a\u{85}b", true),
            ("\\p{Lu}", "É", true), ("\\P{Lu}", "É", false), ("\\p{Nd}+", "١٢", true), ("[^\\p{L}]", "1", true),
            ("[ä-ü]", "ö", true), ("A", "a", false), ("(ab|cd){2}", "abcd", true), ("a{2,}", "aaaa", true),
            ("a{2,3}", "aaaa", false), ("\\n", "\n", true), ("[\\t ]", "\t", true), ("\\.", "x", false), ("", "", true),
            ("a b#c", "a b#c", true), ("\u{0}", "\u{0}", true), ("$", "", true), ("[$]", "$", true),
            ("a\\^", "a^", true),
        ])
    func `an I-Regexp matches as RFC 9485 says`(_ pattern: String, _ text: String, _ matches: Bool) throws {
        #expect(try Pattern(pattern, in: .iRegexp, isWhole: true).matches(text) == matches)
    }
}
