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
        let wanted = "\(comparison.symbol) \(Shown.json(expected))"
        let order: Int
        switch expected {
        case .number(let number):
            guard let value = actual.number else {
                return Mismatch(comparison, expected: wanted, actual: "\(actual.shown), which is no number")
            }
            order = JSONNumber.compare(value, number)
        case .string(let text):
            guard let value = actual.value?.stringValue else {
                return Mismatch(comparison, expected: wanted, actual: "\(actual.shown), which is no text")
            }
            if let left = JSONNumber(text: value), case .text = actual, let right = JSONNumber(text: text) {
                order = JSONNumber.compare(left, right)
            } else {
                order = compareScalars(value, text)
            }
        default:
            return Mismatch(comparison, expected: wanted, actual: "\(actual.shown), which has no order with it")
        }
        return comparison.holds(order) ? nil : Mismatch(comparison, expected: wanted, actual: actual.shown)
    }

    /// Spans against spans, both in microseconds.
    static func order(_ comparison: Operator, duration actual: Int64, _ expected: Int64) -> Mismatch? {
        let order = actual < expected ? -1 : actual == expected ? 0 : 1
        let passed: Bool
        let words: String
        switch comparison {
        case .eq:
            passed = order == 0
            words = ""
        case .ne:
            passed = order != 0
            words = "anything but "
        default:
            passed = comparison.holds(order)
            words = comparison.symbol + " "
        }
        if passed { return nil }
        return Mismatch(comparison, expected: words + Shown.duration(expected), actual: Shown.duration(actual))
    }

    private static func compareScalars(_ left: String, _ right: String) -> Int {
        if left == right { return 0 }
        return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) ? -1 : 1
    }
}
