import BatonSystem

/// A moment in the proleptic Gregorian calendar, years 1 to 9999, to the nanosecond, without leap seconds.
public struct Timestamp: Sendable, Hashable {
    /// Seconds since 1970-01-01T00:00:00Z; negative before.
    public let seconds: Int64
    /// 0 to 999,999,999, always added to `seconds`, before 1970 too.
    public let nanoseconds: Int32

    /// 0001-01-01T00:00:00Z
    public static let earliest = Timestamp(checkedSeconds: -62_135_596_800, 0)
    /// 9999-12-31T23:59:59.999999999Z
    public static let latest = Timestamp(checkedSeconds: 253_402_300_799, 999_999_999)

    init(checkedSeconds seconds: Int64, _ nanoseconds: Int32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Nil outside of the years 1 to 9999; `nanoseconds` may be any number and is carried over.
    public init?(seconds: Int64, nanoseconds: Int64 = 0) {
        var carry = nanoseconds / 1_000_000_000
        var rest = nanoseconds % 1_000_000_000
        if rest < 0 {
            rest += 1_000_000_000
            carry -= 1
        }
        let (sum, overflow) = seconds.addingReportingOverflow(carry)
        guard !overflow, sum >= Self.earliest.seconds, sum <= Self.latest.seconds else { return nil }
        self.init(checkedSeconds: sum, Int32(rest))
    }

    /// Nil when the result is outside of the years 1 to 9999.
    public func adding(_ duration: Duration) -> Timestamp? {
        let (seconds, attoseconds) = duration.components
        let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
        guard !overflow else { return nil }
        return Timestamp(seconds: sum, nanoseconds: Int64(nanoseconds) + attoseconds / 1_000_000_000)
    }

    /// The time from `earlier` to this moment; negative when this one is earlier.
    public func since(_ earlier: Timestamp) -> Duration {
        .seconds(seconds - earlier.seconds) + .nanoseconds(Int64(nanoseconds) - Int64(earlier.nanoseconds))
    }

    /// Milliseconds since 1970, truncated towards zero.
    public var unixMilliseconds: Int64 { seconds * 1000 + Int64(nanoseconds) / 1_000_000 }

    /// Nil outside of the years 1 to 9999.
    public init?(unixMilliseconds: Int64) {
        self.init(seconds: unixMilliseconds / 1000, nanoseconds: unixMilliseconds % 1000 * 1_000_000)
    }
}

extension Timestamp: Comparable {
    /// The earlier moment is less.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.seconds == right.seconds ? left.nanoseconds < right.nanoseconds : left.seconds < right.seconds
    }
}

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

/// Readings of the system's clocks; passed on as values, so that tests can use others.
package enum ClockReading {
    /// Microseconds since 1970-01-01T00:00:00Z. May jump.
    package static func wallMicroseconds() -> Int64 {
        let time = read(CLOCK_REALTIME)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Nanoseconds of the monotonic clock, whose zero is not defined: only differences have a meaning. Never goes back.
    package static func monotonicNanoseconds() -> Int64 {
        let time = read(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        _ = clock_gettime(clock, &time)
        return time
    }
}
