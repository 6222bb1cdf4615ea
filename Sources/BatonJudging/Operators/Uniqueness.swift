import BatonJSON
import BatonLanguage

/// `unique`: whether all elements of a list differ; `false` demands a duplicate.
struct Uniqueness: CheckOperator {
    let isWanted: Bool

    static let words = [
        OperatorWord(
            "unique", .boolean, "No two elements are equal; for `false` two are. An empty list fails.", fits: .array,
            operand: .flag(Uniqueness.init))
    ]

    var word: String { "unique" }

    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        guard let elements = actual.elements else {
            return .unfit(word, actual, "which is no list") { _ in described }
        }
        if elements.isEmpty { return .nothingToCheck(word, expected: described) }
        var seen: Set<JSONValue> = []
        seen.reserveCapacity(elements.count)
        let repeated = elements.firstIndex { !seen.insert($0).inserted }
        if (repeated == nil) == isWanted { return nil }
        return ComparisonFailure(word) { wording in
            guard let repeated, let first = elements.firstIndex(of: elements[repeated]) else {
                return .init(expected: described, actual: wording.actual(actual))
            }
            let value = wording.json(elements[repeated])
            return .init(
                expected: described, actual: wording.actual(actual),
                message: "expected \(described), but \(value) is element \(first) and element \(repeated)")
        }
    }

    func wanted(_ expectation: Expectation) -> String { described }

    private var described: String {
        isWanted ? "elements that differ from each other" : "an element that is there twice"
    }
}
