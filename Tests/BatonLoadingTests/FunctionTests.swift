import BatonCEL
import BatonJSON
import BatonValues
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// The functions beyond CEL's own, by what they make.
@Suite struct FunctionTests {
    @Test(arguments: [
        ("uuid()", "four"), ("uuid7()", "seven"), ("now()", "2026-11-21T10:20:30.5Z"), ("today()", "2026-11-21"),
        ("now() + duration(\"24h\")", "2026-11-22T10:20:30.5Z"), ("int(now())", "1795256430"),
        ("sha256(\"abc\")", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("sha256(b\"abc\") == sha256(\"abc\")", "true"),
        ("sha1(\"abc\")", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("md5(\"abc\")", "900150983cd24fb0d6963f7d28e17f72"),
        (
            "hmac_sha256(\"Jefe\", \"what do ya want for nothing?\")",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        ("hmac_sha256(b\"Jefe\", b\"x\") == hmac_sha256(\"Jefe\", \"x\")", "true"),
        ("hex(\"Aé\")", "41c3a9"), ("hex(b\"\\x00\\xff\")", "00ff"), ("string(unhex(\"41C3a9\"))", "Aé"),
        ("base64url.encode(b\"\\xff\\xfe\")", "__4"), ("base64url.encode(\"a\")", "YQ"),
        ("base64url.decode(\"__4=\") == b\"\\xff\\xfe\"", "true"),
        ("base64url.decode(\"__4\") == b\"\\xff\\xfe\"", "true"),
        ("url_encode(\"a b/ä&=?\")", "a%20b%2F%C3%A4%26%3D%3F"), ("url_encode(42)", "42"),
        ("url_encode(b\"\\xff\")", "%FF"),
        ("url_decode(\"a%20b%2Fä+%\")", "a b/ä+%"),
        ("html_escape(\"<a href='x'>&\\\"\")", "&lt;a href=&#39;x&#39;&gt;&amp;&quot;"),
        ("json({\"b\": [1, 2.5, null, true], \"a\": \"x\\\"\"})", #"{"b":[1,2.5,null,true],"a":"x\""}"#),
        ("json(\"a\")", "\"a\""), ("json(null)", "null"),
        ("parse_json(\"{\\\"a\\\": [1, 1.10]}\")", #"{"a":[1,1.10]}"#),
        ("parse_json(b\"[1]\")[0] + 1", "2"),
        ("parse_yaml(\"a: [1, no, 0x1F]\\nb: true\")", #"{"a":[1,"no","0x1F"],"b":true}"#),
        ("parse_yaml(\"1.10\")", "1.10"),
        ("parse_csv(\"id,name\\n1,\\\"Ada, L.\\\"\\n\")", #"[{"id":"1","name":"Ada, L."}]"#),
        ("jsonpath({\"a\": [{\"b\": 1}, {\"b\": 2}]}, \"$.a[1].b\")", "2"),
        ("jsonpath({\"a\": [{\"b\": 1}, {\"b\": 2}]}, \"$.a[*].b\")", "[1,2]"),
        ("jsonpath([1, 2, 3], \"$[?@ > 5]\")", "[]"),
        ("xpath(\"<a><b>1</b><b>2</b></a>\", \"//b\")", "[\"1\",\"2\"]"),
        ("xpath(\"<a><b>1</b><b>2</b></a>\", \"//c\")", "[]"),
        ("xpath(\"<a><b>1</b><b>2</b></a>\", \"string(//b[2])\")", "2"),
        ("xpath(\"<a><b>1</b><b>2</b></a>\", \"count(//b)\")", "2"),
        ("xpath(\"<a><b>1</b></a>\", \"boolean(//b)\")", "true"),
        ("xpath(b\"<a id='x&amp;y'/>\", \"/a/@id\")", "[\"x&y\"]"),
        ("regex(\"id=42;\", \"id=(\\\\d+)\")", "42"), ("regex(\"id=42;\", \"\\\\d+\")", "42"),
        ("regex(\"a\", \"a(b)?\")", "a"), ("regex(\"x\", \"a\") == null", "true"),
        ("regex_all(\"a=1; b=22\", \"\\\\d+\")", #"["1","22"]"#),
        ("regex_all(\"a=1; b=22\", \"(\\\\w)=\")", #"["a","b"]"#),
        ("regex_all(\"ab\", \"(c)?\")", #"["","",""]"#), ("regex_all(\"x\", \"a\")", "[]"),
        ("string(file_bytes(\"a.txt\"))", "content"),
        ("sha256(file_bytes(\"latin.txt\")) == sha256(b\"\\xe9\")", "true"),
        ("merge({\"a\": 1, \"b\": 2}, {\"b\": 3, \"c\": 4})", #"{"a":1,"b":3,"c":4}"#),
        ("merge({\"a\": 1}, {}, {\"a\": {\"x\": 1}}, {\"a\": null})", #"{"a":null}"#),
        ("merge({1: \"a\"}, {1u: \"b\"})[1]", "b"),
        (
            "query_params(\"https://a.example/p?x=1&y=a%20b+c&x=2&z&=v&%C3%BC=%26#f?g=1\")",
            #"{"x":["1","2"],"y":"a b c","z":"","":"v","ü":"&"}"#
        ),
        ("query_params(\"a=1&b=%3d=\")", #"{"a":"1","b":"=="}"#), ("query_params(\"https://a.example/p\")", "{}"),
        ("query_params(\"\")", "{}"), ("query_params(\"/p?a=1\")", #"{"a":"1"}"#),
        ("query_params(\"?a=1\")", #"{"a":"1"}"#),
        ("query_params(\"http://a.example/p;v=1?b=2\")", #"{"b":"2"}"#),
        ("query_params(\"q=what?&x=1\")", #"{"q":"what?","x":"1"}"#),
        (
            "query_params(\"redirect=http://x/?code=1&state=2\")",
            #"{"redirect":"http://x/?code=1","state":"2"}"#
        ),
        ("json({\"a\": omit(), \"b\": [omit(), 1]})", #"{"b":[1]}"#),
        ("omit() == optional.none()", "true"),
        ("format_date(timestamp(\"2026-08-21T22:05:09Z\"), \"yyyy/MM/dd HH:mm\")", "2026/08/21 22:05"),
        (
            "format_date(timestamp(\"2026-08-21T22:05:09Z\"), \"d MMM yyyy HH:mm xxx\", \"+02:00\")",
            "22 Aug 2026 00:05 +02:00"
        ),
        ("parse_date(\"21.08.2026\", \"dd.MM.yyyy\")", "2026-08-21T00:00:00Z"),
        ("parse_date(\"2026-08-21 10:00\", \"yyyy-MM-dd HH:mm\", \"-05:00\")", "2026-08-21T15:00:00Z"),
        ("jwt_header(\"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.x\").alg", "HS256"),
        ("jwt_payload(\"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.\").sub", "ada"),
        ("file(\"a.txt\")", "content"),
        ("sum([1, 2, 3])", "6"), ("sum([1, 2.5])", "3.5"), ("sum([])", "0"),
        ("sum([duration(\"1s\"), duration(\"500ms\")])", "1.5s"),
        ("avg([1, 2])", "1.5"), ("avg([duration(\"1s\"), duration(\"2s\")])", "1.5s"),
        ("random_hex(0)", ""), ("size(random_string(1000000))", "1000000"), ("size(random_hex(7))", "7"),
        ("random_int(3, 3)", "3"),
    ])
    func `a function makes a value`(_ text: String, _ expected: String) throws {
        #expect(try Evaluating.value(text).templateText() == expected)
    }

    @Test(arguments: [
        ("random_int(x, 1)", CELValue.int(2 as Int), "there is no number from 2 to 1: the smaller one comes first"),
        ("random_string(x)", .int(10_000_000 as Int), "`random_string` makes at most 1000000 characters, not 10000000"),
        ("random_hex(x)", .int(-1 as Int), "`random_hex` makes no text of -1 characters"),
        ("unhex(x)", .string("0g"), "the text is not made of pairs of hexadecimal digits"),
        ("base64url.decode(x)", .string("a+b/"), "the text is no base64url"),
        ("url_decode(x)", .string("%FF"), "what the escapes stand for is no UTF-8"),
        ("url_encode(x)", .null, "`url_encode` does not work on null"),
        ("sha256(x)", .int(1 as Int), "`sha256` does not work on int"),
        ("parse_json(x)", .string("{a"), "the text is no JSON: "),
        ("parse_yaml(x)", .string("a: 1\na: 2"), "the text is no YAML: line 2: "),
        (
            "parse_csv(x)", .string("a,b\n1"),
            "the text is no CSV: line 2: this record has 1 field, the header has 2 fields"
        ),
        ("parse_csv(x)", .bytes([0x61, 0x0A, 0xFF]), "the text is no CSV: it is not UTF-8"),
        ("parse_yaml(x)", .bytes([0x61, 0x0A, 0xFF]), "the text is no YAML: line 2: the byte 0xFF here is not UTF-8"),
        ("parse_json(x)", .bytes([0x22, 0xFF, 0x22]), "the text is no JSON: the text is not valid UTF-8"),
        ("jsonpath(x, \"$.a\")", CELValue(json: [:]), "there is nothing at `$.a`"),
        (
            "jsonpath(x, \"$.a[*]\")", CELValue(json: [:]),
            "what `$.a[*]` names before it selects is not there"
        ),
        ("jsonpath(x, \"$.a\")", .string("{}"), "`jsonpath` does not work on string"),
        ("xpath(x, \"//a\")", .string("<a"), "the text cannot be read as XML: line 1: `<a` has no `>`"),
        ("xpath(x, \"//a\")", .bytes([0x3C, 0xFF]), "the text cannot be read as XML: it is not in UTF-8"),
        ("xpath(x, \"//a\")", CELValue(json: [:]), "`xpath` does not work on"),
        (
            "xpath(\"<a/>\", x)", .string("//a["),
            "the XPath `//a[` is not valid: expected a path or a value, found the end of the XPath"
        ),
        (
            "xpath(\"<a/>\", x)", .string("no:a"),
            "the XPath `no:a` cannot be used: the document declares no prefix `no`, nor any other"
        ),
        (
            "xpath(x, \"count(//UL)\")", .string("<html><ul></ul></html>"),
            "the XPath `count(//UL)` cannot be used: names are in lower case in HTML, and the text was read as HTML, as it begins so: write `ul` instead of `UL`"
        ),
        (
            "xpath(x, \"//_:ul\")", .string("<html xmlns='urn:h'><ul></ul></html>"),
            "the XPath `//_:ul` cannot be used: the text was read as HTML, as it begins so, and so has no namespaces: write `ul` instead of `_:ul`"
        ),
        (
            "xpath(x, \"/a\")", .string("<!DOCTYPE a [<!ENTITY e SYSTEM \"x\">]><a>&e;</a>"),
            "the text cannot be read as XML: line 1: the entity `&e;` stands in another file, and no document makes Baton read one"
        ),
        ("jsonpath([], x)", .string("$["), "the path `$[` is not valid: "),
        ("regex(\"a\", x)", .string("("), "the pattern is not valid: "),
        ("format_date(now(), x)", .string("YYYY"), "`YYYY` means nothing in a date format"),
        ("format_date(now(), \"yyyy\", x)", .string("Mars"), "there is no time zone `Mars`"),
        ("parse_date(x, \"yyyy-MM-dd\")", .string("2026-02-30"), "\"2026-02-30\" is no date of the form `yyyy-MM-dd`"),
        ("parse_date(\"1 \", x)", .string("h "), "hours up to 12 need the half of the day beside them"),
        (
            "jwt_payload(x)", .string("a.b"),
            "the text is no JSON Web Token: it has no three parts with dots between them"
        ),
        ("jwt_payload(x)", .string("a.*.c"), "the text is no JSON Web Token: its parts are not base64url"),
        (
            "jwt_payload(x)", .string("a.b.c.d.e"),
            "the token is encrypted: it has five parts, and its payload cannot be read"
        ),
        ("regex_all(\"a\", x)", .string("("), "the pattern is not valid: "),
        (
            "regex_all(x, \"\")", .string(String(repeating: "a", count: 100_000)),
            "the pattern matches more than 100000 times"
        ),
        (
            "regex_all(x, \"(?=.*b|)a\")", .string(String(repeating: "a", count: 3_000_000)),
            "the expression takes more than 5 s"
        ),
        ("file_bytes(x)", .string("none"), "there is no file `none`"),
        ("merge({}, x)", .int(1 as Int), "`merge` does not work on int"),
        ("query_params(x)", .int(1 as Int), "`query_params` does not work on int"),
        ("file(x)", .string("none"), "there is no file `none`"),
        ("file(x)", .string("latin.txt"), "the file `latin.txt` is not UTF-8 text"),
        ("avg(x)", CELValue(json: []), "an empty list has no average"),
        ("sum(x)", CELValue(json: [1, "a"]), "`sum` works on numbers or durations; element 1 is string"),
        ("sum([9223372036854775807, x])", .int(1 as Int), "the result is beyond the range of a 64-bit integer"),
    ])
    func `a function says why it makes none`(_ text: String, _ x: CELValue, _ message: String) {
        let error = #expect(throws: CELError.self) { try Evaluating.value(text, x: x) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
        #expect(error?.range != nil)
    }

    @Test(arguments: [
        "sha256(secret)", "url_encode(secret)", "hmac_sha256(secret, \"a\")", "json([secret])", "regex(secret, \".\")",
        "format_date(now(), \"'\" + secret + \"'\")", "parse_csv(secret)", "xpath('<a>' + secret + '</a>', '//a')",
        "file(\"a.txt\") + secret",
    ])
    func `what is made of a secret is secret`(_ text: String) throws {
        #expect(try Evaluating.value(text).isTainted)
    }

    @Test(arguments: [
        ("merge({\"a\": 1}, {\"b\": secret}).b", true), ("merge({\"b\": secret}, {\"a\": 1}).a", false),
        ("merge({\"a\": secret}, {\"a\": 1}).a", false), ("merge({\"a\": 1}, {\"a\": secret}).a", true),
        ("merge({}, {secret: 1})[secret]", true), ("json(merge({\"a\": 1}, {\"b\": secret}))", true),
    ])
    func `an entry of merged maps is secret where it was`(_ text: String, _ isSecret: Bool) throws {
        #expect(try Evaluating.value(text).isTainted == isSecret)
    }

    @Test func `random numbers fall on both ends and nowhere else`() throws {
        var seen: Set<Int64> = []
        for _ in 0..<200 {
            let world = SystemHost()
            let program = CELProgram.compile("random_int(-1, 1)", in: Evaluating.declarations) { _ in }
            let value = try #require(program).evaluate(world)
            seen.insert(value.intValue ?? 99)
        }
        #expect(seen == [-1, 0, 1])
        let program = CELProgram.compile(
            "random_int(-9223372036854775807, 9223372036854775807)", in: Evaluating.declarations
        ) { _ in }
        #expect(throws: Never.self) { try program?.evaluate(SystemHost()) }
    }

    @Test func `random texts use their alphabet and differ`() throws {
        let text = CELProgram.compile("random_string(500)", in: Evaluating.declarations) { _ in }
        let hex = CELProgram.compile("random_hex(500)", in: Evaluating.declarations) { _ in }
        let first = try text?.evaluate(SystemHost()).stringValue ?? ""
        #expect(
            first.count == 500 && first.utf8.allSatisfy { $0 < 0x80 } && first.allSatisfy { $0.isLetter || $0.isNumber }
        )
        #expect(Set(first).count > 40)
        #expect(try text?.evaluate(SystemHost()).stringValue != first)
        #expect(try hex?.evaluate(SystemHost()).stringValue?.allSatisfy { "0123456789abcdef".contains($0) } == true)
    }
}

/// Random bits of the system, and nothing else.
private final class SystemHost: TemplateScope, FunctionHost {
    var host: any FunctionHost { self }

    func value(at slot: Int) throws(CELError) -> CELValue? { nil }
    func noteSecret(_ text: String) {}
    func now() throws(CELError) -> Timestamp { try NoHost().now() }
    func random() throws(CELError) -> UInt64 { .random(in: .min ... .max) }
    func uuid4() throws(CELError) -> String { try NoHost().uuid4() }
    func uuid7() throws(CELError) -> String { try NoHost().uuid7() }
    func read(_ path: String, limit: Int) throws(CELError) -> [UInt8] { try NoHost().read(path, limit: limit) }
}
