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
            foreign: ["regex", "pattern", "match", "matches_regex", "re_match"], fits: .string
        ) { operand in
            operand.isEmptyText ? operand.reportEmptyText() : read(.matches, operand)
        },
        OperatorWord("not_matches", .text, "A regular expression is not found in the text.", fits: .string) { operand in
            operand.isEmptyText ? operand.reportEmptyTextIsEverywhere() : read(.notMatches, operand)
        },
    ]

    private static func read(_ relation: Relation, _ operand: WrittenOperand) -> PatternMatch? {
        let text = operand.templates.text(operand.node, for: .pattern)
        guard let literal = text.literal else { return PatternMatch(relation: relation, pattern: .template(text)) }
        do {
            let pattern = try Pattern(literal)
            if Self.isFoundEverywhere(pattern, literal) { return report(relation, operand) }
            return PatternMatch(relation: relation, pattern: .pattern(pattern, written: literal))
        } catch {
            return operand.report(.invalidPattern(error, in: operand.node))
        }
    }

    /// Whether the pattern is found in every text: it matches the empty text, and nothing in it depends on the text
    /// around, such as `^` or `(?=…)`.
    private static func isFoundEverywhere(_ pattern: Pattern, _ written: String) -> Bool {
        let assertions = ["^", "$", "(?", "(*", #"\b"#, #"\B"#, #"\A"#, #"\z"#, #"\Z"#, #"\G"#, #"\K"#]
        guard !assertions.contains(where: { written.containsUTF8($0) }) else { return false }
        return (try? pattern.matches("")) == true
    }

    private static func report(_ relation: Relation, _ operand: WrittenOperand) -> PatternMatch? {
        let help = "it is found in every text, because it also stands for no character; `+` wants one at least"
        guard relation == .matches else {
            return operand.report(
                .cannotHold("`not_matches` with this expression can never hold", at: operand.node.range, help: help))
        }
        return operand.report(
            .checksNothing("`matches` with this expression", at: operand.node.range, help: help))
    }

    var word: String { relation.rawValue }

    func mismatch(_ actual: Actual, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        let (pattern, written) = try pattern.filled(from: evaluator.scope)
        func wanted(_ wording: Wording) -> String {
            (relation == .matches ? "to match " : "not to match ") + wording.mask(written)
        }
        guard let text = actual.value?.stringValue else {
            return .unfit(word, actual, "which is no text", expected: wanted)
        }
        if written.isEmpty { return .checksNothing(word, actual, operand: "\"\"") }
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

    func wanted(_ expectation: Expectation) -> String {
        (relation == .matches ? "a text that matches " : "a text that does not match ")
            + expectation.wording.mask(pattern.written)
    }
}
