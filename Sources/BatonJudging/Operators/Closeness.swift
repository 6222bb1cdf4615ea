import BatonDiagnostics
import BatonJSON
package import BatonLanguage

/// `close_to`: a number within a tolerance, compared exactly.
struct Closeness: CheckOperator {
    let center: Template
    let tolerance: Template

    static let words = [
        OperatorWord(
            "close_to", .map, "The number is at most `tolerance` away from `value`, exactly.", fits: .numbers,
            holds: .one(Language.CloseTo.map), example: "{ value: 1.5, tolerance: 0.1 }",
            operand: .closeness(Closeness.init))
    ]

    var word: String { "close_to" }

    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        let expected = try center.json(from: evaluator.scope)
        let tolerance = try tolerance.json(from: evaluator.scope)
        func wanted(_ wording: Wording) -> String {
            "\(wording.json(expected)), give or take \(wording.json(tolerance))"
        }
        guard case .number(let number) = expected, case .number(let distance) = tolerance, distance >= JSONNumber(0)
        else {
            return ComparisonFailure(word, .unfit) { wording in
                .init(expected: "a number and a tolerance that is not negative", actual: wanted(wording))
            }
        }
        guard let value = actual.number else { return .unfit(word, actual, "which is no number", expected: wanted) }
        if value.isWithin(distance, of: number) { return nil }
        return ComparisonFailure(word) { wording in .init(expected: wanted(wording), actual: wording.actual(actual)) }
    }

    func wanted(_ expectation: Expectation) -> String {
        "\(expectation.value(center)), give or take \(expectation.value(tolerance))"
    }
}

extension Language {
    /// `close_to`.
    package enum CloseTo {
        package static let value = Key(
            "value", .any, "The number in the middle.", takes: "number", example: "value: 1.5")
        package static let tolerance = Key(
            "tolerance", .any, "How far away a number may be, above and below; exactly so far is near enough.",
            takes: "number",
            example: "tolerance: 0.1")
        package static let map = Map("`close_to`", [value, tolerance], rules: [.all([value, tolerance])])
    }
}
