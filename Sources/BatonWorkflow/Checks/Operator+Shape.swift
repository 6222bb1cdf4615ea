import BatonJSON

extension Operator {
    /// Code points, elements or keys; nil for what has no length.
    static func length(of actual: Actual) -> Int? {
        switch actual.value {
        case .string(let text): text.unicodeScalars.count
        case .array(let items): items.count
        case .object(let object): object.count
        default: nil
        }
    }

    static func emptiness(_ actual: Actual, _ wanted: Bool) -> Mismatch? {
        let words = wanted ? "nothing in it" : "something in it"
        guard let length = length(of: actual) else {
            return Mismatch(.empty, expected: words, actual: "\(actual.shown), which cannot be empty")
        }
        return (length == 0) == wanted ? nil : Mismatch(.empty, expected: words, actual: actual.shown)
    }

    static func existence(_ actual: Actual, _ wanted: Bool) -> Mismatch? {
        let exists =
            switch actual {
            case .missing: false
            case .json, .text, .duration: true
            }
        if exists == wanted { return nil }
        return wanted
            ? Mismatch(.exists, expected: "a value", actual: actual.shown)
            : Mismatch(.exists, expected: "nothing", actual: actual.shown)
    }

    static func type(_ actual: Actual, _ wanted: [String]) -> Mismatch? {
        let name = actual.typeName
        let isInteger = if case .json(.number(let number)) = actual { number.isInteger } else { false }
        if wanted.contains(name) || (isInteger && wanted.contains("integer")) { return nil }
        return Mismatch(
            .type, expected: wanted.joined(separator: " or "),
            actual: "\(name == "number" && isInteger ? "integer" : name) \(actual.shown)")
    }
}
