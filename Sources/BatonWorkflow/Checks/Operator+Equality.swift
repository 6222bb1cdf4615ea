import BatonJSON

extension Operator {
    /// Whether a value equals the expected one; text that is a JSON number equals that number.
    static func equal(_ actual: Actual, _ expected: JSONValue) -> Bool {
        switch (actual, expected) {
        case (.text(let text), .string): return JSONValue.string(text) == expected
        case (.text(let text), .number(let number)): return JSONNumber(text: text) == number
        case (.text(let text), .bool(let flag)): return text == (flag ? "true" : "false")
        case (.json(let value), _): return value == expected
        case (.matches(let values), .array(let elements)): return values == elements
        case (.texts(let texts), .array(let elements)):
            return texts.count == elements.count && zip(texts, elements).allSatisfy { equal(.text($0), $1) }
        default: return false
        }
    }

    /// - Parameter place: where the value stands in the document, for the paths of differences.
    static func equality(
        _ comparison: Operator, _ actual: Actual, _ expected: JSONValue, at place: String
    ) -> Mismatch? {
        let isEqual = equal(actual, expected)
        if comparison == .ne {
            guard isEqual else { return nil }
            return Mismatch(.ne) { wording in
                .init(expected: "anything but \(wording.json(expected))", actual: wording.actual(actual))
            }
        }
        if isEqual { return nil }
        return Mismatch(.eq) { wording in inequality(expected, actual, wording, at: place) }
    }

    private static func inequality(
        _ expected: JSONValue, _ actual: Actual, _ wording: Wording, at place: String
    ) -> Mismatch.Words {
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
            let hint = actual.value.flatMap { TypeContrast.hint(expected: expected, actual: $0) }
            return .init(expected: wording.json(expected), actual: wording.actual(actual), hint: hint)
        }
    }

    /// A text as that of the expected elements which it equals, so that only others are told as differences.
    private static func liken(_ text: String, to elements: [JSONValue]) -> JSONValue {
        elements.first { equal(.text(text), $0) } ?? .string(text)
    }

    static func membership(_ comparison: Operator, _ actual: Actual, _ expected: JSONValue) -> Mismatch? {
        guard case .array(let choices) = expected else {
            return Mismatch(comparison, .unfit) { wording in
                .init(expected: "a list to compare with", actual: wording.json(expected))
            }
        }
        if choices.isEmpty { return .checksNothing(comparison.rawValue, comparison, actual, operand: "[]") }
        let isMember = choices.contains { equal(actual, $0) }
        if isMember == (comparison == .in) { return nil }
        return Mismatch(comparison) { wording in
            .init(
                expected: (comparison == .in ? "one of " : "none of ") + wording.json(expected),
                actual: wording.actual(actual))
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
