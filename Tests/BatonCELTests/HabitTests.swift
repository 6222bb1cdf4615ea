import BatonCEL
import Testing

/// What people write out of habit from other languages is answered with what to write here, and with nothing else.
@Suite struct HabitTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let marked: String
        let message: String
        let help: String

        init(_ text: String, _ marked: String, _ message: String, _ help: String) {
            self.text = text
            self.marked = marked
            self.message = message
            self.help = help
        }

        var testDescription: String { text }
    }

    private static let arrow =
        "a macro takes the name and the expression as two arguments: `list.all(x, x > 0)`"
    private static let matches =
        "write `text.matches(\"pattern\")`; the match itself is `regex(text, \"pattern\")`"
    private static let straight = "texts stand between straight quotes, `\"` or `'`"

    static let signs: [Case] = [
        Case("json.items.all(i => i > 0)", "=>", "`=>` is no operator", arrow),
        Case("json.items.all(i -> i > 0)", ">", "expected a value, found `>`", arrow),
        Case("json.items.some(i => i > 0)", "=>", "`=>` is no operator", arrow),
        Case("json.items.some((i) => i > 0)", "=>", "`=>` is no operator", arrow),
        Case("json.items.any(i -> i > 0)", ">", "expected a value, found `>`", arrow),
        Case("json.items.every(i => i > 0)", "=>", "`=>` is no operator", arrow),
        Case("json.items.filter(i => i > 0)", "=>", "`=>` is no operator", arrow),
        Case("json.items.map(i => i.id)", "=>", "`=>` is no operator", arrow),
        Case("name =~ 'a'", "=~", "`=~` is no operator", "to match a pattern, write `text.matches(\"pattern\")`"),
        Case(
            "json.a?.b == 1", "?.", "`?.` is no operator",
            "a member that may be missing is written `a.?b`, with a value for that case `a.?b.orValue(0)`"),
        Case(
            "json.a ?? 1", "?", "expected a value, found `?`",
            "a value for the case that there is none is `a.?b.orValue(0)`"),
        Case(
            "json.items[*].id", "*", "expected a value, found `*`",
            "of all elements: `list.map(x, x.name)`, or `jsonpath(value, \"$[*].name\")`"),
        Case(
            "json.items[0:2]", ":", "expected `]`, found `:`",
            "a part of a list is `list.slice(0, 2)`, of a text `text.substring(0, 2)`"),
        Case(
            "json..id == 1", ".", "expected a name after the dot, found `.`",
            "at any depth: `jsonpath(value, \"$..name\")`"),
        Case(
            "json.'a b' == 1", "'a b'", "expected a name after the dot, found `'a b'`",
            "such a name stands in brackets: `a[\"b c\"]`"),
        Case("count in (1, 2)", ",", "expected `)`, found `,`", "a list stands in brackets: `[1, 2]`"),
        Case(
            "size(name)) == 1", ")", "expected an operator or the end of the expression, found `)`",
            "no `(` is open here: take the `)` out"),
        Case(
            "count == 9,50", ",", "expected an operator or the end of the expression, found `,`",
            "a number has a point: `9.50`"),
        Case(
            "count == 1_000", "_000", "expected an operator or the end of the expression, found `_000`",
            "a number has no unit; a duration is written `duration(\"5s\")`"),
        Case(
            "response.duration < 1.5s", "s", "expected an operator or the end of the expression, found `s`",
            "a number has no unit; a duration is written `duration(\"5s\")`"),
        Case(
            "response.duration < 2d", "d", "expected an operator or the end of the expression, found `d`",
            "a number has no unit; a duration is written `duration(\"5s\")`"),
        Case(
            "name == 'it's'", "s", "expected an operator or the end of the expression, found `s`",
            "a quote inside of a text is written `\\'`, or the text stands between the other quotes"),
        Case(
            "{{name}} == 'a'", "{{", "`{{` stands inside an expression",
            "names need no marker here: write `name`, not `{{name}}`"),
        Case(
            "${name} == 'a'", "${", "`${` stands inside an expression",
            "names need no marker here: write `name`, not `${name}`"),
        Case(
            "$guid == 'a'", "$", "`$` stands for nothing in an expression",
            "names have no sign: `$name` is `name`; a value that another tool makes is made by a function, such as `uuid()`, `now()` or `random_int(0, 9)`"
        ),
        Case(
            "@.id == 1", "@", "`@` stands for nothing in an expression",
            "for a JSONPath write `jsonpath(response.json, \"$.a\")`, or `response.json.a`"),
        Case(
            "count == 1;", ";", "`;` ends nothing here",
            "an expression has no sign at its end; conditions are joined by `&&`"),
        Case(
            "count == 1 # one", "#", "`#` stands for nothing in an expression",
            "a comment in an expression begins with `//`"),
        Case("name == “a”", "“", "unexpected `“`", straight), Case("name == ‘a’", "‘", "unexpected `‘`", straight),
        Case("count – 1 == 0", "–", "unexpected `–`", "minus is written `-`"),
        Case("count ≠ 1", "≠", "unexpected `≠`", "write `!=`"),
        Case(
            "count\u{A0}== 1", "\u{A0}", "there is a space of another kind, U+00A0", "write an ordinary space"),
        Case(
            "size(json.items == 3", "", "expected `)`, but the expression ends", "this is open: `(json.items == 3`"),
        Case("[1, 2 == 3", "", "expected `]`, but the expression ends", "this is open: `[1, 2 == 3`"),
        Case(
            "json.items[0 == '" + String(repeating: "x", count: 40) + "'", "", "expected `]`, but the expression ends",
            "this is open: `[0 == '" + String(repeating: "x", count: 33) + "…`"),
    ]

    @Test(arguments: signs)
    func `a habit from another language is met with what to write here`(_ test: Case) throws {
        let issues = Sample.issues(test.text)
        let issue = try #require(issues.first)
        #expect(String(decoding: Array(test.text.utf8)[issue.range], as: UTF8.self) == test.marked)
        #expect(issue.message == test.message)
        #expect(issue.help == test.help)
        #expect(issues.count == 1, "\(issues.dropFirst().map(\.message))")
    }

    @Test(arguments: ["size(null)", "name.contains(null)", "timestamp(null)", "-1 in null"])
    func `null as it is written is no text, number or list`(_ text: String) throws {
        let issue = try #require(Sample.issues(text).first)
        #expect(issue.code == "expression.wrong-type")
    }

    @Test(arguments: [
        ("name[0]", "a character of a text is `text.charAt(0)`"),
        ("json.items[-1].price", "the last element is `list[size(list) - 1]`"),
    ])
    func `an index that a value of unknown type does not have is told in the run`(_ text: String, _ help: String) {
        let unknown = text.replacing("name", with: "json.name")
        let error = #expect(throws: CELError.self) { _ = try Sample.evaluate(unknown) }
        #expect(error?.help == help)
    }

    @Test(arguments: [
        "count-1 == 0", "count -count == 0", "json.items[0].price-count == 0", "json.a-json.b == 0", "name == null",
        "json.items.find('a')", "[null, 1].exists(x, x == null)", "json.a == 1 ? .5 : 1", "has(json.a) ? json.a : 1",
    ])
    func `what is meant as it stands is no habit`(_ text: String) {
        let issues = Sample.issues(text).filter { !$0.message.contains("no method `find`") }
        #expect(issues == [])
    }
}
