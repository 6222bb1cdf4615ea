import BatonJSON
import BatonRegex

extension Operator {
    /// Text holds text, a list holds an element, an object holds a key; a list of wanted things wants all of them.
    static func containment(_ comparison: Operator, _ actual: Actual, _ expected: JSONValue) -> Mismatch? {
        let wanted: [JSONValue] = if case .array(let items) = expected { items } else { [expected] }
        let positive = comparison == .contains
        for item in wanted {
            guard let found = holds(actual, item) else {
                let words = positive ? "something that contains " : "something that does not contain "
                return Mismatch(
                    comparison, expected: words + Shown.json(item),
                    actual: "\(actual.shown), in which that cannot be looked for")
            }
            if found != positive {
                let words = positive ? "to contain " : "not to contain "
                return Mismatch(
                    comparison, expected: words + Shown.json(item), actual: actual.shown,
                    message: "expected \(words)\(Shown.json(item)), got \(actual.shown)")
            }
        }
        return nil
    }

    /// Nil where the question does not fit the type.
    private static func holds(_ actual: Actual, _ item: JSONValue) -> Bool? {
        switch actual.value {
        case .string(let text):
            switch item {
            case .string(let part): text.containsUTF8(part)
            case .number(let number) where isText(actual): text.containsUTF8(number.text)
            default: nil
            }
        case .array(let elements): elements.contains(item)
        case .object(let object): item.stringValue.map { object[$0] != nil }
        default: nil
        }
    }

    private static func isText(_ actual: Actual) -> Bool {
        if case .text = actual { true } else { false }
    }

    static func affix(_ comparison: Operator, _ actual: Actual, _ expected: JSONValue) -> Mismatch? {
        let part: String
        switch expected {
        case .string(let text): part = text
        case .number(let number): part = number.text
        default: return Mismatch(comparison, expected: "a text to compare with", actual: Shown.json(expected))
        }
        let words = comparison == .startsWith ? "to start with " : "to end with "
        guard let text = actual.value?.stringValue else {
            return Mismatch(
                comparison, expected: words + Shown.text(part), actual: "\(actual.shown), which is no text")
        }
        let holds = comparison == .startsWith ? text.utf8.starts(with: part.utf8) : text.hasUTF8Suffix(part)
        if holds { return nil }
        return Mismatch(
            comparison, expected: words + Shown.text(part), actual: actual.shown,
            message: "expected \(words)\(Shown.text(part)), got \(actual.shown)")
    }

    static func match(_ comparison: Operator, _ actual: Actual, _ pattern: Pattern, written: String) -> Mismatch? {
        let words = comparison == .matches ? "to match " : "not to match "
        guard let text = actual.value?.stringValue else {
            return Mismatch(comparison, expected: words + written, actual: "\(actual.shown), which is no text")
        }
        let found: Bool
        do {
            found = try pattern.matches(text)
        } catch {
            return Mismatch(
                comparison, expected: words + written, actual: "\(actual.shown): \(error.message)",
                hint: "the expression needs too much work for this text; make it simpler")
        }
        if found == (comparison == .matches) { return nil }
        return Mismatch(
            comparison, expected: words + written, actual: actual.shown,
            message: "expected \(words)\(written), got \(actual.shown)")
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

    func hasUTF8Suffix(_ part: String) -> Bool {
        utf8.count >= part.utf8.count && utf8.suffix(part.utf8.count).elementsEqual(part.utf8)
    }
}
