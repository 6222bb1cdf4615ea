import Testing

@testable import BatonJSON

struct JSONValueTests {
    @Test(
        arguments: [
            (#"{"a":1,"b":[true,null]}"#, #"{"b":[true,null],"a":1.0}"#, true),
            (#"{"a":1}"#, #"{"a":1,"b":null}"#, false),
            (#"{"a":1,"b":2}"#, #"{"a":1,"c":2}"#, false),
            ("[1,2]", "[2,1]", false), ("5", "\"5\"", false), ("null", "false", false),
            ("\"\\u00e9\"", "\"e\\u0301\"", false), ("{\"\\u00e9\":1}", "{\"e\\u0301\":1}", false),
        ])
    func `equality goes by value and code points`(_ left: String, _ right: String, _ isEqual: Bool) throws {
        let (left, right) = (try JSONParser.parse(left), try JSONParser.parse(right))
        #expect((left == right) == isEqual)
        if isEqual { #expect(left.hashValue == right.hashValue) }
    }

    @Test func `members keep their order through changes`() {
        var object: JSONObject = ["b": 1, "a": 2, "c": 3]
        object["a"] = nil
        object["b"] = 4
        object["d"] = 5
        object["x"] = nil
        #expect(JSONWriter.compact(.object(object)) == #"{"b":4,"c":3,"d":5}"#)
        #expect(object.count == 3)
        #expect(object["a"] == nil)
    }

    @Test func `a large object is changed like a small one`() {
        var object = JSONObject()
        for index in 0..<200 { object.append("k\(index)", .integer(index)) }
        for index in stride(from: 0, to: 200, by: 2) { object["k\(index)"] = nil }
        object["k1"] = "new"
        #expect(object.count == 100)
        #expect(object["k0"] == nil)
        #expect(object["k1"] == "new")
        #expect(object["k199"] == 199)
        let copy = object
        object["k3"] = nil
        #expect(copy["k3"] == 3)
        #expect(copy != object)
        #expect(JSONObject(copy.members.reversed().map { ($0.name, $0.value) }) == copy)
    }

    @Test func `composed and decomposed names are two members`() {
        let object = JSONObject([("\u{E9}", 1), ("e\u{301}", 2)])
        #expect(object.count == 2)
        #expect(object["\u{E9}"] == 1)
    }

    @Test func `pretty text has a member a line`() throws {
        let value = try JSONParser.parse(#"{"a":[],"b":{},"c":[1,{"d":"x\u0001\"\\\n"}]}"#)
        #expect(
            JSONWriter.pretty(value) == """
                {
                  "a": [],
                  "b": {},
                  "c": [
                    1,
                    {
                      "d": "x\\u0001\\"\\\\\\n"
                    }
                  ]
                }
                """)
    }

    @Test func `only what must be escaped is escaped`() throws {
        let text = String(String.UnicodeScalarView((0..<0x100).compactMap { Unicode.Scalar($0) })) + "/😀\u{2028}"
        let quoted = JSONWriter.quote(text)
        #expect(try JSONParser.parse(quoted) == .string(text))
        #expect(quoted.contains("\u{7F}"))
        #expect(quoted.contains("/😀\u{2028}"))
        #expect(quoted.hasPrefix(#""\u0000\u0001"#))
        #expect(quoted.contains(#"\b\t\n\u000b\f\r\u000e"#))
    }

    @Test(
        arguments: [
            (JSONValue.null, "null"), (true, "boolean"), (1.5, "number"), ("", "string"), ([], "array"),
            ([:], "object"),
        ] as [(JSONValue, String)])
    func `types have the names of JSON`(_ value: JSONValue, _ name: String) {
        #expect(value.typeName == name)
    }
}

@Suite struct JSONListElementsTests {
    @Test(arguments: [
        ("[]", []), (" [ ] ", []), ("[1]", ["1"]), ("[1, \"a,]\" ,{\"b\":[1,2]}]", ["1", "\"a,]\"", "{\"b\":[1,2]}"]),
        ("[\"\\\"\",\"\\\\\"]", ["\"\\\"\"", "\"\\\\\""]), ("\u{FEFF}[[],[[]]]", ["[]", "[[]]"]),
    ])
    func `elements are found where they stand`(_ text: String, _ elements: [String]) throws {
        let bytes = Array(text.utf8)
        let ranges = try #require(JSONListElements.ranges(in: bytes))
        #expect(ranges.map { String(decoding: bytes[$0], as: UTF8.self) } == elements)
    }

    @Test(arguments: ["", "{}", "1", "[", "[1", "[1,", "[\"a", "[\"\\", "[1] 2", "]"])
    func `what is no list has none`(_ text: String) {
        #expect(JSONListElements.ranges(in: Array(text.utf8)) == nil)
    }
}
