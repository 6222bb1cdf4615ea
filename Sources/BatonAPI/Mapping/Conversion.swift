public import BatonTime

/// What a value of a response is to become: `as` of captures and of fields in workflow files.
///
/// Lenient about how APIs write a type (`"5"` is an integer, `1` is true), never about what is written.
public indirect enum Conversion: Sendable {
    /// Text; numbers and booleans become their characters.
    case string
    /// A whole number, also one written as `1.0` or in text.
    case integer
    /// A number that keeps its digits, also one in text.
    case number
    /// A boolean; also `0`, `1` and `"true"`, `"false"`, `"0"`, `"1"` in any case.
    case boolean
    /// A moment, written as the form says.
    case date(DateForm)
    /// A URL; a relative one is resolved against the response's own.
    case url
    /// Any JSON; text is parsed as JSON.
    case json
    /// Every element of a list becomes this.
    case list(Conversion)
}

/// How a date is written.
public enum DateForm: Sendable {
    /// RFC 3339: a whole date-time or only its date.
    case rfc3339
    /// In Unicode's letters: `yyyy/MM/dd HH:mm:ss`.
    case pattern(DatePattern)
    /// Seconds since 1970, fractions allowed.
    case unix
    /// Milliseconds since 1970.
    case unixMilliseconds
    /// Letters that make no pattern: whatever is to be read so fails with `request.bad_input`.
    case invalid(DatePatternError)

    /// In Unicode's letters: `.format("yyyy/MM/dd HH:mm:ss")`; `.invalid` for letters that make no pattern.
    public static func format(_ letters: String) -> DateForm {
        do {
            return .pattern(try DatePattern(letters))
        } catch {
            return .invalid(error)
        }
    }
}

extension Conversion {
    /// The words for scalars that `as` knows.
    package static let names = ["string", "integer", "number", "boolean", "date", "url", "json"]

    package init?(named name: String, form: DateForm) {
        switch name {
        case "string": self = .string
        case "integer": self = .integer
        case "number": self = .number
        case "boolean": self = .boolean
        case "date": self = .date(form)
        case "url": self = .url
        case "json": self = .json
        default: return nil
        }
    }

    /// How a failure says what was wanted: "expected an integer".
    public var title: String {
        switch self {
        case .string: "a string"
        case .integer: "an integer"
        case .number: "a number"
        case .boolean: "a boolean"
        case .date(.rfc3339): "a date of RFC 3339"
        case .date(.pattern(let pattern)): "a date in the format `\(pattern.text)`"
        case .date(.unix): "a date in Unix seconds"
        case .date(.invalid): "a date"
        case .date(.unixMilliseconds): "a date in Unix milliseconds"
        case .url: "a URL"
        case .json: "JSON"
        case .list: "a list"
        }
    }
}
