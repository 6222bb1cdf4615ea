package import BatonJSON
package import BatonLanguage

/// `in` and `not_in`.
package struct Membership: CheckOperator {
    package enum Relation: String {
        case `in`
        case notIn = "not_in"

        var described: String { self == .in ? "one of " : "none of " }
    }

    let relation: Relation
    /// A list, or an expression that gives one.
    let choices: Template

    static let words = [
        word(.in, "`eq` holds for one element of the operand."),
        word(.notIn, "`in` does not hold."),
    ]

    private static func word(_ relation: Relation, _ sentence: String) -> OperatorWord {
        OperatorWord(
            relation.rawValue, .listOrExpression, sentence, example: "[1, 2]",
            operand: .list { Membership(relation: relation, choices: $0) })
    }

    package var word: String { relation.rawValue }

    package func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        let expected = try choices.json(from: evaluator.scope)
        guard case .array(let choices) = expected else {
            return .noList(word, expected)
        }
        if choices.contains(where: actual.equals) == (relation == .in) { return nil }
        let isComputed = self.choices.isComputed
        return ComparisonFailure(word) { wording in
            let value = actual.value
            let hint =
                relation == .in
                ? choices.lazy.compactMap { choice in
                    value.flatMap { TypeContrast.hint((choice, $0), isComputed: isComputed) }
                }.first : nil
            return .init(
                expected: relation.described + wording.json(expected), actual: wording.actual(actual), hint: hint)
        }
    }

    package func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(StepFailure) -> HollowCheck.Reason? {
        guard (relation == .notIn) != isNegated,
            case .array(let choices) = try choices.json(from: evaluator.scope)
        else { return nil }
        if choices.isEmpty { return .emptyOperand }
        return choices.allSatisfy(actual.differsInType) ? .otherType : nil
    }

    package var bounds: [JSONValue]? {
        if case .array(let values)? = choices.literalValue { values } else { nil }
    }
    package var equals: [JSONValue] { bounds ?? choices.elements.compactMap(\.literalValue) }

    package func wanted(_ expectation: Expectation) -> String { relation.described + expectation.value(choices) }

    package func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> any CheckOperator {
        Membership(relation: relation, choices: try choices.changingTexts(from: scope, change))
    }
}

extension Template {
    /// The elements of a list some of which are computed.
    fileprivate var elements: [Template] {
        switch self {
        case .list(let items): items
        case .literal, .text, .expression, .map: []
        }
    }
}
