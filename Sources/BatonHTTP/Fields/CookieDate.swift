import BatonValues

/// Parser for the date of a cookie's `Expires`, as lenient as RFC 6265 section 5.1.1 demands.
package enum CookieDate {
    /// Seconds since 1970; nil for text that is not a date.
    package static func parse(_ text: String) -> Int64? {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = readTime(token) {
                time = found
            } else if day == nil, let found = leadingNumber(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = readMonth(token) {
                month = found
            } else if year == nil, let found = leadingNumber(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 } else if (0...69).contains(year) { year += 2000 }
        guard year >= 1601, (1...CivilTime.days(inMonth: month, of: year)).contains(day), time.hour <= 23,
            time.minute <= 59, time.second <= 59
        else {
            return nil
        }
        let seconds = time.hour * 3600 + time.minute * 60 + time.second
        return Int64(CivilTime(year: year, month: month, day: day).daysSinceEpoch * 86400 + seconds)
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// The number at the start, if its count of digits is in that range.
    private static func leadingNumber(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        let number = token.prefix(while: \.isDigit)
        guard digits.contains(number.count) else { return nil }
        return number.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func readTime(_ token: Substring.UTF8View) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy(\.isDigit), parts[1].allSatisfy(\.isDigit),
            let hour = leadingNumber(parts[0], digits: 1...2), let minute = leadingNumber(parts[1], digits: 1...2),
            let second = leadingNumber(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func readMonth(_ token: Substring.UTF8View) -> Int? {
        let name = String(Substring(token.prefix(3))).lowercased()
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return names.firstIndex(of: name).map { $0 + 1 }
    }
}
