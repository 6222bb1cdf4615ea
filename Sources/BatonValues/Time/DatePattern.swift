/// A date format in Unicode's letters (UTS 35), such as `yyyy/MM/dd HH:mm:ss`, with English names.
///
/// Supported are `y u M L Q d D E e c H k h K m s S a X x Z O z V`, quotes around text, and `''` for a quote.
public struct DatePattern: Sendable {
    enum Number: Sendable {
        case year, quarter, month, day, dayOfYear, weekday, minute, second
        /// `H` from 0 to 23, `k` from 1 to 24, `h` from 1 to 12, `K` from 0 to 11.
        case hour, hour24, hour12, hour11
    }

    enum Field: Sendable {
        case literal([UInt8])
        case number(Number, width: Int)
        case monthName(isShort: Bool)
        case weekdayName(isShort: Bool)
        case fraction(digits: Int)
        case dayPeriod
        /// An offset. `zero` is the text for UTC, if any; `style` says how minutes are written: after a colon, without
        /// one, or only if not zero.
        case offset(zero: String?, style: OffsetStyle)
        /// `GMT`, `GMT+2`, or with `isLong` `GMT+02:00`.
        case localOffset(isLong: Bool)
        /// `UTC` for UTC, otherwise a short local offset, because names such as `CET` are used for several zones.
        case zoneShort
        /// `Europe/Berlin`
        case zoneName
    }

    enum OffsetStyle: Sendable { case colon, plain, short }

    /// The format as written.
    public let text: String
    let fields: [Field]

    /// False for a format of literal text only.
    public var hasFields: Bool {
        fields.contains { if case .literal = $0 { false } else { true } }
    }

    /// Throws for a letter without a meaning, and for an unclosed quote.
    public init(_ text: String) throws(DatePatternError) {
        self.text = text
        var fields: [Field] = []
        var literal: [UInt8] = []
        let bytes = Array(text.utf8)
        var cursor = 0
        while cursor < bytes.count {
            let byte = bytes[cursor]
            guard byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A, byte < 0x80 else {
                if byte == UInt8(ascii: "'") {
                    literal += try Self.quoted(bytes, &cursor)
                } else {
                    literal.append(byte)
                    cursor += 1
                }
                continue
            }
            let start = cursor
            while cursor < bytes.count, bytes[cursor] == byte { cursor += 1 }
            if !literal.isEmpty { fields.append(.literal(literal)) }
            literal.removeAll()
            guard let field = Self.field(Character(Unicode.Scalar(byte)), cursor - start) else {
                let letters = String(decoding: bytes[start..<cursor], as: UTF8.self)
                throw DatePatternError(
                    message: "`\(letters)` means nothing in a date format", range: start..<cursor,
                    help: Self.help(letters, isStrftime: bytes.contains(UInt8(ascii: "%"))))
            }
            if case .number(.dayOfYear, _) = field, bytes.contains(UInt8(ascii: "M")) {
                throw DatePatternError(
                    message: "`D` is the day of the year, and stands beside a month", range: start..<cursor,
                    help: "the day of the month is `dd`")
            }
            fields.append(field)
        }
        if !literal.isEmpty { fields.append(.literal(literal)) }
        self.fields = fields
        if Self.hasMinutesForMonth(fields), let start = bytes.firstIndex(of: UInt8(ascii: "m")) {
            let end = bytes[start...].firstIndex { $0 != UInt8(ascii: "m") } ?? bytes.count
            throw DatePatternError(
                message: "`m` is the minute, and stands in a date", range: start..<end, help: "the month is `MM`")
        }
    }

    /// Whether there are minutes beside a year or a day, but neither an hour nor a month: `mm` was probably meant as
    /// the month.
    private static func hasMinutesForMonth(_ fields: [Field]) -> Bool {
        var numbers: Set<Number> = []
        for field in fields {
            switch field {
            case .number(let number, _): numbers.insert(number)
            case .monthName: numbers.insert(.month)
            default: break
            }
        }
        return numbers.contains(.minute) && !numbers.isDisjoint(with: [.year, .day])
            && numbers.isDisjoint(with: [.month, .dayOfYear, .hour, .hour24, .hour12, .hour11])
    }

    /// Whether hours up to 12 have no AM or PM: such a date can be written, but not read.
    public var isHalfADay: Bool {
        var hasHalf = false
        for field in fields {
            switch field {
            case .number(.hour12, _), .number(.hour11, _): hasHalf = true
            case .dayPeriod: return false
            default: break
            }
        }
        return hasHalf
    }

    /// The letter to use instead of one that has this meaning in other tools.
    private static func help(_ letters: String, isStrftime: Bool) -> String? {
        if isStrftime { return "dates are written with letters, without `%`: `yyyy-MM-dd HH:mm:ss`" }
        switch letters.first {
        case "Y": return "the year is `yyyy`"
        case "w", "W": return "weeks are not supported"
        case "A": return "the half of the day is `a`, and AM or PM then"
        case "T": return "write text in quotes: `'T'`"
        case "n", "f", "F": return "fractions of a second are `S`, one for each digit: `ss.SSS`"
        default: return "text is written in quotes: `'\(letters)'`"
        }
    }

    private static func quoted(_ bytes: [UInt8], _ cursor: inout Int) throws(DatePatternError) -> [UInt8] {
        let start = cursor
        let quote = bytes[start]
        cursor += 1
        if cursor < bytes.count, bytes[cursor] == quote {
            cursor += 1
            return [quote]
        }
        var literal: [UInt8] = []
        while cursor < bytes.count {
            let byte = bytes[cursor]
            cursor += 1
            if byte == quote {
                guard cursor < bytes.count, bytes[cursor] == quote else { return literal }
                cursor += 1
            }
            literal.append(byte)
        }
        throw DatePatternError(message: "this quote has no end", range: start..<start + 1)
    }

