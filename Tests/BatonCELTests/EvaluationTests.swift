import BatonCEL
import BatonJSON
import FuzzTargets
import Testing

@Suite struct EvaluationTests {
    @Test(arguments: [
        ("response.status == 200 && size(response.json.items) > 0", "true"),
        ("response.json.items[1].price", "2"),
        ("response.json.items.map(i, i.price)", "[1, 2, -1]"),
        ("response.json.items.filter(i, i.price > 0).size()", "2"),
        ("response.headers.location", "\"/there\""),
        ("response.headers[\"location\"]", "\"/there\""),
        ("response.headers.values(\"x\")", "[\"a\", \"b\"]"),
        ("has(response.headers.missing)", "false"),
        ("has(response.certificate)", "false"),
        ("has(response.json.id)", "true"),
        ("response.duration < duration(\"1s\")", "true"),
        ("response[\"status\"] + 1", "201"),
        ("\"name\" in response.json", "true"),
        ("1 + 2.5", "3.5"), ("7 / 2", "3"), ("7 / 2.0", "3.5"), ("3u + 1", "4"), ("2 == 2.0", "true"),
        ("{\"a\": 1}.a", "1"), ("[1, 2] + [3]", "[1, 2, 3]"), ("cel.bind(x, 2, x * x)", "4"),
        ("json.?missing.orValue(5)", "5"), ("json.?items[?9].hasValue()", "false"),
        ("json.items.transformMap(i, v, v.price)", "{0: 1, 1: 2, 2: -1}"),
        ("'%s-%d'.format([name, 3])", "\"Ada-3\""),
        ("[3, 1, 2].sort()", "[1, 2, 3]"),
        ("json.items.sortBy(i, i.price).map(i, i.price)", "[-1, 1, 2]"),
        ("'b' > 'a' && 'ab' > 'a' && 'é' > 'z'", "true"),
        ("'a\\u0000b' == 'a\\u0000c'", "false"), ("[1, [2, [3]]].flatten()", "[1, 2, [3]]"),
        ("sets.contains([1, 2, 3], [2.0])", "true"), ("[1.5, 1, 1.0, 1.5, [1], [1.0]].distinct()", "[1.5, 1, [1]]"),
        ("sets.equivalent([1.5, {'a': 1}], [{'a': 1.0}, 1.5])", "true"), ("lists.range(3)", "[0, 1, 2]"),
        ("'a,b'.split(',').join('+')", "\"a+b\""), ("math.round(2.5)", "3.0"), ("math.greatest([1, 5, 2])", "5"),
        ("'é' == 'e\u{301}'", "false"), ("['é', 'e\u{301}', 'é'].distinct().size()", "2"),
        ("sets.contains(['é'], ['e\u{301}'])", "false"), ("{'é': 1, 'e\u{301}': 2}.size()", "2"),
        ("{'é': 1}[?'e\u{301}'].hasValue()", "false"), ("'e\u{301}' in {'é': 1}", "false"), ("size('🇩🇪')", "2"),
        ("'abcabc'.lastIndexOf('bc', 3)", "1"), ("'abc'.contains('') && ''.contains('')", "true"),
        ("'ab'.endsWith('ab')", "true"),
        ("cidr('10.0.0.0/8').containsIP('10.1.2.3')", "true"), ("string(ip('2001:DB8::0:1'))", "\"2001:db8::1\""),
        ("isIP('1::2::3') || isIP(':1::') || isIP('01.2.3.4') || isIP('::1%lo')", "false"),
        ("'a'.replace('', '-')", "\"-a-\""),
        ("base64.encode('hi')", "\"aGk=\""), ("type(1) == int", "true"),
    ])
    func `an expression yields its value`(text: String, expected: String) throws {
        #expect(try Sample.evaluate(text).brief == expected)
    }

    @Test(arguments: [
        "9007199254740993 == 9007199254740992.0", "9007199254740992.0 == 9007199254740993",
        "9007199254740993 <= 9007199254740992.0", "9007199254740992.0 >= 9007199254740993",
        "9007199254740993u == 9007199254740992.0", "-9007199254740993 == -9007199254740992.0",
        "9007199254740993 in [9007199254740992.0]", "[9007199254740993] == [9007199254740992.0]",
        "{9007199254740993: 1} == {9007199254740992: 1}", "{'a': 9007199254740993} == {'a': 9007199254740992.0}",
        "9007199254740992.0 in {9007199254740993: 1}", "sets.contains([9007199254740993], [9007199254740992.0])",
        "[9007199254740993, 9007199254740992.0].distinct().size() == 1",
        "math.greatest(9007199254740992.0, 9007199254740993) == 9007199254740992",
        "9223372036854775807 >= 9223372036854775808.0", "18446744073709551615u >= 18446744073709551616.0",
        "1 >= 1.5", "-1 <= -1.5", "2 == 0.0 / 0.0", "9223372036854775807 > 1e308", "-9223372036854775808 < -1e308",
    ])
    func `an integer beside a double is not rounded`(text: String) throws {
        #expect(try Sample.evaluate(text).boolValue == false)
    }

