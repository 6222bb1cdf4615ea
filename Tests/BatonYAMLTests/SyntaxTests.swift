import Testing

/// What is no YAML, told at the place of the mistake.
struct SyntaxTests {
    private static let space = "yaml.syntax: a space is missing after the colon"
    private static let noKey = "yaml.syntax: this line is no `key: value`"

    private static let colons = [
        Complaint("a⟦:⟧1\n", space + " | a: 1"),
        Complaint("a⟦:⟧1\nb: 2\n", space + " | a: 1"),
        Complaint("b: 2\na⟦:⟧1\n", space + " | a: 1"),
        Complaint("b: 2\na⟦:⟧1\nc: 3\nd⟦:⟧4\n", space + " | a: 1", space + " | d: 4"),
        Complaint("- get⟦:⟧/login\n  id: x\n", space + " | - get: /login"),
        Complaint("{a⟦:⟧1, b: 2}\n", space + " | {a: 1, b: 2}"),
        Complaint("x: {a⟦:⟧[1], b: 2}\n", space + " | x: {a: [1], b: 2}"),
        Complaint("x: [b⟦:⟧{c: 1}]\n", space + " | x: [b: {c: 1}]"),
        Complaint("\"a\"⟦:⟧1\nb: 2\n", space + " | \"a\": 1"),
        Complaint("é: 2\nü⟦:⟧1\n", space + " | ü: 1"),
        Complaint("⟦foo⟧\nbar: 1\n", noKey),
        Complaint("a: 1\n⟦headers⟧\n  b: 1\nc: 1\n", noKey + " | headers:"),
        Complaint("a: 1\n⟦junk⟧\nb: 1\n", noKey),
        Complaint("a: 1\n⟦:⟧ g\n", "yaml.syntax: a key is missing before the colon"),
    ]

    private static let never = "yaml.quotes: this quote is never closed"

