package import BatonJSON
package import BatonLanguage

/// `gt`, `gte`, `lt` and `lte`.
package struct Order: CheckOperator {
    package enum Relation: String {
        case gt, gte, lt, lte

        var described: String {
            switch self {
            case .gt: "greater than"
            case .gte: "at least"
            case .lt: "less than"
            case .lte: "at most"
            }
        }

        /// - Parameter order: below, equal to or above 0, as the value is below, equal to or above the operand.
        func holds(_ order: Int) -> Bool {
            switch self {
            case .gt: order > 0
            case .gte: order >= 0
            case .lt: order < 0
            case .lte: order <= 0
            }
        }
    }

    let relation: Relation
    let bound: Template

    static let words = [
        word(.gt, "The value is greater; numbers are compared exactly, texts by code point.", example: "0"),
        word(.gte, "The value is greater or equal.", example: "1"),
        word(.lt, "The value is less.", example: "10"),
        word(.lte, "The value is less or equal.", example: "9"),
    ]

    private static func word(_ relation: Relation, _ sentence: String, example: String) -> OperatorWord {
        OperatorWord(
            relation.rawValue, .any, sentence, takes: "number, text or duration", fits: [.integer, .number, .string],
            kinds: [.number, .text], example: example,
            operand: .numberOrText { Order(relation: relation, bound: $0) })
    }

    package var word: String { relation.rawValue }

    /// Compares numbers by value and texts by code point; any other value has no order and fails.
    package func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        let expected = try bound.json(from: evaluator.scope)
        func wanted(_ wording: Wording) -> String { "\(relation.described) \(wording.json(expected))" }
        let order: Int
        switch expected {
        case .number(let number):
            guard let value = actual.number else {
                return .unfit(word, actual, "which is no number", expected: wanted)
                    .changing { words, _ in
                        guard case .json(.string(let text)) = actual, JSONNumber(text: text) != nil else { return }
                        words.hint = "the response has a text; JSON values never convert"
                    }
            }
            order = JSONNumber.compare(value, number)
        case .string(let text):
            guard let value = actual.value?.stringValue else {
                return .unfit(word, actual, "which is no text", expected: wanted)
            }
            if case .text = actual, let left = JSONNumber(text: value), let right = JSONNumber(text: text) {
                order = JSONNumber.compare(left, right)
            } else {
                order = value.compareCodePoints(text)
            }
        case .null, .bool, .array, .object:
            return .unfit(word, actual, "which has no order with it", expected: wanted)
        }
        if relation.holds(order) { return nil }
        return ComparisonFailure(word) { wording in .init(expected: wanted(wording), actual: wording.actual(actual)) }
    }

    package var bounds: [JSONValue]? { bound.literalValue.map { [$0] } }

    package func wanted(_ expectation: Expectation) -> String { "\(relation.described) \(expectation.value(bound))" }

    package func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> any CheckOperator {
        Order(relation: relation, bound: try bound.changingTexts(from: scope, change))
    }
}

/// `gt`, `gte`, `lt` and `lte` of `duration`.
package struct DurationOrder: CheckOperator {
    let relation: Order.Relation
    let bound: DurationTemplate

    package init(relation: Order.Relation, bound: DurationTemplate) {
        self.relation = relation
        self.bound = bound
    }

    package var word: String { relation.rawValue }

    package func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        guard case .duration(let microseconds) = actual else {
            return .unfit(word, actual, "which is no duration") { _ in "a duration" }
        }
        let bound = try bound.microseconds(from: evaluator.scope)
        if relation.holds(microseconds < bound ? -1 : microseconds == bound ? 0 : 1) { return nil }
        return ComparisonFailure(word) { _ in
            let shown = Self.shown(bound, microseconds)
            return .init(expected: "\(relation.described) \(shown.bound)", actual: shown.actual)
        }
    }

    /// Both as people read them; in microseconds where they would look the same, or like nothing.
    private static func shown(_ bound: Int64, _ actual: Int64) -> (bound: String, actual: String) {
        let short = (bound: ValueText.duration(bound), actual: ValueText.duration(actual))
        let isNothing = [(bound, short.bound), (actual, short.actual)].contains {
            $0 != 0 && $1 == ValueText.duration(0)
        }
        if !isNothing, bound == actual || short.bound != short.actual { return short }
        return ("\(bound)us", "\(actual)us")
    }

    /// Only a duration has an order with a duration.
    package var fits: ValueTypes? { nil }
    package var bounds: [JSONValue]? {
        if case .literal(let microseconds) = bound { [.integer(Int(microseconds))] } else { nil }
    }

    package func wanted(_ expectation: Expectation) -> String {
        let known = try? bound.microseconds(from: expectation.scope)
        return "\(relation.described) \(known.map(ValueText.duration) ?? "a duration")"
    }
}

extension String {
    /// Compares by code point, which is also the order of the UTF-8 bytes.
    func compareCodePoints(_ other: String) -> Int {
        if utf8.elementsEqual(other.utf8) { return 0 }
        return utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
    }
}