    @Test(arguments: [
        ("9007199254740993", "json == 9007199254740992.0", false),
        ("9007199254740992", "json == 9007199254740992.0", true),
        ("9223372036854775808", "json == 9223372036854775808.0", true),
        ("9007199254740993", "json > 9007199254740992.0", true),
        ("9007199254740993.0", "json == 9007199254740992.0", false), ("1e23", "json == 1e23", true),
        ("9007199254740993", "json in [9007199254740992.0]", false),
    ])
    func `a JSON number beside a double is not rounded`(number: String, text: String, expected: Bool) throws {
        let json = JSONValue.number(try #require(JSONNumber(text: number)))
        #expect(try Sample.evaluate(text, json: json).boolValue == expected)
    }

    @Test(arguments: [
        ("1", "int"), ("-0", "int"), ("1.0", "double"), ("1e2", "double"), ("9223372036854775808", "uint"),
        ("18446744073709551616", "double"), ("-9223372036854775808", "int"), ("-9223372036854775809", "double"),
    ])
    func `a JSON number is of the type it is written as`(number: String, type: String) throws {
        let json = JSONValue.number(try #require(JSONNumber(text: number)))
        #expect(try Sample.evaluate("type(json) == \(type)", json: json).boolValue == true)
    }

    @Test(arguments: [
        ("0.1", "json == 0.1"), ("1.10", "json == 1.1"), ("1e400", "json > 1e308"), ("1.0", "json == 1"),
        ("12345678901234567890123", "json > 12345678901234567890u"), ("0.10000000000000000000001", "json > 0.1"),
        ("1.50", "string(json) == '1.50'"), ("3.0", "json / 2 == 1.5"), ("2.0", "[1, 2, 3][json] == 3"),
    ])
    func `a JSON number keeps its digits and compares exactly`(number: String, text: String) throws {
        let json = JSONValue.number(try #require(JSONNumber(text: number)))
        #expect(try Sample.evaluate(text, json: json).boolValue == true)
    }

    @Test(arguments: [
        ("1e400", "json > 5"), ("1e400", "json < double('Infinity') && json != double('Infinity')"),
        ("-1e400", "json < -5 && json > double('-Infinity')"), ("1e400", "json in [json] && json != 5"),
        ("1e400", "math.greatest(json, 5) == json"),
    ])
    func `a JSON number that no double holds is compared exactly`(number: String, text: String) throws {
        let json = JSONValue.number(try #require(JSONNumber(text: number)))
        #expect(try Sample.evaluate(text, json: json).boolValue == true)
    }

    @Test(arguments: [
        "json + 1 > 5", "json - json == 0", "json * 2 > 5", "2 / json == 0", "-json < 5", "double(json) > 5",
        "int(json) > 5", "uint(json) > 5u", "math.sqrt(json) > 5", "math.abs(json) > 5", "math.round(json) > 5",
        "math.sign(json) == 1", "math.isInf(json)", "'%f'.format([json]) == ''",
    ])
    func `a JSON number that no double holds is never computed with as an infinity`(text: String) throws {
        for number in ["1e400", "-1e400", "1" + String(repeating: "0", count: 400)] {
            let json = JSONValue.number(try #require(JSONNumber(text: number)))
            let error = #expect(throws: CELError.self) { try Sample.evaluate(text, json: json) }
            #expect(error?.message.hasSuffix("is too large to compute with: no double holds it") == true)
        }
    }

    @Test(arguments: ["double('1e400') > 5", "double('-1e400') < 5"])
    func `a text that no double holds is no double`(text: String) {
        let error = #expect(throws: CELError.self) { try Sample.evaluate(text) }
        #expect(error?.message.hasSuffix("is beyond the range of a double") == true)
    }

    @Test(arguments: [
        ("unset", "not-set", 0..<5), ("1 + json.missing", "no-such-key", 9..<16),
        ("response.certificate.x", "not-set", 9..<20), ("json.items[9]", "index", 0..<13),
        ("1 / 0", "divide-by-zero", 0..<5),
        ("9223372036854775807 + 1", "range", 0..<23), ("int(name)", "argument", 0..<9),
        ("json.items.map(i, i.price / 0)", "divide-by-zero", 18..<29), ("json.id.x", "type", 8..<9),
        ("json < 1", "type", 0..<8),
    ])
    func `an error names its kind and its place`(text: String, kind: String, range: Range<Int>) {
        let error = #expect(throws: CELError.self) { try Sample.evaluate(text) }
        #expect(error?.kind.text == kind)
        #expect(error?.range == range)
    }

    @Test(arguments: [
        "token", "token + \"x\"", "token == \"x\"", "size(token)", "[token, 1]", "{\"a\": token}.a", "token in [\"x\"]",
        "token.startsWith(\"a\") && false", "token == \"a\" ? 1 : 2", "[token].map(t, t.size())",
        "[1].exists(x, token == \"a\")",
        "optional.of(token).orValue(\"\")", "cel.bind(t, token, t + t)", "json.items.filter(i, i.price < token.size())",
        "-size(token)", "!(token == \"a\")", "[1, 2][size(token) - 6]", "\"%s\".format([token])", "type(token)",
    ])
    func `a value made of a secret is secret`(text: String) throws {
        #expect(try Sample.evaluate(text).holdsTaint)
    }

    @Test(arguments: ["name + \"x\"", "count > 2 || token == \"a\"", "json.items"])
    func `a value that no secret went into is not secret`(text: String) throws {
        #expect(try !Sample.evaluate(text).isTainted)
    }

    @Test func `an error about a secret is marked`() {
        let error = #expect(throws: CELError.self) { try Sample.evaluate("int(token)") }
        #expect(error?.isTainted == true)
    }

    @Test(arguments: [
        ("{\"a\": [1, 2.5, null, b\"hi\"], 2: duration(\"1500ms\")}", "{\"a\":[1,2.5,null,\"aGk=\"],\"2\":\"1.5s\"}"),
        ("timestamp(\"2026-08-21T10:00:00Z\")", "\"2026-08-21T10:00:00Z\""),
        ("{\"a\": optional.none(), \"b\": [optional.none(), 1]}", "{\"b\":[1]}"),
        ("json.items", "[{\"price\":1},{\"price\":2},{\"price\":-1}]"),
        ("18446744073709551615u", "18446744073709551615"),
    ])
    func `a value becomes JSON`(text: String, expected: String) throws {
        #expect(JSONWriter.compact(try Sample.evaluate(text).toJSON()) == expected)
    }

    @Test(arguments: [
        ("b\"hi\"", "aGk="), ("duration(\"500ms\")", "0.5s"), ("{\"a\": 1}", "{\"a\":1}"), ("true", "true"),
        ("2.0", "2"), ("1700000000.5 * 1000000.0", "1700000000500000"), ("1e18", "1000000000000000000"),
        ("1e300", "1e+300"), ("-0.0", "-0"), ("[1e16]", "[10000000000000000]"),
        ("0.1 + 0.2", "0.30000000000000004"), ("json.items[0]", "{\"price\":1}"),
    ])
    func `a value becomes text between other text`(text: String, expected: String) throws {
        #expect(try Sample.evaluate(text).templateText() == expected)
    }

    @Test(arguments: 0..<8)
    func `a double has one text, in texts, in JSON, by string and by format`(_ seed: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(seed))
        for round in 0..<100 {
            let double =
                round.isMultiple(of: 2)
                ? Double(numbers.next() >> UInt64(round / 2)) : Double(bitPattern: numbers.next())
            guard double.isFinite else { continue }
            let value = CELValue.double(double)
            let text = try value.templateText()
            #expect(JSONWriter.compact(try value.toJSON()) == text)
            #expect(try Sample.evaluate("string(double('\(double)'))").templateText() == text)
            #expect(try Sample.evaluate("'%s'.format([double('\(double)')])").templateText() == text)
            #expect(Double(text) == double)
        }
    }

    @Test(arguments: [
        ("double('NaN')", "NaN cannot be written as JSON, which has no such number"),
        ("[1.0, -double('Infinity')]", "`$[1]`: -Infinity cannot be written as JSON, which has no such number"),
        ("{\"a\": [{\"b c\": type(1)}]}", "`$.a[0][\"b c\"]`: the type int cannot be written as JSON"),
        (
            "response", "`response` cannot be written as JSON: it stands for several values, which are read by name"
        ),
        (
            "{\"r\": response}",
            "`$.r`: `response` cannot be written as JSON: it stands for several values, which are read by name"
        ),
        ("[optional.none(), optional.of(response)]", "`$[1]`: `response` cannot be"),
    ])
    func `what has no JSON is named with its place and the reason`(text: String, message: String) {
        let error = #expect(throws: CELError.self) { try Sample.evaluate(text).toJSON() }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test func `null has no text`() throws {
        let value = try Sample.evaluate("null")
        #expect(throws: CELError.self) { try value.templateText() }
    }

    @Test func `references name the root and the members of every use`() throws {
        let program = CELProgram.compile(
            "steps.login.token == json[\"a\"].b && json.items.all(i, i.x == count) && response.headers.values(\"x\") != []",
            in: Sample.declarations, report: { _ in })
        #expect(
            program?.references == [
                ["steps", "login", "token"], ["json", "a", "b"], ["json", "items"], ["count"], ["response", "headers"],
            ])
    }

    @Test func `a host function is called, its taint added`() throws {
        let twice = CELFunction(
            "twice", [.init([.string], .string)],
            body: .unary { value throws(CELError) in
                .string((value.stringValue ?? "") + (value.stringValue ?? ""))
            })
        var declarations = CELDeclarations(library: CELLibrary([twice], extending: .standard))
        declarations.declare("token", slot: 1, type: .string)
        let program = try #require(CELProgram.compile("twice(token)", in: declarations) { _ in })
        let value = try program.evaluate(Sample.activation())
        #expect(value.stringValue == "s3crets3cret")
        #expect(value.isTainted)
    }
}
