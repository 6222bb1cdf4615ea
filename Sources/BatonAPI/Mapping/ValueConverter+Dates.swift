import BatonHTTP
import BatonJSON
import BatonValues

extension ValueConverter {
    func date(_ json: JSONValue, _ form: DateForm) throws(ConversionFailure) -> Timestamp {
        switch form {
        case .rfc3339: return try writtenDate(json, form)
        case .pattern(let pattern): return try formattedDate(json, pattern)
        case .unix: return try countedDate(json, form)
        case .unixMilliseconds: return try countedDate(json, form)
        case .rfc3339OrUnix:
            if case .number = json { return try countedDate(json, form) }
            return try writtenDate(json, form)
        case .invalid(let error):
            throw mismatch(.badInput, .date(form), json, hint: "the format is none: \(error.message)")
        }
    }

    private func writtenDate(_ json: JSONValue, _ form: DateForm) throws(ConversionFailure) -> Timestamp {
        let wanted = Conversion.date(form)
        switch json {
        case .string(let text):
            if let moment = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z") { return moment }
            throw mismatch(.mappingFormat, wanted, json, hint: Self.hint(for: text))
        case .number(let number):
            throw mismatch(.mappingType, wanted, json, hint: Self.hint(for: number.text))
        default: throw mismatch(.mappingType, wanted, json)
        }
    }

    /// Tells the units apart: a date of these years has 10 digits in seconds, and 13 in milliseconds.
    private static func hint(for text: String) -> String {
        guard let number = NumericText.number(text) else {
            return "say how the date is written, for example `format: yyyy-MM-dd HH:mm:ss`"
        }
        return number < JSONNumber(100_000_000_000)
            ? "if it counts seconds, write `format: unix`" : "if it counts milliseconds, write `format: unix_ms`"
    }

    private func formattedDate(_ json: JSONValue, _ pattern: DatePattern) throws(ConversionFailure) -> Timestamp {
        let wanted = Conversion.date(.pattern(pattern))
        let text: String
        switch json {
        case .string(let value): text = value
        // `yyyyMMdd` is often sent as a number.
        case .number(let number): text = number.text
        default: throw mismatch(.mappingType, wanted, json)
        }
        guard let moment = pattern.parse(text) else { throw mismatch(.mappingFormat, wanted, json) }
        return moment
    }

    private func countedDate(_ json: JSONValue, _ form: DateForm) throws(ConversionFailure) -> Timestamp {
        let wanted = Conversion.date(form)
        let number: JSONNumber
        switch json {
        case .number(let value): number = value
        case .string(let text):
            guard let value = NumericText.number(text) else { throw mismatch(.mappingFormat, wanted, json) }
            number = value
        default: throw mismatch(.mappingType, wanted, json)
        }
        let moment: Timestamp? =
            if case .unixMilliseconds = form { Self.milliseconds(number) } else { Self.seconds(number) }
        guard let moment else {
            throw mismatch(.mappingFormat, wanted, json, hint: "the date must lie in the years 1 to 9999")
        }
        return moment
    }

    private static func milliseconds(_ number: JSONNumber) -> Timestamp? {
        if let whole = number.int { return Timestamp(unixMilliseconds: whole) }
        guard let whole = Int64(exactly: number.double.rounded(.down)) else { return nil }
        return Timestamp(unixMilliseconds: whole)
    }

    /// Rounded to the microsecond: a double does not carry more digits.
    private static func seconds(_ number: JSONNumber) -> Timestamp? {
        if let whole = number.int { return Timestamp(seconds: whole) }
        guard let microseconds = Int64(exactly: (number.double * 1_000_000).rounded()) else { return nil }
        return Timestamp(seconds: microseconds / 1_000_000, nanoseconds: microseconds % 1_000_000 * 1000)
    }
}
