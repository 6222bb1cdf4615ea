import BatonJSON
import BatonRegex
import BatonText

extension Operator {
    /// Text holds text, a list holds an element, an object holds a key; a list of wanted things wants all of them.
    static func containment(_ comparison: Operator, _ actual: Actual, _ expected: JSONValue) -> Mismatch? {
        guard case .array(let items) = expected else { return containment(comparison, actual, item: expected) }
        if items.isEmpty { return .checksNothing(comparison.rawValue, comparison, actual, operand: "[]") }
        var unmet: Mismatch?
        for item in items {
            guard let mismatch = containment(comparison, actual, item: item) else { continue }
            if mismatch.reason == .unfit { return mismatch }
            unmet = unmet ?? mismatch
        }
        return unmet
    }

    private static func containment(_ comparison: Operator, _ actual: Actual, item: JSONValue) -> Mismatch? {
        func wanted(_ wording: Wording) -> String {
            (comparison == .contains ? "something that contains " : "something that does not contain ")
                + wording.json(item)
        }
        if item == .string(""), actual.value?.stringValue != nil {
            return .checksNothing(comparison.rawValue, comparison, actual, operand: "\"\"")
        }
        guard let found = holds(actual, item) else {
            return .unfit(comparison, actual, "in which that cannot be looked for", expected: wanted)
        }
        if found == (comparison == .contains) { return nil }
        return Mismatch(comparison) { wording in
            let words = (comparison == .contains ? "to contain " : "not to contain ") + wording.json(item)
            return .init(expected: words, actual: wording.actual(actual), hint: caseHint(comparison, actual, item))
        }
    }

    private static func caseHint(_ comparison: Operator, _ actual: Actual, _ item: JSONValue) -> String? {
        guard comparison == .contains, case .string(let text)? = actual.value, case .string(let part) = item,
            text.utf8.count <= 100_000, text.lowercased().containsUTF8(part.lowercased())
        else { return nil }
        return "it is there in other letters: only upper and lower case differ"
    }

    /// Nil where the question does not fit the type.
    private static func holds(_ actual: Actual, _ item: JSONValue) -> Bool? {
        switch actual {
        case .json(.array(let elements)), .matches(let elements): return elements.contains(item)
        case .texts(let texts): return texts.contains { equal(.text($0), item) }
        case .text(let text):
            switch item {
            case .string(let part): return text.containsUTF8(part)
            case .number, .bool: return text.containsUTF8(JSONWriter.compact(item))
            case .null, .array, .object: return nil
            }
        case .json(.string(let text)): return item.stringValue.map { text.containsUTF8($0) }
        case .json(.object(let object)): return item.stringValue.map { object[$0] != nil }
        default: return nil
        }
    }

    static func affix(_ comparison: Operator, _ actual: Actual, _ part: String) -> Mismatch? {
        func wanted(_ wording: Wording) -> String {
            (comparison == .startsWith ? "to start with " : "to end with ") + wording.text(part)
        }
        guard let text = actual.value?.stringValue else {
            return .unfit(comparison, actual, "which is no text", expected: wanted)
        }
        if part.isEmpty { return .checksNothing(comparison.rawValue, comparison, actual, operand: "\"\"") }
        let holds = comparison == .startsWith ? text.hasUTF8Prefix(part) : text.hasUTF8Suffix(part)
        if holds { return nil }
        return Mismatch(comparison) { wording in
            .init(expected: wanted(wording), actual: wording.actual(actual))
        }
    }

    static func match(_ comparison: Operator, _ actual: Actual, _ pattern: Pattern, written: String) -> Mismatch? {
        func wanted(_ wording: Wording) -> String {
            (comparison == .matches ? "to match " : "not to match ") + wording.mask(written)
        }
        guard let text = actual.value?.stringValue else {
            return .unfit(comparison, actual, "which is no text", expected: wanted)
        }
        if written.isEmpty { return .checksNothing(comparison.rawValue, comparison, actual, operand: "\"\"") }
        let found: Bool
        do {
            found = try pattern.matches(text)
        } catch {
            return Mismatch(comparison, .unfit) { wording in
                .init(
                    expected: wanted(wording), actual: "\(wording.actual(actual)): \(error.message)",
                    hint: "the expression needs too much work for this text; make it simpler")
            }
        }
        if found == (comparison == .matches) { return nil }
        return Mismatch(comparison) { wording in
            .init(expected: wanted(wording), actual: wording.actual(actual))
        }
    }

    /// Text in one of the formats.
    static func format(_ actual: Actual, _ formats: [ValueFormat]) -> Mismatch? {
        func wanted(_ wording: Wording) -> String { formats.map(\.described).joined(separator: " or ") }
        guard let text = actual.value?.stringValue else {
            return .unfit(.is, actual, "which is no text", expected: wanted)
        }
        if formats.contains(where: { $0.accepts(text) }) { return nil }
        return Mismatch(.is) { wording in
            .init(expected: wanted(wording), actual: wording.actual(actual))
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

    func hasUTF8Prefix(_ part: String) -> Bool {
        withUTF8Bytes { bytes in
            part.withUTF8Bytes { wanted in
                bytes.count >= wanted.count && wanted.indices.allSatisfy { bytes[$0] == wanted[$0] }
            }
        }
    }

    func hasUTF8Suffix(_ part: String) -> Bool {
        utf8.count >= part.utf8.count && utf8.suffix(part.utf8.count).elementsEqual(part.utf8)
    }
}
