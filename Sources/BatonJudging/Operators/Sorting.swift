import BatonDiagnostics
import BatonJSON
import BatonLanguage

/// `sorted`: whether the elements are in order; equal neighbours count as in order.
struct Sorting: CheckOperator {
    let isAscending: Bool

    static let words = [
        OperatorWord(
            "sorted", .plainText,
            "No element comes before the one in front of it: numbers by value, texts by code point. An empty list fails.",
            fits: .array, values: Language.Values(["asc", "desc"]), example: "asc", operand: .direction(Sorting.init))
    ]

    var word: String { "sorted" }

    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        func unfit(_ why: String) -> ComparisonFailure { .unfit(word, actual, why) { _ in described } }
        guard let elements = actual.elements else { return unfit("which is no list") }
        if elements.isEmpty { return .nothingToCheck(word, expected: described) }
        var firstWrong: Int?
        let ordered = actual.ordered ?? elements
        for (index, element) in ordered.enumerated() {
            guard let order = index == 0 ? element.order(with: element) : ordered[index - 1].order(with: element)
            else { return unfit("whose elements have no order with each other") }
            if firstWrong == nil, isAscending ? order > 0 : order < 0 { firstWrong = index }
        }
        guard let index = firstWrong else { return nil }
        return ComparisonFailure(word) { wording in
            let pair = "\(wording.json(elements[index - 1])) before \(wording.json(elements[index]))"
            return .init(
                expected: described, actual: wording.actual(actual),
                message: "expected \(described), but element \(index - 1) and the next are \(pair)")
        }
    }

    func wanted(_ expectation: Expectation) -> String { described }

    private var described: String { "elements in \(isAscending ? "ascending" : "descending") order" }
}

extension ActualValue {
    /// The texts as numbers, where all of them are numbers; nil for other values, which are ordered as they are.
    fileprivate var ordered: [JSONValue]? {
        guard case .texts(let texts) = self else { return nil }
        let numbers = texts.compactMap { JSONNumber(text: $0) }
        return numbers.count == texts.count ? numbers.map { .number($0) } : nil
    }
}

extension JSONValue {
    /// The order of two numbers or two texts; nil for other values.
    fileprivate func order(with other: JSONValue) -> Int? {
        switch (self, other) {
        case (.number(let left), .number(let right)): JSONNumber.compare(left, right)
        case (.string(let left), .string(let right)): left.compareCodePoints(right)
        default: nil
        }
    }
}
