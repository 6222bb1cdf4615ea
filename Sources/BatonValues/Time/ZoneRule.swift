/// The rule for the years after a zone's last transition: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX TZ, RFC 9636).
struct ZoneRule: Sendable {
    /// A day of the year, in a notation of POSIX TZ.
    private enum Day: Sendable {
        /// `Mm.w.d`: the w-th weekday d of month m; week 5 is the last.
        case weekday(month: Int, week: Int, day: Int)
        /// `Jn`: 1 to 365, where the 29th of February is never counted.
        case julian(Int)
        /// `n`: 0 to 365.
        case ordinal(Int)
    }

    private struct Change: Sendable {
        var day: Day
        var time: Int
    }

    private let standard: Int
    private let daylight: (offset: Int, start: Change, end: Change)?

    /// Nil for an empty or malformed text.
    init?(_ text: [UInt8]) {
        var reader = RuleReader(text)
        guard reader.name(), let west = reader.time() else { return nil }
        standard = -west
        guard !reader.isAtEnd else {
            daylight = nil
            return
        }
        guard reader.name() else { return nil }
        let offset = reader.peek(",") ? standard + 3600 : reader.time().map { -$0 }
        guard let offset, reader.take(","), let start = Self.change(&reader), reader.take(","),
            let end = Self.change(&reader)
        else { return nil }
        daylight = (offset, start, end)
    }

    private static func change(_ reader: inout RuleReader) -> Change? {
        let day: Day
        if reader.take("M") {
            guard let month = reader.number(), reader.take("."), let week = reader.number(), reader.take("."),
                let weekday = reader.number(), (1...12).contains(month), (1...5).contains(week), weekday <= 6
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if reader.take("J") {
            guard let number = reader.number(), (1...365).contains(number) else { return nil }
            day = .julian(number)
        } else {
            guard let number = reader.number(), number <= 365 else { return nil }
            day = .ordinal(number)
        }
        guard reader.take("/") else { return Change(day: day, time: 7200) }
        return reader.time().map { Change(day: day, time: $0) }
    }

    func offset(at second: Int64) -> Int {
        guard let daylight else { return standard }
        let local = Int(second) + standard
        let year = CivilTime(daysSinceEpoch: (local >= 0 ? local : local - 86_399) / 86_400).year
        let start = Self.moment(daylight.start, year) - standard
        let end = Self.moment(daylight.end, year) - daylight.offset
        let now = Int(second)
        let isDaylight = start < end ? now >= start && now < end : now >= start || now < end
        return isDaylight ? daylight.offset : standard
    }

    /// The moment of a change in a year, in local seconds since 1970.
    private static func moment(_ change: Change, _ year: Int) -> Int {
        let day: Int
        switch change.day {
        case .weekday(let month, let week, let weekday):
            let first = CivilTime(year: year, month: month)
            var date = 1 + (weekday - first.weekday + 7) % 7 + (week - 1) * 7
            while date > CivilTime.days(inMonth: month, of: year) { date -= 7 }
            day = first.daysSinceEpoch + date - 1
        case .julian(let number):
            let leap = CivilTime.isLeap(year) && number >= 60 ? 1 : 0
            day = CivilTime(year: year).daysSinceEpoch + number - 1 + leap
        case .ordinal(let number): day = CivilTime(year: year).daysSinceEpoch + number
        }
        return day * 86_400 + change.time
    }
}

/// Reads the parts of a POSIX TZ text.
private struct RuleReader {
    private let bytes: [UInt8]
    private var cursor = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { cursor >= bytes.count }

    func peek(_ character: Unicode.Scalar) -> Bool { !isAtEnd && bytes[cursor] == UInt8(ascii: character) }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek(character) else { return false }
        cursor += 1
        return true
    }

    /// Reads a name, `CET` or `<+03>`.
    mutating func name() -> Bool {
        let start = cursor
        if take("<") {
            while !isAtEnd, bytes[cursor] != UInt8(ascii: ">") { cursor += 1 }
            return take(">")
        }
        while !isAtEnd, bytes[cursor] | 0x20 >= 0x61, bytes[cursor] | 0x20 <= 0x7A { cursor += 1 }
        return cursor - start >= 3
    }

    mutating func number() -> Int? {
        let start = cursor
        while !isAtEnd, bytes[cursor] >= 0x30, bytes[cursor] <= 0x39, cursor - start < 4 { cursor += 1 }
        return Int(String(decoding: bytes[start..<cursor], as: UTF8.self))
    }

    /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
    mutating func time() -> Int? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number(), hours <= 167 else { return nil }
        var seconds = hours * 3600
        if take(":") {
            guard let minutes = number() else { return nil }
            seconds += minutes * 60
            if take(":") {
                guard let rest = number() else { return nil }
                seconds += rest
            }
        }
        return isNegative ? -seconds : seconds
    }
}
