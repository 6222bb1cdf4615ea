package import BatonJSON
package import BatonLanguage

/// `not`: none of its operators holds. A missing value, or one to which an operator does not apply, fails too.
package struct Negation: CheckOperator {
    let test: Check.Test

    package init(test: Check.Test) {
        self.test = test
    }

    static let words = [word]

    package static let word = OperatorWord(
        "not", .any, "None of its operators holds.", holds: .one(Language.operators),
        example: "{ eq: 5 }", operand: .negatedTest(Negation.init))

    package var comparesMissing: Bool { test.operations.contains(where: \.comparesMissing) }

    package var word: String { Self.word.name }

    package func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        var held: Check.Test?
        var unfit: ComparisonFailure?
        for part in test.parts {
            if let failure = try evaluator.failure(part, actual) {
                if failure.reason != .unmet, unfit == nil { unfit = failure }
            } else if held == nil {
                held = part
            }
        }
        if let unfit {
            var negated = unfit.changing { words, _ in words.expected = "not \(words.expected)" }
            negated.word = word
            return negated
        }
        guard let held else { return nil }
        return ComparisonFailure(word) { wording in
            .init(expected: "not \(evaluator.expectation(wording).text(held))", actual: wording.actual(actual))
        }
    }

    package func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(StepFailure) -> HollowCheck.Reason? {
        if isNegated {
            // A part that holds decided; one that looked at something is enough.
            var reason: HollowCheck.Reason?
            for part in test.parts where try evaluator.failure(part, actual) == nil {
                guard let hollow = try evaluator.hollowness(part, actual) else { return nil }
                reason = reason ?? hollow
            }
            return reason
        }
        for part in test.parts {
            if let reason = try evaluator.hollowness(part, actual, isNegated: true) { return reason }
        }
        return nil
    }

    package var bounds: [JSONValue]? { test.bounds }
    package var equals: [JSONValue] { test.operations.flatMap(\.equals) }
    package var fits: ValueTypes? {
        test.operations.compactMap(\.fits).reduce(nil) { types, fits in types?.intersection(fits) ?? fits }
    }

    package func wanted(_ expectation: Expectation) -> String { "not \(expectation.text(test))" }

    package func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> any CheckOperator {
        Negation(test: try test.changingTexts(from: scope, change))
    }
}

extension Check.Test {
    /// The operators of the test; equality is one.
    var operations: [any CheckOperator] {
        switch self {
        case .equals(let template): [Equality(relation: .eq, value: template)]
        case .operators(let comparisons): comparisons.map(\.operation)
        case .document, .leadingBytes, .xmlSchema: []
        }
    }

    /// The values between which what the test accepts does not change; nil where only the response tells.
    var bounds: [JSONValue]? {
        var bounds: [JSONValue] = []
        for operation in operations {
            guard let more = operation.bounds else { return nil }
            bounds += more
        }
        return bounds
    }

    /// Each operator as a test of its own.
    fileprivate var parts: [Check.Test] {
        switch self {
        case .operators(let comparisons): comparisons.map { .operators([$0]) }
        case .equals, .document, .leadingBytes, .xmlSchema: [self]
        }
    }
}
