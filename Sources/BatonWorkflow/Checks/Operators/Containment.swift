import BatonJSON

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
            "Text holds the text, a list holds the element, an object the key; a list wants all of them.",
            fits: fits
        ) { operand in
            operand.isEmptyText ? operand.reportEmptyText() : read(.contains, operand)
        },
        OperatorWord("not_contains", .any, "Holds none of them.", fits: fits) { operand in
            operand.isEmptyText ? operand.reportEmptyTextIsEverywhere() : read(.notContains, operand)
        },
    ]

    private static let fits: ValueTypes = [.string, .array, .object]

    private static func read(_ relation: Relation, _ operand: WrittenOperand) -> Containment? {
        if operand.isEmptyList { return operand.reportEmptyList() }
        return Containment(relation: relation, wanted: operand.templates.comparedValue(operand.node))
    }

    var word: String { relation.rawValue }

    func mismatch(_ actual: Actual, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        let expected = try wanted.json(from: evaluator.scope)
        // A path with several places that finds none may be misspelt.
        if case .matches(let elements) = actual, elements.isEmpty {
            return .nothingToCheck(
                word, expected: relation == .contains ? "a list that contains it" : "a list that does not contain it")
        }
        guard case .array(let items) = expected else { return mismatch(actual, item: expected) }
        if items.isEmpty { return .checksNothing(word, actual, operand: "[]") }
        var unmet: Mismatch?
        for item in items {
            guard let mismatch = mismatch(actual, item: item) else { continue }
            if mismatch.reason == .unfit { return mismatch }
            unmet = unmet ?? mismatch
        }
        return unmet
    }

    func wanted(_ expectation: Expectation) -> String { relation.described + expectation.value(wanted) }

    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(TemplateFailure) -> any CheckOperator {
        Containment(relation: relation, wanted: try wanted.changingTexts(from: scope, change))
    }

    private func mismatch(_ actual: Actual, item: JSONValue) -> Mismatch? {
        if item == .string(""), actual.value?.stringValue != nil {
            return .checksNothing(word, actual, operand: "\"\"")
        }
        guard let found = actual.holds(item) else {
            return .unfit(word, actual, "in which that cannot be looked for", hint: quotesHint(actual, item)) {
                relation.described + $0.json(item)
            }
        }
        let isComputed = wanted.isComputed
        let contrast =
            found ? nil : actual.parts?.lazy.compactMap { $0.mistaken([item]) }.first
        if !found, case .object(let part) = item, actual.parts?.contains(where: { $0.holdsMore(than: part) }) == true {
            return Mismatch(word, .unfit) { wording in
                .init(
                    expected: relation.described + wording.json(item), actual: wording.actual(actual),
                    hint:
                        "an element has these members, and others: whole elements are compared; a part of them finds a path such as `$.items[?@.id == 1]`"
                )
            }
        }
        if contrast == nil, found == (relation == .contains) { return nil }
        return Mismatch(word, contrast == nil ? .unmet : .unfit) { wording in
            let words = (relation == .contains ? "to contain " : "not to contain ") + wording.json(item)
            let typeHint = contrast.flatMap { TypeContrast.hint($0, isComputed: isComputed) }
            return .init(expected: words, actual: wording.actual(actual), hint: typeHint ?? caseHint(actual, item))
        }
    }

    private func quotesHint(_ actual: Actual, _ item: JSONValue) -> String? {
        guard case .string? = actual.value else { return nil }
        switch item {
        case .number, .bool: return "a text holds texts: write \(wanted.isComputed ? "`$(string(…))`" : "it in quotes")"
        default: return nil
        }
    }

    private func caseHint(_ actual: Actual, _ item: JSONValue) -> String? {
        guard relation == .contains, case .string(let text)? = actual.value, case .string(let part) = item,
            text.utf8.count <= 100_000, text.lowercased().containsUTF8(part.lowercased())
        else { return nil }
        return "it is there in other letters: only upper and lower case differ"
    }
}

extension Actual {
    /// Whether it is an object with all members of another, and more.
    fileprivate func holdsMore(than part: JSONObject) -> Bool {
        guard case .json(.object(let whole)) = self, whole.count > part.count, part.count > 0 else { return false }
        return part.members.allSatisfy { whole[$0.name] == $0.value }
    }

    /// Whether the value contains the item; nil where the operator does not apply to its type.
    fileprivate func holds(_ item: JSONValue) -> Bool? {
        switch self {
        case .json(.array(let elements)), .matches(let elements): return elements.contains(item)
        case .texts(let texts): return texts.contains { Actual.text($0).equals(item) }
        case .text(let text):
            switch item {
            case .string(let part): return text.containsUTF8(part)
            case .number, .bool: return text.containsUTF8(JSONWriter.compact(item))
            case .null, .array, .object: return nil
            }
        case .json(.string(let text)): return item.stringValue.map { text.containsUTF8($0) }
        case .json(.object(let object)): return item.stringValue.map { object[$0] != nil }
        case .json, .duration, .missing: return nil
        }
    }
}

extension String {
    /// Whether the bytes of another text stand somewhere in this one; combining characters are not considered.
    func containsUTF8(_ part: String) -> Bool {
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
