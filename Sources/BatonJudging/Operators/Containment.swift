import BatonJSON
import BatonLanguage

/// `contains` and `not_contains`: text holds text, a list holds an element, an object holds a key.
struct Containment: CheckOperator {
    enum Relation: String {
        case contains
        case notContains = "not_contains"

        var described: String {
            self == .contains ? "something that contains " : "something that does not contain "
        }
    }

    let relation: Relation
    /// The wanted part; for a list, all of its elements.
    let wanted: Template

    static let words = [
        OperatorWord(
            "contains", .any,
            "The text has the text in it, the list the element, the object the member; for a list as operand, each of its elements.",
            fits: fits, example: "Ada", operand: .value { Containment(relation: .contains, wanted: $0) }),
        OperatorWord(
            "not_contains", .any, "`contains` holds for none of the operand's elements, or not for the operand.",
            fits: fits, example: "Ada", operand: .value { Containment(relation: .notContains, wanted: $0) }),
    ]

    private static let fits: ValueTypes = [.string, .array, .object]

    var word: String { relation.rawValue }

    func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        let expected = try wanted.json(from: evaluator.scope)
        guard case .array(let items) = expected, actual.holds(.null) != nil else {
            return failure(actual, item: expected)
        }
        return items.lazy.compactMap { failure(actual, item: $0) }.first
    }

    func hollowness(
        of actual: ActualValue, isNegated: Bool, _ evaluator: TestEvaluator
    ) throws(StepFailure) -> HollowCheck.Reason? {
        let expected = try wanted.json(from: evaluator.scope)
        let items = if case .array(let items) = expected { items } else { [expected] }
        if items.allSatisfy({ $0 == .string("") && actual.elements == nil }) { return .emptyOperand }
        guard (relation == .notContains) != isNegated else { return nil }
        if actual.elements?.isEmpty == true { return .noElement }
        return items.allSatisfy(actual.cannotHold) ? .otherType : nil
    }

    func wanted(_ expectation: Expectation) -> String { relation.described + expectation.value(wanted) }

    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> any CheckOperator {
        Containment(relation: relation, wanted: try wanted.changingTexts(from: scope, change))
    }

    private func failure(_ actual: ActualValue, item: JSONValue) -> ComparisonFailure? {
        guard let found = actual.holds(item) else {
            return .unfit(word, actual, "in which that cannot be looked for") { relation.described + $0.json(item) }
        }
        if found == (relation == .contains) { return nil }
        let isComputed = wanted.isComputed
        return ComparisonFailure(word) { wording in
            let words = (relation == .contains ? "to contain " : "not to contain ") + wording.json(item)
            let hint = relation == .contains ? hint(actual, item, isComputed: isComputed) : nil
            return .init(expected: words, actual: wording.actual(actual), hint: hint)
        }
    }

    private func hint(_ actual: ActualValue, _ item: JSONValue, isComputed: Bool) -> Hint? {
        if case .string(let text)? = actual.value {
            guard case .string(let part) = item else {
                return .accepting(
                    "write \(isComputed ? "`$(string(…))`" : "it in quotes")", because: "a text holds texts")
            }
            return text.utf8.count <= 100_000 && text.lowercased().containsUTF8(part.lowercased())
                ? "it is there in other letters: only upper and lower case differ" : nil
        }
        if case .object(let part) = item, actual.parts?.contains(where: { $0.holdsMore(than: part) }) == true {
            return
                "an element has these members, and others: whole elements are compared; a part of them finds a path such as `$.items[?@.id == 1]`"
        }
        return actual.elements?.lazy.compactMap { TypeContrast.hint((item, $0), isComputed: isComputed) }.first
    }
}

extension ActualValue {
    /// Whether it is an object with all members of another, and more.
    fileprivate func holdsMore(than part: JSONObject) -> Bool {
        guard case .json(.object(let whole)) = self, whole.count > part.count, part.count > 0 else { return false }
        return part.members.allSatisfy { whole[$0.name] == $0.value }
    }

    /// Whether the value contains the item; nil where the operator does not apply to its type.
    fileprivate func holds(_ item: JSONValue) -> Bool? {
        switch self {
        case .json(.array(let elements)), .matches(let elements): elements.contains(item)
        case .texts(let texts): texts.contains { ActualValue.text($0).equals(item) }
        case .text(let text):
            switch item {
            case .string(let part): text.containsUTF8(part)
            case .number, .bool: text.containsUTF8(JSONWriter.compact(item))
            case .null, .array, .object: false
            }
        case .json(.string(let text)): item.stringValue.map { text.containsUTF8($0) } ?? false
        case .json(.object(let object)): item.stringValue.map { object[$0] != nil } ?? false
        case .json, .duration, .missing: nil
        }
    }

    /// Whether the value cannot contain the item because of its type.
    fileprivate func cannotHold(_ item: JSONValue) -> Bool {
        if let parts { return parts.allSatisfy { $0.differsInType(from: item) } }
        if case .text = self { return item.isContainer || item == .null }
        return item.stringValue == nil
    }
}

extension String {
    /// Whether the bytes of another text stand somewhere in this one; combining characters are not considered.
    package func containsUTF8(_ part: String) -> Bool {
        var whole = self
        var part = part
        return whole.withUTF8 { bytes in
            part.withUTF8 { wanted in
                guard let first = wanted.first else { return true }
                guard bytes.count >= wanted.count else { return false }
                for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
                    if bytes[start..<start + wanted.count].elementsEqual(wanted) { return true }
                }
                return false
            }
        }
    }
}
