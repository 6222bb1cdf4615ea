import BatonJSON
import BatonLanguage

/// `in_any_order`: equality of lists whose order does not matter; each element counts as often as it is there.
struct UnorderedEquality: CheckOperator {
    /// A list, or an expression that gives one.
    let elements: Template

    static let words = [
        OperatorWord(
            "in_any_order", .listOrExpression, "The list has the elements of the operand, each as often, in any order.",
            fits: .array, example: "[1, 2]", operand: .list(UnorderedEquality.init))
    ]

    var word: String { "in_any_order" }

    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        let expected = try elements.json(from: evaluator.scope)
        guard case .array(let wanted) = expected else {
            return .noList(word, expected)
        }
        guard let found = actual.elements else {
            return .unfit(word, actual, "which is no list") { $0.json(expected) + Self.suffix }
        }
        let (missing, extra) = Self.difference(wanted, found, isText: actual.isTexts)
        if missing.isEmpty, extra.isEmpty { return nil }
        return ComparisonFailure(word) { wording in
            let hints = [
                missing.isEmpty ? nil : "missing: \(wording.json(.array(missing)))",
                extra.isEmpty ? nil : "not expected: \(wording.json(.array(extra)))",
            ]
            return .init(
                expected: wording.json(expected) + Self.suffix, actual: wording.actual(actual),
                hint: .explaining(hints.compactMap(\.self).joined(separator: "; ")))
        }
    }

    func wanted(_ expectation: Expectation) -> String { expectation.value(elements) + Self.suffix }

    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> any CheckOperator {
        UnorderedEquality(elements: try elements.changingTexts(from: scope, change))
    }

    private static let suffix = " in any order"

    /// The wanted elements that were not found, and the found ones that are not wanted.
    ///
    /// - Parameter isText: whether the found elements are texts from outside JSON, which also equal the number or boolean
    ///   that they spell.
    private static func difference(
        _ wanted: [JSONValue], _ found: [JSONValue], isText: Bool
    ) -> (missing: [JSONValue], extra: [JSONValue]) {
        var counts: [JSONValue: Int] = [:]
        for value in wanted { counts[value, default: 0] += 1 }
        var extra: [JSONValue] = []
        for value in found {
            let forms = isText ? value.spelled : [value]
            if let form = forms.first(where: { counts[$0, default: 0] > 0 }) {
                counts[form, default: 0] -= 1
            } else {
                extra.append(value)
            }
        }
        var missing: [JSONValue] = []
        for value in wanted where counts[value, default: 0] > 0 {
            counts[value, default: 0] -= 1
            missing.append(value)
        }
        return (missing, extra)
    }
}

extension ActualValue {
    fileprivate var isTexts: Bool {
        if case .texts = self { true } else { false }
    }
}

extension JSONValue {
    /// A text, and the number or boolean that it spells.
    fileprivate var spelled: [JSONValue] {
        guard case .string(let text) = self else { return [self] }
        let number = JSONNumber(text: text).map { JSONValue.number($0) }
        let flag: JSONValue? = text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        return [self, number, flag].compactMap(\.self)
    }
}
