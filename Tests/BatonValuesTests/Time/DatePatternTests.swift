import Testing

@testable import BatonValues

@Suite struct DatePatternTests {
    @Test(arguments: [
        ("yyyy/MM/dd HH:mm:ss", "2026/08/21 10:05:09"), ("d MMM yyyy", "21 Aug 2026"),
        ("EEEE, d MMMM y", "Friday, 21 August 2026"),
        ("yyyyMMdd'T'HHmmss'Z'", "20260821T100509Z"), ("dd.MM.yy hh:mm a", "21.08.26 10:05 AM"),
        ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2026-08-21T10:05:09.250Z"), ("HH 'o''clock'", "10 o'clock"), ("D", "233"),
        ("EEE, dd MMM yyyy HH:mm:ss Z", "Fri, 21 Aug 2026 10:05:09 +0000"), ("Q. e", "3. 6"), ("kk K", "10 10"),
        ("HH z O OOOO ZZZZ VV", "10 UTC GMT GMT GMT UTC"), ("eee ccc eeee cccc EE", "Fri Fri Friday Friday Fri"),
        ("XXXX XXXXX xxxx xxxxx aaaa", "Z Z +0000 +00:00 AM"), ("''yyyy''", "'2026'"), ("H:m", "10:5"),
        ("S SSSSSS", "2 250000"),
    ])
    func `a moment is written by its format`(pattern: String, text: String) throws {
        let moment = try #require(Timestamp(rfc3339: "2026-08-21T10:05:09.25Z"))
        #expect(try DatePattern(pattern).format(moment) == text)
    }

    @Test(arguments: [
        ("yyyy/MM/dd HH:mm:ss", "2026/08/21 10:05:09", "2026-08-21T10:05:09Z"),
        ("d MMM yyyy", "1 aug 2026", "2026-08-01T00:00:00Z"),
        ("yyyyMMdd", "20260821", "2026-08-21T00:00:00Z"), ("d.M.y", "1.2.2026", "2026-02-01T00:00:00Z"),
        ("yyyy-MM-dd HH:mm XXX", "2026-08-21 10:00 +02:00", "2026-08-21T08:00:00Z"),
        ("h:mm a", "12:30 AM", "1970-01-01T00:30:00Z"),
        ("h:mm a", "12:30 pm", "1970-01-01T12:30:00Z"), ("y-D", "2024-366", "2024-12-31T00:00:00Z"),
        ("X", "+05", "1969-12-31T19:00:00Z"),
        ("ss.SSS", "07.250", "1970-01-01T00:00:07.25Z"),
        ("EEE, dd MMM yyyy HH:mm:ss z", "Fri, 21 Aug 2026 10:05:09 GMT", "2026-08-21T10:05:09Z"),
        ("yyyy-MM-dd HH O", "2026-08-21 10 GMT+2", "2026-08-21T08:00:00Z"),
        ("yyyy-MM-dd HH OOOO", "2026-08-21 10 GMT-03:30", "2026-08-21T13:30:00Z"),
        ("yyyy-MM-dd kk", "2026-08-21 24", "2026-08-21T00:00:00Z"), ("K a", "0 PM", "1970-01-01T12:00:00Z"),
        ("Q yyyy MM", "3 2026 08", "2026-08-01T00:00:00Z"), ("yyyy VV", "2026 UTC", "2026-01-01T00:00:00Z"),
    ])
    func `a text is read by its format`(pattern: String, text: String, moment: String) throws {
        #expect(try DatePattern(pattern).parse(text)?.rfc3339() == moment)
    }

    @Test(arguments: [
        ("yyyy-MM-dd", "2026-02-30"), ("yyyy-MM-dd", "2026-2-3"), ("yyyy-MM-dd", "2026-08-21x"), ("yyyy-MM-dd", ""),
        ("HH", "24"), ("h a", "13 AM"), ("D", "366"), ("MMM", "Foo"), ("XXX", "+0200"), ("y", "0"),
        ("k", "0"), ("k", "25"), ("K a", "12 AM"), ("Q", "5"), ("O", "GMT+"), ("O", "GMT+99"), ("VV", "No/Where"),
        ("z", "PST"),
    ])
    func `a text of another form is not read`(pattern: String, text: String) throws {
        #expect(try DatePattern(pattern).parse(text) == nil)
    }

