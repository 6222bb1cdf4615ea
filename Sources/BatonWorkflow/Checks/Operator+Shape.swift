import BatonJSON

extension Operator {
    /// Code points, elements or keys; nil for what has no length.
    static func length(of actual: Actual) -> Int? {
        switch actual {
        case .text(let text), .json(.string(let text)): text.unicodeScalars.count
        case .json(.array(let elements)), .matches(let elements): elements.count
        case .texts(let texts): texts.count
        case .json(.object(let object)): object.count
        case .json, .duration, .missing: nil
        }
    }

    static func emptiness(_ actual: Actual, _ wanted: Bool) -> Mismatch? {
        func words(_ wording: Wording) -> String { wanted ? "nothing in it" : "something in it" }
        let isEmpty: Bool
        switch actual {
        case .text(let text), .json(.string(let text)): isEmpty = text.isEmpty
        default:
            guard let length = length(of: actual) else {
                return .unfit(.empty, actual, "which cannot be empty", expected: words)
            }
            isEmpty = length == 0
        }
        if isEmpty == wanted { return nil }
        return Mismatch(.empty) { wording in .init(expected: words(wording), actual: wording.actual(actual)) }
    }

    static func existence(_ actual: Actual, _ wanted: Bool) -> Mismatch? {
        let exists: Bool
        switch actual {
        case .missing: exists = false
        case .matches(let values): exists = !values.isEmpty
        case .texts(let texts): exists = !texts.isEmpty
        case .json, .text, .duration: exists = true
        }
        if exists == wanted { return nil }
        guard wanted else {
            return Mismatch(.exists) { wording in .init(expected: "nothing", actual: wording.actual(actual)) }
        }
        guard case .missing(let absence) = actual else {
            return Mismatch(.exists) { _ in .init(expected: "a match", actual: "none") }
        }
        return .missing(.exists, .unmet, absence) { _ in "a value" }
    }

    static func type(_ actual: Actual, _ wanted: [String]) -> Mismatch? {
        let name = actual.typeName
        let isInteger = if case .json(.number(let number)) = actual { number.isInteger } else { false }
        if wanted.contains(name) || (isInteger && wanted.contains("integer")) { return nil }
        return Mismatch(.type) { wording in
            let shown = wording.actual(actual)
            let known = isInteger ? "integer" : name
            return .init(
                expected: wanted.map(Wording.article).joined(separator: " or "),
                actual: known == "null" ? "null" : "the \(known) \(shown)")
        }
    }

    /// Whether no element stands in a list twice; `wanted` false asks for one that does.
    static func uniqueness(_ actual: Actual, _ wanted: Bool) -> Mismatch? {
        let words = wanted ? "elements that differ from each other" : "an element that is there twice"
        guard let elements = actual.elements else {
            return .unfit(.unique, actual, "which is no list") { _ in words }
        }
        if elements.isEmpty { return .nothingToCheck(.unique, expected: words) }
        var seen: Set<JSONValue> = []
        seen.reserveCapacity(elements.count)
        let repeated = elements.firstIndex { !seen.insert($0).inserted }
        if (repeated == nil) == wanted { return nil }
        return Mismatch(.unique) { wording in
            guard let repeated, let first = elements.firstIndex(of: elements[repeated]) else {
                return .init(expected: words, actual: wording.actual(actual))
            }
            let value = wording.json(elements[repeated])
            return .init(
                expected: words, actual: wording.actual(actual),
                message: "expected \(words), but \(value) is element \(first) and element \(repeated)")
        }
    }
}
