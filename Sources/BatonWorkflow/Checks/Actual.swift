package import BatonJSON

/// What a check looks at, with the rules that its origin brings.
package enum Actual: Sendable {
    /// Headers, cookies, body: text, compared as a number where a number is expected.
    case text(String)
    /// A JSON value: it never converts.
    case json(JSONValue)
    /// A span in microseconds.
    case duration(Int64)
    /// There is nothing at this place; `why` says what was looked for.
    case missing(why: String)

    /// The value as JSON; a span is a number of milliseconds.
    var value: JSONValue? {
        switch self {
        case .text(let text): .string(text)
        case .json(let value): value
        case .duration(let microseconds): JSONNumber(exactly: Double(microseconds) / 1000).map(JSONValue.number)
        case .missing: nil
        }
    }

    /// The value as text in a message.
    package var shown: String {
        switch self {
        case .text(let text): Shown.text(text)
        case .json(let value): Shown.json(value)
        case .duration(let microseconds): Shown.duration(microseconds)
        case .missing: "nothing"
        }
    }

    /// The number it is, or that its text is.
    var number: JSONNumber? {
        switch self {
        case .json(.number(let number)): number
        case .text(let text): JSONNumber(text: text)
        default: nil
        }
    }

    /// What kind of value it is, in the words of `type`.
    var typeName: String {
        switch self {
        case .text: "string"
        case .json(let value): value.typeName
        case .duration: "duration"
        case .missing: "nothing"
        }
    }
}
