import Testing

@testable import BatonJudging
@testable import BatonLanguage

/// `json` and `json_includes`.
@Suite struct CheckedDocumentTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let check: String
        let body: String
        let messages: [String]
        var testDescription: String { "\(check) on \(body)" }

        init(_ check: String, _ body: String, _ messages: String...) {
            self.check = check
            self.body = body
            self.messages = messages
        }
    }

    static let cases: [Case] = [
        Case("json: { a: 1, b: [1.0] }", #"{"b":[1],"a":1}"#),
        Case("json: 5", "5.0"), Case("json: []", "[]"), Case("json: {}", "{}"), Case("json: null", "null"),
        Case("json: {}", "[]", "json: $: expected {}, got []"),
        Case("json: { a: 1 }", #"{"a":2}"#, "json: $.a: expected 1, got 2"),
        Case("json: { a: null }", #"{"b":1}"#, "json: $.a: expected null, got nothing (and 1 more)"),
        Case("json: { a: 1 }", #"{"a":1,"b":2}"#, "json: $.b: expected nothing, got 2"),
        Case("json_includes: { a: 1 }", #"{"a":1,"b":2}"#),
        Case("json_includes: { a: { b: 1 } }", #"{"a":{"b":1,"c":2},"d":3}"#),
        Case("json_includes: { a: { b: 1 } }", #"{"a":{"c":2}}"#, "json_includes: $.a.b: expected 1, got nothing"),
        Case("json_includes: { a: [ { b: 1 } ] }", #"{"a":[{"b":1,"c":2}]}"#),
        Case(
            "json_includes: { a: [ { b: 1 } ] }", #"{"a":[{"b":1},{"b":2}]}"#,
            #"json_includes: $.a[1]: expected nothing, got {"b":2}"#),
        Case("json_includes: { a: [1, 2] }", #"{"a":[2,1]}"#, "json_includes: $.a[0]: expected 1, got 2 (and 1 more)"),
        Case("json: [1, 2, 3]", "[1, 3]", "json: $[1]: expected 2, got nothing"),
        Case("json: [1, 3]", "[1, 2, 3]", "json: $[1]: expected nothing, got 2"),
        Case("json: [1, 2, 3]", "[1, 4]", "json: $[1]: expected 2, got 4 (and 1 more)"),
        Case(
            "json: { items: [ { 'a-b': 1, \"it's\": 2, '0': 3 } ] }", #"{"items":[{"a-b":2,"it's":2,"0":3}]}"#,
            "json: $.items[0]['a-b']: expected 1, got 2"),
        Case(
            "json: { \"it's\": 2 }", #"{"it's":3}"#, #"json: $['it\'s']: expected 2, got 3"#),
        Case("$.v: { eq: { a: [1, 2], b: 3 } }", #"{"v":{"a":[1,5],"b":3}}"#, "$.v.a[1]: expected 2, got 5"),
        Case("$.v: [1, 2]", #"{"v":[1,5]}"#, "$.v[1]: expected 2, got 5"),
        Case("$.v[*]: [1, 2]", #"{"v":[1,5]}"#, "$.v[1]: expected 2, got 5"),
        Case("$.v[?@.n > 1].m: [1, 2]", #"{"v":[{"n":1},{"n":2,"m":1},{"n":3,"m":5}]}"#, "$.v[2].m: expected 2, got 5"),
        Case("$..m: [1, 2]", #"{"a-b":[{"m":1}],"m":3}"#, "$.m: expected 1, got 3 (and 1 more)"),
        Case("$.v[*]: [1, 2, 3]", #"{"v":[1,2]}"#, "$.v[*]: matches[2]: expected 3, got nothing"),
        Case("$.v[$(0)]: { eq: { a: [1, 2] } }", #"{"v":[{"a":[1,3]}]}"#, "$.v[0].a[1]: expected 2, got 3"),
        Case(
            "json: 9007199254740993", "9007199254740992", "json: $: expected 9007199254740993, got 9007199254740992"),
        // Computed names
        Case("json: { \"$('a')\": 1, \"$('b')\": 2 }", #"{"a":1,"b":2}"#),
        // Wildcards
        Case(
            "json: { a: <any>, b: <string>, c: <integer>, d: <number>, e: <boolean>, f: <array>, g: <object>, h: <null> }",
            #"{"a":null,"b":"","c":1.0,"d":1.5,"e":false,"f":[],"g":{},"h":null}"#),
        Case("json: { a: <any> }", "{}", "json: $.a: expected any value, got nothing"),
        Case("json: { a: <integer> }", #"{"a":1.5}"#, "json: $.a: expected an integer, got 1.5"),
        Case("json: { a: <null> }", #"{"a":0}"#, "json: $.a: expected null, got 0"),
        Case("json: { a: <uuid> }", #"{"a":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"}"#),
        Case("json: { a: <uuid> }", #"{"a":"x"}"#, #"json: $.a: expected a UUID, got "x""#),
        Case("json: { a: <date>, b: <datetime> }", #"{"a":"2026-01-31","b":"2026-01-31T00:00:00Z"}"#),
        Case("json: { a: <email>, b: <uri> }", #"{"a":"a@b.c","b":"http://a/"}"#),
        Case("json: { a: <absent>, b: 1 }", #"{"b":1}"#),
        Case("json: { a: <absent> }", #"{"a":null}"#, "json: $.a: expected nothing, got null"),
        Case("json_includes: { a: <absent> }", #"{"b":1}"#),
        Case("json_includes: { a: <absent> }", #"{"a":1}"#, "json_includes: $.a: expected nothing, got 1"),
        Case("json: [ '<matches ^a+$>' ]", #"["aa"]"#),
        Case(
            "json: [ '<matches ^a+$>' ]", #"["ab"]"#, #"json: $[0]: expected a text that matches ^a+$, got "ab""#),
        Case("json: [ '<matches a>' ]", "[5]", "json: $[0]: expected a text that matches a, got 5"),
        Case("json: <object>", "{}"), Case("json: { a: '<b>bold</b>' }", #"{"a":"<b>bold</b>"}"#),
        Case("$.a: { eq: <any> }", #"{"a":"<any>"}"#),
        Case("$.a: { eq: <any> }", #"{"a":1}"#, #"$.a: expected "<any>", got 1"#),
        // What an expression yields is data.
        Case(#"json: { a: $("<any>") }"#, #"{"a":"<any>"}"#),
        Case(#"json: { a: $("<any>") }"#, #"{"a":1}"#, #"json: $.a: expected "<any>", got 1"#),
        Case("json: { a: $(response.json.a) }", #"{"a":"<any>"}"#),
        Case("json: { a: $(1 + 1), b: '$([1, 2])', c: 'x$(1)' }", #"{"a":2,"b":[1,2],"c":"x1"}"#),
        Case(#"json: { a: $("2") }"#, #"{"a":2}"#, #"json: $.a: expected "2", got 2"#),
        Case(#"json_includes: { a: '$({"b": 1})' }"#, #"{"a":{"b":1,"c":2}}"#),
        Case(#"json: { '$("a" + "b")': 1 }"#, #"{"ab":1}"#),
        Case(#"json: [ '<matches ^$("a")$>' ]"#, #"["a"]"#),
    ]

    @Test(arguments: cases)
    func `a document is as described, or the first difference is told by its path`(_ test: Case) throws {
        let failures = try Checking.failures(of: test.check, body: test.body)
        #expect(failures.map(\.message) == test.messages)
    }

    @Test func `the first 20 differences of a large document are listed and the others counted`() throws {
        let body = "[" + (1...100_000).map(String.init).joined(separator: ",") + "]"
        let failures = try Checking.failures(of: "json: [1, 0]", body: body)
        #expect(failures.first?.differences.count == 20)
        #expect(failures.first?.moreDifferences == 99_979)
        #expect((failures.first?.actual ?? "").utf8.count < 600)
        #expect(failures.first?.message == "json: $[1]: expected 0, got 2 (and 99998 more)")
    }

    @Test(arguments: ["json: <any>", "json_includes: 5", "$.a: 5", "$.a: { exists: false }", "$[*]: []"])
    func `a body that is no JSON fails with its own kind, whatever the check says`(_ check: String) throws {
        for body in ["<html>", "", "{"] {
            #expect(try Checking.failures(of: check, body: body).map(\.kind) == [.notJSON], "\(body)")
        }
    }

    @Test(arguments: [
        "json: { \"$('a')\": 1, a: 1 }", "json_includes: { \"$('a')\": 1, \"$('' + 'a')\": 1 }",
        "json: { x: { \"$('a')\": 1, a: <any> } }",
    ])
    func `two members that computing made one are an error, whatever the response has`(_ check: String) {
        let error = #expect(throws: StepFailure.self) {
            try Checking.failures(of: check, body: #"{"a":1,"c":2,"x":{"a":1,"c":2}}"#)
        }
        #expect(error?.message == "two members of one object are called `a` here")
    }
}
