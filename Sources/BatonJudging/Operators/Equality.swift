package import BatonJSON
package import BatonLanguage

/// `eq` and `ne`.
package struct Equality: CheckOperator {
    package enum Relation: String { case eq, ne }

    let relation: Relation
    let value: Template

    static let words = [
        OperatorWord(
            "eq", .any,
            "The value equals the operand as JSON: numbers by value, objects whatever the order of members; nothing converts.",
            example: "5", operand: .value { Equality(relation: .eq, value: $0) }),
        OperatorWord(
            "ne", .any, "`eq` does not hold.", example: "5", operand: .value { Equality(relation: .ne, value: $0) }),
    ]

    package var word: String { relation.rawValue }

    package func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        let expected = try value.json(from: evaluator.scope)
        switch relation {
        case .eq:
            return Self.failure(actual, expected, isComputed: value.isComputed, at: evaluator.place)
        case .ne:
            guard actual.equals(expected) else { return nil }
            return ComparisonFailure(word) { wording in
                .init(expected: "anything but \(wording.json(expected))", actual: wording.actual(actual))
            }
        }
    }

    package func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(StepFailure) -> HollowCheck.Reason? {
        guard (relation == .ne) != isNegated else { return nil }
        return actual.differsInType(from: try value.json(from: evaluator.scope)) ? .otherType : nil
    }

    package var bounds: [JSONValue]? { value.literalValue.map { [$0] } }
    package var equals: [JSONValue] { bounds ?? [] }

    package func wanted(_ expectation: Expectation) -> String {
        (relation == .eq ? "" : "anything but ") + expectation.value(value)
    }

    package func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> any CheckOperator {
        Equality(relation: relation, value: try value.changingTexts(from: scope, change))
    }

    /// - Parameters:
    ///   - isComputed: whether the expected value is that of an expression.
    ///   - place: where the value stands in the document, for the paths of differences.
    static func failure(
        _ actual: ActualValue, _ expected: JSONValue, isComputed: Bool, at place: String
    ) -> ComparisonFailure? {
        if actual.equals(expected) { return nil }
        return ComparisonFailure(Relation.eq.rawValue) { wording in
            difference(expected, actual, wording, isComputed: isComputed, at: place)
        }
    }

    private static func difference(
        _ expected: JSONValue, _ actual: ActualValue, _ wording: Wording, isComputed: Bool, at place: String
    ) -> ComparisonFailure.Words {
        switch (expected, actual.value) {
        case (.string(let wanted), .string(let text)?):
            let contrast = TextContrast(wanted, text)
            var wording = wording
            wording.spellsOut = contrast.looksAlike
            return .init(expected: wording.text(wanted), actual: wording.text(text), hint: contrast.hint)
        case (.array, let value?), (.object, let value?):
            if case .texts(let texts) = actual, case .array(let elements) = expected {
                let likened = JSONValue.array(texts.map { liken($0, to: elements) })
                var words = DocumentComparison.words(.literal(expected), likened, .whole, wording, at: place)
                words.actual = wording.actual(actual)
                return words
            }
            if value.isContainer {
                return DocumentComparison.words(.literal(expected), value, .whole, wording, at: place)
            }
            fallthrough
        default:
            let hint = actual.value.flatMap { TypeContrast.hint((expected, $0), isComputed: isComputed) }
            return .init(expected: wording.json(expected), actual: wording.actual(actual), hint: hint)
        }
    }

    /// The expected element that a text equals, so that the text is not reported as a difference; else the text itself.
    private static func liken(_ text: String, to elements: [JSONValue]) -> JSONValue {
        elements.first { ActualValue.text(text).equals($0) } ?? .string(text)
    }
}

extension ActualValue {
    /// Whether the value equals the expected one; a text from outside JSON also equals the number or boolean that it
    /// spells.
    package func equals(_ expected: JSONValue) -> Bool {
        switch (self, expected) {
        case (.text(let text), .string): JSONValue.string(text) == expected
        case (.text(let text), .number(let number)): JSONNumber(text: text) == number
        case (.text(let text), .bool(let flag)): text == (flag ? "true" : "false")
        case (.json(let value), _): value == expected
        case (.matches(let values), .array(let elements)): values == elements
        case (.texts(let texts), .array(let elements)):
            texts.count == elements.count && zip(texts, elements).allSatisfy { ActualValue.text($0).equals($1) }
        default: false
        }
    }
}

extension JSONValue {
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .number, .string: false
        }
    }
}
