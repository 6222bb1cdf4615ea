import Testing

@testable import BatonJSON

/// What a document gives without making a value of all of it is what the value of all of it gives.
struct JSONDocumentTests {
    private static let text = #"""
        {
          "name": "Ada", "na\u006de2": "escaped", "": "empty", "é": "two bytes", "quoted \"q\"": "a\nb é 😀",
          "twice": 1, "other": {"a": [], "b": {}, "c": [[1, [2, 3]], {"d": [null, true, false]}]}, "twice": {"x": [1.10, -0]},
          "list": [10, "eleven", {"n": 12}, [13], 1e3, 123456789012345678901234567890],
          "0": "a name of digits"
        }
        """#

    private static let paths = [
        "$", "$.name", "$.name2", "$['']", "$.é", "$['quoted \"q\"']", "$.twice", "$.twice.x[0]", "$.twice.x[1]",
        "$.other.a",
        "$.other.b", "$.other.c", "$.other.c[0][1][-1]", "$.other.c[1].d[2]", "$.list", "$.list[0]", "$.list[-1]",
        "$.list[-6]", "$.list[-7]", "$.list[6]", "$.list[2].n", "$.list[3][0]", "$.list[4]", "$.name.length", "$.nam",
        "$.names", "$.name[0]", "$[0]", "$['0']", "$.other.c.d", "$.list['0']", "$.missing.deeper",
    ]

    @Test(arguments: paths) func `a singular path finds the same`(_ text: String) throws {
        let document = try JSONDocument(Array(Self.text.utf8))
        let path = try JSONPath.parse(text)
        #expect(path.isSingular)
        #expect(document.value(at: path) == path.singularValue(in: try JSONParser.parse(Self.text)))
    }

    private static let keyPaths = [
        "name", "name2", "é", "twice", "twice.x.0", "other.c.0.1.1", "list.5", "list.6", "list.05", "list.-1", "0",
        "name.0",
        "list.name", "other.b.a", "missing",
    ]

    @Test(arguments: keyPaths) func `a dotted path finds the same`(_ text: String) throws {
        let document = try JSONDocument(Array(Self.text.utf8))
        let path = try JSONKeyPath.parse(text)
        #expect(document.value(at: path) == path.value(in: try JSONParser.parse(Self.text)))
    }

    @Test(arguments: ["$.list[*]", "$..name", "$.list[0:2]", "$.list[?@.n == 12]"])
    func `a path that may find several values is evaluated on the whole value`(_ text: String) throws {
        #expect(try JSONDocument(Array(Self.text.utf8)).value(at: JSONPath.parse(text)) == nil)
    }

    @Test func `of a name that stands twice the last value counts, at the first one's place`() throws {
        let document = try JSONDocument(Array(#"{"a": 1, "b": 2, "\u0061": 3}"#.utf8))
        #expect(document.value(at: try JSONPath.parse("$.a")) == 3)
        #expect(JSONWriter.compact(document.value) == #"{"a":3,"b":2}"#)
    }

    @Test(arguments: ["1", "\"a\"", "null", "[]", "{}", " [1, 2] ", "\u{FEFF}{\"a\": 1}"])
    func `the value of a document is the value that the parser gives`(_ text: String) throws {
        #expect(try JSONDocument(Array(text.utf8)).value == JSONParser.parse(text))
    }

    @Test(arguments: ["", " ", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "[1 2]", "nul", "\"\\x\"", "01", "1 2"])
    func `what is no JSON fails as it does with the parser`(_ text: String) {
        let expected = #expect(throws: JSONParseError.self) { try JSONParser.parse(text) }
        let error = #expect(throws: JSONParseError.self) { try JSONDocument(Array(text.utf8)) }
        #expect(error?.description == expected?.description)
    }

    @Test func `depth and number of values are bounded as in the parser`() {
        let limits = JSONParser.Limits(depth: 3, values: 5)
        for text in [
            "[[[1]]]", "[[[[1]]]]", "[1,2,3,4]", "[1,2,3,4,5]", "{\"a\":{\"b\":{}}}", "{\"a\":{\"b\":{\"c\":[]}}}",
        ] {
            let isRead = (try? JSONParser.parse(text, limits: limits)) != nil
            #expect(((try? JSONDocument(Array(text.utf8), limits: limits)) != nil) == isRead)
        }
        #expect(throws: JSONParseError.self) { try JSONParser.parse("[[[[1]]]]", limits: limits) }
        #expect(throws: JSONParseError.self) { try JSONParser.parse("[1,2,3,4,5]", limits: limits) }
    }
}
