import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// A path has a value when everything is there that it names before it selects; what it selects may be nothing.
@Suite struct PathLawTests {
    static let documents: [JSONValue] = [
        [:], ["a": .null], ["a": 5], ["a": "text"], ["a": []], ["a": [:]], ["a": [1, 2]], ["a": [["b": 1], ["c": 2]]],
        ["a": ["b": []]], ["a": ["b": [["c": 1]]]], ["a": [[], [["b": 3]]]], ["b": [["error": "fatal"], ["id": 1]]], [],
        [["a": 1]], [["a": [1]], ["a": []]],
    ]

    static let named = ["$", "$.a", "$.b", "$.a.b", "$.a[0]", "$[0].a", "$.a[1][0]"]
    static let selecting = [
        "[*]", "[*].b", "[?@.b == 1]", "[?@.error == 'fatal']", "[?@.id == '1'].id", "..b", "[0:1]", "[:2].c",
    ]

    @Test(arguments: named, selecting) func `what is named before must be there, what follows selects`(
        _ named: String, _ selecting: String
    ) throws {
        let path = named + selecting
        let isThere = try Verdicts("\(named): { exists: true }")
        let isList = try Verdicts("\(path): { type: array, exists: false }")
        let hasNone = try Verdicts("\(path): []")
        let hasLength = try Verdicts("\(path): { length: 0 }")
        let none = try Verdicts("\(path): { none: { type: string, length: 1 } }")
        for document in Self.documents {
            let place = try JSONPath.parse(named).query(document).isEmpty == false
            let found = try JSONPath.parse(path).query(document)
            let text = "\(path) in \(JSONWriter.compact(document))"
            #expect(try (isThere.verdict(body: document) != .failed) == place, "\(text)")
            #expect(try (hasNone.verdict(body: document) == .met) == (place && found.isEmpty), "\(text)")
            #expect(try (hasLength.verdict(body: document) == .met) == (place && found.isEmpty), "\(text)")
            #expect(try (isList.verdict(body: document) == .met) == (place && found.isEmpty), "\(text)")
            if found.isEmpty {
                #expect(try none.verdict(body: document) == (place ? .hollow : .failed), "\(text)")
            }
        }
    }
}
