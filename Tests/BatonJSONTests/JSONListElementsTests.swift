import BatonJSON
import Testing

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
