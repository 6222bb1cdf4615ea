public import BatonHTTP
public import BatonJSON
public import BatonValues

extension DateForm {
    /// The moment in this form: a text, or a number for a count. A pattern is written in UTC.
    ///
    /// Digits that the form has no place for are dropped. Throws `request.bad_input` for an invalid pattern.
    public func json(of moment: Timestamp) throws(Failure) -> JSONValue {
        switch self {
        case .rfc3339, .rfc3339OrUnix: return .string(moment.rfc3339())
        case .pattern(let pattern): return .string(pattern.format(moment))
        case .unix: return .number(Self.seconds(moment))
        case .unixMilliseconds: return .number(JSONNumber(moment.unixMilliseconds))
        case .invalid(let error): throw Failure(.badInput, "the format of dates is none: \(error.message)")
        }
    }

    private static func seconds(_ moment: Timestamp) -> JSONNumber {
        let whole = JSONNumber(moment.seconds)
        guard moment.nanoseconds != 0 else { return whole }
        let isNegative = moment.seconds < 0
        let rest = isNegative ? 1_000_000_000 - moment.nanoseconds : moment.nanoseconds
        var digits = "\(rest)"
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        let seconds = isNegative ? -(moment.seconds + 1) : moment.seconds
        return JSONNumber(text: "\(isNegative ? "-" : "")\(seconds).\(digits)") ?? whole
    }
}

/// RFC 3339 with any coder; a Baton client reads dates as the API writes them.
extension Timestamp: Codable {
    /// Throws `DecodingError.dataCorrupted` for text that is not a date of RFC 3339.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let moment = Timestamp(rfc3339: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date of RFC 3339: \(text)")
        }
        self = moment
    }

    /// Writes RFC 3339 in UTC.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rfc3339())
    }
}
