import Testing

@testable import BatonJSON

struct JSONPointerTests {
    /// The document of RFC 6901, section 5.
    static let document: JSONValue = [
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
    ]

    @Test(
        arguments: [
            ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3), ("/g|h", 4),
            ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
        ] as [(String, JSONValue)])
    func `a pointer leads to the value of RFC 6901`(_ text: String, _ value: JSONValue) throws {
        let pointer = try JSONPointer.parse(text)
        #expect(pointer.value(in: Self.document) == value)
        #expect(pointer.description == text)
    }

    @Test func `the empty pointer is the document`() throws {
        #expect(try JSONPointer.parse("").value(in: Self.document) == Self.document)
    }

    @Test(arguments: [
        "/foo/2", "/foo/-1", "/foo/01", "/foo/-", "/foo/x", "/bar", "/foo/0/x", "/foo/99999999999999999999",
    ])
    func `a way that ends early leads nowhere`(_ text: String) throws {
        #expect(try JSONPointer.parse(text).value(in: Self.document) == nil)
    }

    @Test(arguments: [("foo", 0..<1), ("/a~", 2..<3), ("/~2b", 1..<2)])
    func `a malformed pointer names the place`(_ text: String, _ range: Range<Int>) {
        let error = #expect(throws: JSONPathError.self) { try JSONPointer.parse(text) }
        #expect(error.map { range.lowerBound <= $0.range.upperBound && $0.range.upperBound <= text.utf8.count } == true)
    }

    @Test(
        arguments: [
            ("orders.0.name", "tea"), ("orders.1", nil), ("orders.x", nil), ("orders.00.name", nil), ("0", "zero"),
            ("orders.0.name.x", nil),
        ] as [(String, JSONValue?)])
    func `a key path goes through objects and lists`(_ text: String, _ value: JSONValue?) throws {
        let root: JSONValue = ["orders": [["name": "tea"]], "0": "zero"]
        #expect(try JSONKeyPath.parse(text).value(in: root) == value)
    }

    @Test(arguments: [("", 0..<0), ("a..b", 2..<3), (".a", 0..<1), ("a.", 2..<2)])
    func `an empty key names the place`(_ text: String, _ range: Range<Int>) {
        #expect(#expect(throws: JSONPathError.self) { try JSONKeyPath.parse(text) }?.range == range)
    }
}
