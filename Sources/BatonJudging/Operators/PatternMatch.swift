import BatonDiagnostics
import BatonJSON
import BatonLanguage
import BatonRegex

/// `matches` and `not_matches`.
struct PatternMatch: CheckOperator {
    enum Relation: String {
        case matches
        case notMatches = "not_matches"
    }

    let relation: Relation
    let pattern: PatternTemplate

    static let words = [
        OperatorWord(
            "matches", .text, "The regular expression (PCRE2) is found in the text; `^` and `$` tie it to the ends.",
            fits: .string, example: "\"^A\"", operand: .pattern { PatternMatch(relation: .matches, pattern: $0) }),
        OperatorWord(
            "not_matches", .text, "The regular expression is not found in the text.", fits: .string,
            example: "\"^A\"", operand: .pattern { PatternMatch(relation: .notMatches, pattern: $0) }),
    ]

    var word: String { relation.rawValue }

    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        let (pattern, written) = try pattern.filled(from: evaluator.scope)
        func wanted(_ wording: Wording) -> String {
            (relation == .matches ? "to match " : "not to match ") + wording.mask(written)
        }
        guard let text = actual.value?.stringValue else {
            return .unfit(word, actual, "which is no text", expected: wanted)
        }
        let isFound: Bool
        do {
            isFound = try pattern.matches(text)
        } catch {
            return ComparisonFailure(word, .unfit) { wording in
                .init(
                    expected: wanted(wording), actual: "\(wording.actual(actual)): \(error.message)",
                    hint: "the expression needs too much work for this text; make it simpler")
            }
        }
        if isFound == (relation == .matches) { return nil }
        return ComparisonFailure(word) { wording in .init(expected: wanted(wording), actual: wording.actual(actual)) }
    }

    func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(StepFailure) -> HollowCheck.Reason? {
        try pattern.filled(from: evaluator.scope).written.isEmpty ? .emptyOperand : nil
    }

    func wanted(_ expectation: Expectation) -> String {
        (relation == .matches ? "a text that matches " : "a text that does not match ")
            + expectation.wording.mask(pattern.written)
    }
}
