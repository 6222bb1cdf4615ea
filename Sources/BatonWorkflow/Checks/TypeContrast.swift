import BatonJSON

/// A common mistake in the expected value: 5 in place of "5", `True` for true, `> 5` as a text, a list for its elements.
enum TypeContrast {
    /// Whether the author of a check most likely means the actual value and wrote another one. `ne: null` means null
    /// itself, whatever a text says.
    static func isMistaken(_ expected: JSONValue, _ actual: JSONValue) -> Bool {
        switch (expected, actual) {
        case (.string(let text), .number(let number)):
            JSONNumber(text: text) == number || spelledNumber(text) == number || operation(text) != nil
        case (.number(let number), .string(let text)): JSONNumber(text: text) == number
        case (.string(let text), .bool(let flag)): flag == self.flag(text)
        case (.bool(let flag), .string(let text)): text == "\(flag)"
        case (.string(let text), .null): isNull(text)
        case (.array(let wanted), .array(let found)):
            wanted.count == found.count && wanted != found && zip(wanted, found).allSatisfy(isSame)
        case (.object(let wanted), .object(let found)):
            wanted.count == found.count && expected != actual
                && wanted.members.allSatisfy { member in found[member.name].map { isSame(member.value, $0) } ?? false }
        case (.array(let wanted), _): wanted.contains { isSame($0, actual) }
        case (_, .array(let found)): found.contains { isSame(expected, $0) }
        default: false
        }
    }

    private static func isSame(_ expected: JSONValue, _ actual: JSONValue) -> Bool {
        expected == actual || isMistaken(expected, actual)
    }

    /// The boolean that YAML 1.1 and Python read in a text: `True`, `yes`, `off`.
    private static func flag(_ text: String) -> Bool? {
        guard text.utf8.count <= 5 else { return nil }
        return switch text.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    private static func isNull(_ text: String) -> Bool {
        text == "~" || text.utf8.count <= 4 && ["null", "none", "nil"].contains(text.lowercased())
    }

    /// The number of a text that is none in JSON: `+5`, `.5`, `007`.
    private static func spelledNumber(_ text: String) -> JSONNumber? {
        guard text.utf8.count <= 40, text.utf8.contains(where: { 0x30...0x39 ~= $0 }) else { return nil }
        let digits = text.drop { $0 == "+" }.drop { $0 == "0" }
        return JSONNumber(text: digits.first.map { "0"..."9" ~= $0 } ?? false ? String(digits) : "0\(digits)")
    }

    private static func operation(_ text: String) -> String? {
        text.utf8.count <= 200 ? OperatorText.operation(text) : nil
    }

    /// - Parameter isComputed: whether the expected value is that of an expression, which has no quotes to change.
    static func hint(_ values: (expected: JSONValue, actual: JSONValue), isComputed: Bool) -> String? {
        guard isMistaken(values.expected, values.actual) else {
            return values.expected == .null && values.actual == .string("null") && !isComputed
                ? "the response has the text \"null\": write it in quotes" : nil
        }
        switch values {
        case (.string(let text), .number(let number)):
            if let operation = operation(text) {
                return isComputed ? nil : "`\(text)` is compared as a text: write it as an operator, `\(operation)`"
            }
            return "the response has the number \(number.text), the check has the text \"\(text)\": "
                + way(isComputed, "make it a number, `$(double(…))`", text, "\(number.text)")
        case (.number, .string(let text)):
            return "the response has the text \"\(text)\", the check has a number: "
                + (isComputed ? "make it a text, `$(string(…))`" : "write it in quotes")
        case (.string(let text), .bool(let flag)):
            return "the response has the boolean \(flag), the check has \(name(text, "\(flag)")): "
                + way(isComputed, "make it a boolean, `$(bool(…))`", text, "\(flag)")
        case (.bool(let flag), .string):
            return "the response has the text \"\(flag)\", the check has a boolean: "
                + (isComputed ? "make it a text, `$(string(…))`" : "write it in quotes")
        case (.string(let text), .null):
            return "the response has null itself, the check has \(name(text, "null")): "
                + way(isComputed, "compare with `$(null)`", text, "null")
        case (.array(let wanted), .array(let found)) where wanted.count == found.count:
            return zip(wanted, found).lazy.compactMap { pair in hint(pair, isComputed: isComputed) }.first
        case (.object(let wanted), .object(let found)):
            return wanted.members.lazy.compactMap { member in
                found[member.name].flatMap { hint((member.value, $0), isComputed: isComputed) }
            }.first
        case (.array, _): return "the check has a list with this value: `in` and `not_in` compare with each of a list"
        default: return "the response has a list with this value: `contains` and `not_contains` look into lists"
        }
    }

    private static func name(_ text: String, _ meant: String) -> String {
        text == meant ? "a text" : "the text \"\(text)\""
    }

    /// What to write in place of a text without quotes, or in quotes.
    private static func way(_ isComputed: Bool, _ conversion: String, _ text: String, _ meant: String) -> String {
        isComputed ? conversion : text == meant ? "write it without quotes" : "write `\(meant)`"
    }
}

extension Actual {
    /// The first of these values that this one most likely should have been compared with in another form. Text from
    /// outside JSON has no type.
    func mistaken(_ values: [JSONValue]) -> (expected: JSONValue, actual: JSONValue)? {
        let actual: JSONValue
        switch self {
        case .json(let value): actual = value
        case .matches(let values): actual = .array(values)
        case .text, .texts, .duration, .missing: return nil
        }
        return values.first { TypeContrast.isMistaken($0, actual) }.map { ($0, actual) }
    }
}

extension Template {
    /// Whether the value, or a part of it, is that of an expression.
    var isComputed: Bool {
        if case .literal = self { return false }
        return true
    }
}
