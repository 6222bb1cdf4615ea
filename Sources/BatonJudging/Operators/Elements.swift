import BatonJSON
import BatonLanguage

/// `each`, `any` and `none`: a test of the elements of a list.
struct Elements: CheckOperator {
    enum Quantifier: String {
        case each, any
        case no = "none"

        var described: String {
            switch self {
            case .each: "each element"
            case .any: "any element"
            case .no: "no element"
            }
        }
    }

    let quantifier: Quantifier
    let test: Check.Test

    static let words = [
        word(.each, "Every element meets the operand; an empty list fails.", example: "{ gt: 0 }"),
        word(.any, "An element meets the operand; an empty list fails.", example: "{ eq: 5 }"),
        word(.no, "No element meets the operand; one to which the operand does not apply fails.", example: "{ eq: 5 }"),
    ]

    private static func word(_ quantifier: Quantifier, _ sentence: String, example: String) -> OperatorWord {
        OperatorWord(
            quantifier.rawValue, .any, sentence, fits: .array, holds: .one(Language.operators),
            example: example, operand: .testOfElements { Elements(quantifier: quantifier, test: $0) })
    }

    var word: String { quantifier.rawValue }

    /// Fails as unfit where the inner operators do not apply to the type of an element, unless `any` finds another
    /// element that passes.
    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        guard let elements = actual.parts else {
            return .unfit(word, actual, "which is no list") { wanted(evaluator.expectation($0)) }
        }
        if elements.isEmpty {
            if quantifier == .no { return nil }
            return ComparisonFailure(word, .unfit) { wording in
                .init(expected: wanted(evaluator.expectation(wording)), actual: "an empty list")
            }
        }
        var tally = Tally()
        for (index, element) in elements.enumerated() {
            let failure = try evaluator.failure(test, element)
            tally.add(failure, at: index)
            if quantifier == .any, failure == nil { return nil }
        }
        switch quantifier {
        case .each: return each(tally, actual, elements, evaluator)
        case .any:
            return ComparisonFailure(word, tally.reason) { wording in
                .init(
                    expected: wanted(evaluator.expectation(wording)), actual: wording.actual(actual),
                    hint: tally.firstUnfit?.failure.words(wording).hint)
            }
        case .no: return none(tally, actual, elements, evaluator)
        }
    }

    func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(StepFailure) -> HollowCheck.Reason? {
        let elements = actual.parts ?? []
        if elements.isEmpty { return .noElement }
        // What decided: elements that meet the test, or such that do not.
        let meets = (quantifier == .no) == isNegated
        var reason: HollowCheck.Reason?
        for element in elements where try (evaluator.failure(test, element) == nil) == meets {
            guard let hollow = try evaluator.hollowness(test, element, isNegated: !meets) else { return nil }
            reason = reason ?? hollow
        }
        return reason
    }

    func wanted(_ expectation: Expectation) -> String { "\(quantifier.described) to be \(expectation.text(test))" }

    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> any CheckOperator {
        Elements(quantifier: quantifier, test: try test.changingTexts(from: scope, change))
    }

    /// The result of testing the elements.
    private struct Tally {
        var failed = 0
        var firstFailed: (index: Int, failure: ComparisonFailure)?
        var firstUnfit: (index: Int, failure: ComparisonFailure)?
        var firstPassed: Int?
        var passed = 0

        var reason: ComparisonFailure.Reason { firstUnfit == nil ? .unmet : .unfit }

        mutating func add(_ failure: ComparisonFailure?, at index: Int) {
            guard let failure else {
                passed += 1
                if firstPassed == nil { firstPassed = index }
                return
            }
            failed += 1
            if firstFailed == nil { firstFailed = (index, failure) }
            if failure.reason != .unmet, firstUnfit == nil { firstUnfit = (index, failure) }
        }
    }

    private func each(
        _ tally: Tally, _ actual: ActualValue, _ elements: [ActualValue], _ evaluator: TestEvaluator
    ) -> ComparisonFailure? {
        guard let first = tally.firstFailed else { return nil }
        return ComparisonFailure(word, tally.reason) { wording in
            if first.failure.word == SchemaFit.word, let words = schemaWords(tally, elements, evaluator, wording) {
                return words
            }
            var words = first.failure.words(wording)
            if !words.differences.isEmpty, var placed = placedWords(first.index, elements, evaluator, wording) {
                let others = tally.failed - 1
                if others > 0 {
                    placed.message = "\(placed.sentence); \(others) more of \(elements.count) elements differ"
                }
                placed.expected = wanted(evaluator.expectation(wording))
                placed.actual = Self.shown(elements[first.index], at: first.index, wording)
                return placed
            }
            let more = tally.failed > 1 ? " (and \(tally.failed - 1) more of \(elements.count))" : ""
            words.message = "element \(first.index): \(words.sentence)\(more)"
            words.expected = wanted(evaluator.expectation(wording))
            words.actual = Self.shown(elements[first.index], at: first.index, wording)
            words.differences = []
            words.element = first.index
            return words
        }
    }

    /// The reasons why the first failed element does not fit a schema, with paths from the root of the document.
    private func schemaWords(
        _ tally: Tally, _ elements: [ActualValue], _ evaluator: TestEvaluator, _ wording: Wording
    ) -> ComparisonFailure.Words? {
        guard let index = tally.firstFailed?.index,
            var words = placedWords(index, elements, evaluator, wording)
        else { return nil }
        let more = tally.failed - 1
        if more > 0 { words.message = "\(words.sentence); \(more) more of \(elements.count) elements do not fit" }
        return words
    }

    /// The reason why an element fails, with paths from the root of the document.
    private func placedWords(
        _ index: Int, _ elements: [ActualValue], _ evaluator: TestEvaluator, _ wording: Wording
    ) -> ComparisonFailure.Words? {
        let evaluator = TestEvaluator(scope: evaluator.scope, place: "\(evaluator.place)[\(index)]")
        guard let failure = try? evaluator.failure(test, elements[index]) else { return nil }
        return failure.words(wording)
    }

    private func none(
        _ tally: Tally, _ actual: ActualValue, _ elements: [ActualValue], _ evaluator: TestEvaluator
    ) -> ComparisonFailure? {
        if let unfit = tally.firstUnfit {
            return ComparisonFailure(word, .unfit) { wording in
                var words = unfit.failure.words(wording)
                words.expected = "not \(words.expected)"
                words.message = "element \(unfit.index): \(words.sentence)"
                words.element = unfit.index
                return words
            }
        }
        guard let index = tally.firstPassed else { return nil }
        return ComparisonFailure(word) { wording in
            let expected = wanted(evaluator.expectation(wording))
            let more = tally.passed > 1 ? " (and \(tally.passed - 1) more)" : ""
            let element = ValueText.headline(wording.actual(elements[index]))
            var words = ComparisonFailure.Words(
                expected: expected, actual: Self.shown(elements[index], at: index, wording),
                message: "expected \(expected), but element \(index) is \(element)\(more)")
            words.element = index
            return words
        }
    }

    private static func shown(_ element: ActualValue, at index: Int, _ wording: Wording) -> String {
        "element \(index): \(wording.actual(element))"
    }
}
