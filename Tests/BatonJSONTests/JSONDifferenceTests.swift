import Testing

@testable import BatonJSON

struct JSONDifferenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let expected: JSONValue
        let actual: JSONValue
        let differences: [String]
        var testDescription: String { "\(JSONWriter.compact(expected)) and \(JSONWriter.compact(actual))" }
    }

    static let cases = [
        Case(expected: ["a": 1, "b": [1.0]], actual: ["b": [1], "a": 1], differences: []),
        Case(expected: 1, actual: "1", differences: ["type $ 1 \"1\""]),
        Case(expected: ["a": 1], actual: ["a": 2], differences: ["changed $.a 1 2"]),
        Case(expected: ["a": .null], actual: ["b": 1], differences: ["missing $.a null -", "added $.b - 1"]),
        Case(expected: [1, 2, 3], actual: [1, 4], differences: ["changed $[1] 2 4", "missing $[2] 3 -"]),
        Case(expected: [], actual: [["x"]], differences: ["added $[0] - [\"x\"]"]),
        Case(
            expected: ["items": [["a-b": 1, "it's": 2, "0": 3]]], actual: ["items": [["a-b": 2, "it's": [], "0": 4]]],
            differences: [
                "changed $.items[0]['a-b'] 1 2", "type $.items[0]['it\\'s'] 2 []", "changed $.items[0]['0'] 3 4",
            ]),
    ]

    @Test(arguments: cases)
    func `differences are told by path`(_ test: Case) throws {
        let differences = JSONDifference.between(expected: test.expected, actual: test.actual)
        let told = differences.map { difference in
            let values = [difference.expected, difference.actual].map { $0.map(JSONWriter.compact) ?? "-" }
            return "\(difference.kind) \(difference.path) \(values[0]) \(values[1])"
        }
        #expect(told == test.differences)
        for difference in differences {
            let path = try JSONPath.parse(difference.path)
            #expect(path.singularValue(in: test.expected) == difference.expected)
            #expect(path.singularValue(in: test.actual) == difference.actual)
        }
    }

    @Test func `the number of differences is limited`() {
        let left = JSONValue.array(Array(repeating: 0, count: 100_000))
        let right = JSONValue.array(Array(repeating: 1, count: 100_000))
        #expect(JSONDifference.between(expected: left, actual: right, limits: .init(differences: 5)).count == 5)
    }

    @Test func `a difference below the depth limit is told at the limit`() {
        let left: JSONValue = ["a": ["b": ["c": 1]]]
        let right: JSONValue = ["a": ["b": ["c": 2]]]
        let differences = JSONDifference.between(expected: left, actual: right, limits: .init(depth: 2))
        #expect(differences.map(\.path) == ["$.a.b"])
    }
}
