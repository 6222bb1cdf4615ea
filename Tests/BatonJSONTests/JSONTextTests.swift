import BatonJSON
import Testing

/// Values print as JSON, and JSON text becomes values.
@Suite struct JSONTextTests {
    static let value: JSONValue = [
        "name": "Ada \"A\"\n", "list": [1, .number(JSONNumber(text: "1.10")!), true, .null], "none": [:],
    ]
    static let compact = #"{"name":"Ada \"A\"\n","list":[1,1.10,true,null],"none":{}}"#

    @Test func `a value prints as JSON`() {
        #expect("\(Self.value)" == Self.compact)
        #expect(String(reflecting: Self.value) == Self.compact)
        #expect("\(JSONValue.string("x"))" == #""x""#)
        #expect("\(JSONValue.null) \([JSONValue.bool(true)])" == "null [true]")
        #expect("\(JSONObject([("b", 1), ("a", 2)]))" == #"{"b":1,"a":2}"#)
        #expect(String(reflecting: JSONObject()) == "{}")
    }

    @Test func `a value is written in one line or in many`() throws {
        #expect(Self.value.jsonText() == Self.compact)
        #expect(Self.value.jsonBytes() == Array(Self.compact.utf8))
        let pretty = """
            {
              "name": "Ada \\"A\\"\\n",
              "list": [
                1,
                1.10,
                true,
                null
              ],
              "none": {}
            }
            """
        #expect(Self.value.jsonText(pretty: true) == pretty)
        #expect(Self.value.jsonBytes(pretty: true) == Array(pretty.utf8))
        #expect(try JSONValue(parsing: pretty) == Self.value)
    }

    @Test func `text and bytes are parsed`() throws {
        #expect(try JSONValue(parsing: Self.compact).jsonText() == Self.compact)
        #expect(try JSONValue(parsing: Array(Self.compact.utf8)) == Self.value)
        #expect(try JSONValue(parsing: Self.compact.utf8) == Self.value)
        #expect(try JSONValue(parsing: "\u{FEFF} 1 ") == 1)
    }

    @Test(arguments: [
        ("", "the text is empty, where a JSON value was expected (line 1, column 1)", 1, 1, 0),
        ("{\n  \"é\": x}", "expected a value, found `x` (line 2, column 8)", 2, 8, 10),
        ("[1,]", "a comma may not stand before `]` (line 1, column 4)", 1, 4, 3),
        ("1 2", "the value is complete, but the text goes on with `2` (line 1, column 3)", 1, 3, 2),
    ])
    func `an error has its line and its column`(
        _ text: String, _ message: String, _ line: Int, _ column: Int, _ offset: Int
    ) {
        let errors = [
            #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) },
            #expect(throws: JSONParseError.self) { try JSONValue(parsing: Array(text.utf8)) },
        ]
        for error in errors {
            #expect(error.map { "\($0)" } == message)
            #expect(error?.line == line)
            #expect(error?.column == column)
            #expect(error?.offset == offset)
            #expect(error.map { message.hasPrefix($0.message) } == true)
        }
    }

    @Test func `bytes that are not UTF-8 and values nested too deeply are errors`() {
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
        #expect(error?.message == "the text is not valid UTF-8")
        let deep = #expect(throws: JSONParseError.self) { try JSONValue(parsing: String(repeating: "[", count: 600)) }
        #expect(deep?.message == "lists and objects are nested too deeply")
    }
}
