import BatonDiagnostics
import Testing

/// Whatever the grammar forbids has a message of its own, with a place.
struct MistakeTests {
    private static let mistakes: [(String, [String])] = [
        ("a: @", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: 1\nfoo\nbar: 1\n", ["yaml.syntax: this line is no `…`"]),
        ("a: 1\nfoo", ["yaml.syntax: this line is no `…`"]),
        ("a: - b", ["yaml.syntax: a list cannot begin on the line of its key"]),
        ("a: ? b", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: b: c", ["yaml.unquoted-text: a value that contains `…` must be quoted"]),
        ("a: & b", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: * b", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: |0\n b", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: |+0\n b", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: | b", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: |\n\tb", ["yaml.tab: indentation may not contain tabs"]),
        ("a: |\n\n\t", ["yaml.tab: indentation may not contain tabs"]),
        (
            "a: 'b\n---\n",
            [
                "yaml.quotes: this quote is never closed",
                "yaml.unsupported: a second document begins here; a file holds one",
            ]
        ),
        ("a: \"b", ["yaml.quotes: this quote is never closed"]),
        ("a: \"\\q\"", ["yaml.quotes: `…` is no escape that double quotes know"]),
        ("a: \"\\xZZ\"", ["yaml.quotes: `…` needs 2 hexadecimal digits"]),
        ("a: \"\\ud800\"", ["yaml.quotes: `…` is no character"]),
        ("a: [b:[c]]", ["yaml.syntax: a space is missing after the colon"]),
        ("a:\n  b\n\tc", ["yaml.tab: indentation may not contain tabs"]),
        ("a: !<b c> d", ["yaml.unsupported: tags are not supported"]),
        ("a: !b^ c", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: !<> b", ["yaml.unsupported: tags are not supported"]),
        ("a: !b%zz c", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: !b%FF c", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: !b%C3%41 c", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: !b!c d", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("%FOO\n--- a", ["yaml.syntax: this directive is unknown"]),
        ("%YAML 1.1 b\n--- a", ["yaml.syntax: only YAML 1.2 is read, not `…`"]),
        ("% \n--- a", ["yaml.syntax: this directive is unknown"]),
        ("%F!\n--- a", ["yaml.syntax: this directive is unknown"]),
        ("%YAML 1\n--- a", ["yaml.syntax: only YAML 1.2 is read, not `…`"]),
        ("%YAML 1234567890.1\n--- a", ["yaml.syntax: only YAML 1.2 is read, not `…`"]),
        ("%YAML x\n--- a", ["yaml.syntax: only YAML 1.2 is read, not `…`"]),
        ("%TAG !a!b c\n--- a", ["yaml.unsupported: tags are not supported"]),
        ("%TAG ! b^\n--- a", ["yaml.unsupported: tags are not supported"]),
        ("%TAG b c\n--- a", ["yaml.unsupported: tags are not supported"]),
        ("%TAG !b c\n--- a", ["yaml.unsupported: tags are not supported"]),
        ("%TAG ! \n--- a", ["yaml.unsupported: tags are not supported"]),
        ("%TAG ! b%zz\n--- a", ["yaml.unsupported: tags are not supported"]),
        ("%TAG ! b%FF\n--- a", ["yaml.unsupported: tags are not supported"]),
        ("%TAG ! b%C3%41\n--- a", ["yaml.unsupported: tags are not supported"]),
        (
            "%YAML 1.1\n%YAML 1.1\n--- a",
            ["yaml.syntax: only YAML 1.2 is read, not `…`", "yaml.syntax: the YAML version is declared twice"]
        ),
        ("%YAML 2.0\n--- a", ["yaml.syntax: only YAML 1.2 is read, not `…`"]),
        (
            "%TAG ! b\n%TAG ! c\n--- a",
            ["yaml.unsupported: tags are not supported", "yaml.unsupported: tags are not supported"]
        ),
        ("'a' 'b'", ["yaml.unquoted-text: text follows the closing quote: such a value must be quoted as a whole"]),
        ("a: ]", ["yaml.unquoted-text: a text that begins with `…` must be quoted"]),
        ("a: [,]", ["yaml.syntax: a value is missing before this comma"]),
        ("- a\nb: 1", ["yaml.indentation: this line stands among the items of a list but does not begin with `…`"]),
        ("a: 1\n- b", ["yaml.indentation: a list item stands here among the keys of a map"]),
        ("a: [b", ["yaml.open-bracket: this `…` is not closed"]),
        ("a: {b", ["yaml.open-bracket: this `…` is not closed"]),
    ]

    /// How libraries for YAML speak of the grammar; no user knows these words.
    private static let grammarWords = [
        "scanning", "parsing", "simple key", "block mapping", "flow mapping", "block sequence", "flow sequence",
        "node", "token", "scalar", "production", "in this context",
    ]

    @Test(arguments: mistakes) func `a mistake is told by its code, in plain words, at a place in the file`(
        _ text: String, _ reasons: [String]
    ) {
        let composed = Composed(text)
        #expect(composed.reasons == reasons)
        for diagnostic in composed.diagnostics {
            let words = ([diagnostic.message, diagnostic.help ?? ""] + diagnostic.notes.map(\.message)).map(\.text)
                .joined(separator: " ")
            for word in Self.grammarWords { #expect(!words.contains(word), "\(words)") }
            let range = diagnostic.range
            #expect(range.map { $0.lower <= $0.upper && $0.upper <= text.utf8.count } == true, "\(words)")
        }
    }

    @Test(arguments: [
        "a: !b %\n", "- @a\n- `b\n- ok: 1\n", "a: |0\n b\nc: 1\n", "a: {b: 1,\nc: 2}\nd: 1\n", "a: [1,, 2]\nb: 1\n",
        "? a\n? b: c\n: d\n", "a: \"b\nc\"\nd: 1\n", "a: 1\n: b\nc: 1\n", "@a: b\nc: 1\n", "x\ny\nz: 1\n",
    ])
    func `what can be read past leaves a tree`(_ text: String) {
        let composed = Composed(text)
        #expect(!composed.diagnostics.isEmpty)
        #expect(composed.root != nil)
    }
}
