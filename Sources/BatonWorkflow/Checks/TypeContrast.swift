import BatonJSON

/// A common mistake: 5 in place of "5".
enum TypeContrast {
    /// Whether one value is the other one written as a text: whoever compares them means the same value. `ne: null` means
    /// null itself, whatever a text says.
    static func differsInTypeOnly(_ expected: JSONValue, _ actual: JSONValue) -> Bool {
        switch (expected, actual) {
        case (.string(let text), .number(let number)), (.number(let number), .string(let text)):
            JSONNumber(text: text) == number
        case (.string(let text), .bool(let flag)), (.bool(let flag), .string(let text)): text == "\(flag)"
        case (.string("null"), .null): true
        default: false
        }
    }

    /// - Parameter isComputed: whether the expected value is that of an expression, which has no quotes to change.
    static func hint(_ values: (expected: JSONValue, actual: JSONValue), isComputed: Bool) -> String? {
        let isSame = differsInTypeOnly(values.expected, values.actual)
        switch values {
        case (.string(let text), .number(let number)) where isSame:
            return "the response has the number \(number.text), the check has the text \"\(text)\": "
                + (isComputed ? "make it a number, `$(double(…))`" : "write it without quotes")
        case (.string(let text), .number) where text.utf8.count <= 200 && !isComputed:
            return OperatorText.operation(text).map {
                "`\(text)` is compared as a text: write it as an operator, `\($0)`"
            }
        case (.number, .string(let text)) where isSame:
            return "the response has the text \"\(text)\", the check has a number: "
                + (isComputed ? "make it a text, `$(string(…))`" : "write it in quotes")
        case (.string, .bool(let flag)) where isSame:
            return "the response has the boolean \(flag), the check has a text: "
                + (isComputed ? "make it a boolean, `$(bool(…))`" : "write it without quotes")
        case (.bool(let flag), .string) where isSame:
            return "the response has the text \"\(flag)\", the check has a boolean: "
                + (isComputed ? "make it a text, `$(string(…))`" : "write it in quotes")
        case (.string, .null) where isSame && !isComputed:
            return "the response has null itself, the check has a text: write it without quotes"
        case (.null, .string("null")) where !isComputed: return "the response has the text \"null\": write it in quotes"
        default: return nil
        }
    }
}

extension Actual {
    /// The first of these values that this one equals but for its type. Text from outside JSON has no type.
    func equalInOtherType(_ values: [JSONValue]) -> (expected: JSONValue, actual: JSONValue)? {
        guard case .json(let actual) = self, !actual.isContainer,
            let expected = values.first(where: { TypeContrast.differsInTypeOnly($0, actual) })
        else { return nil }
        return (expected, actual)
    }
}

extension Template {
    /// Whether the value, or a part of it, is that of an expression.
    var isComputed: Bool {
        if case .literal = self { return false }
        return true
    }
}
