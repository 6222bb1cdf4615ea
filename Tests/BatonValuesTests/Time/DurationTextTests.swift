import BatonValues
import Testing

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
