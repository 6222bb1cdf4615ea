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
        guard let items = operand.node.items else { return operand.computedList() }
        if items.isEmpty { return operand.reportEmptyList() }
        let template = operand.templates.comparedValue(operand.node)
        guard zip(template.elements, items).allSatisfy({ operand.mayEqual($0, $1) }) else { return nil }
        return template
    }

    var word: String { relation.rawValue }

    func mismatch(_ actual: Actual, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        let expected = try choices.json(from: evaluator.scope)
        guard case .array(let choices) = expected else {
            return .noList(word, expected)
        }
        if choices.isEmpty { return .checksNothing(word, actual, operand: "[]") }
        let isMember = choices.contains { actual.equals($0) }
        let isComputed = self.choices.isComputed
        let contrast = isMember ? nil : actual.mistaken(choices)
        if contrast == nil, isMember == (relation == .in) { return nil }
        return Mismatch(word, contrast == nil ? .unmet : .unfit) { wording in
            .init(
                expected: relation.described + wording.json(expected), actual: wording.actual(actual),
                hint: contrast.flatMap { TypeContrast.hint($0, isComputed: isComputed) })
        }
    }

    func wanted(_ expectation: Expectation) -> String { relation.described + expectation.value(choices) }

    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(TemplateFailure) -> any CheckOperator {
        Membership(relation: relation, choices: try choices.changingTexts(from: scope, change))
    }
}

extension Template {
    /// The elements of a literal list.
    fileprivate var elements: [Template] {
        switch self {
        case .literal(.array(let values)): values.map { .literal($0) }
        case .list(let items): items
        case .literal, .text, .expression, .map: []
        }
    }
}
