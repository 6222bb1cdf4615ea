import Testing

@testable import BatonJSON

struct JSONParserTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let text: String
        let message: String
        let line: Int
        let column: Int
        var code = JSONParseError.Code.syntax
        var testDescription: String { text.debugDescription }

        init(_ text: String, _ message: String, _ line: Int, _ column: Int, _ code: JSONParseError.Code = .syntax) {
            (self.text, self.message, self.line, self.column, self.code) = (text, message, line, column, code)
        }
    }

    static let mistakes = [
        Mistake("", "the text is empty, where a JSON value was expected", 1, 1),
        Mistake(" \n ", "the text is empty, where a JSON value was expected", 2, 2),
        Mistake("{\n  \"ä\" 1}", "expected `:` after the member name, found `1`", 2, 7),
        Mistake("{a: 1}", "expected a member name in double quotes, found `a`", 1, 2),
        Mistake("[1,]", "a comma may not stand before `]`", 1, 4),
        Mistake("{\"a\": 1,}", "a comma may not stand before `}`", 1, 9),
        Mistake("[1 2]", "expected `,` or `]` after the element, found `2`", 1, 4),
        Mistake("{\"a\": 1 \"b\"}", "expected `,` or `}` after the member, found `\"`", 1, 9),
        Mistake("[1", "the text ends in the middle of a value", 1, 3),
        Mistake("{} x", "the value is complete, but the text goes on with `x`", 1, 4),
        Mistake("<html>", "expected a value, found `<`", 1, 1),
        Mistake("\"abc", "the string is not closed", 1, 5),
        Mistake("\"a\nb\"", "a control character inside a string must be escaped: U+000A", 1, 3),
        Mistake("\"\\x\"", "unknown escape in a string: `\\` followed by `x`", 1, 3),
        Mistake("\"\\u12g4\"", "`\\u` needs four hexadecimal digits", 1, 2),
        Mistake("[\"\\ud83d\"]", "this escape is half of a surrogate pair, which is no character", 1, 3, .encoding),
        Mistake("01", "the value is complete, but the text goes on with `1`", 1, 2),
        Mistake("-x", "this is not a JSON number: found `x` where a digit was expected", 1, 2),
        Mistake("1.", "this is not a JSON number: found the end of the text where a digit was expected", 1, 3),
        Mistake("nul", "the text ends in the middle of a value", 1, 1),
        Mistake("truth", "expected a value, found `t`", 1, 1),
    ]

    @Test(arguments: mistakes)
    func `a mistake is named with its place`(_ mistake: Mistake) {
        let error = #expect(throws: JSONParseError.self) { try JSONParser.parse(mistake.text) }
        #expect(error?.message == mistake.message)
        #expect(error?.line == mistake.line)
        #expect(error?.column == mistake.column)
        #expect(error?.code == mistake.code)
    }

    @Test(arguments: [[0xFF], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF0, 0x9F, 0x98]])
    func `bytes that are not UTF-8 are refused`(_ bytes: [UInt8]) {
        #expect(throws: JSONParseError.self) { try JSONParser.parse(bytes) }
    }

    @Test(arguments: [[0xFF, 0xFE, 0x7B, 0x00], [0xFE, 0xFF, 0x00, 0x7B], [0xFF, 0xFE]] as [[UInt8]])
    func `UTF-16 is told by its name`(_ bytes: [UInt8]) {
        let error = #expect(throws: JSONParseError.self) { try JSONParser.parse(bytes) }
        #expect(error?.message == "the text is UTF-16, and JSON is UTF-8")
        #expect(error?.code == .encoding)
    }

    @Test func `every prefix and every changed byte of a text is taken or refused without harm`() {
        let bytes = Array(#"{"a":[1,-2.5e+3,"x\u00e4\ud83d\ude00ö",true,null,{"b":{}}],"a":false}"#.utf8)
        for end in bytes.indices {
            #expect(throws: JSONParseError.self) { try JSONParser.parse(Array(bytes[..<end])) }
            for byte: UInt8 in [0x00, 0x22, 0x5C, 0x7B, 0x80, 0xE0, 0xF4, 0xFF] {
                var changed = bytes
                changed[end] = byte
                _ = try? JSONParser.parse(changed)
            }
        }
    }

    @Test(arguments: 0...40)
    func `a string of any length keeps its characters`(_ length: Int) throws {
        for special in ["", "ö", "\\n", "\\u20ac", "😀"] {
            let padding = String(repeating: "x", count: length)
            let text = "\"" + padding + special + padding + "\""
            let plain = special.replacing("\\n", with: "\n").replacing("\\u20ac", with: "€")
            #expect(try JSONParser.parse(text) == .string(padding + plain + padding))
        }
    }

    @Test func `the depth of JSON is limited`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONParser.parse(nested(512))
        #expect(throws: JSONParseError.self) { try JSONParser.parse(nested(513)) }
        let open = String(repeating: "{\"a\":", count: 1_000_000)
        #expect(#expect(throws: JSONParseError.self) { try JSONParser.parse(open) }?.code == .depth)
    }

    @Test func `the number of values is limited`() throws {
        let limits = JSONParser.Limits(values: 3)
        #expect(try JSONParser.parse("[1,2]", limits: limits) == [1, 2])
        let error = #expect(throws: JSONParseError.self) { try JSONParser.parse("[1,2,3]", limits: limits) }
        #expect(error?.code == .values)
        #expect(error?.offset == 5)
    }

    @Test func `of a repeated name the last value counts at the first place`() throws {
        #expect(JSONWriter.compact(try JSONParser.parse(#"{"a":1,"b":2,"\u0061":3}"#)) == #"{"a":3,"b":2}"#)
    }

    @Test func `repeated names are found in large objects too`() throws {
        let members = (0..<5000).map { "\"name\($0 % 2500)\":\($0)" }.joined(separator: ",")
        let object = try #require(try JSONParser.parse("{\(members)}").objectValue)
        #expect(object.count == 2500)
        #expect(object.members.map(\.name) == (0..<2500).map { "name\($0)" })
        for index in stride(from: 0, to: 2500, by: 7) { #expect(object["name\(index)"] == .integer(index + 2500)) }
        #expect(object["name2500"] == nil)
    }

    @Test func `a byte order mark in front is skipped`() throws {
        #expect(try JSONParser.parse([0xEF, 0xBB, 0xBF, 0x7B, 0x7D]) == [:])
        #expect(throws: JSONParseError.self) { try JSONParser.parse([0xEF, 0xBB, 0xBF]) }
    }

    @Test func `bytes are taken from a span`() throws {
        let bytes = Array("[1]".utf8)[...]
        #expect(try JSONParser.parse(bytes.span) == [1])
    }
}
