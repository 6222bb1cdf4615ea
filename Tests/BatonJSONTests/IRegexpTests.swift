import BatonRegex
import Testing

@testable import BatonJSON

struct IRegexpTests {
    @Test(
        arguments: [
            ("a.c", "a[^\\n\\r]c"), ("(a|b)*", "(?:a|b)*"), ("a{2,5}", "a{2,5}"), ("a{2,}", "a{2,}"),
            ("[a-z0-9_]+", "[a-z0-9\\_]+"), ("[^a-]", "[^a\\-]"), ("[-a]", "[\\-a]"), ("\\p{Lu}", "\\p{Lu}"),
            ("[\\P{L}x]", "[\\P{L}x]"), ("a#b c", "a\\#b c"), ("\\(\\n", "\\(\\n"), ("", ""), ("a|", "a|"),
            ("()", "(?:)"), ("[&&~~]", "[\\&\\&\\~\\~]"),
        ])
    func `an I-Regexp is written anew for PCRE2`(_ text: String, _ translation: String) throws {
        #expect(try IRegexp.translate(text) == translation)
        _ = try IRegexp.compile(text, isWhole: true)
    }

    @Test(
        arguments: [
            "(", ")", "a)", "[", "[a", "]", "*a", "a**", "a+?", "a{", "a{,2}", "a{x}", "\\d", "\\b", "\\1", "\\", "\\p",
            "\\p{", "\\p{Xx}", "\\p{L", "[]", "[a-\\p{L}]", "[a-b-c]", "(?i)a", "(?:a)", "[[:alpha:]]", "{1}", "[b-a]",
            "a{2,1}", "[\\",
        ])
    func `what is no I-Regexp is refused`(_ text: String) {
        #expect(throws: PatternError.self) { try IRegexp.compile(text, isWhole: false) }
    }

    @Test func `nesting of groups is limited`() {
        let text = String(repeating: "(", count: 10_000) + String(repeating: ")", count: 10_000)
        #expect(throws: PatternError.self) { try IRegexp.compile(text, isWhole: false) }
    }
}
