import BatonJSON
import BatonLanguage

/// What to write where the expected value and the response differ in their types only: 5 in place of "5", a list in
/// place of its elements. It explains a failure and decides nothing.
enum TypeContrast {
    /// - Parameter isComputed: whether the expected value is that of an expression, which has no quotes to change.
    static func hint(_ values: (expected: JSONValue, actual: JSONValue), isComputed: Bool) -> Hint? {
        switch values {
        case (.array(let wanted), .array(let found)) where wanted.count == found.count:
            return zip(wanted, found).lazy.compactMap { hint($0, isComputed: isComputed) }.first
        case (.object(let wanted), .object(let found)):
            return wanted.members.lazy.compactMap { member in
                found[member.name].flatMap { hint((member.value, $0), isComputed: isComputed) }
            }.first
        case (.array(let wanted), let actual) where wanted.contains(actual):
            return .accepting(
                "`in` and `not_in` compare with each of a list", because: "the check has a list with this value")
        case (let expected, .array(let found)) where found.contains(expected):
            return .accepting(
                "`contains` and `not_contains` look into lists", because: "the response has a list with this value")
        case (.string(let text), let actual) where spells(text, actual):
            return .accepting(
                isComputed ? conversion(to: actual) : "write it without quotes",
                because: "the response has \(described(actual)), the check has a text")
        case (let expected, .string(let text)) where spells(text, expected):
            return .accepting(
                isComputed ? "make it a text, `$(string(…))`" : "write it in quotes",
                because: "the response has a text, the check has \(described(expected))")
        default: return nil
        }
    }

    /// Whether a text would be this value without its quotes.
    private static func spells(_ text: String, _ value: JSONValue) -> Bool {
        switch value {
        case .number(let number): JSONNumber(text: text) == number
        case .bool, .null: text == JSONWriter.compact(value)
        case .string, .array, .object: false
        }
    }

    private static func described(_ value: JSONValue) -> String {
        switch value {
        case .number: "a number"
        case .bool: "a boolean"
        default: "null itself"
        }
    }

    private static func conversion(to value: JSONValue) -> String {
        switch value {
        case .number: "make it a number, `$(double(…))`"
        case .bool: "make it a boolean, `$(bool(…))`"
        default: "compare with `$(null)`"
        }
    }
}

extension Template {
    /// Whether the value, or a part of it, is that of an expression.
    var isComputed: Bool {
        if case .literal = self { return false }
        return true
    }
}
