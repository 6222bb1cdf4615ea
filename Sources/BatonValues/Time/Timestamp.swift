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
