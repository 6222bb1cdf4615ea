import BatonHTTP
package import BatonJSON
package import BatonLanguage
import BatonValues

/// A set of statuses that the status must or must not be in: `status: [200, 4xx]`, and `eq`, `ne`, `in` and `not_in` of
/// `status`.
package struct StatusSet: CheckOperator {
    package enum Pattern: Sendable {
        case code(Int)
        /// The hundreds: 2 for `2xx`.
        case category(Int)
        /// A `$(…)` that gives a number or a text such as `200`, never a class: no value decides what is checked.
        indirect case computed(Expression)
        /// The `$(…)` of `in` and `not_in`, which gives a list of these.
        indirect case computedList(Expression)
    }

    package enum Relation: String, Sendable {
        case eq, ne, `in`
        case notIn = "not_in"
    }

    private let relation: Relation
    private let patterns: [Pattern]

    package init(_ relation: Relation, _ patterns: [Pattern]) {
        self.relation = relation
        self.patterns = patterns
    }

    package var word: String { relation.rawValue }

    private var isNegated: Bool { relation == .ne || relation == .notIn }

    package func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        var isAny = false
        for pattern in patterns where try pattern.matches(actual, from: evaluator.scope) { isAny = true }
        if isAny != isNegated { return nil }
        return ComparisonFailure(word) { wording in
            .init(expected: wanted(evaluator.expectation(wording)), actual: wording.actual(actual))
        }
    }

    package func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(StepFailure) -> HollowCheck.Reason? {
        guard self.isNegated != isNegated, patterns.count == 1, case .computedList(let list) = patterns[0] else {
            return nil
        }
        return try Template.expression(list).json(from: evaluator.scope) == .array([]) ? .emptyOperand : nil
    }

    package var bounds: [JSONValue]? {
        var bounds: [JSONValue] = []
        for pattern in patterns {
            switch pattern {
            case .code(let code): bounds.append(.integer(code))
            case .category(let hundreds): bounds += [.integer(hundreds * 100), .integer(hundreds * 100 + 99)]
            case .computed, .computedList: return nil
            }
        }
        return bounds
    }
    package var equals: [JSONValue] {
        patterns.compactMap { if case .code(let code) = $0 { .integer(code) } else { nil } }
    }

    package func wanted(_ expectation: Expectation) -> String {
        let words = patterns.map { pattern in
            switch pattern {
            case .code(let code): "\(code)"
            case .category(let hundreds): "\(hundreds)xx"
            case .computed(let expression), .computedList(let expression): expectation.value(.expression(expression))
            }
        }.joined(separator: " or ")
        return isNegated ? "anything but \(words)" : words
    }
}

extension StatusSet.Pattern {
    /// A status of three digits, the first of which is not 0, or a class: `2xx`.
    package init?(text: String) {
        guard let pattern = text.withUTF8Bytes(Self.pattern) else { return nil }
        self = pattern
    }

    private static func pattern(_ text: UnsafeBufferPointer<UInt8>) -> Self? {
        guard text.count == 3, text[0].isDigit, text[0] != UInt8(ascii: "0") else { return nil }
        func digit(_ index: Int) -> Int { Int(text[index] - UInt8(ascii: "0")) }
        if text[1] | 0x20 == UInt8(ascii: "x"), text[2] | 0x20 == UInt8(ascii: "x") {
            return digit(0) <= 5 ? .category(digit(0)) : nil
        }
        return text[1].isDigit && text[2].isDigit ? .code(digit(0) * 100 + digit(1) * 10 + digit(2)) : nil
    }

    fileprivate func matches(_ actual: ActualValue, from scope: any TemplateScope) throws(StepFailure) -> Bool {
        guard case .json(.number(let status)) = actual else { return false }
        switch self {
        case .code(let code): return status == JSONNumber(code)
        case .category(let hundreds): return status.int.map { $0 / 100 == hundreds } ?? false
        case .computed(let expression):
            let value = try Template.expression(expression).json(from: scope)
            return try Self.code(value, of: expression) == status.int
        case .computedList(let expression):
            let value = try Template.expression(expression).json(from: scope)
            guard case .array(let items) = value else { throw Self.noStatus(expression) }
            var codes: [Int64] = []
            for item in items { codes.append(try Self.code(item, of: expression)) }
            return status.int.map(codes.contains) ?? false
        }
    }

    private static func code(_ value: JSONValue, of expression: Expression) throws(StepFailure) -> Int64 {
        switch value {
        case .number(let number):
            if let code = number.int { return code }
        case .string(let text):
            if case .code(let code)? = Self(text: text) { return Int64(code) }
        case .null, .bool, .array, .object: break
        }
        throw noStatus(expression)
    }

    private static func noStatus(_ expression: Expression) -> StepFailure {
        StepFailure(
            "`\(expression.text)` is no status such as 200; a class such as 2xx stands in the file itself",
            at: expression.range)
    }
}
