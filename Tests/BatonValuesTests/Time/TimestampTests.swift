import BatonValues
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0, 0), ("2009-02-13T23:31:30Z", 1_234_567_890, 0),
        ("0001-01-01T00:00:00Z", -62_135_596_800, 0), ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999),
        ("1969-12-31T23:59:59.5Z", -1, 500_000_000),
    ])
    func `a moment is read and written alike`(text: String, seconds: Int64, nanoseconds: Int32) throws {
        let moment = try #require(Timestamp(rfc3339: text))
        #expect(moment.seconds == seconds)
        #expect(moment.nanoseconds == nanoseconds)
        #expect(moment.rfc3339() == text)
    }

    @Test(arguments: [
        ("2026-08-21T12:00:00+02:00", "2026-08-21T10:00:00Z"), ("2026-08-21t10:00:00.250z", "2026-08-21T10:00:00.25Z"),
        ("2026-08-20T23:30:00-10:30", "2026-08-21T10:00:00Z"), ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
        ("2026-08-21T10:00:00.1234567899Z", "2026-08-21T10:00:00.123456789Z"),
    ])
    func `offsets, cases and leap seconds are understood`(text: String, expected: String) {
        #expect(Timestamp(rfc3339: text)?.rfc3339() == expected)
    }

    @Test(arguments: [
        "", "2026-08-21", "2026-08-21 10:00:00Z", "2026-08-21T10:00:00", "2026-02-29T10:00:00Z", "2026-13-01T00:00:00Z",
        "2026-08-21T24:00:00Z", "2026-08-21T10:60:00Z", "2026-08-21T10:00:61Z", "2026-08-21T10:00:60Z",
        "2026-08-21T10:00:00.Z", "2026-08-21T10:00:00+25:00", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z",
        "2026-08-21T10:00:00ZZ", "0001-01-01T00:00:00+01:00",
    ])
    func `what is no moment is refused`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `every day of eight centuries comes back from its number`() {
        for day in stride(from: -200_000, to: 100_000, by: 7) {
            let civil = CivilTime(daysSinceEpoch: day)
            #expect(civil.daysSinceEpoch == day)
        }
        #expect(CivilTime(year: 2024, month: 2, day: 29).dayOfYear == 59)
        #expect(CivilTime(year: 2026, month: 11, day: 21).weekday == 6)
    }

    @Test func `a sum that leaves the calendar is nothing`() {
        #expect(Timestamp.latest.adding(.nanoseconds(1)) == nil)
        #expect(Timestamp.earliest.adding(.nanoseconds(-1)) == nil)
        #expect(Timestamp.earliest.adding(.seconds(Int64.min)) == nil)
        #expect(Timestamp(seconds: .max, nanoseconds: .max) == nil)
    }
}

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("500ms", 500_000_000), ("1m30s", 90_000_000_000), ("1.5h", 5_400_000_000_000), ("-2s", -2_000_000_000),
        ("1h45m47s", 6_347_000_000_000), ("2d", 172_800_000_000_000), ("10us", 10_000), ("10µs", 10_000), ("7ns", 7),
        ("0.29s", 290_000_000), ("0s", 0), (".5s", 500_000_000), ("-9223372036854775808ns", Int64.min),
    ])
    func `a duration with units is read`(text: String, nanoseconds: Int64) {
        #expect(DurationText.parse(text) == .nanoseconds(nanoseconds))
    }

    @Test(arguments: [
        "", "5", "s", "5 s", "1m30", "5x", "1..5s", "-", "+", ".s", "9223372036854775808ns", "320000000000s",
        "99999999999999999999s", "5S",
    ])
    func `a number without a unit, and other text, is refused`(text: String) {
        #expect(DurationText.parse(text) == nil)
    }

    @Test(arguments: [
        (0, "0s"), (500_000_000, "0.5s"), (6_347_000_000_000, "6347s"), (-1_000_000_001, "-1.000000001s"),
        (-500_000_000, "-0.5s"),
    ])
    func `seconds are written with their decimals`(nanoseconds: Int64, text: String) {
        #expect(DurationText.seconds(.nanoseconds(nanoseconds)) == text)
    }

    @Test(arguments: [
        (0, "0s"), (999, "999ns"), (12_345, "12.345us"), (250_000_000, "250ms"), (1_500_000_000, "1.5s"),
        (125_000_000_000, "2m5s"), (7_260_000_000_000, "2h1m"), (-1_500_000, "-1.5ms"),
    ])
    func `people get the largest fitting unit`(nanoseconds: Int64, text: String) {
        #expect(DurationText.brief(.nanoseconds(nanoseconds)) == text)
    }
}
