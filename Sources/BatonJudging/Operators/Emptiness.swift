import BatonJSON
import BatonLanguage

/// `empty`.
struct Emptiness: CheckOperator {
    let isWanted: Bool

    static let words = [
        OperatorWord(
            "empty", .boolean, "There is nothing in it; for `false` something.", fits: [.string, .array, .object],
            operand: .flag(Emptiness.init))
    ]

    var word: String { "empty" }

    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        guard let isEmpty = actual.isEmpty else {
            return .unfit(word, actual, "which cannot be empty") { _ in described }
        }
        if isEmpty == isWanted { return nil }
        return ComparisonFailure(word) { wording in .init(expected: described, actual: wording.actual(actual)) }
    }

    var bounds: [JSONValue]? { [.string(""), .array([]), .object(JSONObject())] }

    func wanted(_ expectation: Expectation) -> String { described }

    private var described: String { isWanted ? "nothing in it" : "something in it" }
}

extension ActualValue {
    /// Whether the value is empty; nil for values that cannot be empty.
    fileprivate var isEmpty: Bool? {
        switch self {
        // `isEmpty` does not count the whole text, as `length` would.
        case .text(let text), .json(.string(let text)): text.isEmpty
        case .json, .matches, .texts, .duration, .missing: length.map { $0 == 0 }
        }
    }
}
