import BatonJSON
package import BatonLanguage

/// `length`: the number of code points, elements or keys.
package struct Length: CheckOperator {
    /// The test of the length.
    let test: Check.Test

    package init(test: Check.Test) {
        self.test = test
    }

    static let word = "length"

    static let words = [
        OperatorWord(
            word, .any, "The number of code points, elements or members meets the operand.",
            fits: [.string, .array, .object],
            holds: .one(Language.operators), kinds: [.map, .integer, .text], example: "3",
            operand: .testOfLength(Length.init))
    ]

    package var word: String { Self.word }

    package func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        guard let length = actual.length else {
            return .unfit(word, actual, "which has none") { _ in "something with a length" }
        }
        guard var failure = try evaluator.failure(test, .json(.integer(length))) else { return nil }
        failure.word = word
        return failure.changing { words, wording in
            words.expected = "length \(words.expected)"
            words.actual = "length \(length)"
            words.message = words.sentence + ": \(ValueText.headline(wording.actual(actual)))"
            words.hint = nil
        }
    }

    package func wanted(_ expectation: Expectation) -> String { "a length of \(expectation.text(test))" }

    package func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> any CheckOperator {
        Length(test: try test.changingTexts(from: scope, change))
    }
}

extension ActualValue {
    /// Code points, elements or keys; nil for a value without a length.
    var length: Int? {
        switch self {
        case .text(let text), .json(.string(let text)): text.unicodeScalars.count
        case .json(.array(let elements)), .matches(let elements): elements.count
        case .texts(let texts): texts.count
        case .json(.object(let object)): object.count
        case .json, .duration, .missing: nil
        }
    }
}
