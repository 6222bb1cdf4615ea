import BatonDiagnostics
import BatonJSON
import BatonLanguage
import BatonValues

/// `is`: text in one of the formats.
struct FormatTest: CheckOperator {
    let formats: [ValueFormat]

    static let words = [
        OperatorWord(
            "is", .any,
            "The text has the form: `datetime` is RFC 3339, `uri` has its scheme, `base64` is padded and not empty, `jwt` is not verified.",
            fits: .string, kinds: [.text, .list],
            values: .all(of: ValueFormat.self, takesList: true), example: "uuid", operand: .formats(FormatTest.init))
    ]

    var word: String { "is" }

    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        guard let text = actual.value?.stringValue else {
            return .unfit(word, actual, "which is no text") { _ in described }
        }
        if formats.contains(where: { $0.accepts(text) }) { return nil }
        return ComparisonFailure(word) { wording in .init(expected: described, actual: wording.actual(actual)) }
    }

    func wanted(_ expectation: Expectation) -> String { described }

    private var described: String { formats.map(\.described).joined(separator: " or ") }
}
