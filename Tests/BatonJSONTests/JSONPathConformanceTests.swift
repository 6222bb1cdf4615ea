import ConformanceData
import Testing

@testable import BatonJSON

struct JSONPathConformanceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let selector: String
        let isInvalid: Bool
        let document: JSONValue?
        /// All responses that are right; where members have no order there may be several.
        let results: [JSONValue]
        let paths: [JSONValue]
        var testDescription: String { "\(name): \(selector)" }
    }

    static let cases: [Case] = {
        guard let bytes = ConformanceData.read("jsonpath/cts.json"), let suite = try? JSONParser.parse(bytes),
            let tests = suite["tests"]?.arrayValue
        else { return [] }
        return tests.map { test in
            Case(
                name: test["name"]?.stringValue ?? "", selector: test["selector"]?.stringValue ?? "",
                isInvalid: test["invalid_selector"] == true, document: test["document"],
                results: test["result"].map { [$0] } ?? test["results"]?.arrayValue ?? [],
                paths: test["result_paths"].map { [$0] } ?? test["results_paths"]?.arrayValue ?? [])
        }
    }()

    @Test(arguments: cases)
    func `a query finds what RFC 9535 says`(_ test: Case) throws {
        if test.isInvalid {
            let error = #expect(throws: JSONPathError.self) { try JSONPath.parse(test.selector) }
            let range = try #require(error).range
            #expect(range.upperBound <= test.selector.utf8.count)
            return
        }
        let path = try JSONPath.parse(test.selector)
        let document = try #require(test.document)
        let values = try path.query(document)
        #expect(test.results.contains(.array(values)))
        let nodes = try path.queryNodes(document)
        #expect(nodes.map(\.value) == values)
        #expect(test.paths.contains(.array(nodes.map { .string($0.path) })))
        for node in nodes { #expect(try JSONPath.parse(node.path).singularValue(in: document) == node.value) }
        if path.isSingular { #expect(path.singularValue(in: document) == values.first) }
    }

    @Test func `all JSONPath conformance cases are present`() {
        #expect(Self.cases.isEmpty || Self.cases.count == 703)
    }
}

extension JSONPathConformanceTests {
    @Test func `every prefix and every changed character of a path is taken or refused without harm`() {
        for test in Self.cases {
            let bytes = Array(test.selector.utf8)
            for end in bytes.indices {
                expectOrderly(String(decoding: bytes[..<end], as: UTF8.self))
                for byte in "$@.['(?\\-0:".utf8 {
                    var changed = bytes
                    changed[end] = byte
                    expectOrderly(String(decoding: changed, as: UTF8.self))
                }
            }
        }
    }

    /// A path that parses can be used; the error of one that does not points into it.
    private func expectOrderly(_ text: String) {
        do throws(JSONPathError) {
            _ = try? JSONPath.parse(text).query([["a": [1, "b"]], 2], workLimit: 1000)
            _ = try JSONPath.parse(text)
        } catch {
            #expect(error.range.upperBound <= text.utf8.count)
        }
    }
}
