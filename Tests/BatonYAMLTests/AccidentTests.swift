import Testing

/// What YAML reads otherwise than it was meant: the message shows the corrected line.
struct AccidentTests {
    private static let flowTemplate =
        "yaml.unquoted-text: within `{ }` and `[ ]`, an expression with any of `, [ ] { }` or `: ` must be quoted"
    private static let flowText =
        "yaml.unquoted-text: within `{ }` and `[ ]`, a text with any of `, [ ] { }` or `: ` must be quoted"
    private static let colon = "a value that contains `: ` must be quoted"
    private static let comment = "` #` begins a comment; a value that contains it must be quoted"
    private static let quote = "text follows the closing quote: such a value must be quoted as a whole"

    private static let flow = [
        Complaint("json: { x: ⟦$(f(a, b))⟧, y: 1 }\n", flowTemplate + #" | json: { x: "$(f(a, b))", y: 1 }"#),
        Complaint("- [⟦$(f([a, b]))⟧]\n", flowTemplate + #" | - ["$(f([a, b]))"]"#),
        Complaint("x: {a: ⟦$(f(\"x\", y))⟧}\n", flowTemplate + #" | x: {a: '$(f("x", y))'}"#),
        Complaint("x: { a: ⟦a/$(f({b: c}))/d⟧ }\n", flowTemplate + #" | x: { a: "a/$(f({b: c}))/d" }"#),
        Complaint("x: { a: ⟦$(a ? b : c)⟧ }\n", flowTemplate + #" | x: { a: "$(a ? b : c)" }"#),
        Complaint("x: [⟦$(a ? b :[c])⟧]\n", flowTemplate + #" | x: ["$(a ? b :[c])"]"#),
        Complaint("x: { a: ⟦$(b⟧ }\n", "yaml.quotes: this `$(` is not closed"),
        Complaint("expect: { ⟦$.items[0].id⟧: 42 }\n", flowText + #" | expect: { "$.items[0].id": 42 }"#),
        Complaint("expect: { re: ⟦^\\d{3}$⟧ }\n", flowText + #" | expect: { re: '^\d{3}$' }"#),
        Complaint("x: [⟦$.a[?@.b == 'x, y']⟧]\n", flowText + #" | x: ["$.a[?@.b == 'x, y']"]"#),
        Complaint("x: { that: ⟦a == [1, 2]⟧, b: 1 }\n", flowText + #" | x: { that: "a == [1, 2]", b: 1 }"#),
        Complaint("é: { ü: ⟦$(f(é, b))⟧ }\n", flowTemplate + #" | é: { ü: "$(f(é, b))" }"#),
        // The corrected line would hold the other mistake still.
        Complaint(
            "a: { b: ⟦@x⟧, c: d⟦:⟧ e }\n",
            "yaml.unquoted-text: a text that begins with `@` must be quoted | quote the value",
            "yaml.syntax: a comma or the end of this `{` is expected here | a text that contains `: ` must be quoted; a comma separates two entries"
        ),
        Complaint("a: [x, ⟦-⟧]\n", "yaml.unquoted-text: a text that begins with `-` must be quoted | a: [x, \"-\"]"),
        Complaint("a: [x,⟦#c⟧\n  ]\n", "yaml.unquoted-text: a text that begins with `#` must be quoted | a: [x,\"#c\""),
        Complaint(
            "a: ⟦'it\\'s'⟧\n",
            "yaml.unquoted-text: in single quotes a quote is doubled, and `\\` is no escape | a: 'it''s'"),
        Complaint(
            "a: [⟦'it\\'s'⟧, b]\n",
            "yaml.unquoted-text: in single quotes a quote is doubled, and `\\` is no escape | a: ['it''s', b]"),
        Complaint("x: [⟦\"a\" == b⟧]\n", "yaml.unquoted-text: " + quote + #" | x: ['"a" == b']"#),
        Complaint(
            "x: { a: b, ⟦c⟧ }\n",
            "yaml.empty-value: `c` has no value"
                + " | write `c: …`, or quote the whole text if the comma before is part of it"),
    ]

    private static let block = [
        Complaint("x: ⟦$(a ? b : c)⟧\n", "yaml.unquoted-text: \(colon) | x: \"$(a ? b : c)\""),
        Complaint("- that: ⟦a ? b : \"c\"⟧ # d\n", "yaml.unquoted-text: \(colon) | - that: 'a ? b : \"c\"' # d"),
        Complaint("a: ⟦? b⟧\n", "yaml.unquoted-text: a text that begins with `?` must be quoted | a: \"? b\""),
        Complaint("a: ⟦b: c⟧\n", "yaml.unquoted-text: \(colon) | a: \"b: c\""),
        Complaint("x: ⟦$(a + \" #1\")⟧ # b\n", "yaml.unquoted-text: \(comment) | x: '$(a + \" #1\")' # b"),
        Complaint(
            "that: ⟦body.contains(\" #1\")⟧\n", "yaml.unquoted-text: \(comment) | that: 'body.contains(\" #1\")'"),
        Complaint("that: ⟦\"a\" == b⟧\n", "yaml.unquoted-text: \(quote) | that: '\"a\" == b'"),
        Complaint("that: ⟦'it''s' == b⟧ # c\n", "yaml.unquoted-text: \(quote) | that: \"'it''s' == b\" # c"),
        Complaint(
            "x: ⟦[1, 2] == y⟧\n",
            "yaml.unquoted-text: text follows the closing `]`: such a value must be quoted as a whole"
                + " | x: \"[1, 2] == y\""),
        Complaint(
            "x: ⟦{} == y⟧\n",
            "yaml.unquoted-text: text follows the closing `}`: such a value must be quoted as a whole"
                + " | x: \"{} == y\""),
        Complaint(
            "x: [\n  1\n]⟦ == y⟧\nz: 1\n", "yaml.syntax: no text may follow here"),
    ]

    private static let indicators = [
        "!flag", "!(a && b)", "!response.ok && b", "&", "& b", "&& b", "*", "*.json", "> 5", ">= 5", ">5", "| grep",
        "%d", "@a", ", b", "]", "} b", "@",
    ]

    @Test(arguments: flow) func `values in flow style that must be quoted are shown quoted`(_ complaint: Complaint) {
        complaint.verify()
    }

    @Test(arguments: block) func `values in block style that must be quoted are shown quoted`(_ complaint: Complaint) {
        complaint.verify()
    }

    @Test(arguments: indicators) func `a text that begins with an indicator is shown quoted`(_ text: String) {
        let message = "yaml.unquoted-text: a text that begins with `\(text.prefix(1))` must be quoted"
        Complaint("a: ⟦\(text)⟧\nb: 1\n", "\(message) | a: \"\(text)\"").verify()
        Complaint("- c\n- ⟦\(text)⟧ # d\n- e\n", "\(message) | - \"\(text)\" # d").verify()
    }

    @Test(arguments: [
        "a:\n- ⟨b⟩\n ⟦-⟧ c\n", "a: ⟨b⟩\n  ⟦-⟧ c\n  - d\n", "a:\n  - ⟨b⟩\n    ⟦-⟧\n      c\n",
        "a:\n  - ⟨b⟩\n    ⟦-⟧\tc\n", "a:\n  - ⟨b⟩\n    ⟦-⟧\n", "a: ⟨f⟩(b)\n  ⟦-⟧ c\n", "a: [⟨b⟩\n  ⟦-⟧ c]\n",
        "- ⟨b⟩ c\n\n   ⟦-⟧ d\n", "- ⟨b⟩\n ⟦-⟧ c: 1\n  d: 2\n", "- ⟨b⟩\n ⟦-⟧ c: 1\n   d: 2\n- e\n",
        "a:\r\n- ⟨b⟩\r\n - c\r\n",
    ])
    func `a line that looks like an item and goes on with a text is none`(_ marked: String) {
        let marked = marked.replacing("\r\n - c", with: "\r\n ⟦-⟧ c")
        Complaint(
            marked,
            "yaml.item-inside: this `-` begins no item: the line goes on with the text above it"
                + " | indent all items of a list alike, or write a text of several lines below `|`"
        ).verify()
    }

    @Test(arguments: [
        "a: b\n  -c\n", "a: |\n  b\n  - c\n", "a: \"b\n  - c\"\n", "a: [b\n  -c]\n", "a: b\n  c - d\n",
        "a:\n- b\n- c\n", "a: $(b\n  - c)\n", "a: f(b\n  - c) - d\n",
    ])
    func `a dash that looks like no item may stand in a text`(_ text: String) {
        #expect(Composed(text).messages == [])
    }

    @Test func `a text that begins with a backtick is shown quoted`() {
        Complaint(
            "a: ⟦`b`⟧\n", "yaml.unquoted-text: a text that begins with a backtick must be quoted | a: \"`b`\""
        ).verify()
    }

    @Test func `an indicator before a template is a matter of templates`() {
        Complaint(
            "a: ⟦@$(b)⟧\n", "yaml.unquoted-text: a text that begins with `@` must be quoted | a: \"@$(b)\""
        ).verify()
    }

    @Test(arguments: [
        ("u: /a/⟦{{x}}⟧\n", "{{x}}"),
        ("u: ⟦{{ x }}⟧\n", "{{ x }}"),
        ("u: ⟦${HOME_2}⟧/x\n", "${HOME_2}"),
        ("u: ⟦{{base_url}}⟧/x\n", "{{base_url}}"),
        ("- ⟦${{ a.b }}⟧/c\n", "${{ a.b }}"),
        ("u: a⟦${x}⟧b\n", "${x}"), ("u: it's ⟦{{x}}⟧, isn't it\n", "{{x}}"),
        ("f: { u: /a/⟦{{x}}⟧, b: 1 }\n", "{{x}}"),
        ("f: [⟦{{x}}⟧]\n", "{{x}}"),
        ("f: [⟦${x}⟧]\n", "${x}"),
        ("f: { u: ⟦${{ f(a, b) }}⟧ }\n", "${{ f(a, b) }}"),
        ("⟦{{x}}⟧: 1\n", "{{x}}"),
        ("a: b\n  c ⟦{{x}}⟧ d\n", "{{x}}"),
    ])
    func `a template of another tool is told`(_ marked: String, _ shown: String) {
        Complaint(
            marked,
            "yaml.foreign-template: `\(shown)` is a template of another tool | a value is written `$(name)` here"
        ).verify()
    }

    @Test(arguments: [
        "a: \"{{x}}\"\n", "a: '${x}'\n", "a: |\n  ${{ x }}\n", "a: >\n  {{ x }}\n", "a: /users/{id}\n", "a: $(x)\n",
        "a: $$(x\n", "a: { b: $(x), c: $(f(x)) }\n", "a: b #c\n", "a: sad :( # d\n", "a: it's # (d\n",
        "a: x # )\n", "\"a\" : 1\n", "a: [\"b\" , 'c' ] # d\n", "- \"a\" # b\n", "a: ${x\n", "a: b:c\n",
        "a: http://b:80/\n", "a: {\"b\":1}\n", "a: b != \"{{x}}\"\n", "a: b == '${x}' && c\n", "a: $(\"a {{x}} b\")\n",
        "a: $.b[0].c\n", "a: b\n  c # d\n", "a: [x, :c]\n",
        "a: { b: :c, d: ?e }\n",
    ])
    func `what is harmless is left alone`(_ yaml: String) {
        #expect(Composed(yaml).messages == [])
    }

    @Test func `all accidents of a file are told at once, with all other mistakes`() {
        let yaml = "a: @x\nb: { c: $(f(a, b)) }\nd: \"^\\d\"\ne:1\nf: g: h\ni: [1 \"j\" {}]\nk:\na: 2\n"
        let composed = Composed(yaml)
        #expect(
            composed.codes == [
                "yaml.unquoted-text", "yaml.unquoted-text", "yaml.quotes", "yaml.syntax",
                "yaml.unquoted-text", "yaml.unquoted-text", "yaml.empty-value", "yaml.duplicate-key",
            ])
        #expect(composed.root?["b"]?["c"]?.scalar?.text == "$(f(a, b))")
        #expect(composed.root?["d"]?.scalar?.text == "^\\d")
        #expect(composed.root?["e"]?.scalar?.value == .number("1"))
        #expect(composed.root?["f"]?.scalar?.text == "g: h")
    }

    @Test func `the text of a value that was read past is what is written`() {
        let composed = Composed("that: \"é\" == b\nnext: 1\n")
        let node = composed.root?["that"]
        #expect(node?.scalar?.text == "\"é\" == b")
        #expect(node?.range.text == "\"é\" == b")
        #expect(composed.root?["next"]?.range.text == "1")
    }
}
