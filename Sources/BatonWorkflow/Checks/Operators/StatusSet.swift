import BatonHTTP
import BatonJSON

/// A set of statuses that the status must or must not be in: `status: [200, 4xx]`, and `eq`, `ne`, `in` and `not_in` of
/// `status`.
struct StatusSet: CheckOperator {
    enum Pattern: Sendable {
        case code(Int)
        /// The hundreds: 2 for `2xx`.
        case category(Int)
        /// A `$(…)`, which yields a number, never a class.
        case computed(Expression)
    }

    let word: String
    let patterns: [Pattern]
    var isNegated = false

    func mismatch(_ actual: Actual, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        var isAny = false
        for pattern in patterns where try pattern.matches(actual, from: evaluator.scope) { isAny = true }
        if isAny != isNegated { return nil }
        return Mismatch(word) { wording in
            .init(expected: wanted(evaluator.expectation(wording)), actual: wording.actual(actual))
        }
    }

    func wanted(_ expectation: Expectation) -> String {
        let words = patterns.map { pattern in
            switch pattern {
            case .code(let code): "\(code)"
            case .category(let hundreds): "\(hundreds)xx"
            case .computed(let expression): expectation.value(.expression(expression))
            }
        }.joined(separator: " or ")
        return isNegated ? "anything but \(words)" : words
    }
}

extension StatusSet.Pattern {
    fileprivate func matches(_ actual: Actual, from scope: any TemplateScope) throws(TemplateFailure) -> Bool {
        guard case .json(.number(let status)) = actual else { return false }
        return switch self {
        case .code(let code): status == JSONNumber(code)
        case .category(let hundreds): status.int.map { $0 / 100 == hundreds } ?? false
        case .computed(let expression): try Template.expression(expression).json(from: scope) == .number(status)
        }
    }
}