    private static func field(_ letter: Character, _ count: Int) -> Field? {
        switch (letter, count) {
        case ("y", 1), ("y", 2), ("y", 4), ("u", 1), ("u", 4): .number(.year, width: count)
        case ("M", 1...2), ("L", 1...2): .number(.month, width: count)
        case ("M", 3...4), ("L", 3...4): .monthName(isShort: count == 3)
        case ("d", 1...2): .number(.day, width: count)
        case ("D", 1...3): .number(.dayOfYear, width: count)
        case ("Q", 1...2): .number(.quarter, width: count)
        case ("e", 1), ("c", 1): .number(.weekday, width: 1)
        case ("E", 1...4), ("e", 3...4), ("c", 3...4): .weekdayName(isShort: count < 4)
        case ("H", 1...2): .number(.hour, width: count)
        case ("k", 1...2): .number(.hour24, width: count)
        case ("h", 1...2): .number(.hour12, width: count)
        case ("K", 1...2): .number(.hour11, width: count)
        case ("m", 1...2): .number(.minute, width: count)
        case ("s", 1...2): .number(.second, width: count)
        case ("S", 1...9): .fraction(digits: count)
        case ("a", 1...4): .dayPeriod
        case ("X", 1): .offset(zero: "Z", style: .short)
        // Four and five letters add the seconds of offsets before 1972, which no current offset has.
        case ("X", 2), ("X", 4): .offset(zero: "Z", style: .plain)
        case ("X", 3), ("X", 5), ("Z", 5): .offset(zero: "Z", style: .colon)
        case ("x", 1): .offset(zero: nil, style: .short)
        case ("x", 2), ("x", 4), ("Z", 1...3): .offset(zero: nil, style: .plain)
        case ("x", 3), ("x", 5): .offset(zero: nil, style: .colon)
        case ("z", 1...3): .zoneShort
        case ("O", 1): .localOffset(isLong: false)
        case ("O", 4), ("Z", 4): .localOffset(isLong: true)
        case ("V", 2): .zoneName
        default: nil
        }
    }

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}

/// An error in a date format and its place, in UTF-8 offsets.
public struct DatePatternError: Error, Sendable, Equatable {
    /// The part of a sentence that follows the format.
    public let message: String
    /// The invalid part of the format.
    public let range: Range<Int>
    /// What to write instead, if known.
    public let help: String?

    /// An error in a format.
    public init(message: String, range: Range<Int>, help: String? = nil) {
        self.message = message
        self.range = range
        self.help = help
    }
}

extension DatePattern {
    /// Writes the moment as clocks in a zone show it.
    package func format(_ moment: Timestamp, in zone: Zone = .utc) -> String {
        let offset = zone.offset(at: moment)
        let civil = moment.civil(offset: offset)
        var text = DateText()
        for field in fields {
            switch field {
            case .zoneName: text.append(zone.name)
            case .zoneShort where zone.isUTC: text.append("UTC")
            case .zoneShort: writeLocalOffset(offset, isLong: false, into: &text)
            default: write(field, civil, offset, into: &text)
            }
        }
        return text.string
    }

    private func write(_ field: Field, _ civil: CivilTime, _ offset: Int, into text: inout DateText) {
        switch field {
        case .literal(let bytes): text.append(String(decoding: bytes, as: UTF8.self))
        case .number(.year, 2): text.number(civil.year % 100, digits: 2)
        case .number(let number, let width): text.number(value(number, civil), digits: width)
        case .monthName(let isShort):
            let name = Self.months[civil.month - 1]
            text.append(isShort ? String(name.prefix(3)) : name)
        case .weekdayName(let isShort):
            let name = Self.weekdays[civil.weekday]
            text.append(isShort ? String(name.prefix(3)) : name)
        case .fraction(let digits):
            var value = civil.nanosecond
            for _ in 0..<9 - digits { value /= 10 }
            text.number(value, digits: digits)
        case .dayPeriod: text.append(civil.hour < 12 ? "AM" : "PM")
        case .zoneName, .zoneShort: break
        case .localOffset(let isLong): writeLocalOffset(offset, isLong: isLong, into: &text)
        case .offset(let zero?, _) where offset == 0: text.append(zero)
        case .offset(_, let style):
            let minutes = abs(offset) / 60
            text.append(offset < 0 ? "-" : "+")
            text.number(minutes / 60, digits: 2)
            if style == .short, minutes % 60 == 0 { return }
            if style == .colon { text.append(":") }
            text.number(minutes % 60, digits: 2)
        }
    }

    private func writeLocalOffset(_ offset: Int, isLong: Bool, into text: inout DateText) {
        guard offset != 0 else {
            text.append("GMT")
            return
        }
        let minutes = abs(offset) / 60
        text.append(offset < 0 ? "GMT-" : "GMT+")
        text.number(minutes / 60, digits: isLong ? 2 : 1)
        if isLong || minutes % 60 != 0 {
            text.append(":")
            text.number(minutes % 60, digits: 2)
        }
    }

    private func value(_ number: Number, _ civil: CivilTime) -> Int {
        switch number {
        case .year: civil.year
        case .month: civil.month
        case .day: civil.day
        case .dayOfYear: civil.dayOfYear + 1
        case .hour: civil.hour
        case .quarter: (civil.month + 2) / 3
        case .weekday: civil.weekday + 1
        case .hour24: (civil.hour + 23) % 24 + 1
        case .hour12: (civil.hour + 11) % 12 + 1
        case .hour11: civil.hour % 12
        case .minute: civil.minute
        case .second: civil.second
        }
    }
}
