import BatonJSON

extension Operator {
    private var symbol: String {
        switch self {
        case .gt: "greater than"
        case .gte: "at least"
        case .lt: "less than"
        default: "at most"
        }
    }

    private func holds(_ order: Int) -> Bool {
        switch self {
        case .gt: order > 0
        case .gte: order >= 0
        case .lt: order < 0
        default: order <= 0
        }
    }

    /// Numbers by value, texts by code point; anything else has no order and fails.
    static func order(_ comparison: Operator, _ actual: Actual, _ expected: JSONValue) -> Mismatch? {
        func wanted(_ wording: Wording) -> String { "\(comparison.symbol) \(wording.json(expected))" }
        let order: Int
        switch expected {
        case .number(let number):
            guard let value = actual.number else {
                return .unfit(comparison, actual, "which is no number", expected: wanted)
                    .changing { words, _ in
                        guard case .json(.string(let text)) = actual, JSONNumber(text: text) != nil else { return }
                        words.hint = "the answer has a text; JSON values never convert"
                    }
            }
            order = JSONNumber.compare(value, number)
        case .string(let text):
            guard let value = actual.value?.stringValue else {
                return .unfit(comparison, actual, "which is no text", expected: wanted)
            }
            if case .text = actual, let left = JSONNumber(text: value), let right = JSONNumber(text: text) {
                order = JSONNumber.compare(left, right)
            } else {
                order = value.compareCodePoints(text)
            }
        default:
            return .unfit(comparison, actual, "which has no order with it", expected: wanted)
        }
        if comparison.holds(order) { return nil }
        return Mismatch(comparison) { wording in
            .init(expected: wanted(wording), actual: wording.actual(actual))
        }
    }

    /// Spans against spans, both in microseconds.
    static func order(_ comparison: Operator, duration actual: Int64, _ expected: Int64) -> Mismatch? {
        if comparison.holds(actual < expected ? -1 : actual == expected ? 0 : 1) { return nil }
        return Mismatch(comparison) { _ in
            .init(
                expected: "\(comparison.symbol) \(Shown.duration(expected))", actual: Shown.duration(actual))
        }
    }

    /// Whether a number is at most so far away, exactly.
    static func closeness(_ actual: Actual, _ expected: JSONValue, _ tolerance: JSONValue) -> Mismatch? {
        func wanted(_ wording: Wording) -> String {
            "\(wording.json(expected)), give or take \(wording.json(tolerance))"
        }
        guard case .number(let center) = expected, case .number(let distance) = tolerance,
            distance >= JSONNumber(0)
        else {
            return Mismatch(.closeTo, .unfit) { wording in
                .init(expected: "a number and a tolerance that is not negative", actual: wanted(wording))
            }
        }
        guard let value = actual.number else { return .unfit(.closeTo, actual, "which is no number", expected: wanted) }
        if value.isWithin(distance, of: center) { return nil }
        return Mismatch(.closeTo) { wording in
            .init(expected: wanted(wording), actual: wording.actual(actual))
        }
    }

    /// Whether the elements stand in order; equal neighbours are.
    static func sorting(_ actual: Actual, ascending: Bool) -> Mismatch? {
        let words = ascending ? "elements in ascending order" : "elements in descending order"
        func wanted(_ wording: Wording) -> String { words }
        guard let elements = actual.elements else {
            return .unfit(.sorted, actual, "which is no list", expected: wanted)
        }
        if elements.isEmpty { return .nothingToCheck(.sorted, expected: words) }
        var isSorted = true
        var firstWrong = 0
        let ordered = actual.ordered ?? elements
        for (index, element) in ordered.enumerated() {
            guard let order = index == 0 ? element.order(with: element) : ordered[index - 1].order(with: element)
            else {
                return .unfit(.sorted, actual, "whose elements have no order with each other", expected: wanted)
            }
            if isSorted, ascending ? order > 0 : order < 0 {
                isSorted = false
                firstWrong = index
            }
        }
        if isSorted { return nil }
        let index = firstWrong
        return Mismatch(.sorted) { wording in
            let pair = "\(wording.json(elements[index - 1])) before \(wording.json(elements[index]))"
            return .init(
                expected: words, actual: wording.actual(actual),
                message: "expected \(words), but element \(index - 1) and the next are \(pair)")
        }
    }
}

extension Actual {
    /// What its elements are put in order by where that is not themselves: texts that all are numbers, as these.
    fileprivate var ordered: [JSONValue]? {
        guard case .texts(let texts) = self else { return nil }
        let numbers = texts.compactMap { JSONNumber(text: $0) }
        return numbers.count == texts.count ? numbers.map { .number($0) } : nil
    }
}

extension JSONValue {
    /// How two numbers or two texts stand to each other; nil for everything else.
    fileprivate func order(with other: JSONValue) -> Int? {
        switch (self, other) {
        case (.number(let left), .number(let right)): JSONNumber.compare(left, right)
        case (.string(let left), .string(let right)): left.compareCodePoints(right)
        default: nil
        }
    }
}

extension String {
    /// By code point, which is also the order of the bytes.
    fileprivate func compareCodePoints(_ other: String) -> Int {
        if utf8.elementsEqual(other.utf8) { return 0 }
        return utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
    }
}

extension Mismatch {
    /// A list without elements proves nothing about them, under `not` as little.
    static func nothingToCheck(_ comparison: Operator, expected: String) -> Mismatch {
        Mismatch(comparison, .unfit) { _ in .init(expected: expected, actual: "an empty list") }
    }
}