    @Test(arguments: [
        ("YYYY-MM-dd", 0..<4), ("yyyy-mm-ddThh", 10..<11), ("yyyyy", 0..<5), ("HH 'oclock", 3..<4), ("yyy", 0..<3),
        ("yyyy-mm-dd", 5..<7), ("yyyy-MM-DD", 8..<10), ("%Y-%m-%d", 1..<2),
    ])
    func `a format without a meaning is refused with its place`(pattern: String, range: Range<Int>) {
        let error = #expect(throws: DatePatternError.self) { try DatePattern(pattern) }
        #expect(error?.range == range)
    }

    @Test(arguments: [
        ("YYYY", "`YYYY` means nothing in a date format", "the year is `yyyy`"),
        ("yyyy-MM-DD", "`D` is the day of the year, and stands beside a month", "the day of the month is `dd`"),
        ("yyyy-mm-dd", "`m` is the minute, and stands in a date", "the month is `MM`"),
        (
            "%Y-%m-%d", "`Y` means nothing in a date format",
            "dates are written with letters, without `%`: `yyyy-MM-dd HH:mm:ss`"
        ),
        (
            "ss.fff", "`fff` means nothing in a date format",
            "fractions of a second are `S`, one for each digit: `ss.SSS`"
        ),
        ("ddThh", "`T` means nothing in a date format", "write text in quotes: `'T'`"),
        ("h 'o'' clock' o", "`o` means nothing in a date format", "text is written in quotes: `'o'`"),
    ])
    func `letters of other tools are explained`(pattern: String, message: String, help: String) {
        let error = #expect(throws: DatePatternError.self) { try DatePattern(pattern) }
        #expect(error?.message == message)
        #expect(error?.help == help)
    }

    @Test func `a format knows when it has half a day only`() throws {
        #expect(try DatePattern("hh:mm").isHalfADay)
        #expect(try DatePattern("K").isHalfADay)
        #expect(try !DatePattern("hh:mm a").isHalfADay)
        #expect(try !DatePattern("HH:mm").isHalfADay)
    }

    @Test func `only UTC is called so, not what happens to agree with it`() throws {
        guard let london = Zone("Europe/London") else {
            print("skipped: this machine has no zone Europe/London")
            return
        }
        let winter = try #require(Timestamp(rfc3339: "2026-01-21T03:00:00Z"))
        #expect(try DatePattern("z O").format(winter, in: london) == "GMT GMT")
        #expect(try DatePattern("z O").format(winter, in: .utc) == "UTC GMT")
    }

    @Test func `a machine without zones is told from a wrong name`() {
        #expect(!ZoneDatabase(folder: "/nowhere").isPresent)
        #expect(ZoneDatabase(folder: "/nowhere").table("Europe/Berlin") == nil)
    }

    @Test func `a zone moves what is written and read`() throws {
        guard let zone = Zone("America/New_York") else {
            print("skipped: this machine has no zone America/New_York")
            return
        }
        let pattern = try DatePattern("yyyy-MM-dd HH:mm xx")
        let moment = try #require(Timestamp(rfc3339: "2026-08-21T03:00:00Z"))
        #expect(pattern.format(moment, in: zone) == "2026-08-20 23:00 -0400")
        #expect(try DatePattern("yyyy-MM-dd HH:mm").parse("2026-08-20 23:00", in: zone) == moment)
        #expect(try DatePattern("HH z, VV, OOOO").format(moment, in: zone) == "23 GMT-4, America/New_York, GMT-04:00")
        #expect(
            try DatePattern("X XX XXX XXXX x xx xxx ZZZZZ").format(moment, in: zone)
                == "-04 -0400 -04:00 -0400 -04 -0400 -04:00 -04:00")
        #expect(try DatePattern("yyyy-MM-dd HH:mm VV").parse("2026-08-20 23:00 America/New_York") == moment)
    }
}
