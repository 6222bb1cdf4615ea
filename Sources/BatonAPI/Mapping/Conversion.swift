public import BatonJSON
public import BatonValues

/// The wanted type of a response's value: `as` of captures and of fields in workflow files.
///
/// A conversion is lenient about how APIs write a type (`"5"` is an integer, `1` is true), never about the value
/// itself.
public indirect enum Conversion: Sendable {
    /// Text; numbers and booleans become their JSON text.
    case string
    /// A whole number, also one written as `1.0` or in text.
    case integer
    /// A number that keeps its digits, also one in text.
    case number
    /// A boolean; also `0`, `1` and `"true"`, `"false"`, `"0"`, `"1"` in any case.
    case boolean
    /// A moment, written in the given form.
    case date(DateForm)
    /// A URL; a relative one is resolved against the response's own.
    case url
    /// The value that a text of JSON stands for.
    case json
    /// The value as it is, null too.
    case any
    /// A list whose elements are all converted.
    case list(Conversion)
}

/// How a date is written.
public enum DateForm: Sendable {
    /// RFC 3339: a whole date-time or only its date.
    case rfc3339
    /// A pattern in Unicode's letters: `yyyy/MM/dd HH:mm:ss`.
    case pattern(DatePattern)
    /// Seconds since 1970, fractions allowed.
    case unix
    /// Milliseconds since 1970.
    case unixMilliseconds
    /// A text of RFC 3339 or a number of seconds since 1970, as they come; written as RFC 3339.
    case rfc3339OrUnix
    /// An invalid pattern: every conversion with it fails with `request.bad_input`.
    case invalid(DatePatternError)

    /// A pattern in Unicode's letters: `.format("yyyy/MM/dd HH:mm:ss")`; `.invalid` for letters that are not a pattern.
    public static func format(_ letters: String) -> DateForm {
        do {
            return .pattern(try DatePattern(letters))
        } catch {
            return .invalid(error)
        }
    }
}

extension Conversion {
    /// The scalar types that `as` accepts.
    package static let names = ["string", "integer", "number", "boolean", "date", "url", "json", "any"]

    package init?(named name: String, form: DateForm) {
        switch name {
        case "string": self = .string
        case "integer": self = .integer
        case "number": self = .number
        case "boolean": self = .boolean
        case "date": self = .date(form)
        case "url": self = .url
        case "json": self = .json
        case "any": self = .any
        default: return nil
        }
    }

    /// The wanted type in a failure's words: "an integer".
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
        case .date(.rfc3339OrUnix): "a date of RFC 3339 or in Unix seconds"
        case .url: "a URL"
        case .json: "a text of JSON"
        case .any: "a value"
        case .list: "a list"
        }
    }
}

/// A mapped value: JSON, a moment, a list, or a record with a member for each field of its type.
public enum MappedValue: Sendable, Hashable {
    /// Text, numbers, booleans, URLs and whole documents.
    case json(JSONValue)
    /// A date.
    case timestamp(Timestamp)
    /// The elements of a list, each mapped.
    case list([MappedValue])
    /// The fields of a record, in the order of its type.
    case record([Member])

    /// A field of a record with its value.
    public struct Member: Sendable, Hashable {
        /// The field's name in its type.
        public let name: String
        /// The field's value; null when an optional field is missing.
        public let value: MappedValue

        /// Whether the field is declared as secret, and its value was found.
        package let isSecret: Bool

        /// A field of a record.
        public init(name: String, value: MappedValue) {
            self.init(name: name, value: value, isSecret: false)
        }

        package init(name: String, value: MappedValue, isSecret: Bool) {
            self.name = name
            self.value = value
            self.isSecret = isSecret
        }
    }
}
