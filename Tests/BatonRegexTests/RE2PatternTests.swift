import Testing

@testable import BatonRegex

/// Patterns in RE2's syntax, which PCRE2 runs.
struct RE2PatternTests {
    @Test(arguments: [
        // A dot is no line feed, and `$` is the very end.
        ("a.c", ["a\rc", "abc"], ["a\nc"]), ("a$", ["a", "ba"], ["a\n", "a\nb"]), ("(?m)^b$", ["a\nb\nc"], ["ab"]),
        ("(?m)^$", ["a\n"], ["a"]), ("(?s)a.c", ["a\nc"], ["ac"]), ("\\Aa\\z", ["a"], ["a\n", "ba"]),
        // Letters that PCRE2 takes for something else.
        ("^\\v$", ["\u{0B}"], ["\n", "\u{2028}"]), ("^\\s$", [" ", "\t", "\u{0C}"], ["\u{0B}", "\u{A0}"]),
        ("^\\S$", ["\u{0B}", "é"], [" ", "\n"]), ("^[\\s]$", [" ", "\r"], ["\u{0B}"]),
        ("^[\\S]$", ["\u{0B}", "a"], [" "]), ("^[^\\S]$", [" ", "\n"], ["\u{0B}", "a"]),
        ("^[[:space:]]$", ["\u{0B}", " "], ["a"]), ("^[a\\s-z]$", ["-", " ", "z"], ["b"]),
        ("^\\d\\w\\W\\D$", ["1_é٣"], ["٣a.b"]), ("^\\a\\f\\t\\n\\r$", ["\u{07}\u{0C}\t\n\r"], []),
        ("^\\101\\x41\\x{41}\\0$", ["AAA\0"], []), ("^\\12$", ["\n"], []), ("^[\\101-\\103]$", ["B"], ["D"]),
        ("^\\.\\-\\_\\ \\{$", [".-_ {"], []), ("^\\x{10FFFF}$", ["\u{10FFFF}"], []),
        // Braces that repeat nothing mean themselves.
        ("^a{,2}$", ["a{,2}"], ["aa", ""]), ("^a{$", ["a{"], []), ("^a{ 2 }$", ["a{ 2 }"], ["aa"]),
        ("^a{2}$", ["aa"], ["a"]), ("^a{2,3}?$", ["aa", "aaa"], ["a"]), ("^{x$", ["{x"], []),
        ("^a{02}$", ["a{02}"], []),
        // Groups and flags.
        ("^(?P<year>\\d+)-(?<month>\\d+)$", ["2026-11"], ["2026"]), ("(?i)ABC(?-i)d", ["abcd"], ["abcD"]),
        ("^(?i:a)b$", ["Ab"], ["AB"]), ("(?U)^a+?$", ["aa"], []), ("^(?ims-U:A.)$", ["a\n"], []),
        ("(?P<0>a)", ["a"], ["b"]), ("(?:^)*a", ["ba"], []), ("^*a", ["ba"], []), ("a\\b+ ", ["a b"], ["ab"]),
        ("(|a)+b", ["b"], ["a"]), ("()", [""], []),
        // Quotations.
        ("^\\Qa.b(\\E+$", ["a.b((", "a.b("], ["axb("]), ("^\\Q\\n$", ["\\n$"], []), ("^\\Q\\E$", [""], ["a"]),
        // Classes.
        ("^[]a]$", ["]", "a"], ["b"]), ("^[^]a]$", ["b", "\n"], ["]"]), ("^[a-]$", ["-"], []), ("^[[a]$", ["["], []),
        ("^[[:^alpha:]x]$", ["1", "x"], ["a"]), ("^[[.a]$", [".", "["], []), ("^[é-ü]$", ["ö"], ["a"]),
        ("^[\\]\\\\]$", ["]", "\\"], []), ("^[[:word:]]$", ["_"], ["é"]), ("^[\\x{3b1}-\\x{3c9}]$", ["β"], ["b"]),
        ("^[^\\n]$", ["\r"], ["\n"]), ("^[\\v]$", ["\u{0B}"], ["\n"]), ("^[a\\-z]$", ["-"], ["b"]),
        // Unicode.
        ("^\\pL\\PL$", ["é1"], ["11"]), ("^\\p{Lu}\\P{^Lu}\\p{^Lu}$", ["AAa"], ["aaa"]),
        ("^\\p{Greek}$", ["β"], ["b", "\u{0342}a"]), ("^[\\pN\\p{Cyrillic}]$", ["٣", "ж"], ["a"]),
        ("^\\p{Any}$", ["🙂"], []), ("^.$", ["🙂"], []), ("é", ["café"], ["cafe\u{301}"]),
    ])
    func `a pattern means what it means to RE2`(_ pattern: String, _ found: [String], _ missing: [String]) throws {
        let pattern = try Pattern(pattern, in: .re2)
        for text in found { #expect(try pattern.matches(text), "\(text.debugDescription)") }
        for text in missing { #expect(try !pattern.matches(text), "\(text.debugDescription)") }
    }

    /// The place is the offset in bytes.
    @Test(arguments: [
        ("(a)\\1", 3, "backreferences (`\\1`) are not part of RE2's syntax"),
        ("a\\8", 1, "backreferences (`\\8`) are not part of RE2's syntax"),
        ("(?=a)", 0, "look-around (`(?=`) is not part of RE2's syntax"),
        ("a(?!b)", 1, "look-around (`(?!`) is not part of RE2's syntax"),
        ("(?<=a)b", 0, "look-around (`(?<=`) is not part of RE2's syntax"),
        ("(?<!a)b", 0, "look-around (`(?<!`) is not part of RE2's syntax"),
        ("(?>a)", 0, "a group that begins with `(?>` is not part of RE2's syntax"),
        ("(?|a)", 0, "a group that begins with `(?|` is not part of RE2's syntax"),
        ("(?#a)", 0, "a group that begins with `(?#` is not part of RE2's syntax"),
        ("(?R)", 0, "a group that begins with `(?R` is not part of RE2's syntax"),
        ("(?1)", 0, "a group that begins with `(?1` is not part of RE2's syntax"),
        ("(?P=n)", 0, "a group that begins with `(?P` is not part of RE2's syntax"),
        ("(?(1)a)", 0, "a group that begins with `(?(` is not part of RE2's syntax"),
        ("(?x)a", 0, "a group that begins with `(?x` is not part of RE2's syntax"),
        ("(?^:a)", 0, "a group that begins with `(?^` is not part of RE2's syntax"),
        ("(?i-)a", 0, "a group that begins with `(?i` is not part of RE2's syntax"),
        ("(*ACCEPT)", 1, "there is nothing to repeat before `*`"),
        (
            "a++", 2,
            "`+` repeats what is repeated already; possessive quantifiers are not part of RE2's syntax"
        ),
        ("a**", 2, "`*` repeats what is repeated already; possessive quantifiers are not part of RE2's syntax"),
        (
            "a{2}{3}", 4,
            "`{3}` repeats what is repeated already; possessive quantifiers are not part of RE2's syntax"
        ),
        ("*a", 0, "there is nothing to repeat before `*`"), ("a|+", 2, "there is nothing to repeat before `+`"),
        ("{2}", 0, "there is nothing to repeat before `{2}`"), ("(?i)*", 4, "there is nothing to repeat before `*`"),
        ("a{1001}", 2, "`{1001}` repeats more than 1000 times"),
        ("a{3,2}", 1, "`{3,2}` has its numbers the wrong way round"),
        ("é\\C", 2, "`\\C`, a single byte, is not supported"),
        ("\\h", 0, "`\\h` is not part of RE2's syntax"), ("\\R", 0, "`\\R` is not part of RE2's syntax"),
        ("\\K", 0, "`\\K` is not part of RE2's syntax"), ("\\Z", 0, "`\\Z` is not part of RE2's syntax"),
        ("\\G", 0, "`\\G` is not part of RE2's syntax"), ("\\X", 0, "`\\X` is not part of RE2's syntax"),
        ("\\e", 0, "`\\e` is not part of RE2's syntax"), ("\\E", 0, "`\\E` is not part of RE2's syntax"),
        ("\\k<n>", 0, "`\\k` is not part of RE2's syntax"), ("\\é", 0, "`\\é` is not part of RE2's syntax"),
        ("[\\b]", 1, "`\\b` is not part of RE2's syntax"), ("[\\Qa\\E]", 1, "`\\Q` is not part of RE2's syntax"),
        ("a\\", 1, "a `\\` stands at the end"), ("[\\", 1, "a `\\` stands at the end"),
        ("\\x4", 0, "`\\x` wants two hexadecimal digits, or a code point in braces"),
        ("\\x{110000}", 0, "`\\x` wants two hexadecimal digits, or a code point in braces"),
        ("\\p{Greek", 0, "`\\p{` wants a name and `}`"), ("\\pX", 0, "there is no Unicode category `X`"),
        ("\\pé", 0, "`\\p` wants a category such as `L`, or a name in braces"),
        ("\\p{L&}", 0, "`\\p{` wants a name and `}`"), ("\\p{Cn}", 0, "there is no Unicode category `Cn`"),
        ("[z-a]", 1, "the range `z-a` has its ends the wrong way round"),
        ("[a-\\d]", 3, "`\\d` is not part of RE2's syntax"), ("[[:foo:]]", 1, "there is no class `[:foo:]`"),
        ("[a", 0, "the `[` has no `]`"), ("[]", 0, "the `[` has no `]`"), ("(a", 0, "the `(` has no `)`"),
        ("(?i", 0, "the `(` has no `)`"), ("a)", 1, "the `)` has no `(`"),
        ("(?P<a>b)(?P<a>c)", 12, "two groups are named `a`"),
        ("(?P<a b>c)", 0, "the name of a group has letters, digits and `_`, and `>` behind it"),
    ])
    func `what RE2 refuses is refused with its place`(_ pattern: String, _ offset: Int, _ message: String) {
        let error = #expect(throws: PatternError.self) { try Pattern(pattern, in: .re2) }
        #expect(error?.code == .syntax)
        #expect(error?.message == message)
        #expect(error?.offset == offset)
    }

    @Test func `an unknown script and a pattern without measure are refused`() {
        for pattern in ["\\p{Klingon}", "((a{1000}){1000}){1000}", String(repeating: "(", count: 300)] {
            #expect(throws: PatternError.self) { try Pattern(pattern, in: .re2) }
        }
    }

    @Test(arguments: ["(a+)+$", "(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$"])
    func `a pattern that explodes ends with an error`(_ text: String) throws {
        let pattern = try Pattern(text, in: .re2)
        let error = #expect(throws: PatternError.self) {
            try pattern.matches(String(repeating: "a", count: 64) + "!")
        }
        #expect(error?.code == .limit)
    }
}
