/// Builds the text of dates digit by digit.
struct DateText {
    private(set) var string = ""

    mutating func append(_ text: String) { string += text }

    mutating func number(_ value: Int, digits: Int) {
        let text = String(value.magnitude)
        if value < 0 { string += "-" }
        for _ in 0..<max(0, digits - text.utf8.count) { string += "0" }
        string += text
    }

    mutating func date(_ civil: CivilTime) {
        number(civil.year, digits: 4)
        string += "-"
        number(civil.month, digits: 2)
        string += "-"
        number(civil.day, digits: 2)
    }

    mutating func time(_ civil: CivilTime) {
        number(civil.hour, digits: 2)
        string += ":"
        number(civil.minute, digits: 2)
        string += ":"
        number(civil.second, digits: 2)
    }

    /// Appends the fraction of a second without trailing zeros: `.25` for 250,000,000 ns, nothing for 0.
    mutating func fraction(_ nanosecond: Int) {
        guard nanosecond > 0 else { return }
        var value = nanosecond
        var digits = 9
        while value % 10 == 0 {
            value /= 10
            digits -= 1
        }
        string += "."
        number(value, digits: digits)
    }

    /// Appends an offset such as `+02:00`, or `zero` for UTC.
    mutating func offset(_ seconds: Int, zero: String) {
        guard seconds != 0 else {
            string += zero
            return
        }
        string += seconds < 0 ? "-" : "+"
        number(abs(seconds) / 3600, digits: 2)
        string += ":"
        number(abs(seconds) / 60 % 60, digits: 2)
    }
}
