extension Timestamp {
    /// Reads `2026-08-21T10:00:00.5+02:00` (RFC 3339, `T` and `Z` in either case); digits beyond nanoseconds are
    /// dropped.
    ///
    /// A second 60 is accepted at the end of a UTC day, where a leap second may be, and is read as the next day's first
    /// second.
    public init?(rfc3339 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 64 else { return nil }
        var reader = DigitReader(bytes)
        guard let year = reader.number(digits: 4), reader.take("-"),
            let month = reader.number(digits: 2), reader.take("-"),
            let day = reader.number(digits: 2), reader.take("T") || reader.take("t"),
            let hour = reader.number(digits: 2), reader.take(":"),
            let minute = reader.number(digits: 2), reader.take(":"),
            let second = reader.number(digits: 2)
        else { return nil }
        var nanosecond = 0
        if reader.take(".") {
            guard let fraction = reader.fraction() else { return nil }
            nanosecond = fraction
        }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        let civil = CivilTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59),
            nanosecond: nanosecond)
        guard second <= 60, let moment = Timestamp(civil, offset: offset) else { return nil }
        guard second == 60 else {
            self = moment
            return
        }
        guard (moment.seconds + 1) % 86_400 == 0,
            let next = Timestamp(seconds: moment.seconds + 1, nanoseconds: Int64(nanosecond))
        else { return nil }
        self = next
    }

    /// RFC 3339 with the shortest exact fraction: `2026-08-21T10:00:00Z`, `2026-08-21T10:00:00.25Z`.
    public func rfc3339(offset: Int = 0) -> String {
        let civil = civil(offset: offset)
        var text = DateText()
        text.date(civil)
        text.append("T")
        text.time(civil)
        text.fraction(civil.nanosecond)
        text.offset(offset, zero: "Z")
        return text.string
    }
}

/// Reads numbers of a fixed width from a text.
struct DigitReader {
    let bytes: [UInt8]
    var cursor = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { cursor == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: character) else { return false }
        cursor += 1
        return true
    }

    /// A number with exactly this many digits; nil, and nothing read, when there are fewer.
    mutating func number(digits: Int) -> Int? {
        guard cursor + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[cursor..<cursor + digits] {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        cursor += digits
        return value
    }

    /// A fraction of at least one digit, in nanoseconds.
    mutating func fraction() -> Int? {
        var value = 0
        var digits = 0
        while cursor < bytes.count, bytes[cursor] >= 0x30, bytes[cursor] <= 0x39 {
            if digits < 9 { value = value * 10 + Int(bytes[cursor] - 0x30) }
            digits += 1
            cursor += 1
        }
        guard digits > 0 else { return nil }
        for _ in 0..<max(0, 9 - digits) { value *= 10 }
        return value
    }

    /// An offset, `Z` or `+02:00`, in seconds east of UTC.
    mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(digits: 2), take(":"), let minutes = number(digits: 2),
            hours <= 23, minutes <= 59
        else { return nil }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}
