import Testing

@testable import BatonJSON

/// What a path may ask for, and what a document may make of it.
struct JSONPathLimitTests {
    private static let tooMuch = JSONPathEvaluationError(message: "the JSONPath is too much work on this document")

    @Test(arguments: [("(", ")"), ("@[?", "]"), ("length(", ")"), ("!(", ")")])
    func `filters, parentheses and calls stand inside each other 64 times at most`(_ open: String, _ close: String) {
        func path(_ depth: Int) -> String {
            "$[?" + String(repeating: open, count: depth) + "@.a" + String(repeating: close, count: depth) + "]"
        }
        let isCall = open == "length("
        let deepest = path(63)
        // A call alone is no condition, which is found behind its end.
        if isCall {
            #expect(throws: JSONPathError.self) { try JSONPath.parse(deepest) }
        } else {
            #expect(throws: Never.self) { try JSONPath.parse(deepest) }
        }
        for depth in [64, 10_000] {
            let error = #expect(throws: JSONPathError.self) { try JSONPath.parse(path(depth)) }
            let place = 3 + 64 * open.utf8.count
            #expect(error == JSONPathError(message: "the path is nested too deeply", range: place..<place + 1))
        }
    }

    @Test(arguments: ["[0]", ".a", "[*]", "..b", "[?@]", "[::-1]", "['a',\"b\"]"])
    func `ten thousand segments are read and followed as far as the document goes`(_ segment: String) throws {
        let path = try JSONPath.parse("$" + String(repeating: segment, count: 10_000))
        var root: JSONValue = 1
        for level in 0..<60 { root = level % 2 == 0 ? [root] : ["a": root] }
        #expect(try path.query(root) == [])
        #expect(path.singularValue(in: root) == nil)
    }

    @Test(arguments: ["..*", "..a", "..[0]", "..[?@]"])
    func `ten thousand descendants of descendants are given up`(_ segment: String) throws {
        let path = try JSONPath.parse("$" + String(repeating: segment, count: 10_000))
        var root: JSONValue = 1
        for level in 0..<60 { root = level % 2 == 0 ? [root] : ["a": root] }
        #expect(throws: Self.tooMuch) { try path.query(root, workLimit: 100_000) }
    }

    @Test func `ten thousand selectors and terms are read and used`() throws {
        let selectors = try JSONPath.parse("$[" + Array(repeating: "0", count: 10_000).joined(separator: ",") + "]")
        #expect(try selectors.query([7]).count == 10_000)
        let terms = try JSONPath.parse("$[?" + Array(repeating: "@==1", count: 10_000).joined(separator: "||") + "]")
        #expect(try terms.query([2, 1]) == [1])
    }

    @Test(
        arguments: [
            "$..[*]..[*]..[*]", "$..[?@..*]", "$..[?count(@..*) > 1]", "$[*,*,*,*]..[*,*]..*", "$..*..*", "$..[?$..*]",
            "$..[?@ == @]", "$..[?$..[?@ == $[1]]]", "$[?value(@..*) == 1]..*..*",
        ])
    func `a query that multiplies its work is given up`(_ text: String) throws {
        var root: JSONValue = .array(Array(repeating: 1, count: 1000))
        for _ in 0..<500 { root = [root, root[0] ?? .null] }
        let path = try JSONPath.parse(text)
        #expect(throws: Self.tooMuch) { try path.query(root, workLimit: 200_000) }
        #expect(throws: Self.tooMuch) { try path.queryNodes(root, workLimit: 200_000) }
    }

    @Test(arguments: [
        "$.list[?@ == $.large]", "$.list[?@ != $.large]", "$.list[?@ <= $.large]", "$.list[?@ > $.large]",
    ])
    func `comparing large values costs work`(_ text: String) throws {
        let path = try JSONPath.parse(text)
        let digits = String(repeating: "1", count: 2_000)
        let list: JSONValue = .array((0..<2_000).map { .integer($0) })
        let object: JSONValue = .object(JSONObject((0..<2_000).map { ("k\($0)", .null) }))
        let number = try JSONParser.parse(digits)
        let values = [number, .string(String(repeating: digits, count: 64)), [list], [object]]
        for large in text.contains("=") ? values : Array(values.prefix(2)) {
            let root: JSONValue = ["list": .array(Array(repeating: large, count: 20)), "large": large]
            #expect(throws: Self.tooMuch) { try path.query(root, workLimit: 20_000) }
            let found = try path.query(root)
            #expect(found.count == (text.contains("==") || text.contains("<=") ? 20 : 0))
        }
    }

    @Test func `a document that is nested deeper than any text is given up`() throws {
        var root: JSONValue = 1
        for _ in 0..<2_100 { root = [root] }
        let error = JSONPathEvaluationError(message: "the document is nested too deeply")
        #expect(throws: error) { try JSONPath.parse("$..a").query(root) }
    }

    @Test func `many matches of a filter cost work`() throws {
        let root: JSONValue = .array(Array(repeating: 1, count: 100_000))
        #expect(throws: Self.tooMuch) { try JSONPath.parse("$[?@ == 1]").query(root, workLimit: 400_000) }
        #expect(try JSONPath.parse("$[?@ == 1]").query(root).count == 100_000)
    }
}
