import BatonJSON
import BatonYAML

/// `in` and `not_in`.
struct Membership: CheckOperator {
    enum Relation: String {
        case `in`
        case notIn = "not_in"

        var described: String { self == .in ? "one of " : "none of " }
    }

    let relation: Relation
    /// A list, or an expression that gives one.
    let choices: Template

    static let words = [
        word(.in, "Equal to one of the list."),
        word(.notIn, "Equal to none of the list."),
    ]

    private static func word(_ relation: Relation, _ sentence: String) -> OperatorWord {
        OperatorWord(relation.rawValue, .listOrExpression, sentence) { operand in
            read(operand).map { Membership(relation: relation, choices: $0) }
        }
    }

    private static func read(_ operand: WrittenOperand) -> Template? {
        operand.node.items == nil ? operand.computedList() : operand.templates.comparedValue(operand.node)
    }

    var word: String { relation.rawValue }

    func mismatch(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        let expected = try choices.json(from: evaluator.scope)
        guard case .array(let choices) = expected else {
            return .noList(word, expected)
        }
        if choices.contains(where: actual.equals) == (relation == .in) { return nil }
        let isComputed = self.choices.isComputed
        return Mismatch(word) { wording in
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

    func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(TemplateFailure) -> HollowCheck.Reason? {
        guard (relation == .notIn) != isNegated,
            case .array(let choices) = try choices.json(from: evaluator.scope)
        else { return nil }
        if choices.isEmpty { return .emptyOperand }
        return choices.allSatisfy(actual.differsInType) ? .otherType : nil
    }

    var bounds: [JSONValue]? {
        if case .array(let values)? = choices.literalValue { values } else { nil }
    }
    var equals: [JSONValue] { bounds ?? choices.elements.compactMap(\.literalValue) }

    func wanted(_ expectation: Expectation) -> String { relation.described + expectation.value(choices) }

    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(TemplateFailure) -> any CheckOperator {
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
