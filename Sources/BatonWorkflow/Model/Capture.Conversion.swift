import BatonCEL
package import BatonTime

extension Capture {
    /// What `as` wants a value to become.
    package indirect enum Conversion: Sendable {
        case string
        case integer
        case number
        case boolean
        case date(DateForm)
        case url
        case json
        /// `[integer]`: every element of a list.
        case list(Conversion)
    }

    /// How a date is written, by `format`.
    package enum DateForm: Sendable {
        /// Without `format`: RFC 3339, a whole date-time or only its date.
        case rfc3339
        case pattern(DatePattern)
        /// Seconds since 1970, fractions allowed.
        case unix
        case unixMilliseconds
    }
}

extension Capture.Conversion {
    /// The words that `as` knows.
    package static let names = ["string", "integer", "number", "boolean", "date", "url", "json"]

    init?(named name: String, form: Capture.DateForm) {
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
    var title: String {
        switch self {
        case .string: "a string"
        case .integer: "an integer"
        case .number: "a number"
        case .boolean: "a boolean"
        case .date(.rfc3339): "a date of RFC 3339"
        case .date(.pattern(let pattern)): "a date in the format `\(pattern.text)`"
        case .date(.unix): "a date in Unix seconds"
        case .date(.unixMilliseconds): "a date in Unix milliseconds"
        case .url: "a URL"
        case .json: "JSON"
        case .list: "a list"
        }
    }

    /// What expressions may count on. A big integer is an `int` as far as operators are concerned.
    var type: CELType {
        switch self {
        case .string, .url: .string
        case .integer: .int
        case .number: .double
        case .boolean: .bool
        case .date: .timestamp
        case .json: .dyn
        case .list(let element): .list(element.type)
        }
    }
}
