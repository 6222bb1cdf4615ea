import BatonJSON
import BatonLanguage
import BatonValues

/// `starts_with` and `ends_with`; a number as operand is read as the characters written: `starts_with: 007`.
struct Affix: CheckOperator {
    enum End: String {
        case start = "starts_with"
        case end = "ends_with"

        var verb: String { self == .start ? "start" : "end" }
    }

    let end: End
    let part: TextTemplate

    static let words = [
        word(.start, "The text begins with the operand.", example: "Bearer"),
        word(.end, "The text ends with the operand.", example: ".pdf"),
    ]

    private static func word(_ end: End, _ sentence: String, example: String) -> OperatorWord {
        OperatorWord(
            end.rawValue, .text, sentence, fits: .string, example: example,
            operand: .text { Affix(end: end, part: $0) })
    }

    var word: String { end.rawValue }

    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        let part = try part.text(from: evaluator.scope)
        func wanted(_ wording: Wording) -> String { "to \(end.verb) with " + wording.text(part) }
        guard let text = actual.value?.stringValue else {
            return .unfit(word, actual, "which is no text", expected: wanted)
        }
        let holds = end == .start ? text.hasUTF8Prefix(part) : text.hasUTF8Suffix(part)
        if holds { return nil }
        return ComparisonFailure(word) { wording in .init(expected: wanted(wording), actual: wording.actual(actual)) }
    }

    func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(StepFailure) -> HollowCheck.Reason? {
        try part.text(from: evaluator.scope).isEmpty ? .emptyOperand : nil
    }

    func wanted(_ expectation: Expectation) -> String {
        "a text that \(end.verb)s with " + expectation.wording.text(expectation.text(part))
    }

    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> any CheckOperator {
        Affix(end: end, part: TextTemplate(literal: change(try part.text(from: scope)), like: part))
    }
}

extension String {
    fileprivate func hasUTF8Prefix(_ part: String) -> Bool {
        withUTF8Bytes { bytes in
            part.withUTF8Bytes { wanted in
                bytes.count >= wanted.count && wanted.indices.allSatisfy { bytes[$0] == wanted[$0] }
            }
        }
    }

    fileprivate func hasUTF8Suffix(_ part: String) -> Bool {
        utf8.count >= part.utf8.count && utf8.suffix(part.utf8.count).elementsEqual(part.utf8)
    }
}
