import BatonDiagnostics
import Testing

/// Whatever the grammar forbids has a message of its own, with a place.
struct MistakeTests {
    private static let mistakes: [(String, [String])] = [
        ("a: @", ["yaml.unquoted-text"]),
        ("a: 1\nfoo\nbar: 1\n", ["yaml.missing-colon"]),
        ("a: 1\nfoo", ["yaml.missing-colon"]),
        ("a: - b", ["yaml.syntax"]),
        ("a: ? b", ["yaml.unquoted-text"]),
        ("a: b: c", ["yaml.unquoted-text"]),
        ("a: & b", ["yaml.unquoted-text"]),
        ("a: * b", ["yaml.unquoted-text"]),
        ("a: |0\n b", ["yaml.unquoted-text"]),
        ("a: |+0\n b", ["yaml.unquoted-text"]),
        ("a: | b", ["yaml.unquoted-text"]),
        ("a: |\n\tb", ["yaml.tab"]), ("a: |\n\n\t", ["yaml.tab"]),
        ("a: 'b\n---\n", ["yaml.open-quote", "yaml.second-document"]),
        ("a: \"b", ["yaml.open-quote"]),
        ("a: \"\\q\"", ["yaml.escape"]),
        ("a: \"\\xZZ\"", ["yaml.escape"]),
        ("a: \"\\ud800\"", ["yaml.escape"]),
        ("a: [b:[c]]", ["yaml.missing-space"]),
        ("a:\n  b\n\tc", ["yaml.tab"]),
        ("a: !<b c> d", ["yaml.tag"]),
        ("a: !b^ c", ["yaml.tag"]),
        ("a: !<> b", ["yaml.tag"]),
        ("a: !b%zz c", ["yaml.tag"]),
        ("a: !b%FF c", ["yaml.tag"]),
        ("a: !b%C3%41 c", ["yaml.tag"]),
        ("a: !b!c d", ["yaml.tag"]),
        ("%FOO\n--- a", ["yaml.directive"]),
        ("%YAML 1.1 b\n--- a", ["yaml.directive"]),
        ("% \n--- a", ["yaml.directive"]),
        ("%F!\n--- a", ["yaml.directive"]),
        ("%YAML 1\n--- a", ["yaml.directive"]),
        ("%YAML 1234567890.1\n--- a", ["yaml.directive"]),
        ("%YAML x\n--- a", ["yaml.directive"]),
        ("%TAG !a!b c\n--- a", ["yaml.tag"]),
        ("%TAG ! b^\n--- a", ["yaml.tag"]),
        ("%TAG b c\n--- a", ["yaml.tag"]),
        ("%TAG !b c\n--- a", ["yaml.tag"]),
        ("%TAG ! \n--- a", ["yaml.tag"]),
        ("%TAG ! b%zz\n--- a", ["yaml.tag"]),
        ("%TAG ! b%FF\n--- a", ["yaml.tag"]),
        ("%TAG ! b%C3%41\n--- a", ["yaml.tag"]),
        ("%YAML 1.1\n%YAML 1.1\n--- a", ["yaml.directive", "yaml.directive"]),
        ("%YAML 2.0\n--- a", ["yaml.directive"]),
        ("%TAG ! b\n%TAG ! c\n--- a", ["yaml.tag", "yaml.tag"]),
        ("'a' 'b'", ["yaml.unquoted-text"]),
        ("a: ]", ["yaml.unquoted-text"]),
        ("a: [,]", ["yaml.syntax"]),
        ("- a\nb: 1", ["yaml.indentation"]),
        ("a: 1\n- b", ["yaml.indentation"]),
        ("a: [b", ["yaml.open-bracket"]),
        ("a: {b", ["yaml.open-bracket"]),
    ]

    /// How libraries for YAML speak of the grammar; no user knows these words.
    private static let grammarWords = [
        "scanning", "parsing", "simple key", "block mapping", "flow mapping", "block sequence", "flow sequence",
        "node", "token", "scalar", "production", "in this context",
    ]

    @Test(arguments: mistakes) func `a mistake is told by its code, in plain words, at a place in the file`(
        _ text: String, _ codes: [String]
    ) {
        let composed = Composed(text)
        #expect(composed.codes == codes)
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
