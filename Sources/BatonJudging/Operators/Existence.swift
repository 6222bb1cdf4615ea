import BatonJSON
import BatonLanguage

/// `exists`.
struct Existence: CheckOperator {
    let isWanted: Bool

    static let words = [
        OperatorWord(
            "exists", .boolean,
            "The value is not missing, and not the empty list of a path that selects; a JSON null is there. For `false` the opposite.",
            operand: .flag(Existence.init))
    ]

    var comparesMissing: Bool { true }

    var word: String { "exists" }

    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        let exists: Bool
        switch actual {
        case .missing: exists = false
        case .matches(let values): exists = !values.isEmpty
        case .texts(let texts): exists = !texts.isEmpty
        case .json, .text, .duration: exists = true
        }
        if exists == isWanted { return nil }
        guard isWanted else {
            let isNull = if case .json(.null) = actual { true } else { false }
            return ComparisonFailure(word) { wording in
                .init(
                    expected: "nothing", actual: wording.actual(actual),
                    hint: isNull ? .accepting("write `null`", because: "it is there, and is null") : nil)
            }
        }
        guard case .missing(let absence) = actual else {
            return ComparisonFailure(word) { _ in .init(expected: "a match", actual: "none") }
        }
        return .missing(word, .unmet, absence) { _ in "a value" }
    }

    var bounds: [JSONValue]? { [] }

    func wanted(_ expectation: Expectation) -> String { isWanted ? "a value" : "nothing" }
}
