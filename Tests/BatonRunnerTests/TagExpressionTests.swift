import Testing

@testable import BatonRunner

/// What `--tag` takes.
@Suite struct TagExpressionTests {
    @Test(
        arguments: [
            ("smoke", true), ("slow", false), ("not slow", true), ("not smoke", false), ("smoke and not slow", true),
            ("smoke and slow", false), ("slow or smoke", true), ("not (slow or smoke)", false),
            // `not` before `and` before `or`.
            ("slow and slow or smoke", true), ("smoke or slow and slow", true), ("(smoke or slow) and slow", false),
            ("not slow and smoke", true), ("not not smoke", true), ("not not not smoke", false),
            (" ( smoke )\tand\n(not slow)", true), ("\"needs review\"", true), ("'needs review' and smoke", true),
            ("area:shop", true), ("area:cart", false), ("don't", true), ("\"a,b\"", true), ("\"say \\\"x\\\"\"", true),
            ("\"and\"", true), ("AND", false), ("Smoke", false), ("größe", true), ("@wip", true), ("a|b", true),
        ] as [(String, Bool)])
    func `an expression holds for the tags of a workflow`(_ text: String, _ expected: Bool) throws {
        let tags = [
            "smoke", "needs review", "area:shop", "don't", "a,b", "say \"x\"", "and", "größe", "@wip", "a|b",
        ]
        #expect(try TagExpression(text).holds(for: tags) == expected)
    }

    @Test(
        arguments: [
            ("smoke and", 9..<9, "a tag is missing at the end", "tags are joined like this: `smoke and not slow`"),
            ("", 0..<0, "a tag is missing at the end", "tags are joined like this: `smoke and not slow`"),
            ("and smoke", 0..<3, "a tag is missing before `and`", "tags are joined like this: `smoke and not slow`"),
            (
                "smoke or or slow", 9..<11, "a tag is missing before `or`",
                "tags are joined like this: `smoke and not slow`"
            ),
            ("()", 1..<2, "a tag is missing before `)`", "tags are joined like this: `smoke and not slow`"),
            (
                "needs review", 6..<12, "`and` or `or` is missing before `review`",
                "a tag with a space stands in quotes, inside those of the shell: `'\"needs review\"'`"
            ),
            ("a AND b", 2..<5, "`AND` is written in small letters", "write `and`"),
            ("NOT slow", 0..<3, "`NOT` is written in small letters", "write `not`"),
            ("a and Not slow", 6..<9, "`Not` is written in small letters", "write `not`"),
            (
                "x(y) or z", 1..<2, "`and` or `or` is missing before `(`",
                "a tag with parentheses stands in quotes: `\"x(y)\"`"
            ),
            (
                "(a) (b)", 4..<5, "`and` or `or` is missing before `(`",
                "tags are joined like this: `smoke and not slow`"
            ),
            (
                "a and b (c", 8..<9, "`and` or `or` is missing before `(`",
                "a tag with parentheses stands in quotes: `\"b (c\"`"
            ),
            (
                "a not b", 2..<5, "`and` or `or` is missing before `not`",
                "write `and not`"
            ),
            ("a && b", 2..<4, "`&&` is no word of an expression", "write `and`"),
            ("a | b", 2..<3, "`|` is no word of an expression", "write `or`"),
            (
                "!slow", 0..<5, "`!` is no word of an expression",
                "write `not slow`; a tag that begins with `!` stands in quotes"
            ),
            (
                "smoke,auth", 5..<6, "a comma does not join tags",
                "write `smoke or auth` for one of them, `smoke and auth` for all"
            ),
            (
                "smoke, auth", 5..<6, "a comma does not join tags",
                "write `smoke or auth` for one of them, `smoke and auth` for all"
            ),
            (
                "not a,b", 5..<6, "a comma does not join tags",
                "write `or` or `and`; a tag with a comma stands in quotes"
            ),
            ("(a or b", 0..<1, "this `(` is not closed", "add a `)`"),
            ("a)", 1..<2, "this `)` closes nothing that is open", "take it out"),
            (
                "a and \"b", 6..<7, "this quote is not closed",
                "close it; a quote inside is written with a `\\` before it"
            ),
            ("''", 0..<2, "a tag is never empty", nil),
        ] as [(String, Range<Int>, String, String?)])
    func `a wrong expression says where and what to write`(
        _ text: String, _ place: Range<Int>, _ message: String, _ help: String?
    ) throws {
        let mistake = try #require(throws: TagExpression.SyntaxError.self) { try TagExpression(text) }
        #expect(mistake.message == message)
        #expect(mistake.range == place)
        #expect(mistake.help == help)
    }

    @Test func `deep expressions end in a mistake, and long ones are read`() throws {
        let deep = String(repeating: "(", count: 100_000) + "a" + String(repeating: ")", count: 100_000)
        let mistake = try #require(throws: TagExpression.SyntaxError.self) { try TagExpression(deep) }
        #expect(mistake.message == "the expression is nested too deeply")
        let nots = String(repeating: "not ", count: 100_000) + "a"
        #expect(throws: TagExpression.SyntaxError.self) { try TagExpression(nots) }
        let long = Array(repeating: "a", count: 10_000).joined(separator: " or ") + " or smoke"
        #expect(try TagExpression(long).holds(for: ["smoke"]))
    }

    @Test(arguments: ["smoke", "needs review", "and", "!x", "a,b", "say \"x\"", "it's", "'", "(x)", "a\\b", "&&"])
    func `a tag in quotes is read as that tag`(_ tag: String) throws {
        #expect(try TagExpression(TagExpression.quoted(tag)).tags == [tag])
    }
}
