import BatonValues

/// Dates and times as RFC 3339 writes them (section 5.6), leap seconds and fractions of any length included.
///
/// CEL's timestamps, for example, are stricter and accept neither.
enum DateTimeText {
    static func isDateTime(_ text: String) -> Bool {
        var reader = Reader(text)
        return reader.date() && (reader.take("T") || reader.take("t")) && reader.time() && reader.isAtEnd
    }

    static func isDate(_ text: String) -> Bool {
        var reader = Reader(text)
        return reader.date() && reader.isAtEnd
    }

    static func isTime(_ text: String) -> Bool {
        var reader = Reader(text)
        return reader.time() && reader.isAtEnd
    }

    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = text.utf8[...] }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        /// Reads exactly that many digits.
        private mutating func number(_ digits: Int) -> Int? {
            guard rest.prefix(digits).count == digits, rest.prefix(digits).allSatisfy(\.isDigit) else { return nil }
            let value = rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            rest = rest.dropFirst(digits)
            return value
        }

        mutating func date() -> Bool {
            guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
                (1...12).contains(month)
            else { return false }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            return (1...lengths[month - 1]).contains(day)
        }

        /// Reads a time; a leap second is valid only as the last second of a day in UTC.
        mutating func time() -> Bool {
            guard let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2),
                hour < 24, minute < 60, second <= 60
            else { return false }
            if take(".") {
                guard rest.first?.isDigit == true else { return false }
                rest = rest.drop(while: \.isDigit)
            }
            guard let offset = offset() else { return false }
            if second < 60 { return true }
            return (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
        }

        /// Minutes east of UTC.
        private mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
            guard take("+") || take("-"), let hours = number(2), take(":"), let minutes = number(2), hours < 24,
                minutes < 60
            else { return nil }
            return sign * (hours * 60 + minutes)
        }
    }
}

/// Periods as RFC 3339 writes them in appendix A: `P4DT12H30M`. Units may not be left out between others.
enum PeriodText {
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "P") else { return false }
        let parts = text.utf8.dropFirst().split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
        guard let date = parts.first, parts.count <= 2 else { return false }
        let days = units(date)
        if days == "W" { return parts.count == 1 }
        guard let days, days.isEmpty || "YMD".contains(days) else { return false }
        guard parts.count == 2 else { return !days.isEmpty }
        guard let hours = units(parts[1]) else { return false }
        return !hours.isEmpty && "HMS".contains(hours)
    }

    /// The letters of a row of numbers with units; nil for anything else.
    private static func units(_ text: Substring.UTF8View) -> String? {
        var units = ""
        var hasDigits = false
        for byte in text {
            if byte.isDigit {
                hasDigits = true
            } else {
                guard hasDigits, byte.isLetter else { return nil }
                hasDigits = false
                units.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return hasDigits ? nil : units
    }
}
