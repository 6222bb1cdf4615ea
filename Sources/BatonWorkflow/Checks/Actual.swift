package import BatonJSON

/// What a check looks at, with the rules that its origin brings.
package enum Actual: Sendable {
    /// Headers, cookies, body: text, compared as a number where a number is expected.
    case text(String)
    /// A JSON value: it never converts.
    case json(JSONValue)
    /// What a path found that may find several; nothing found is the empty list, and still not there.
    case matches([JSONValue])
    /// The texts of all nodes that an XPath found: each compared as `text` is.
    case texts([String])
    /// A span in microseconds.
    case duration(Int64)
    /// There is nothing at this place; what was looked for is put into words only for who asks.
    case missing(@Sendable () -> Absence)

    /// Why there is nothing: `the response has no header `x``.
    package struct Absence: Sendable {
        let why: String
        var hint: String?
    }

    /// The value as JSON; a span is a number of milliseconds.
    var value: JSONValue? {
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
    var parts: [Actual]? {
        switch self {
        case .json(.array(let elements)), .matches(let elements): elements.map { .json($0) }
        case .texts(let texts): texts.map { .text($0) }
        case .json, .text, .duration, .missing: nil
        }
    }

    /// The number it is, or that its text is.
    var number: JSONNumber? {
        switch self {
        case .json(.number(let number)): number
        case .text(let text): JSONNumber(text: text)
        case .json, .matches, .texts, .duration, .missing: nil
        }
    }

    /// What kind of value it is, in the words of `type`.
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
