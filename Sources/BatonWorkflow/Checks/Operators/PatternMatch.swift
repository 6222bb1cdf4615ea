import BatonDiagnostics
import BatonJSON
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
            "matches", .text, "A regular expression (PCRE2) is found in the text.",
            fits: .string
        ) { read(.matches, $0) },
        OperatorWord("not_matches", .text, "A regular expression is not found in the text.", fits: .string) {
            read(.notMatches, $0)
        },
    ]

    private static func read(_ relation: Relation, _ operand: WrittenOperand) -> PatternMatch? {
        let text = operand.templates.text(operand.node, for: .pattern)
        guard let literal = text.literal else { return PatternMatch(relation: relation, pattern: .template(text)) }
        do {
            return PatternMatch(relation: relation, pattern: .pattern(try Pattern(literal), written: literal))
        } catch {
            return operand.report(.invalidPattern(error, in: operand.node))
        }
    }

    var word: String { relation.rawValue }

    func mismatch(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
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
            return Mismatch(word, .unfit) { wording in
                .init(
                    expected: wanted(wording), actual: "\(wording.actual(actual)): \(error.message)",
                    hint: "the expression needs too much work for this text; make it simpler")
            }
        }
        if isFound == (relation == .matches) { return nil }
        return Mismatch(word) { wording in .init(expected: wanted(wording), actual: wording.actual(actual)) }
    }

    func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(TemplateFailure) -> HollowCheck.Reason? {
        try pattern.filled(from: evaluator.scope).written.isEmpty ? .emptyOperand : nil
    }

    func wanted(_ expectation: Expectation) -> String {
        (relation == .matches ? "a text that matches " : "a text that does not match ")
            + expectation.wording.mask(pattern.written)
    }
}
