import BatonCEL
import Testing

@Suite struct TemplateTests {
    @Test(arguments: [
        ("", []), ("plain", ["=plain"]), ("$(a)", ["a"]),
        ("/users/$(id)?q=$(f(\"(\", g(x)))", ["=/users/", "id", "=?q=", "f(\"(\", g(x))"]),
        ("$$(a)", ["=$(a)"]), ("$$$(a)", ["=$$(a)"]), ("$a $ ( )", ["=$a $ ( )"]),
        ("cost: $5 $(a)", ["=cost: $5 ", "a"]),
        ("$(')')", ["')'"]), ("$(r\"\\\")", ["r\"\\\""]), ("$('''a')b''')", ["'''a')b'''"]), ("$(a.`b)`)", ["a.`b)`"]),
        ("$((1 + 2) * 3)!", ["(1 + 2) * 3", "=!"]), ("$(\"\\\")\")", ["\"\\\")\""]), ("é$(a)é", ["=é", "a", "=é"]),
        ("$(a)$(b)", ["a", "b"]), ("$()", [""]), ("$(bar\"x)\")", ["bar\"x)\""]),
    ])
    func `a text is cut into literals and expressions`(text: String, parts: [String]) {
        let template = CELTemplate.parse(text)
        #expect(template.diagnostics.isEmpty)
        #expect(
            template.segments.map {
                switch $0 {
                case .literal(let text, _): "=" + text
                case .expression(let text, _): text
                }
            } == parts)
    }

    @Test func `places are offsets in the text`() {
        let template = CELTemplate.parse("é$$(x)$(abc)z")
        #expect(template.segments == [.literal("é$(x)", 0..<7), .expression("abc", 9..<12), .literal("z", 13..<14)])
    }

    @Test(arguments: [("a $(b", 2..<4), ("$(f(1)", 0..<2), ("$('abc)", 2..<3), ("$(\"\"\"a)", 2..<5)])
    func `an expression without its end is an issue`(text: String, range: Range<Int>) {
        let template = CELTemplate.parse(text)
        #expect(template.diagnostics.map(\.code) == ["expression.syntax"])
        #expect(template.diagnostics.first?.range == range)
    }

    @Test(arguments: [
        ("$(f(g(\"a\"))", "one `)` is missing; `$(` as text is written `$$(`"),
        ("$(f(g(h(a))", "2 `)` are missing; `$(` as text is written `$$(`"),
        ("costs $(5", "to write `$(` as text, write `$$(`"),
    ])
    func `where brackets are closed, the missing ones are counted`(text: String, help: String) {
        #expect(CELTemplate.parse(text).diagnostics.map(\.help) == [help])
    }

    @Test(
        arguments: [
            ("$(a)", "a"), ("$(_a1)", "_a1"), ("$()", nil), ("$(1a)", nil), ("$( a)", nil), ("$(a.b)", nil),
            ("$(é)", nil),
            ("$$(a)", nil), ("$(a) ", nil), ("$(a", nil), ("$(a)(b)", nil), ("(a)", nil), ("", nil),
        ] as [(String, String?)])
    func `a template of one name is known as a plain name`(text: String, name: String?) {
        #expect(CELTemplate.soleName(in: text) == name)
    }

    @Test func `a template of one expression keeps the expression's value`() {
        #expect(CELTemplate.parse("$(a.b)").soleExpression?.text == "a.b")
        #expect(CELTemplate.parse(" $(a.b)").soleExpression == nil)
        #expect(CELTemplate.parse("$(a)$(b)").soleExpression == nil)
    }
}