    private static let quotes = [
        Complaint("a: ⟦\"⟧foo\nb: 2\n", never + #" | a: "foo""#),
        Complaint("a: ⟦'⟧foo # b\n", never + " | a: 'foo' # b"),
        Complaint("x: { a: ⟦\"⟧foo, b: 2 }\n", never + #" | x: { a: "foo", b: 2 }"#),
        Complaint("x: { ⟦\"⟧a: 1 }\n", never + #" | x: { "a": 1 }"#),
        Complaint("- ⟦'⟧a: 1\n", never + " | - 'a': 1"),
        Complaint(
            "a: ⟦\"⟧foo\nb: ⟨\"⟩bar\"\n", "yaml.quotes: this quote is not closed on its line | a: \"foo\""),
        Complaint(
            "a: ⟦\"⟧foo\nb: ⟦'⟧bar\nc: 3\n", never + #" | a: "foo""#, never + " | b: 'bar'"),
        Complaint("a: \"^⟦\\d⟧+$\"\n", #"yaml.quotes: `\d` is no escape that double quotes know | a: '^\d+$'"#),
        Complaint(
            "a: \"it's ⟦\\é⟧\" # b\n",
            #"yaml.quotes: `\é` is no escape that double quotes know | a: 'it''s \é' # b"#),
        Complaint(
            #"a: "⟦\w⟧\"\\⟦\d⟧\b""# + "\n", escape(#"\w"#, #"a: '\w"\\d\b'"#), escape(#"\d"#, #"a: '\w"\\d\b'"#)),
        Complaint(
            #"a: "x\n⟦\d⟧\b\u00e9""# + "\n", escape(#"\d"#, #"a: "x\n\\d\\b\u00e9""#)),
        Complaint(
            "a: \"b\n  ⟦\\d⟧\"\n",
            #"yaml.quotes: `\d` is no escape that double quotes know | double the backslash, or use single quotes"#),
        Complaint("a: \"⟦\\x⟧4\"\n", #"yaml.quotes: `\x` needs 2 hexadecimal digits"#),
        Complaint("a: \"⟦\\ud83d⟧\"\n", #"yaml.quotes: `\ud83d` is no character"#),
        Complaint("a: \"⟦\\U00110000⟧\"\n", #"yaml.quotes: `\U00110000` is no character"#),
    ]

    private static let under = "yaml.indentation: this line is indented under "

    private static func escape(_ shown: String, _ line: String) -> String {
        "yaml.quotes: `\(shown)` is no escape that double quotes know | \(line)"
    }

    private static let indentation = [
        Complaint("a:\n⟦\t⟧b: 1\n", "yaml.tab: indentation may not contain tabs | indent with spaces | b: 1"),
        Complaint(
            "a:\n⟦\t⟧- b: 1\n\t  c: 2\n\t- b: 3\n\t\tc: ⟦@4⟧\n",
            "yaml.tab: indentation may not contain tabs"
                + " | indent with spaces; 4 lines of this file are indented with tabs"
                + " | - b: 1 | c: 2 | - b: 3 | c: \"@4\"",
            "yaml.unquoted-text: a text that begins with `@` must be quoted | c: \"@4\""),
        Complaint("-⟦\t⟧a: 1\n", "yaml.tab: a tab may not stand here | use a space | - a: 1"),
        Complaint("a: |\n  x\n⟦\t⟧y\n", "yaml.tab: indentation may not contain tabs | indent with spaces | y"),
        Complaint(
            "a:\n  b: 1\n ⟦c: 2⟧\n",
            "yaml.indentation: this line is indented by 1, which fits no line above: expected 2 or 0"),
        Complaint(
            "a:\n  - b: 1\n   ⟦c: 2⟧\n",
            "yaml.indentation: this line is indented by 3, which fits no line above: expected 4 or 2 or 0"),
        Complaint("a: 1\n  ⟦b: 2⟧\nc: 3\n", "\(under)`a`, which has a value already | b: 2"),
        Complaint(
            "x:\n  - a: 1\n     ⟦b:⟧\n       c: 2\n  - d\n", "\(under)`a`, which has a value already | b: | c: 2"),
        Complaint("a⟦:⟧b\n  ⟦c: 1⟧\n", space + " | a: b", "\(under)`a`, which has a value already | c: 1"),
        Complaint(
            "a: \"b\"\n  ⟦c: 1⟧\nd: 2\n", "\(under)`a`, which has a value already | c: 1"),
        Complaint(
            "a: \"b\n⟦c⟧\nd\"\n",
            "yaml.indentation: this line goes on with a quoted text and must be indented deeper than its key | c | d\""),
        Complaint(
            "a: {\n⟦b: 1,⟧\n}\n",
            "yaml.indentation: what stands between brackets must be indented deeper than its key | b: 1,"),
        Complaint(
            "a: |\n    \n  ⟦b⟧\n",
            "yaml.indentation: this line is indented less than an empty line above it, where the text begins"
                + " | remove the spaces of the empty lines above"),
        Complaint("a: 1\n⟦- b⟧\n", "yaml.indentation: a list item stands here among the keys of a map"),
        Complaint(
            "- a\n⟦b: 1⟧\n",
            "yaml.indentation: this line stands among the items of a list but does not begin with `- `"),
        Complaint(
            "x:\n - get: 1\n ⟦expect:⟧\n   a: 2\n\n   # c\n b: 3\n - get: 4\n",
            "yaml.indentation: this line stands among the items of a list but does not begin with `- `"
                + " | expect: | a: 2 | b: 3"),
        Complaint(
            "a: ⟦- b⟧\n",
            "yaml.syntax: a list cannot begin on the line of its key"
                + " | begin it on the next line, or quote the value if it is text"),
    ]

    private static let brackets = [
        Complaint("a: ⟦[⟧1, 2\n⟨b⟩: 3\n", "yaml.open-bracket: this `[` is not closed | a: [1, 2]"),
        Complaint(
            "a: { b: ⟦[⟧ 1, 2 # d\n⟨c⟩: 3\n", "yaml.open-bracket: this `[` is not closed | a: { b: [ 1, 2 ] } # d"),
        Complaint("a: ⟦[⟧1, 2\n", "yaml.open-bracket: this `[` is not closed"),
        Complaint("a: ⟦[⟧1,\n", "yaml.open-bracket: this `[` is not closed"),
        Complaint("a: ⟦{⟧ b: 1\n", "yaml.open-bracket: this `{` is not closed"),
        Complaint("a: ⟨[⟩1, 2⟦}⟧\n", "yaml.open-bracket: this `}` closes nothing that is open here"),
        Complaint("--- ⟦a: 1⟧\n", "yaml.syntax: a map cannot begin on the line of `---` | begin it on the next line"),
        Complaint("a: [1,⟦,⟧2]\n", "yaml.syntax: a value is missing before this comma"),
        Complaint(
            "a: {b: 1 c⟦:⟧ 2}\n",
            "yaml.syntax: a comma or the end of this `{` is expected here | a text that contains `: ` must be quoted; a comma separates two entries"
        ),
        Complaint("a: [\"x\"⟦⟧ \"y\"]\n", "yaml.syntax: a comma is missing here | a: [\"x\", \"y\"]"),
        Complaint(
            "{\n  \"a\": 1⟦⟧\n  \"b\": \"x\"⟦⟧\n  \"c\": 2\n}\n",
            "yaml.syntax: a comma is missing here | \"a\": 1,",
            "yaml.syntax: a comma is missing here | \"b\": \"x\","),
    ]

    @Test(arguments: colons) func `a wrong colon is blamed on its line`(_ complaint: Complaint) { complaint.verify() }

    @Test(arguments: quotes) func `a wrong quote is blamed on its place`(_ complaint: Complaint) { complaint.verify() }

    @Test(arguments: indentation) func `wrong indentation is explained`(_ complaint: Complaint) { complaint.verify() }

    @Test(arguments: brackets) func `wrong brackets are explained`(_ complaint: Complaint) { complaint.verify() }

    @Test func `a key that is too long is named as the reason`() {
        let composed = Composed("a: 1\n" + String(repeating: "k", count: 1100) + ": 1\n")
        #expect(composed.messages == ["yaml.too-large: a key may have at most 1024 characters, on one line"])
    }

    @Test func `places are right behind a byte order mark, multi-byte characters and CR LF`() {
        Complaint("\u{FEFF}é: 😀\r\nü: x\r\na⟦:⟧1\r\n", Self.space + " | a: 1").verify()
    }
}
