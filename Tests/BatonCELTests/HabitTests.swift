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

    private static let arrow = arrowHelp("list.all(x, x > 0)")
    private static func arrowHelp(_ example: String) -> String {
        "a macro takes the name and the expression as two arguments: `\(example)`"
    }
    private static let matches =
        "write `text.matches(\"pattern\")`; the match itself is `regex(text, \"pattern\")`"
    private static let straight = "texts stand between straight quotes, `\"` or `'`"

    static let signs: [Case] = [
        Case("json.items.all(i => i > 0)", "=>", "`=>` is no operator", arrow),
        Case("json.items.all(i -> i > 0)", ">", "expected a value, found `>`", arrow),
        Case("json.items.some(i => i > 0)", "=>", "`=>` is no operator", arrowHelp("list.exists(x, x > 0)")),
        Case("json.items.some((i) => i > 0)", "=>", "`=>` is no operator", arrowHelp("list.exists(x, x > 0)")),
        Case("json.items.any(i -> i > 0)", ">", "expected a value, found `>`", arrowHelp("list.exists(x, x > 0)")),
        Case("json.items.every(i => i > 0)", "=>", "`=>` is no operator", arrow),
        Case("json.items.filter(i => i > 0)", "=>", "`=>` is no operator", arrowHelp("list.filter(x, x > 0)")),
        Case("json.items.map(i => i.id)", "=>", "`=>` is no operator", arrowHelp("list.map(x, x.name)")),
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
            "the digits of a number stand together: `1000`"),
        Case(
            "response.duration < 1.5s", "s", "expected an operator or the end of the expression, found `s`",
            "a duration is written `duration(\"1.5s\")`"),
        Case(
            "response.duration < 2d", "d", "expected an operator or the end of the expression, found `d`",
            "a duration of days is written in hours: `duration(\"24h\")`"),
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

    static let words: [Case] = [
        Case("typeof name == 'a'", "typeof", "`typeof` is no operator", "write `type(…)`"),
        Case(
            "if (count == 1) { true }", "if", "`if` is a reserved word and no name",
            "a choice is written `condition ? value : other`"),
        Case(
            "type(name) == \"string\"", "type(name) == \"string\"",
            "`type(name)` is type and `\"string\"` is string: they are never equal",
            "a type has no quotes: write `string`"),
        Case(
            "type(json) == \"object\"", "type(json) == \"object\"",
            "`type(json)` is type and `\"object\"` is string: they are never equal",
            "a type has no quotes: write `map`"),
        Case(
            "response.duration < 500", "response.duration < 500", "`<` does not order duration and int",
            "a duration has a unit: `duration(\"500ms\")`"),
        Case(
            "response.duration == 500", "response.duration == 500",
            "`response.duration` is duration and `500` is int: they are never equal",
            "a duration has a unit: `duration(\"500ms\")`"),
        Case(
            "response.headers.content-type == 'a'", "response.headers.content-type", "nothing here is named `type`",
            "a name with `-` stands in brackets: `response.headers[\"content-type\"]`"),
        Case(
            "json.x-request-id == 'a'", "json.x-request-id", "nothing here is named `request`",
            "a name with `-` stands in brackets: `json[\"x-request-id\"]`"),
        Case(
            "json.items.some(i, i.price > 0)", "some", "there is no method `some`", "write `list.exists(x, …)`"),
        Case(
            "json.items.find(i, i.price > 0)", "find", "there is no method `find`", "write `list.filter(x, …)[0]`"),
        Case(
            "json.items.reduce(sum, i, sum + i.price)", "reduce", "there is no method `reduce`",
            "a sum is `sum(list.map(x, …))`; nothing else is folded"),
        Case("json.items.isEmpty()", "isEmpty", "there is no method `isEmpty`", "write `size(…) == 0`"),
        Case(
            "name.match('a')", "match", "there is no method `match`",
            "write `text.matches(\"pattern\")`; the match itself is `regex(text, \"pattern\")`"),
        Case(
            "strings.upper(name)", "upper", "there is no function `strings.upper`", "write `text.upperAscii()`"),
        Case(
            "name[0] == 'A'", "name[0]", "`name` is string and cannot be indexed",
            "a character of a text is `text.charAt(0)`"),
        Case(
            "json.items.contains(1)", "1", "`contains` works on string, not int",
            "write `\"1\"`, in quotes; whether a list holds it: `1 in list`"),
        Case(
            "has(json[\"a b\"])", "has(json[\"a b\"])", "`has` asks for a member, like `has(a.b)`",
            "write `\"a b\" in json`"),
        Case("has(nothing)", "has(nothing)", "`has` asks for a member, like `has(a.b)`", "write `has(vars.nothing)`"),
        Case(
            "cel.bind(x, 1) == 1", "cel.bind(x, 1)", "`cel.bind` takes 3 arguments, not 2",
            "write `cel.bind(name, value, expression)`"),
    ]

    private static func end(_ word: String) -> String {
        "expected an operator or the end of the expression, found `\(word)`"
    }

    static let comparisons: [Case] = [
        Case("count is not null", "is", end("is"), "write `count != null`"),
        Case("json.id is None", "is", end("is"), "write `json.id == null`"),
        Case("(json.id is null)", "is", "expected `)`, found `is`", "write `json.id == null`"),
        Case("json.id is int", "is", end("is"), "write `type(json.id) == int`"),
        Case("json.id is not a string", "is", end("is"), "write `type(json.id) != string`"),
        Case("json.items[0].price is number", "is", end("is"), "write `type(x) in [int, double]`"),
        Case("count is not number", "is", end("is"), "write `!(type(count) in [int, double])`"),
        Case("name is not empty", "is", end("is"), "write `size(name) != 0`"),
        Case("count is 3", "is", end("is"), "write `==`"), Case("count is not 3", "is", end("is"), "write `!=`"),
        Case("count is in [1, 2]", "is", end("is"), "write `count in …`"),
        Case("count not in [1, 2]", "not", end("not"), "write `!(count in [1, 2])`"),
        Case("name not in json.names && true", "not", end("not"), "write `!(name in json.names)`"),
        Case("not count == 3", "not", "`not` is no operator", "write `!(count == 3)`"),
        Case("(not name == \"a)\") || true", "not", "`not` is no operator", "write `!(name == \"a)\")`"),
        Case("name instanceof String", "instanceof", end("instanceof"), "write `type(name) == string`"),
        Case(
            "name like 'a%'", "like", end("like"),
            "write `text.contains(…)`, `text.startsWith(…)` or `text.matches(\"pattern\")`"),
        Case("count between 1 and 5", "between", end("between"), "write both ends: `count >= 1 && count <= 5`"),
        Case(
            "json.a exists", "exists", end("exists"),
            "write `json.a != null`; whether a member is there says `has(a.b)`"),
    ]

    static let members: [Case] = [
        Case(
            "name.matches(/a/)", "/", "expected a value, found `/`", "a pattern is a text: `text.matches(\"pattern\")`"),
        Case(
            "json.a ?: 1", ":", "expected a value, found `:`",
            "a value for the case that there is none is `a.?b.orValue(0)`"),
        Case("new Date() > count", "Date", end("Date"), "the present moment is `now()`"),
        Case(
            "isinstance(name, str)", "isinstance", "there is no function `isinstance`", "write `type(name) == string`"),
        Case(
            "Array.isArray(json.items)", "Array.isArray", "there is no function `Array.isArray`",
            "write `type(x) == list`"),
        Case(
            "response.json()", "json", "`response` has no method `json`",
            "`json` is no method: write `response.json`"),
        Case(
            "response.headers.get(\"etag\") == 'a'", "get", "`response.headers` has no method `get`",
            "write `response.headers[\"etag\"]`"),
        Case("json.get('a') == 1", "get", "there is no method `get`", "write `json['a']`"),
        Case("json.get('a', 1) == 1", "get", "there is no method `get`", "write `json[?'a'].orValue(1)`"),
        Case("name.substr(0, 2)", "substr", "there is no method `substr`", "write `text.substring(0, 2)`"),
        Case("name.strip()", "strip", "there is no method `strip`", "write `text.trim()`"),
        Case(
            "response.body.id == 5", "id", "`response.body` is string and has no members",
            "write `response.json.id`"),
        Case(
            "response.body['id'] == 5", "response.body['id']", "`response.body` is string and cannot be indexed",
            "write `response.json['id']`"),
        Case("response.body.length", "length", "`response.body` is string and has no members", "write `size(…)`"),
        Case("body.id == 5", "body", "nothing here is named `body`", "write `response.json.id`"),
        Case("body[0].id == 5", "body", "nothing here is named `body`", "write `response.json`"),
        Case("res.body.items[0].id == 5", "res", "nothing here is named `res`", "write `response.json.items`"),
        Case("res.data.name.startsWith('a')", "res", "nothing here is named `res`", "write `response.json.name`"),
        Case("body.startsWith('a')", "body", "nothing here is named `body`", "write `response.body`"),
        Case("res.status == 200", "res", "nothing here is named `res`", "write `response`"),
        Case(
            "\"5\" + 1 == '51'", "\"5\" + 1", "`+` does not work on string and int",
            "for the sum write `5`, without quotes; for a text `string(1)`"),
        Case(
            "count + '1' == '31'", "count + '1'", "`+` does not work on int and string",
            "for the sum write `1`, without quotes; for a text `string(count)`"),
        Case(
            "json.zzz == undefined", "undefined", "nothing here is named `undefined`",
            "write `null`; whether a member is there says `has(json.zzz)`"),
        Case(
            "count == undefined", "undefined", "nothing here is named `undefined`",
            "write `null`; whether a member is there says `has(a.b)`"),
        Case("re.match('^A', name)", "re.match", "there is no function `re.match`", matches),
        Case("re.search('^A', name)", "re.search", "there is no function `re.search`", matches),
        Case("re.test('^A', name)", "re.test", "there is no function `re.test`", matches),
        Case(
            "current.res.body.total == 1", "current", "nothing here is named `current`",
            "write `response.json.total`"),
        Case(
            "res.body == ''", "res", "nothing here is named `res`",
            "write `response.body`, or `response.json` for the parsed body"),
        Case(
            "expect(json.id).to.equal(2)", "expect", "there is no function `expect`",
            "write the condition alone: `json.id == 2`"),
        Case(
            "expect(json.id).not.toBe(2)", "expect", "there is no function `expect`",
            "write the condition alone: `json.id != 2`"),
        Case(
            "expect(json.id)", "expect", "there is no function `expect`",
            "write the condition alone: `json.id == …`"),
        Case(
            "assert(json.id == 2)", "assert", "there is no function `assert`",
            "write the condition alone: `json.id == 2`"),
        Case("assert json.id == 2", "json", end("json"), "write the condition alone: `json.id == 2`"),
        Case("json.has('name')", "has", "there is no method `has`", "write `'name' in json`"),
        Case("count == 3 || yes", "yes", "nothing here is named `yes`", "write `true`"),
    ]

    @Test(arguments: signs + words + comparisons + members)
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
        #expect(issue.code == "expression.argument-type")
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
