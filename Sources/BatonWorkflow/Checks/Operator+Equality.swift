import BatonJSON

extension Operator {
    /// Whether a value equals the expected one; text that is a JSON number equals that number.
    static func equal(_ actual: Actual, _ expected: JSONValue) -> Bool {
        switch (actual, expected) {
        case (.text(let text), .string(let other)): return text == other
        case (.text(let text), .number(let number)): return JSONNumber(text: text) == number
        case (.text(let text), .bool(let flag)): return text == (flag ? "true" : "false")
        case (.json(let value), _): return value == expected
        default: return false
        }
    }

    static func equality(_ comparison: Operator, _ actual: Actual, _ expected: JSONValue) -> Mismatch? {
        let isEqual = equal(actual, expected)
        if comparison == .ne {
            guard isEqual else { return nil }
            return Mismatch(.ne, expected: "anything but \(Shown.json(expected))", actual: actual.shown)
        }
        guard !isEqual else { return nil }
        var mismatch = Mismatch(.eq, expected: Shown.json(expected), actual: actual.shown)
        if case .json(let value) = actual {
            mismatch.differences = differences(expected, value)
            mismatch.hint = hint(expected: expected, actual: value)
            if mismatch.differences.count > 0, value.isContainer, expected.isContainer {
                let first = mismatch.differences[0]
                let more = mismatch.differences.count > 1 ? " (and \(mismatch.differences.count - 1) more)" : ""
                mismatch.message =
                    "differs at \(first.path): expected \(first.expectedText), got \(first.actualText)\(more)"
            }
        }
        return mismatch
    }

    static func membership(_ comparison: Operator, _ actual: Actual, _ expected: JSONValue) -> Mismatch? {
        guard case .array(let choices) = expected else {
            return Mismatch(comparison, expected: "a list to compare with", actual: Shown.json(expected))
        }
        let isMember = choices.contains { equal(actual, $0) }
        if isMember == (comparison == .in) { return nil }
        let words = comparison == .in ? "one of " : "none of "
        return Mismatch(comparison, expected: words + Shown.json(expected), actual: actual.shown)
    }

    private static func differences(_ expected: JSONValue, _ actual: JSONValue) -> [JSONDifference] {
        guard expected.isContainer, actual.isContainer else { return [] }
        return JSONDifference.between(expected: expected, actual: actual)
    }

    /// A slip that is seen often: 5 for "5".
    private static func hint(expected: JSONValue, actual: JSONValue) -> String? {
        switch (expected, actual) {
        case (.string(let text), .number(let number)) where text == number.text:
            "the answer has the number \(text), the check wants the text \"\(text)\": write it without quotes"
        case (.number(let number), .string(let text)) where text == number.text:
            "the answer has the text \"\(text)\", the check wants a number: write it in quotes"
        default: nil
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

extension JSONDifference {
    var expectedText: String { expected.map(Shown.json) ?? "nothing" }
    var actualText: String { actual.map(Shown.json) ?? "nothing" }
}
