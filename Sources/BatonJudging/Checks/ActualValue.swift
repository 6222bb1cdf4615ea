package import BatonJSON
import BatonLanguage

/// The value that a check tests, with the rules of its origin.
package enum ActualValue: Sendable {
    /// Headers, cookies, body: text, compared as a number where a number is expected.
    case text(String)
    /// A JSON value, which is never converted.
    case json(JSONValue)
    /// The matches of a path that may match several values; no match is an empty list, and counts as missing.
    case matches([JSONValue])
    /// The texts of all nodes that an XPath matched; each is compared like `text`.
    case texts([String])
    /// A duration in microseconds.
    case duration(Int64)
    /// A missing value; the sentence about it is made only when a message needs it.
    case missing(@Sendable () -> Absence)

    /// The reason why the value is missing: `the response has no header `x``.
    package struct Absence: Sendable {
        let why: String
        var hint: String?

        package init(why: String, hint: String? = nil) {
            self.why = why
            self.hint = hint
        }
    }

    /// The value as JSON; a duration becomes a number of milliseconds.
    package var value: JSONValue? {
        switch self {
        case .text(let text): .string(text)
        case .json(let value): value
        case .matches(let values): .array(values)
        case .texts(let texts): .array(texts.map { .string($0) })
        case .duration(let microseconds): JSONNumber(exactly: Double(microseconds) / 1000).map(JSONValue.number)
        case .missing: nil
        }
    }

    /// The elements, where it is a list.
    var elements: [JSONValue]? {
        switch self {
        case .json(.array(let elements)), .matches(let elements): elements
        case .texts(let texts): texts.map { .string($0) }
        case .json, .text, .duration, .missing: nil
        }
    }

    /// The elements, where it is a list, each with the rules of its origin.
    var parts: [ActualValue]? {
        switch self {
        case .json(.array(let elements)), .matches(let elements): elements.map { .json($0) }
        case .texts(let texts): texts.map { .text($0) }
        case .json, .text, .duration, .missing: nil
        }
    }

    /// The value as a number: a JSON number, or a text that is one.
    var number: JSONNumber? {
        switch self {
        case .json(.number(let number)): number
        case .text(let text): JSONNumber(text: text)
        case .json, .matches, .texts, .duration, .missing: nil
        }
    }

    /// The type of the value, in the words of `type`.
    var typeName: String {
        switch self {
        case .text: "string"
        case .json(let value): value.typeName
        case .matches, .texts: "array"
        case .duration: "duration"
        case .missing: "nothing"
        }
    }
}
